package probes

import "contextarena.internal/arena"

// Share counts how often something happened among the cases in which it could.
type Share struct{ Hits, Of int }

func (s *Share) add(hit bool) {
	s.Of++
	if hit {
		s.Hits++
	}
}

// Cascade counts, in one trial, what happens to values that follow from others. Replies that
// can't be judged (Void) count nowhere. Only current and derived probes do.
//
// The roots of a derived value are the stated facts it follows from, directly or through others.
// A root that is asked for by a current probe is lost if, at the context level, neither its value
// nor the one it replaced is there (Lost), and stale if only the old one is or both are unmarked.
// Of a root that nothing asks for, the context of the derived probe tells: if that holds neither
// the derived value nor all of its roots, although every other root is there, this one is lost.
type Cascade struct {
	// Derived values answered wrong (Lost or Stale), by what became of their roots: at least one
	// lost; none lost but one stale; all there.
	RootLost, RootStale, RootsHeld Share
	// LostRoots are the roots that a current probe found lost and on which a judged derived
	// value depends; WrongBelow the derived values answered wrong below them, one that depends on
	// two lost roots counted below both. WrongBelow/LostRoots is the size of a cascade.
	LostRoots, WrongBelow int
	// Old is directional corruption: of the wrong answers to probes of values that replaced
	// another, those that give the old one. DerivedOld are those to derived probes.
	Old, DerivedOld Share
}

// CountCascades counts a completed trial of the scenario. Findings are in the order of its probes.
func CountCascades(s *arena.Scenario, findings []Finding) Cascade {
	var c Cascade
	g := lineageOf(s.Facts)
	asked := map[int]int{} // by fact: its first current probe
	for i, p := range s.Probes {
		at, known := g.index[p.Fact]
		if _, before := asked[at]; p.Kind == arena.Current && known && !before && i < len(findings) {
			asked[at] = i
		}
	}
	below := map[int]int{} // derived values answered wrong, by lost root; 0 if all are right
	for i, p := range s.Probes {
		if i >= len(findings) || !p.Kind.Headline() {
			continue
		}
		at, known := g.index[p.Fact]
		answer := findings[i].At(arena.LevelAnswer).Result
		if !answer.Counts() {
			continue
		}
		wrong := answer != Kept
		if wrong && (p.Stale != nil || known && g.replaces(at)) {
			c.Old.add(answer == Stale)
			if p.Kind == arena.Derived {
				c.DerivedOld.add(answer == Stale)
			}
		}
		if p.Kind != arena.Derived {
			continue
		}
		lost, stale, unasked := 0, 0, false
		var roots []int
		if known && len(s.Facts[at].DerivedFrom) > 0 {
			roots = g.leaves(at)
		}
		for _, root := range roots {
			at, ok := asked[root]
			if !ok {
				unasked = true
				continue
			}
			switch findings[at].At(arena.LevelContext).Result {
			case Lost:
				lost++
				if _, known := below[root]; !known {
					below[root] = 0
				}
				if wrong {
					below[root]++
				}
			case Stale:
				stale++
			}
		}
		switch {
		case lost > 0, stale == 0 && unasked && findings[i].At(arena.LevelContext).Result != Kept:
			c.RootLost.add(wrong)
		case stale > 0:
			c.RootStale.add(wrong)
		default:
			c.RootsHeld.add(wrong)
		}
	}
	c.LostRoots = len(below)
	for _, n := range below {
		c.WrongBelow += n
	}
	return c
}
