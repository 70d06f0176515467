package nightly

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/probes"
	"contextarena.internal/stats"
)

// night draws an arm of those scenarios. In one trial of ten a reply is cut and takes half of
// what was kept with it, so that the probes of a trial fall together; lost is a regression, as a
// share of all probes.
func night(r *rand.Rand, repeats int, lost float64) contrast.Arm {
	a := contrast.Arm{Strategy: "rlm", Model: "sim:nano", Repeats: repeats}
	for i, k := range labtest.Kept {
		s := contrast.Scenario{ID: fmt.Sprint("scenario-", i), Script: "x", Scorer: "y"}
		for p := range k.Probes {
			s.Probes = append(s.Probes, contrast.Probe{ID: fmt.Sprint(p), Type: arena.FactTypes[p%2], Kind: arena.Current})
		}
		for repeat := 1; repeat <= repeats; repeat++ {
			share := k.Share - lost
			if r.Float64() < 0.1 {
				share /= 2
			}
			results := make([]probes.Result, k.Probes)
			for p := range results {
				results[p] = probes.Lost
				if r.Float64() < share {
					results[p] = probes.Kept
				}
			}
			s.Trials = append(s.Trials, contrast.Played{
				Key: fmt.Sprint(i, repeat, r.Uint64()), Repeat: repeat, Outcome: arena.Completed, Priced: true,
				USD: 0.01 * (1 + 0.1*r.NormFloat64()), Tokens: 1000,
				Results: map[arena.Level][]probes.Result{arena.LevelAnswer: results},
			})
		}
		a.Scenarios = append(a.Scenarios, s)
	}
	return a
}

// planned is an arm before it is played.
func planned(a contrast.Arm) contrast.Arm {
	b := a
	b.Scenarios = nil
	for _, s := range a.Scenarios {
		s.Trials = nil
		b.Scenarios = append(b.Scenarios, s)
	}
	return b
}

// judged plays one gate on a baseline and a night.
func judged(g Gate, base, tonight contrast.Arm) Gated {
	f := Forecast{Gate: g, Name: g.Name()}
	if g.Metric != failureRate {
		f.Undecidable = f.againstBaseline([]contrast.Arm{base}, []contrast.Arm{planned(tonight)})
	}
	return nightly{Completed: 0.9}.gated([]Forecast{f}, &Baseline{Arms: []contrast.Arm{base}}, []contrast.Arm{tonight})[0]
}

// TestGateKeepsItsPromise draws nights and their baselines. With the margin at the minimum
// detectable regression: what didn't change hardly ever fails and passes with the promised
// power; what really fell by the margin passes with chance Alpha/2; and a fall of twice the
// margin is found.
func TestGateKeepsItsPromise(t *testing.T) {
	const nights, repeats = 400, 10
	r := rand.New(rand.NewPCG(20261121, 7))
	g := Gate{Strategy: "rlm", Model: "sim:nano", Metric: "answer", Margin: 1, AllowUnderpowered: true}
	for range 200 {
		f := Forecast{Gate: g}
		a := night(r, repeats, 0)
		f.Undecidable = f.againstBaseline([]contrast.Arm{a}, []contrast.Arm{planned(a)})
		g.Margin += *f.MDE / 200
	}
	mde := g.Margin - 1
	for _, c := range []struct {
		name         string
		margin, lost float64 // in MDEs
		// shares of nights, at least and at most: that fail, that pass, and whose interval
		// excludes no change
		failed, passed, noticed [2]float64
	}{
		{"nothing changed", 1, 0, [2]float64{0, 0.025 + 0.025}, [2]float64{lab.Power - 0.06, 1}, [2]float64{0, 0.05 + 0.035}},
		{"nothing changed, a margin of 1.4 MDE", 1.4, 0, [2]float64{0, 0.025 + 0.025}, [2]float64{0.95, 1}, [2]float64{0, 0.05 + 0.035}},
		{"fell by the margin", 1, 1, [2]float64{0, 1}, [2]float64{0, 0.025 + 0.025}, [2]float64{lab.Power - 0.06, 1}},
		{"fell by twice the margin", 1, 2, [2]float64{0.95, 1}, [2]float64{0, 0}, [2]float64{0.99, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g.Margin = c.margin * mde
			var failed, passed, noticed float64
			for range nights {
				// a cut takes half of what the fall left, so the shares fall by 5 % less
				out := judged(g, night(r, repeats, 0), night(r, repeats, c.lost*mde/0.95))
				switch out.Result {
				case stats.Fail:
					failed++
				case stats.Pass:
					passed++
				}
				if *out.High < 0 || *out.Low > 0 {
					noticed++
				}
			}
			t.Logf("MDE %.3f: of %d nights %.1f %% failed, %.1f %% passed, %.1f %% differed", mde, nights, 100*failed/nights, 100*passed/nights, 100*noticed/nights)
			for _, have := range []struct {
				share float64
				want  [2]float64
			}{{failed / nights, c.failed}, {passed / nights, c.passed}, {noticed / nights, c.noticed}} {
				require.GreaterOrEqual(t, have.share, have.want[0])
				require.LessOrEqual(t, have.share, have.want[1])
			}
		})
	}
}

// TestCostGateOnNoise does the same for a relative gate.
func TestCostGateOnNoise(t *testing.T) {
	r := rand.New(rand.NewPCG(20261121, 8))
	g := Gate{Strategy: "rlm", Model: "sim:nano", Metric: "cost_usd", Margin: 0.15}
	dearer := func(a contrast.Arm, by float64) contrast.Arm {
		for _, s := range a.Scenarios {
			for i := range s.Trials {
				s.Trials[i].USD *= by
			}
		}
		return a
	}
	var passed, failed, atLimit float64
	const nights = 400
	for range nights {
		if judged(g, night(r, 5, 0), night(r, 5, 0)).Result == stats.Pass {
			passed++
		}
		out := judged(g, night(r, 5, 0), dearer(night(r, 5, 0), 1.25))
		require.InDelta(t, 0.25, *out.Change, 0.12)
		require.True(t, *out.Low < *out.Change && *out.Change < *out.High)
		if out.Result == stats.Fail {
			failed++
		}
		if judged(g, night(r, 5, 0), dearer(night(r, 5, 0), 1.15)).Result == stats.Pass {
			atLimit++
		}
	}
	t.Logf("unchanged: %.1f %% pass; 25 %% dearer: %.1f %% fail; 15 %% dearer: %.1f %% pass", 100*passed/nights, 100*failed/nights, 100*atLimit/nights)
	require.Greater(t, passed/nights, 0.99)
	require.Greater(t, failed/nights, 0.99)
	require.LessOrEqual(t, atLimit/nights, 0.025+0.025, "a rise by the limit may pass with chance Alpha/2")
}
