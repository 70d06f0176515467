package nightly

import (
	"fmt"
	"math"
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

// rivalled judges one gate of rlm against window on a night of the two arms.
func rivalled(g Gate, drawn bool, arms ...contrast.Arm) Gated {
	n := nightly{Completed: 0.9}
	if drawn {
		n.Sealed = &sealed{}
	}
	return n.gated([]Forecast{{Gate: g, Name: g.Name()}}, nil, arms)[0]
}

func rivalGate(metric string, margin float64) Gate {
	return Gate{Strategy: "rlm", Against: "window", Model: "sim:nano", Metric: metric, Margin: margin}
}

// TestRivalDirections: what is worse by more than the limit fails, what is better passes, in both
// kinds of night and for shares and costs.
func TestRivalDirections(t *testing.T) {
	good := func() contrast.Arm { return labtest.ArmOf("rlm", 8, 4, labtest.Keeping(0.9, 1)) }
	bad := func() contrast.Arm { return labtest.ArmOf("window", 8, 4, labtest.Keeping(0.4, 2)) }
	swapped := func(a contrast.Arm, strategy string) contrast.Arm { a.Strategy = strategy; return a }
	dearer := func(a contrast.Arm, by float64) contrast.Arm {
		for i, s := range a.Scenarios {
			for k := range s.Trials {
				s.Trials[k].USD *= by + 0.01*float64(i%3) + 0.01*float64(k%2)
			}
		}
		return a
	}
	for name, c := range map[string]struct {
		gate Gate
		arms []contrast.Arm
		want stats.GateResult
	}{
		"better":          {rivalGate("answer", 0.1), []contrast.Arm{good(), bad()}, stats.Pass},
		"worse":           {rivalGate("answer", 0.1), []contrast.Arm{swapped(bad(), "rlm"), swapped(good(), "window")}, stats.Fail},
		"a wide limit":    {rivalGate("answer", 0.9), []contrast.Arm{swapped(bad(), "rlm"), swapped(good(), "window")}, stats.Pass},
		"cheaper":         {rivalGate("cost_usd", 0.1), []contrast.Arm{good(), dearer(bad(), 2)}, stats.Pass},
		"dearer":          {rivalGate("cost_usd", 0.1), []contrast.Arm{dearer(good(), 2), bad()}, stats.Fail},
		"dearer, allowed": {rivalGate("cost_usd", 1.5), []contrast.Arm{dearer(good(), 2), bad()}, stats.Pass},
	} {
		for _, sealed := range []bool{true, false} {
			t.Run(fmt.Sprint(name, ", sealed ", sealed), func(t *testing.T) {
				out := rivalled(c.gate, sealed, c.arms...)
				require.Equal(t, c.want, out.Result, "%+v", out)
				want := *out.Tonight - *out.Baseline
				if c.gate.relative() {
					want /= *out.Baseline
				}
				require.InDelta(t, want, *out.Change, 1e-9)
				require.True(t, *out.Low <= *out.Change && *out.Change <= *out.High)
				require.Equal(t, 8, out.Scenarios)
				require.Equal(t, 64, out.Planned)
			})
		}
	}
}

// TestRivalIsPaired: strategies that vary together from scenario to scenario, and from repeat to
// repeat, are told apart by what is left.
func TestRivalIsPaired(t *testing.T) {
	result := func(lose int) func(s, r, p int) probes.Result {
		return func(s, r, p int) probes.Result {
			if p < (s+r)%6 || p == 5 && (lose+s+r)%6 == 0 {
				return probes.Lost
			}
			return probes.Kept
		}
	}
	a, b := labtest.ArmOf("rlm", 12, 6, result(0)), labtest.ArmOf("window", 12, 6, result(0))
	b.Scenarios[0].Trials[0].Results[arena.LevelAnswer][5] = probes.Lost
	out := rivalled(rivalGate("answer", 0.05), true, a, b)
	require.Equal(t, stats.Pass, out.Result, out.Reason)
	require.Less(t, *out.High-*out.Low, 0.02, "the spread of levels, 0.28, isn't in it")
	out = rivalled(rivalGate("answer", 0.05), false, a, b)
	require.Equal(t, stats.Pass, out.Result, out.Reason)
}

// TestRivalDecidesNothingUnmeasured: what wasn't completed with both strategies, or judged, is
// inconclusive with its reason.
func TestRivalDecidesNothingUnmeasured(t *testing.T) {
	fails := func(a contrast.Arm, scenarios, repeats int) {
		for i := range scenarios {
			for k := range repeats {
				a.Scenarios[i].Trials[k].Outcome, a.Scenarios[i].Trials[k].Results = arena.Failed, nil
			}
		}
	}
	for name, c := range map[string]struct {
		gate   Gate
		change func(a, b *contrast.Arm)
		want   string
	}{
		"the other failed": {rivalGate("answer", 0.9), func(_, b *contrast.Arm) { fails(*b, 8, 4) }, "only 0 of 32 planned trials were completed with both strategies"},
		"failed apart": {rivalGate("answer", 0.9), func(a, b *contrast.Arm) {
			for i := range 8 { // each has 24 of 32, but only 16 are pairs
				a.Scenarios[i].Trials[0].Outcome = arena.Failed
				b.Scenarios[i].Trials[1].Outcome = arena.Failed
			}
		}, "only 16 of 32"},
		"a scenario failed": {rivalGate("answer", 0.9), func(a, b *contrast.Arm) {
			for _, x := range []*contrast.Arm{a, b} {
				more := labtest.ArmOf(x.Strategy, 40, 4, labtest.Keeping(0.5, 9))
				x.Scenarios = append(x.Scenarios, more.Scenarios[8:]...)
			}
			fails(*a, 1, 4)
		}, "1 scenario without a trial that both strategies completed"},
		"void": {rivalGate("answer", 0.9), func(_, b *contrast.Arm) {
			for _, s := range b.Scenarios {
				for _, trial := range s.Trials {
					trial.Results[arena.LevelAnswer][0] = probes.Void
				}
			}
		}, "window: only 160 of 192 probe replies could be judged"},
		"no such probe": {func() Gate { g := rivalGate("answer", 0.9); g.Type = arena.FactTypes[7]; return g }(), func(_, _ *contrast.Arm) {}, "nothing to count"},
		"no price":      {rivalGate("cost_usd", 0.9), func(a, _ *contrast.Arm) { a.Scenarios[3].Trials[0].Priced = false }, "no price"},
		"costs nothing": {rivalGate("cost_usd", 0.9), func(_, b *contrast.Arm) {
			for _, s := range b.Scenarios {
				for k := range s.Trials {
					s.Trials[k].USD = 0
				}
			}
		}, "window has 0, and nothing can be worse by a share of that"},
		"all agree": {rivalGate("answer", 0.9), func(a, b *contrast.Arm) {
			*b = *a
			b.Strategy = "window"
		}, "all scenarios agree"},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := labtest.ArmOf("rlm", 8, 4, labtest.Keeping(0.6, 1)), labtest.ArmOf("window", 8, 4, labtest.Keeping(0.6, 2))
			c.change(&a, &b)
			out := rivalled(c.gate, true, a, b)
			require.Equal(t, stats.Inconclusive, out.Result)
			require.Contains(t, out.Reason, c.want)
		})
	}
}

// drawnArms draws a sealed night: each scenario has a level and a difference of its own about gap.
func drawnArms(r *rand.Rand, scenarios, repeats int, gap float64) (a, b contrast.Arm) {
	level, apart := make([]float64, scenarios+1), make([]float64, scenarios+1)
	for s := range level {
		level[s], apart[s] = 0.4+0.2*r.Float64(), gap+0.15*r.NormFloat64()
	}
	result := func(with float64) func(s, _, _ int) probes.Result {
		return func(s, _, _ int) probes.Result {
			if r.Float64() < level[s]+with*apart[s] {
				return probes.Kept
			}
			return probes.Lost
		}
	}
	return labtest.ArmOf("rlm", scenarios, repeats, result(1)), labtest.ArmOf("window", scenarios, repeats, result(0))
}

// TestRivalGateKeepsItsPromise: of strategies that are worse by the margin on scenarios of that kind
// 1 in 40 passes, of equal ones 1 in 40 fails at most, and one that is far worse is found.
func TestRivalGateKeepsItsPromise(t *testing.T) {
	const nights, margin = 400, 0.15
	share := func(gap float64, want stats.GateResult, sealed bool) float64 {
		r := rand.New(rand.NewPCG(20261121, 11))
		n := 0.0
		for range nights {
			a, b := drawnArms(r, 10, 8, gap)
			if rivalled(rivalGate("answer", margin), sealed, a, b).Result == want {
				n++
			}
		}
		return n / nights
	}
	slack := 3 * math.Sqrt(0.025*0.975/nights)
	passed, failed, found := share(-margin, stats.Pass, true), share(0, stats.Fail, true), share(-2*margin, stats.Fail, true)
	t.Logf("worse by the margin: %.1f %% pass; equal: %.1f %% fail; worse by twice the margin: %.1f %% fail", 100*passed, 100*failed, 100*found)
	require.LessOrEqual(t, passed, 0.025+slack)
	require.LessOrEqual(t, failed, 0.025+slack)
	require.Greater(t, found, 0.9)
	require.Greater(t, share(-margin, stats.Pass, false), 0.025+slack, "repeats alone would promise too much of drawn scenarios")
}

// TestForAJudgeAlone: probes that no matcher judges are in no share, are no void replies and fell nowhere; the night says how many they are.
func TestForAJudgeAlone(t *testing.T) {
	arms := []contrast.Arm{labtest.ArmOf("rlm", 8, 4, labtest.Keeping(0.4, 1)), labtest.ArmOf("window", 8, 4, labtest.Keeping(0.9, 2))}
	for _, a := range arms {
		for i := range a.Scenarios {
			for p := range 4 {
				a.Scenarios[i].Probes[p].Only = arena.OnlyJudge
				for _, trial := range a.Scenarios[i].Trials {
					trial.Results[arena.LevelAnswer][p] = probes.Void
				}
			}
		}
	}
	out := rivalled(rivalGate("answer", 0.1), false, arms...)
	require.Equal(t, stats.Fail, out.Result, out.Reason)
	require.InDelta(t, 16, out.N, 0, "two probes of eight scenarios")
	for _, f := range out.Fell {
		require.Contains(t, []string{"p4", "p5"}, f.Probe)
	}
	c, err := contrast.Of(arms[0], arms[1], contrast.Options{Alpha: 0.05, Primary: "answer"})
	require.NoError(t, err)
	require.NotContains(t, fmt.Sprint(c.Warnings), "replies to probes were")

	s := &arena.Scenario{Probes: []arena.Probe{{Kind: arena.Current, Only: arena.OnlyJudge}, {Kind: arena.Current}}}
	require.Contains(t, nightly{}.report("n", nil, lab.Result{Scenarios: []*arena.Scenario{s}}, nil).Warnings, "For a judge alone, and in no figure here: 1 probe (arena judge).")
}
