package proposals

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/llm/sim"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

func smallOptions() Options {
	return Options{
		Suites: []string{"original", "extended"}, Model: "sim:nano", Repeats: 2, Dialogue: arena.Scripted, Seed: 1,
		Estimand: reports.Sampled, Alpha: 0.05,
	}
}

func TestPlans(t *testing.T) {
	o := smallOptions()
	plans, err := Plans(o)
	require.NoError(t, err)
	for _, p := range plans {
		require.Equal(t, p.Suite, p.Plan.Suite)
		require.Nil(t, p.Off, "nothing is turned off unless it is asked for")
	}
	require.Len(t, plans, 2)

	n := len(sim.Mechanisms())
	for i, want := range []int{0, 1, 1 + n, 1 + n + n*(n-1)/2} {
		o.Ablate = Ablations[i]
		plans, err = Plans(o)
		require.NoError(t, err)
		require.Len(t, plans, 2*(1+want), o.Ablate)
	}
	models, names := map[string]bool{}, map[string]bool{}
	for i, p := range plans {
		require.NoError(t, lab.Check(p.Plan, lab.Models{}), p.Name)
		require.False(t, names[p.Name], p.Name)
		names[p.Name], models[p.Models[0]] = true, true
		require.Equal(t, i%(len(plans)/2) == 0, p.Off == nil, "every suite begins with all mechanisms on")
		for _, m := range p.Off {
			require.True(t, strings.Contains(p.Models[0], m+"=off") || p.Models[0] == "sim:exact")
		}
	}
	require.Len(t, models, len(plans)/2)
	require.Equal(t, "proposals-original-exact", plans[1].Name)
	require.Len(t, plans[1].Off, n)
	require.Equal(t, "proposals-original-without-attention-keeping", plans[2+n].Name)

	o.Model = "openai:gpt-5-nano"
	plans, err = Plans(o)
	require.NoError(t, err)
	require.Len(t, plans, 2, "a real model has no mechanisms to turn off")

	o.Model = "sim:exact"
	plans, err = Plans(o)
	require.NoError(t, err)
	require.Len(t, plans, 2, "nor has one in which all are off")

	o.Model, o.Scenarios = "sim:nano?cap=off", []string{"cascading-corrections"}
	plans, err = Plans(o)
	require.NoError(t, err)
	for _, p := range plans {
		require.Equal(t, "original", p.Suite, "the other suite has no such scenario")
		require.NoError(t, lab.Check(p.Plan, lab.Models{}), p.Models[0])
		require.NotContains(t, p.Off, "cap", "it is off already")
		require.True(t, strings.Contains(p.Models[0], "cap=off") || p.Models[0] == "sim:exact", p.Models[0])
	}
	o.Scenarios = []string{"cascading-correction"}
	_, err = Plans(o)
	require.ErrorContains(t, err, "did you mean cascading-corrections?")
}

// study plays the proposals on one scenario.
func study(t *testing.T, parallel int, ablate Ablation) Study {
	t.Helper()
	l := labtest.New(t)
	l.Parallel = parallel
	o := smallOptions()
	o.Scenarios, o.Ablate = []string{"cascading-corrections"}, ablate
	s, err := Run(t.Context(), o, func(ctx context.Context, p lab.Plan) (lab.Result, error) {
		if _, err := l.Run(ctx, p); err != nil {
			return lab.Result{}, err
		}
		return l.Load(ctx, "")
	})
	require.NoError(t, err)
	return s
}

// findings are what a study says, without what names its database.
func findings(s Study) [][]Tested {
	var out [][]Tested
	for _, suite := range s.Suites {
		out = append(out, suite.Proposals)
	}
	return out
}

func TestProposalsAtAnyParallelism(t *testing.T) {
	require.Equal(t, findings(study(t, 1, AblateSingle)), findings(study(t, 5, AblateSingle)))
}

func TestRun(t *testing.T) {
	study := study(t, 2, AblateSingle)
	require.Len(t, study.Suites, 1)
	s := study.Suites[0]
	tests := 0
	for _, p := range s.Proposals {
		if p.Elsewhere == "" {
			require.Len(t, p.Rivals, 3, p.Name)
		}
		for _, q := range p.Outcomes {
			require.NotEmpty(t, q.Verdict)
			require.NotEqual(t, []string{"early-fact-recall"}, q.Prediction.Scenarios, "it was not played")
			switch {
			case len(q.Prediction.Scenarios) == 1:
				require.Equal(t, reports.Fixed, q.Estimand)
				require.NotEqual(t, stats.NotEstimable, q.Finding, "it is a claim about this one scenario")
				require.Len(t, q.Off, 1+len(sim.Mechanisms()))
				require.Equal(t, q.Exact().Mechanisms, q.Off[0].Mechanisms)
				require.Equal(t, q.Verdict == stats.Assumed, len(q.AssumedBy) > 0)
			default:
				require.Equal(t, stats.NotEstimable, q.Finding, "one scenario is no sample")
			}
			if q.Holm != nil {
				tests++
				require.GreaterOrEqual(t, *q.Holm, *q.P)
			}
		}
	}
	require.Equal(t, s.Tests, tests)
	require.Positive(t, tests)
	for _, e := range s.Efforts {
		switch e.Strategy {
		case "rlm":
			require.InDelta(t, 1, *e.CallsPerCycle, 1e-9)
			require.InDelta(t, 1, *e.Write.Mean, 1e-9, "ratios are to rlm")
		case "cascade":
			require.InDelta(t, 2, *e.CallsPerCycle, 1e-9, "one call more a cycle, as the document says")
		case "full_context":
			require.Nil(t, e.CallsPerCycle)
		}
	}
}
