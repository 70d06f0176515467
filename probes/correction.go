package probes

import (
	"slices"

	"contextarena.internal/arena"
)

// Correction counts, in one trial, how corrections were taken up: the rates of seed document
// 003, proposal 2 ("Correction Format Engineering"). A correction is asked for by a current probe
// whose fact took the place of another value, or by a current or derived probe of the type
// correction. Replies that can't be judged (Void) count nowhere.
type Correction struct {
	// Acknowledged is the Surface Acknowledgment Rate: the answer mentions the corrected value,
	// whatever else it says.
	Acknowledged Share
	// Integrated is the Operational Integration Rate: derived values that rest on a corrected
	// fact and are answered right. A derived value counts once, however many of its roots were
	// corrected.
	Integrated Share
	// Contaminated is the Prior Contamination Rate: the answer mentions the old value without
	// marking it as old. Only corrections whose old value is known count.
	Contaminated Share
	// Confidence is the sum of Finding.Confidence over the Measured corrections that have one: how
	// much likelier, in nats, the corrected value was than the old one.
	Confidence float64
	Measured   int
}

// CountCorrections counts a completed trial of the scenario. Findings are in the order of its
// probes.
func CountCorrections(s *arena.Scenario, findings []Finding) Correction {
	var c Correction
	g := lineageOf(s.Facts)
	for i, p := range s.Probes {
		if i >= len(findings) || !p.Kind.Headline() {
			continue
		}
		f := findings[i]
		answer := f.At(arena.LevelAnswer).Result
		if !answer.Counts() {
			continue
		}
		at, known := g.index[p.Fact]
		replaced := p.Stale != nil || known && g.replaces(at)
		if p.Type == arena.Correction || p.Kind == arena.Current && replaced {
			c.Acknowledged.add(f.New)
			if replaced {
				c.Contaminated.add(f.Old)
			}
			if f.Confidence != nil {
				c.Confidence += *f.Confidence
				c.Measured++
			}
		}
		if p.Kind == arena.Derived && known && slices.ContainsFunc(g.line(at)[1:], g.replaces) {
			c.Integrated.add(answer == Kept)
		}
	}
	return c
}
