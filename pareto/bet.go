package pareto

import "math"

// lead sums up by how much d was better than c in an objective, margin included, and the squares.
func (r *Race) lead(c, d, objective int) (sum, squares, units float64) {
	for _, unit := range r.past {
		if unit[c] != nil && unit[d] != nil {
			x := unit[c][objective] - unit[d][objective] + r.rules.Lanes[objective].Margin
			sum, squares, units = sum+x, squares+x*x, units+1
		}
	}
	return sum, squares, units
}

// clearest is the leader that has been ahead of c most steadily in the objective in which it has
// been least so, the first of several, or -1 if none has been ahead in all.
func (r *Race) clearest(c int, leaders []int) int {
	best, most := -1, 0.0
	for _, d := range leaders {
		if d == c {
			continue
		}
		least := math.Inf(1)
		for j := range r.objectives {
			sum, squares, _ := r.lead(c, d, j)
			if sum <= 0 {
				least = 0
				break
			}
			least = min(least, sum/math.Sqrt(squares))
		}
		if least > most {
			best, most = d, least
		}
	}
	return best
}

// How the bets are placed. Any values in range are valid; these dropped most in simulated sweeps.
const (
	boldest = 0.9  // share of the capital at stake against the worst that can happen
	swing   = 0.95 // the same where nobody knows what can
	steep   = 3.0  // how soon a difference wins or loses all of that
	doubt   = 0.5  // units in which nothing was won, added so that the first doesn't decide all
)

// gain is the factor on the capital of a bet that c is dominated by d, placed before now was seen.
func (r *Race) gain(c, d int, now [][]float64) float64 {
	least := math.Inf(1)
	for j, l := range r.rules.Lanes {
		sum, squares, units := r.lead(c, d, j)
		x := now[c][j] - now[d][j] + l.Margin
		trust := units / (units + doubt)
		if l.Range == 0 {
			least = min(least, 1+swing*math.Tanh(steep*trust*sum/squares*x))
			continue
		}
		m, worst := 0.0, l.Margin-l.Range
		if r.rules.Units > 0 {
			m = -sum / float64(r.rules.Units-len(r.past))
		}
		if m <= worst {
			// Even if d loses all the rest c can't come out ahead, but for a tie.
			if m == worst && x <= worst {
				least = min(least, 1)
			}
			continue
		}
		mean := sum / units
		spread := squares/units - mean*mean
		bet := min(trust*(mean-m)/(spread+(mean-m)*(mean-m)), boldest/(m-worst))
		least = min(least, 1+bet*(x-m))
	}
	return least
}
