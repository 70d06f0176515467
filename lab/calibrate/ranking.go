package calibrate

import "slices"

// The sides that a leaderboard is ranked against.
const (
	heldOut  = "held out"
	inSample = "fitted"
	complete = ", complete only" // without strategies that the published run didn't play whole
)

// rankings compares a leaderboard with the simulated ones and with the other published one.
func rankings(p Published, counts [2]Counts) []Rank {
	var out []Rank
	for _, measure := range []string{"P", "A"} {
		for k, with := range []string{inSample, heldOut} {
			for _, suffix := range []string{"", complete} {
				var published []share
				var side [][]float64
				for i, r := range p.Leaderboard.Strategies {
					if suffix != "" && r.LeftOut != "" {
						continue
					}
					s, byScenario := share{r.Rescored, r.Tasks}, counts[k].Strategies[i].Passed
					if measure == "A" {
						s, byScenario = share{r.Found, r.Probes}, counts[k].Strategies[i].Found
					}
					published = append(published, s)
					means := make([]float64, len(byScenario))
					for j, n := range byScenario {
						means[j] = float64(n) / float64(counts[k].Repeats)
					}
					side = append(side, means)
				}
				r := rank(published, side)
				r.Measure, r.With = measure, with+suffix
				out = append(out, r)
			}
		}
		out = append(out, agreement(p, measure, false))
		if measure == "P" {
			out = append(out, agreement(p, measure, true))
		}
	}
	return out
}

// agreement is how well the two published leaderboards agree: as stored, or with today's tolerance
// of form. It has no interval.
func agreement(p Published, measure string, rescored bool) Rank {
	r := Rank{Measure: measure, With: "other model, as stored"}
	if rescored {
		r.With = "other model, rescored"
	}
	var a, b []float64
	for _, s := range p.Leaderboard.Strategies {
		all := p.other().Leaderboard.Strategies
		i := slices.IndexFunc(all, func(o Ranked) bool { return o.Spec == s.Spec })
		if i < 0 {
			continue
		}
		for _, side := range []struct {
			to *[]float64
			r  Ranked
		}{{&a, s}, {&b, all[i]}} {
			v := share{side.r.Passed, side.r.Tasks}
			if rescored {
				v.k = side.r.Rescored
			}
			if measure == "A" {
				v = share{side.r.Found, side.r.Probes}
			}
			*side.to = append(*side.to, v.of())
		}
	}
	r.N = len(a)
	r.Rho, r.Defined = spearman(a, b)
	r.Chance = permuted(a, b)
	return r
}
