package probes

import (
	"slices"

	"contextarena.internal/arena"
)

// Share counts how often something happened among the cases in which it could.
type Share struct{ Hits, Of int }

func (s *Share) add(hit bool) {
	s.Of++
	if hit {
		s.Hits++
	}
}

// judgedProbe is a current or derived probe whose answer can be judged.
type judgedProbe struct {
	arena.Probe
	finding  *Finding
	answer   Result
	at       int  // its fact; -1 if there is none of that id
	replaced bool // what it asks for took the place of another value
}

// judged are the current and derived probes of a trial whose answers can be judged.
func (g Lineage) judged(s *arena.Scenario, findings []*Finding) []judgedProbe {
	var out []judgedProbe
	for i, p := range s.Probes[:min(len(s.Probes), len(findings))] {
		answer := findings[i].At(arena.LevelAnswer).Result
		if !p.Kind.Headline() || !answer.Counts() {
			continue
		}
		at, known := g.Index[p.Fact]
		if !known {
			at = -1
		}
		out = append(out, judgedProbe{p, findings[i], answer, at, p.Stale != nil || known && g.replaces[at]})
	}
	return out
}

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

// CountCorrections counts a completed trial of the scenario whose facts these are. Findings are in the order of its
// probes.
func (g Lineage) CountCorrections(s *arena.Scenario, findings []*Finding) Correction {
	var c Correction
	for _, p := range g.judged(s, findings) {
		if p.Type == arena.Correction || p.Kind == arena.Current && p.replaced {
			c.Acknowledged.add(p.finding.New)
			if p.replaced {
				c.Contaminated.add(p.finding.Old)
			}
			if p.finding.Confidence != nil {
				c.Confidence += *p.finding.Confidence
				c.Measured++
			}
		}
		if p.Kind == arena.Derived && p.at >= 0 && slices.ContainsFunc(g.line(p.at)[1:], func(i int) bool { return g.replaces[i] }) {
			c.Integrated.add(p.answer == Kept)
		}
	}
	return c
}
