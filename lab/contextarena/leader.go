package contextarena

import "contextarena.internal/arena"

// Leader is a strategy as it was published, beside the figure that says more: today's matchers where there are texts, and
// of the facts that the memory had been shown where it can be told which.
type Leader struct {
	File      string  `json:"file"`
	Strategy  string  `json:"strategy"`
	Measure   Measure `json:"measure"`
	Published Figure  `json:"published"`
	Corrected *Figure `json:"corrected"` // null where the file has nothing to correct by
	ByType    []Typed `json:"by_type"`
}

// Typed are the figures of a Leader for one type of fact; null where the file has none.
type Typed struct {
	Type      arena.FactType `json:"type"`
	Published *Figure        `json:"published"`
	Corrected *Figure        `json:"corrected"`
}

// What is taken for published and for corrected: the first of which there is a figure.
var (
	asPublished = []Way{{By: Stored, Over: AllSomeUnnamed}, {By: Stored, Over: AllProbes}, {By: Stored, Over: Tasks}}
	asCorrected = []Way{
		{By: Ours, Over: AtRisk},
		{By: Ours, Over: AllProbes},
		{By: Ours, Over: Tasks},
		{By: Stored, Over: AtRisk},
	}
)

// Leaders are the strategies of all files by measure, in the order of the figures.
func (s Summary) Leaders() []Leader {
	type key struct {
		file, strategy string
		Way
		t arena.FactType
	}
	of := map[key]*Figure{}
	for i, f := range s.Figures {
		of[key{f.File, f.Strategy, f.Way, f.Type}] = &s.Figures[i]
	}
	seen := map[key]bool{}
	out := []Leader{}
	for _, f := range s.Figures {
		c := key{file: f.File, strategy: f.Strategy, Way: Way{Measure: f.Measure}}
		if seen[c] {
			continue
		}
		seen[c] = true
		find := func(ways []Way, t arena.FactType) *Figure {
			for _, w := range ways {
				w.Measure = f.Measure
				if x := of[key{f.File, f.Strategy, w, t}]; x != nil {
					return x
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
