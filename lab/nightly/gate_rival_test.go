package nightly

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
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
func rivalled(g Gate, arms ...contrast.Arm) Gated {
	return nightly{Completed: 0.9}.gated([]Forecast{{Gate: g, Name: g.Name()}}, nil, arms)[0]
}

func rivalGate(metric string, margin float64) Gate {
	return Gate{Strategy: "rlm", Against: "window", Model: "sim:nano", Metric: metric, Margin: margin}
}

// TestRivalDirections: what is worse by more than the limit fails, what is better passes, for shares and costs.
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
		t.Run(name, func(t *testing.T) {
			out := rivalled(c.gate, c.arms...)
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
	out := rivalled(rivalGate("answer", 0.05), a, b)
	require.Equal(t, stats.Pass, out.Result, out.Reason)
	require.Less(t, *out.High-*out.Low, 0.05, "the spread of levels, 0.28, isn't in it")
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
	} {
		t.Run(name, func(t *testing.T) {
			a, b := labtest.ArmOf("rlm", 8, 4, labtest.Keeping(0.6, 1)), labtest.ArmOf("window", 8, 4, labtest.Keeping(0.6, 2))
			c.change(&a, &b)
			out := rivalled(c.gate, a, b)
			require.Equal(t, stats.Inconclusive, out.Result)
			require.Contains(t, out.Reason, c.want)
		})
	}
}

// rivalsApart plays a night of two strategies, which are gap apart over all scenarios, and otherwise from one to the next.
func rivalsApart(r *rand.Rand, scenarios, repeats int, gap float64) (a, b contrast.Arm) {
	result := func(with float64) func(s, _, _ int) probes.Result {
		return func(s, _, _ int) probes.Result {
			level, apart := 0.4+0.02*float64(s%10), gap+0.1*float64(s%2)-0.05
			if r.Float64() < level+with*apart {
				return probes.Kept
			}
			return probes.Lost
		}
	}
	return labtest.ArmOf("rlm", scenarios, repeats, result(1)), labtest.ArmOf("window", scenarios, repeats, result(0))
}

// TestRivalGateKeepsItsPromise: of strategies that are worse by the margin on these scenarios 1 in 40 passes, of equal
// ones 1 in 40 fails at most, and one that is far worse is found.
func TestRivalGateKeepsItsPromise(t *testing.T) {
	const nights, margin = 400, 0.15
	share := func(gap float64, want stats.GateResult) float64 {
		r := rand.New(rand.NewPCG(20261121, 11))
		n := 0.0
		for range nights {
			a, b := rivalsApart(r, 10, 8, gap)
			if rivalled(rivalGate("answer", margin), a, b).Result == want {
				n++
			}
		}
		return n / nights
	}
	slack := 3 * math.Sqrt(0.025*0.975/nights)
	passed, failed, found := share(-margin, stats.Pass), share(0, stats.Fail), share(-2*margin, stats.Fail)
	t.Logf("worse by the margin: %.1f %% pass; equal: %.1f %% fail; worse by twice the margin: %.1f %% fail", 100*passed, 100*failed, 100*found)
	require.LessOrEqual(t, passed, 0.025+slack)
	require.LessOrEqual(t, failed, 0.025+slack)
	require.Greater(t, found, 0.9)
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
	out := rivalled(rivalGate("answer", 0.1), arms...)
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

// TestRivalIsReported: a gate against a strategy says so wherever it is shown.
func TestRivalIsReported(t *testing.T) {
	a, b := labtest.ArmOf("rlm", 8, 4, labtest.Keeping(0.9, 1)), labtest.ArmOf("window", 8, 4, labtest.Keeping(0.4, 2))
	night := nightly{Name: "rlm"}.report("n1", nil, lab.Result{}, []Gated{rivalled(rivalGate("answer", 0.1), a, b)})
	var out strings.Builder
	require.NoError(t, night.Document().Write(&out, "table", ""))
	for _, want := range []string{
		"Nightly rlm, n1 against no baseline: passed",
		"gate          against  tonight",
		"PASS: rlm answer against window, sim:nano: ",
		"a difference of +",
		"be worse by 10 points.",
	} {
		require.Contains(t, out.String(), want)
	}
}
