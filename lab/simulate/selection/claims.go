package selection

import (
	"fmt"
	"math"

	"contextarena.internal/lab/simulate"
)

// extremes are the least and the most that a method reached of the optimum on any list with importance as
// written.
func (f findings) extremes(method string) (least, most float64) {
	least = math.Inf(1)
	for _, seed := range f.all {
		for _, x := range seed {
			for s := range sizings {
				for _, shares := range x.ratios[s] {
					if shares == nil {
						continue
					}
					for m := range methods {
						if methods[m].name == method {
							least, most = min(least, shares[m+1].score), max(most, shares[m+1].score)
						}
					}
				}
			}
		}
	}
	return least, most
}

// atLeast is yes if every list reaches what is claimed.
func atLeast(have, want float64) string {
	if have >= want {
		return "yes"
	}
	return "no"
}

// verdicts sets the claims beside what was found.
func (f findings) verdicts(tables []simulate.Table) []simulate.Verdict {
	table := func(id string) *simulate.Table {
		for i := range tables {
			if tables[i].ID == id {
				return &tables[i]
			}
		}
		panic("selection: no table " + id)
	}
	cell := func(id, line, column string) float64 { return table(id).Cell(line, column).Mean }
	worst, best := f.extremes("greedy")
	guarded, _ := f.extremes("density")
	return []simulate.Verdict{
		{
			Claim: "Greedy reaches at least 50 % of the optimum (theorem 1).",
			Found: fmt.Sprintf("%.1f to %.1f %% on these lists, and there is no bound: an item that fills the budget and is worth a little more than each of n others is taken instead of all of them.", worst, best),
			Holds: atLeast(worst, 50),
		},
		{
			Claim: "Greedy has 95 % quality, and often more than 90 %.",
			Found: fmt.Sprintf("Of 1,000 messages %.1f %% with the source's sizes, %.1f lognormal, %.1f with huge ones.",
				cell("ratio-source", "greedy", "1,000"), cell("ratio-lognormal", "greedy", "1,000"), cell("ratio-huge", "greedy", "1,000")),
			Holds: atLeast(min(cell("ratio-source", "greedy", "1,000"), cell("ratio-lognormal", "greedy", "1,000"), cell("ratio-huge", "greedy", "1,000")), 90),
		},
		{
			Claim: "Score per token, or the best single item, reaches at least 50 % (ours, proved).",
			Found: fmt.Sprintf("At least %.1f %%.", guarded),
			Holds: atLeast(guarded, 50),
		},
		{
			Claim: "An optimal choice takes Ω(2^n) time (theorem 2).",
			Found: "The source's own dynamic program takes O(n·C), and found every optimum here. It is polynomial in the number of tokens, which is small; 0/1 knapsack is hard where sizes have many digits.",
			Holds: "no",
		},
		{
			Claim: "A beam of 10 to 50 is a good balance.",
			Found: fmt.Sprintf("Of 1,000 messages a beam of 50 reaches %.1f %% (source), %.1f (lognormal), %.1f (huge); recency, which scores nothing, %.1f, %.1f, %.1f.",
				cell("ratio-source", "beam 50", "1,000"), cell("ratio-lognormal", "beam 50", "1,000"), cell("ratio-huge", "beam 50", "1,000"),
				cell("ratio-source", "recency", "1,000"), cell("ratio-lognormal", "recency", "1,000"), cell("ratio-huge", "recency", "1,000")),
			Holds: "no",
		},
		{
			Claim: "A beam of 1 is greedy.",
			Found: fmt.Sprintf("It takes what fits from the beginning of the list on, %.1f %% where greedy reaches %.1f.", cell("ratio-source", "beam 1", "1,000"), cell("ratio-source", "greedy", "1,000")),
			Holds: "no",
		},
		{
			Claim: "An LRU cache of 100 messages has 99.9955 % of what greedy chooses (theorem 3, λ 0.1 a day).",
			Found: fmt.Sprintf("%.1f to %.1f %%, by how many messages a day has, which the formula leaves out; a cache of 20, for which it claims %.1f, has %.1f at most: the choice of one question pushes out what the next one begins with.",
				span(table("lru"), "100", math.Min), span(table("lru"), "100", math.Max), claimed(20), span(table("lru"), "20", math.Max)),
			Holds: atLeast(span(table("lru"), "100", math.Min), claimed(100)),
		},
		{
			Claim: "What a chosen message refers to is included, if the budget allows.",
			Found: fmt.Sprintf("It seldom allows: of the references of shown messages %.0f %% lead nowhere with greedy, and %.0f after resolving (source sizes).",
				cell("dangling", "greedy", "source"), cell("dangling", "greedy, resolved", "source")),
			Holds: "yes",
		},
	}
}

// span is the least or most of a column of a table of caches, the claim's own line aside.
func span(t *simulate.Table, column string, of func(a, b float64) float64) float64 {
	v := t.Cell(biases[0].name, column).Mean
	for _, b := range biases {
		v = of(v, t.Cell(b.name, column).Mean)
	}
	return v
}
