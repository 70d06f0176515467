package proposals

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/thorough"
	"contextarena.internal/lab"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/llm/sim"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

func smallOptions() Options {
	return Options{
		Suites: []string{"original", "extended"}, Model: "sim:nano", Repeats: 2, Dialogue: arena.Scripted, Seed: 1,
		Estimand: reports.Sampled, Alpha: 0.05, Delivered: 0.8,
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
	for i, want := range []int{0, 1, 1 + n} {
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
	require.Equal(t, "proposals-original-without-attention", plans[2].Name)

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
func study(t *testing.T, parallel int) Study {
	t.Helper()
	l := labtest.New(t)
	l.Parallel = parallel
	o := smallOptions()
	o.Scenarios, o.Ablate = []string{"cascading-corrections"}, AblateSingle
	s, err := Run(t.Context(), o, func(ctx context.Context, p lab.Plan) (lab.Result, error) {
		if _, err := l.Run(ctx, p); err != nil {
			return lab.Result{}, err
		}
		r, err := l.Load(ctx, "")
		require.NoError(t, err)
		return r, r.ReadRequests(ctx, l)
	})
	require.NoError(t, err)
	return s
}

func TestRun(t *testing.T) {
	var found Study
	for i, parallel := range thorough.Some(1, []int{5, 1}) {
		s := study(t, parallel)
		if i == 0 {
			found = s
		}
		require.Equal(t, found, s, "at any parallelism")
	}
	require.Len(t, found.Suites, 1)
	decided := 0
	for _, q := range found.Suites[0].Outcomes {
		require.NotEmpty(t, q.Verdict)
		require.NotEqual(t, []string{"early-fact-recall"}, q.Gate.Scenarios, "it was not played")
		switch {
		case len(q.Gate.Scenarios) == 1:
			require.Equal(t, reports.Fixed, q.Estimand)
			require.NotEqual(t, stats.NotEstimable, q.Finding, "it is a claim about this one scenario")
			require.Len(t, q.Off, 1+len(sim.Mechanisms()))
			require.Equal(t, q.Verdict == stats.Assumed, len(q.AssumedBy) > 0)
			decided++
		case !q.Identical && q.Delivery.Share() >= 0.8:
			require.Equal(t, stats.NotEstimable, q.Finding, "one scenario is no sample")
		}
		if !q.IsCost() && q.Sum == nil {
			treatment := predictions.TreatmentOf(q.Strategy)
			controls := 0
			for _, control := range []string{treatment.Placebo, treatment.Capacity} {
				if control != "" {
					controls++
				}
			}
			require.Len(t, q.Controls, controls, "%s: they are played with it", q.Strategy)
			require.Equal(t, q.Scenarios > 0, q.Perfect != nil, "nothing to count in this scenario")
		}
	}
	require.Positive(t, decided)
}
