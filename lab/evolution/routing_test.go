package evolution

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/emas"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/strategies"
	"contextarena.internal/strategies/routed"
)

func TestRouting(t *testing.T) {
	r := made(t)
	have, err := r.Route(kindsOf, After)
	require.NoError(t, err)
	require.Subset(t, have.Scenarios, r.Search)
	by := map[string]Router{}
	oracle := have.Routers[len(have.Routers)-1]
	for _, x := range have.Routers {
		by[x.Name] = x
		require.Len(t, x.Played, len(have.Scenarios))
		require.Equal(t, len(have.Scenarios), x.Accuracy.N, "every scenario is left out once")
		require.GreaterOrEqual(t, *x.Regret.Mean, 0.0)
		require.LessOrEqual(t, *x.Ahead.Mean, *oracle.Ahead.Mean+1e-12, "%s: nothing beats the oracle", x.Name)
		require.InDelta(t, *by[singleChoice].Regret.Mean-*x.Regret.Mean, *x.Ahead.Mean, 1e-12, "what it is ahead it doesn't regret")
	}
	require.Len(t, by, 3)
	require.Zero(t, *by[singleChoice].Ahead.Mean)
	require.Equal(t, oracleChoice, oracle.Name)
	require.Zero(t, *oracle.Regret.Mean)
	require.Equal(t, 1.0, *oracle.Accuracy.Mean)
	plans := 0
	for i, id := range have.Scenarios {
		if kindsOf[id] == "planning" {
			plans++
			require.Contains(t, by[labelChoice].Played[i], "store=versioned", "%s: two other plans tell what is good for plans", id)
		}
	}
	require.Equal(t, 3, plans)

	// Nothing that was seen on a scenario decides what is played on it, nor how.
	left := have.Scenarios[0]
	e := made(t)
	for i := range e.Steps {
		for j := range e.Steps[i].Trials {
			if tr := &e.Steps[i].Trials[j]; tr.Scenario == left {
				tr.Probes[0].Kept, tr.Probes[1].Kept = 1, 19
			}
		}
	}
	other, err := e.Route(kindsOf, After)
	require.NoError(t, err)
	for i, c := range other.Routers[:len(other.Routers)-1] {
		require.Equal(t, have.Routers[i].Played[0], c.Played[0], "%s on %s", c.Name, left)
	}
}

func TestRoutingWithoutKinds(t *testing.T) {
	have, err := made(t).Route(nil, After)
	require.NoError(t, err)
	require.Len(t, have.Routers, 2, "the best single one and the oracle")
	e := made(t)
	e.Search = e.Search[:2]
	_, err = e.Route(nil, After)
	require.ErrorIs(t, err, errNoRouting)
	e = made(t)
	for i := range e.Steps {
		for j := range e.Steps[i].Trials {
			e.Steps[i].Trials[j].Passed = false
		}
	}
	_, err = e.Route(nil, After)
	require.ErrorIs(t, err, errNoRouting)
	require.ErrorContains(t, err, "no genome passes enough tasks")
}

func TestAskKinds(t *testing.T) {
	r := made(t)
	var asked int
	c := llmtest.Func(func(_ context.Context, _ llm.Request) (llm.Response, error) {
		asked++
		if asked == 1 {
			return llm.Response{Text: "hard to say"}, nil
		}
		return llm.Response{Text: "Legal."}, nil
	})
	kinds, err := r.askKinds(t.Context(), c, llm.Model{Name: "m"}, After)
	require.NoError(t, err)
	require.Len(t, kinds, len(r.Scenarios)-1, "a reply that names none is left out")
}

// TestPolicy: what is written is what Route has judged, fold by fold.
func TestPolicy(t *testing.T) {
	r := made(t)
	routing, err := r.Route(kindsOf, After)
	require.NoError(t, err)
	p, err := r.policy(kindsOf, After)
	require.NoError(t, err)
	require.Equal(t, routed.ArchiveKind, p.Kind)
	require.True(t, p.Simulated)
	require.Len(t, p.Folds, len(r.Search), "held-out scenarios chose nothing, so the whole is made without them")
	for i, id := range routing.Scenarios {
		text, ok := p.Folds[id]
		if !ok {
			text = p.Whole
		}
		a, err := routed.ReadArchive(text)
		require.NoError(t, err)
		require.Equal(t, len(r.Search)-1, a.Scenarios-boolInt(!ok))
		for _, c := range routing.Routers {
			switch c.Name {
			case singleChoice:
				require.Equal(t, c.Played[i], a.Cells[a.Best].Strategy)
			case oracleChoice:
			default:
				cell, _ := a.Route(kindsOf[id])
				require.Equal(t, c.Played[i], a.Cells[cell].Strategy, "%s on %s", c.Name, id)
			}
		}
		for _, c := range a.Cells {
			s, err := strategies.Parse(c.Strategy)
			require.NoError(t, err)
			require.Equal(t, s.Version(), c.Version)
		}
	}
	text, err := p.Write()
	require.NoError(t, err)
	var back lab.PolicyFile
	require.NoError(t, json.Unmarshal(text, &back))
	again, err := r.policy(kindsOf, After)
	require.NoError(t, err)
	same, err := again.Write()
	require.NoError(t, err)
	require.Equal(t, text, same)
}

// Where nothing is left out that chose, a policy has the elites that fresh repeats confirm, in the cells where
// those put them; without fresh repeats those of the search, whatever the trials would make in another order.
func TestWholeIsCorrected(t *testing.T) {
	cells := func(r Run, left string) ([]string, []string) {
		p, err := r.policy(kindsOf, After)
		require.NoError(t, err)
		text := p.Whole
		if left != "" {
			text = p.Folds[left]
		}
		a, err := routed.ReadArchive(text)
		require.NoError(t, err)
		require.Equal(t, r.Elites[0].Fresh != nil, a.Corrected)
		var names, specs []string
		for _, c := range a.Cells {
			names, specs = append(names, c.Cell), append(specs, c.Strategy)
		}
		return names, specs
	}
	r := made(t)
	left := r.Search[0]
	fair, _, err := r.corrected()
	require.NoError(t, err)
	var want []string
	for _, e := range fair.Elites() {
		want = append(want, placeName(r.Axes, r.placed(e, nil).Cell))
	}
	have, specs := cells(r, "")
	require.Equal(t, want, have)
	require.Greater(t, len(specs), 1)

	// One that passes no task on fresh repeats is out, and is in no cell of any fold either.
	out := fair.Elites()[0].Genome
	for i := range r.Elites {
		if m := r.Elites[i].Fresh; m.Genome == out {
			m.Infeasible = true
			for k := range m.Trials {
				m.Trials[k].Passed = false
			}
		}
	}
	_, specs = cells(r, "")
	require.NotContains(t, specs, r.Spec(out))
	_, specs = cells(r, left)
	require.NotContains(t, specs, r.Spec(out))

	for i := range r.Elites {
		r.Elites[i].Fresh = nil
	}
	found, err := emas.NewArchive(r.Axes, emas.Rules{Margin: r.Settings.Margin})
	require.NoError(t, err)
	_, _, err = found.Add(r.Elites[0].Evaluation)
	require.NoError(t, err)
	r.grid = found
	have, _ = cells(r, "")
	require.Equal(t, []string{r.Elites[0].Place}, have)
	have, _ = cells(r, left)
	require.Greater(t, len(have), 1, "a fold is made anew")
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestBeginningIsOfTheUser(t *testing.T) {
	r := made(t)
	messages := beginning(r.Scenarios[0], 4)
	require.Len(t, messages, 4)
	for i, m := range messages {
		require.Equal(t, llm.User, m.Role)
		require.Equal(t, r.Scenarios[0].Turns[i].User, m.Text)
	}
	require.Len(t, beginning(r.Scenarios[0], 1000), len(r.Scenarios[0].Turns))
}
