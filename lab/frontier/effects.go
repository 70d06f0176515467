package frontier

import (
	"math"

	"contextarena.internal/lab"
	"contextarena.internal/stats"
)

// Effect is what a level does, counted by scenario: the mean over the level's points less that over all to which its
// dimension applies. Its intervals are over scenarios as a sample.
type Effect struct {
	Dimension string       `json:"dimension"`
	Level     string       `json:"level"`
	Points    int          `json:"points"`
	Retention lab.Measured `json:"retention"` // difference in shares
	Cost      lab.Measured `json:"cost"`      // ratio
}

// effects are those of each level of each dimension, in the order of the space; a dimension of which the points have
// one level has none.
func (f *Frontier) effects() []Effect {
	out := []Effect{}
	for d, dim := range f.swept.Space.Dimensions {
		applies := 0
		having := map[string]int{}
		for _, p := range f.Points {
			if level := p.Levels[d]; level != "" {
				applies, having[level] = applies+1, having[level]+1
			}
		}
		for _, level := range dim.Levels {
			if n := having[level]; n > 0 && n < applies {
				out = append(out, Effect{
					dim.Name, level, n,
					lab.MeasuredOf(f.counted(d, level, true, sums.retention)),
					ratio(f.counted(d, level, false, func(s sums) float64 { return math.Log(s.cost(f.Unit)) })),
				})
			}
		}
	}
	return out
}

// counted is a level's effect on a value of each scenario. NaN where there is none.
func (f *Frontier) counted(dimension int, level string, share bool, value func(sums) float64) stats.Estimate {
	var differences []stats.Cluster
	for sc := range f.scenarios {
		var sum, n, own, ownN float64
		for i, p := range f.Points {
			v := value(f.shown[i][sc])
			if p.Levels[dimension] == "" || math.IsNaN(v) {
				continue
			}
			sum, n = sum+v, n+1
			if p.Levels[dimension] == level {
				own, ownN = own+v, ownN+1
			}
		}
		if ownN > 0 {
			differences = append(differences, stats.Cluster{Sum: own/ownN - sum/n, N: 1})
		}
	}
	return stats.PairedMean(differences, share, alpha)
}

// ratio is a difference of logarithms.
func ratio(e stats.Estimate) lab.Measured {
	out := lab.MeasuredOf(e)
	for _, v := range []*float64{out.Mean, out.Low, out.High} {
		if v != nil {
			*v = math.Exp(*v)
		}
	}
	return out
}
