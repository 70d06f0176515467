package lab_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
)

func proposalOptions() lab.ProposalOptions {
	return lab.ProposalOptions{
		Suites: []string{"original", "extended"}, Model: "sim:nano", Repeats: 2, Dialogue: arena.Scripted, Seed: 1,
		Estimand: lab.Sampled, Alpha: 0.05,
	}
}

func TestProposalPlans(t *testing.T) {
	o := proposalOptions()
	plans, err := lab.ProposalPlans(o)
	require.NoError(t, err)
	off := 0
	for _, p := range plans {
		require.NoError(t, lab.Check(p.Plan, lab.Models{}), p.Name)
		require.Equal(t, p.Suite, p.Plan.Suite)
		require.Equal(t, p.Off != "", strings.Contains(p.Models[0], p.Off+"=off"))
		if p.Off != "" {
			off++
		}
	}
	require.Equal(t, len(plans)-2, off)

	o.Model = "openai:gpt-5-nano"
	plans, err = lab.ProposalPlans(o)
	require.NoError(t, err)
	require.Len(t, plans, 2, "a real model has no mechanisms to turn off")

	o.Model, o.Scenarios = "sim:nano?cap=off", []string{"cascading-corrections"}
	plans, err = lab.ProposalPlans(o)
	require.NoError(t, err)
	for _, p := range plans {
		require.Equal(t, "original", p.Suite, "the other suite has no such scenario")
		require.NoError(t, lab.Check(p.Plan, lab.Models{}), p.Models[0])
		require.NotEqual(t, "cap", p.Off, "it is off already")
	}
	o.Scenarios = []string{"cascading-correction"}
	_, err = lab.ProposalPlans(o)
	require.ErrorContains(t, err, "did you mean cascading-corrections?")
}

func TestTestProposals(t *testing.T) {
	l := open(t)
	o := proposalOptions()
	o.Scenarios = []string{"cascading-corrections"}
	study, err := lab.TestProposals(t.Context(), o, func(_ context.Context, p lab.ProposalPlan) (lab.Result, error) {
		_, r := run(t, l, p.Plan)
		return r, nil
	})
	require.NoError(t, err)
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
				require.Equal(t, lab.Fixed, q.Estimand)
				require.NotEqual(t, lab.NotEstimable, q.Finding, "it is a claim about this one scenario")
				require.Len(t, q.Off, len(p.Mechanisms))
			default:
				require.Equal(t, lab.NotEstimable, q.Finding, "one scenario is no sample")
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
