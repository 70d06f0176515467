package stats

import (
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// LogRankTest asks whether groups lose facts at the same rate.
type LogRankTest struct {
	Observed, Expected []float64 // losses by group, over all strata
	Chi2               float64
	DF                 int     // groups that could be compared, less one
	P                  float64 // asymptotic; 1 if nothing could be compared
	// Differences are observed minus expected losses of the first group, one for each stratum in
	// which it could be compared, in their order. Swapping two groups turns their signs, so
	// FlipSigns tests them.
	Differences []float64
}

// LogRank compares groups within strata: lives is stratum × group × life. At every time of a
// loss the losses are shared out over the groups in proportion to their risk sets, with the
// hypergeometric variance, and added up over strata (Mantel 1966; Peto & Peto 1972).
//
// P takes facts for independent. Where the stratum is a scenario they aren't: the facts of one
// trial die together, so P is too small, and the sign-flip p of Differences is the one to
// believe.
func LogRank(lives [][][]Life) LogRankTest {
	groups := 0
	for _, stratum := range lives {
		groups = max(groups, len(stratum))
	}
	t := LogRankTest{Observed: make([]float64, groups), Expected: make([]float64, groups), P: 1}
	v := make([][]float64, groups)
	for g := range v {
		v[g] = make([]float64, groups)
	}
	for _, stratum := range lives {
		var all []Life
		for _, l := range stratum {
			all = append(all, l...)
		}
		difference, spread := 0.0, 0.0
		atRisk, lost := make([]float64, groups), make([]float64, groups)
		for _, m := range counts(all) {
			if m.lost == 0 {
				continue
			}
			n, d := float64(m.atRisk), float64(m.lost)
			for g, l := range stratum {
				atRisk[g], lost[g] = at(l, m.time)
			}
			for g := range groups {
				t.Observed[g] += lost[g]
				t.Expected[g] += d * atRisk[g] / n
				if n < 2 {
					continue
				}
				scale := d * (n - d) / (n - 1) * atRisk[g] / n
				for h := range groups {
					v[g][h] -= scale * atRisk[h] / n
				}
				v[g][g] += scale
			}
			difference += lost[0] - d*atRisk[0]/n
			spread += atRisk[0] * (n - atRisk[0])
		}
		if spread > 0 {
			t.Differences = append(t.Differences, difference)
		}
	}
	t.test(v)
	return t
}

// at counts who is at risk just before a time and who is lost at it.
func at(lives []Life, time float64) (atRisk, lost float64) {
	for _, l := range lives {
		if l.Entry < time && time <= l.Time {
			atRisk++
			if l.Lost && l.Time == time {
				lost++
			}
		}
	}
	return atRisk, lost
}

// test makes the quadratic form of observed minus expected losses in the inverse of their
// variance v, leaving out the groups that were never at risk together with another and, since
// all add up to nothing, one more.
func (t *LogRankTest) test(v [][]float64) {
	var in []int
	for g := range v {
		if v[g][g] > 1e-12 {
			in = append(in, g)
		}
	}
	if len(in) < 2 {
		return
	}
	in = slices.Delete(in, len(in)-1, len(in))
	k := len(in)
	a, b := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
	for i, g := range in {
		b.SetVec(i, t.Observed[g]-t.Expected[g])
		for j, h := range in {
			if j >= i {
				a.SetSym(i, j, v[g][h])
			}
		}
	}
	var chol mat.Cholesky
	x := mat.NewVecDense(k, nil)
	if !chol.Factorize(a) || chol.SolveVecTo(x, b) != nil {
		return // groups that never met: no comparison of all of them
	}
	t.Chi2, t.DF = mat.Dot(b, x), k
	t.P = distuv.ChiSquared{K: float64(k)}.Survival(t.Chi2)
}
