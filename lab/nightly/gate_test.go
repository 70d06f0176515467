package nightly

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/probes"
	"contextarena.internal/stats"
)

// TestNothingPassesUnmeasured: what was not played, not completed or not comparable decides
// nothing.
func TestNothingPassesUnmeasured(t *testing.T) {
	gate := Gate{Strategy: "rlm", Model: "sim:nano", Metric: "answer", Margin: 0.9}
	for name, c := range map[string]struct {
		change func(base, tonight *contrast.Arm)
		want   string
	}{
		"nothing ran": {func(_, b *contrast.Arm) {
			for i := range b.Scenarios {
				b.Scenarios[i].Trials = nil
			}
		}, "only 0 of 80 planned trials were completed, and at least 90 % must be"},
		"too few completed": {func(_, b *contrast.Arm) {
			for i := range b.Scenarios[:2] {
				for k := range b.Scenarios[i].Trials[:5] {
					b.Scenarios[i].Trials[k].Outcome = arena.Failed
				}
			}
		}, "only 70 of 80"},
		"a scenario failed": {func(_, b *contrast.Arm) {
			for i := range 8 { // enough others, so that 90 % are completed
				s := b.Scenarios[1]
				s.ID = fmt.Sprint("new-", i)
				b.Scenarios = append(b.Scenarios, s)
			}
			for k := range b.Scenarios[0].Trials {
				b.Scenarios[0].Trials[k].Outcome = arena.Failed
			}
		}, "one side has no value to compare of scenario-0"},
		"another script": {func(_, b *contrast.Arm) { b.Scenarios[3].Script = "new" }, "scenario-3 has been rewritten"},
		"other matchers": {func(_, b *contrast.Arm) { b.Scenarios[3].Scorer = "new" }, "scenario-3 was judged by other matchers"},
		"no such arm":    {func(a, _ *contrast.Arm) { a.Strategy = "window" }, "the baseline has no rlm with sim:nano"},
		"no scenario": {func(_, b *contrast.Arm) {
			for i := range b.Scenarios {
				b.Scenarios[i].ID += "-new"
			}
		}, "none of the plan's scenarios"},
		"few in common":     {func(a, _ *contrast.Arm) { a.Scenarios = a.Scenarios[:4] }, "only 4 of 8 scenarios can be compared with the baseline"},
		"one repeat before": {func(a, _ *contrast.Arm) { a.Scenarios[1].Trials = a.Scenarios[1].Trials[:1] }, "the baseline has 1 value of scenario-1"},
		"one repeat tonight": {func(_, b *contrast.Arm) {
			b.Repeats = 1
			for i := range b.Scenarios {
				b.Scenarios[i].Trials = b.Scenarios[i].Trials[:1]
			}
		}, "the plan plays 1 repeat"},
		"void answers": {func(_, b *contrast.Arm) {
			for _, s := range b.Scenarios {
				for _, trial := range s.Trials {
					for i := range trial.Results[arena.LevelAnswer] {
						trial.Results[arena.LevelAnswer][i] = probes.Void
					}
				}
			}
		}, "only 0 of 620 probe replies could be judged"},
		"wrong answers refused": {func(_, b *contrast.Arm) {
			for _, s := range b.Scenarios {
				for _, trial := range s.Trials {
					for i, r := range trial.Results[arena.LevelAnswer] {
						if r == probes.Lost {
							trial.Results[arena.LevelAnswer][i] = probes.Void
						}
					}
				}
			}
		}, "of 620 probe replies could be judged (the others were cut, refused, or in another language where the value is words), and at least 90 % must be"},
	} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			base, tonight := night(r, 10, 0), night(r, 10, 0)
			require.Equal(t, stats.Pass, judged(gate, base, tonight).Result, "it passes before the change")
			c.change(&base, &tonight)
			out := judged(gate, base, tonight)
			require.Equal(t, stats.Inconclusive, out.Result)
			require.Contains(t, out.Reason, c.want)
			require.False(t, nightly{}.passed([]Gated{out}))
			require.True(t, nightly{Indecision: true}.passed([]Gated{out}))
		})
	}
}

// TestMatchersDontChangeACost: a cost gate goes on where only the judges changed.
func TestMatchersDontChangeACost(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	base, tonight := night(r, 5, 0), night(r, 5, 0)
	tonight.Scenarios[0].Scorer = "new"
	g := Gate{Strategy: "rlm", Model: "sim:nano", Metric: "cost_usd", Margin: 0.2}
	same := judged(g, base, tonight)
	require.Equal(t, stats.Pass, same.Result)
	require.InDelta(t, 5*len(labtest.Kept), same.N, 0, "trials")
	tonight.Scenarios[0].Trials[0].Priced = false
	out := judged(g, base, tonight)
	require.Equal(t, stats.Inconclusive, out.Result)
	require.Contains(t, out.Reason, "no price")
}

// TestDirections: what rises where it may not, fails, and what got better passes.
func TestDirections(t *testing.T) {
	with := func(a contrast.Arm, from, to probes.Result) contrast.Arm {
		for _, s := range a.Scenarios {
			for _, trial := range s.Trials {
				for i, r := range trial.Results[arena.LevelAnswer] {
					if r == from {
						trial.Results[arena.LevelAnswer][i] = to
					}
				}
			}
		}
		return a
	}
	r := rand.New(rand.NewPCG(1, 2))
	fresh := func() contrast.Arm { return night(r, 10, 0) }
	answer := Gate{Strategy: "rlm", Model: "sim:nano", Metric: "answer", Margin: 0.15}
	stale := answer
	stale.Metric = "stale"
	dates := answer
	dates.Type = arena.FactTypes[0]
	none := answer
	none.Type = arena.FactTypes[7]
	for name, c := range map[string]struct {
		gate    Gate
		tonight contrast.Arm
		want    stats.GateResult
	}{
		"lost":       {answer, with(fresh(), probes.Kept, probes.Lost), stats.Fail},
		"found":      {answer, with(fresh(), probes.Lost, probes.Kept), stats.Pass},
		"stale":      {stale, with(fresh(), probes.Lost, probes.Stale), stats.Fail},
		"not stale":  {stale, fresh(), stats.Pass},
		"by type":    {dates, with(fresh(), probes.Kept, probes.Lost), stats.Fail},
		"of no type": {none, fresh(), stats.Inconclusive},
	} {
		t.Run(name, func(t *testing.T) {
			out := judged(c.gate, fresh(), c.tonight)
			require.Equal(t, c.want, out.Result, out.Reason)
			if out.Change != nil {
				require.InDelta(t, *out.Change, *out.Tonight-*out.Baseline, 1e-12)
				require.True(t, *out.Low <= *out.Change && *out.Change <= *out.High)
				require.Equal(t, len(labtest.Kept), out.Scenarios)
				want := 0.0
				for _, s := range fresh().Scenarios {
					for _, p := range s.Probes {
						if c.gate.Type == "" || c.gate.Type == p.Type {
							want++
						}
					}
				}
				require.InDelta(t, want, out.N, 1e-9)
			}
		})
	}
}

// TestUnderpowered: a margin that chance alone exceeds is refused, with the repeats that would do.
func TestUnderpowered(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	base := night(r, 40, 0)
	look := func(margin float64, repeats int, allow bool) Forecast {
		f := Forecast{Gate: Gate{Strategy: "rlm", Model: "sim:nano", Metric: "answer", Margin: margin, AllowUnderpowered: allow}}
		tonight := planned(base)
		tonight.Repeats = repeats
		f.Undecidable = f.againstBaseline([]contrast.Arm{base}, []contrast.Arm{tonight})
		return f
	}
	f := look(0.06, 3, false)
	require.Greater(t, *f.MDE, 0.06)
	require.Regexp(t, `the margin is below what 3 repeats a night can tell from chance: \d+ would do`, f.refused())
	var would int
	_, err := fmt.Sscanf(f.Underpowered, "the margin is below what 3 repeats a night can tell from chance: %d would do", &would)
	require.NoError(t, err)
	require.LessOrEqual(t, *look(0.06, would, false).MDE, 0.06)
	require.Greater(t, *look(0.06, would-1, false).MDE, 0.06, "%d is the least", would)
	require.Empty(t, look(0.06, would, false).refused())
	require.Empty(t, look(0.06, 3, true).refused())
	require.NotEmpty(t, look(0.06, 3, true).Underpowered)
	require.Contains(t, look(0.01, 40, false).refused(), "in both would do")
	require.Contains(t, look(0.0001, 40, false).refused(), "raise it")
}

// TestFailureRate: the limit is on what happened, and few trials leave it open.
func TestFailureRate(t *testing.T) {
	for name, c := range map[string]struct {
		failed, missing int // of 80
		most            float64
		want            stats.GateResult
		why             string
	}{
		"none":          {0, 0, 0, stats.Pass, ""},
		"up to it":      {4, 0, 0.05, stats.Pass, ""},
		"one too many":  {5, 0, 0.05, stats.Inconclusive, "may exceed the limit by chance"},
		"far too many":  {20, 0, 0.05, stats.Fail, ""},
		"all":           {80, 0, 0.05, stats.Fail, ""},
		"hardly played": {0, 40, 0.05, stats.Inconclusive, "only 40 of 80 planned trials were played"},
		"down at once":  {5, 75, 0.05, stats.Fail, "only 5 of 80"},
		"not played":    {0, 80, 0.05, stats.Inconclusive, "only 0 of 80"},
	} {
		t.Run(name, func(t *testing.T) {
			a := night(rand.New(rand.NewPCG(1, 2)), 10, 0)
			failed, missing := c.failed, c.missing
			for i := range a.Scenarios {
				for k := range a.Scenarios[i].Trials {
					trial := &a.Scenarios[i].Trials[k]
					switch {
					case failed > 0:
						failed--
						trial.Outcome = []arena.Outcome{arena.Failed, arena.Refused, arena.Truncated}[k%3]
					case missing > 0:
						missing--
						trial.Outcome = arena.Unfunded
					}
				}
			}
			out := judged(Gate{Metric: failureRate, Margin: c.most}, a, a)
			require.Equal(t, c.want, out.Result)
			require.Contains(t, out.Reason, c.why)
			require.InDelta(t, 80-c.missing, out.N, 0, "trials played")
		})
	}
}
