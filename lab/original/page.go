package original

import (
	"fmt"
	"math"

	"contextarena.internal/arena"
	"contextarena.internal/lab/contextarena"
)

// page is an import as the browser's program reads it (web/src/imported.tsx).
type page struct {
	Kind       string           `json:"kind"` // "import"
	Experiment Experiment       `json:"experiment"`
	Number     int64            `json:"number"`
	Files      []File           `json:"files"`
	Types      []arena.FactType `json:"types"`
	Leaders    []Leader         `json:"leaders"`
}

// Leader is a strategy as it was published, beside the figure that says more: today's matchers where there are texts, and
// of the facts that the memory had been shown where it can be told which.
type Leader struct {
	File      string               `json:"file"`
	Strategy  string               `json:"strategy"`
	Measure   contextarena.Measure `json:"measure"`
	Published contextarena.Figure  `json:"published"`
	Corrected *contextarena.Figure `json:"corrected"` // null where the file has nothing to correct by
	ByType    []Typed              `json:"by_type"`
}

// Typed are the figures of a Leader for one type of fact; null where the file has none.
type Typed struct {
	Type      arena.FactType       `json:"type"`
	Published *contextarena.Figure `json:"published"`
	Corrected *contextarena.Figure `json:"corrected"`
}

// What is taken for published and for corrected: the first of which there is a figure.
var (
	asPublished = []way{{contextarena.Stored, contextarena.AllSomeUnnamed}, {contextarena.Stored, contextarena.AllProbes}, {contextarena.Stored, contextarena.Tasks}}
	asCorrected = []way{
		{contextarena.Ours, contextarena.AtRisk}, {contextarena.Ours, contextarena.AllProbes}, {contextarena.Ours, contextarena.Tasks}, {contextarena.Stored, contextarena.AtRisk},
	}
)

// way is how a figure was counted.
type way struct {
	by   contextarena.By
	over contextarena.Over
}

// leaders are the strategies of all files by measure, in the order of the figures.
func (r Report) leaders() []Leader {
	type counted struct {
		file, strategy string
		measure        contextarena.Measure
	}
	seen := map[counted]bool{}
	out := []Leader{}
	for _, f := range r.Figures {
		c := counted{f.File, f.Strategy, f.Measure}
		if seen[c] {
			continue
		}
		seen[c] = true
		find := func(ways []way, t arena.FactType) *contextarena.Figure {
			for _, w := range ways {
				for i, x := range r.Figures {
					if (counted{x.File, x.Strategy, x.Measure}) == c && x.By == w.by && x.Over == w.over && x.Type == t {
						return &r.Figures[i]
					}
				}
			}
			return nil
		}
		published := find(asPublished, "")
		if published == nil {
			continue
		}
		l := Leader{File: f.File, Strategy: f.Strategy, Measure: f.Measure, Published: *published, Corrected: find(asCorrected, ""), ByType: []Typed{}}
		for _, t := range arena.FactTypes {
			if a, b := find(asPublished, t), find(asCorrected, t); a != nil || b != nil {
				l.ByType = append(l.ByType, Typed{t, a, b})
			}
		}
		out = append(out, l)
	}
	return out
}

// finding is the strategy whose figure the correction moves farthest, each probe weighing alike; the first of them in a tie.
func (r Report) finding() string {
	var most Leader
	far := 0.0
	for _, l := range r.leaders() {
		if l.Corrected == nil {
			continue
		}
		if moved := math.Abs(l.Corrected.Share-l.Published.Share) * float64(l.Corrected.N); moved > far {
			most, far = l, moved
		}
	}
	if most.Corrected == nil {
		return "Nothing in these files moves a published figure."
	}
	of := map[contextarena.Over]string{
		contextarena.AtRisk: "of the facts that its memory had been shown", contextarena.Tasks: "of its tasks", contextarena.AllProbes: "of all probes",
	}[most.Corrected.Over]
	by := "by the stored verdicts"
	if most.Corrected.By == contextarena.Ours {
		by = "by today's matchers"
	}
	return fmt.Sprintf("%s was published as %s %% (%s, %s); %s, %s, it is %s %%.", most.Strategy, interval(most.Published), most.Measure, most.File, of, by, interval(*most.Corrected))
}
