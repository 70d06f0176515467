package compaction

import (
	"fmt"

	"contextarena.internal/lab/simulate"
)

// ends are the least and the greatest figure of a column over lines of tables.
type ends struct{ least, most float64 }

// span are the ends of a column over the recipes' tables, of contenders that are asked for and do compact.
func span(tables []simulate.Table, column string, of func(contender) bool) ends {
	out := ends{1e9, -1e9}
	for i := range sizings {
		for _, c := range contenders {
			if of(c) && tables[i].Cell(c.name(), "times").Mean > 0 {
				v := tables[i].Cell(c.name(), column).Mean
				out = ends{min(out.least, v), max(out.most, v)}
			}
		}
	}
	return out
}

func (e ends) String() string { return fmt.Sprintf("%.0f to %.0f %%", e.least, e.most) }

// within is yes if all lies between two bounds.
func (e ends) within(low, high float64) string {
	if e.least >= low && e.most <= high {
		return "yes"
	}
	return "no"
}

// verdicts sets the claims beside what was found.
func verdicts(tables []simulate.Table) []simulate.Verdict {
	documented := func(model bool) func(contender) bool {
		return func(c contender) bool { return c.model == model && c.mode == modes[0] }
	}
	model, rules := span(tables, "applied %", documented(true)), span(tables, "applied %", documented(false))
	cell := func(table int, line, column string) float64 { return tables[table].Cell(line, column).Mean }
	tiny, steps, chat, talk := 0, 2, len(sizings)-1, len(sizings)
	forgets, carries := "default rules", "default rules+"
	longest := span(tables, "peak %", func(c contender) bool { return c.mode == modes[0] })
	return []simulate.Verdict{
		{
			Claim: "A model's summary removes 0.6 to 0.8 of the characters.",
			Found: fmt.Sprintf("%s, by sizes and recipe: how long the steps are that go and stay decides it, not who writes. The model is simulated.", model),
			Holds: model.within(60, 80),
		},
		{
			Claim: "A summary by rules removes 0.4 to 0.6.",
			Found: fmt.Sprintf("%s. It has a length of its own, whatever it replaces, and is shorter than a model's.", rules),
			Holds: rules.within(40, 60),
		},
		{
			Claim: "The compression ratio is the share of characters removed.",
			Found: fmt.Sprintf("It leaves out what is written around the summary: %.1f %% where %.1f are removed (tiny), %.1f where %.1f are (steps). Of tiny steps %.0f %% of the minimal recipe's compactions make the history longer.",
				cell(tiny, forgets, "ratio %"), cell(tiny, forgets, "applied %"), cell(steps, forgets, "ratio %"), cell(steps, forgets, "applied %"), cell(tiny, "minimal rules", "grew %")),
			Holds: "no",
		},
		{
			Claim: "Compaction prevents that the context grows beyond its trigger.",
			Found: fmt.Sprintf("The longest history has %s of max_chars: nothing is compacted below the least number of entries, and what is preserved has no limit.", longest),
			Holds: longest.within(0, 100),
		},
		{
			Claim: "A summary preserves the key findings.",
			Found: fmt.Sprintf("In the end %.1f %% of the values can be read (steps, default, rules): each summary replaces the one before and has one and a half entries' findings. Carried within %d characters it has %.1f %%.",
				cell(steps, forgets, "kept %"), carried, cell(steps, carries, "kept %")),
			Holds: "no",
		},
		{
			Claim: "It serves conversations too.",
			Found: fmt.Sprintf("Rules read outputs alone, and a user's words are none: %.1f %% of the values (chat), carrying %.1f. Conversation memory has %.1f as documented, %.1f carrying.",
				cell(chat, forgets, "kept %"), cell(chat, carries, "kept %"), cell(talk, string(modes[0]), "kept %"), cell(talk, string(modes[1]), "kept %")),
			Holds: "no",
		},
	}
}
