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

// TestFolds: nothing that was seen on a scenario decides what is played on it, nor how, and two other plans tell what is
// good for plans.
func TestFolds(t *testing.T) {
	r := made(t)
	cells := func(r Run, left string) (*routed.Archive, string) {
		p, err := r.policy(kindsOf, After)
		require.NoError(t, err)
		a, err := routed.ReadArchive(p.Folds[left])
		require.NoError(t, err)
		cell, _ := a.Route(kindsOf[left])
		return a, a.Cells[cell].Strategy
	}
	plans := 0
	for _, id := range r.Search {
		if _, played := cells(r, id); kindsOf[id] == "planning" {
			plans++
			require.Contains(t, played, "store=versioned", id)
		}
	}
	require.Positive(t, plans)

	left := r.Search[0]
	have, _ := cells(r, left)
	e := made(t)
	for i := range e.Steps {
		for j := range e.Steps[i].Trials {
			if tr := &e.Steps[i].Trials[j]; tr.Scenario == left {
				tr.Probes[0].Kept, tr.Probes[1].Kept = 1, 19
			}
		}
	}
	other, _ := cells(e, left)
	require.Equal(t, have, other)

	for i := range e.Steps {
		for j := range e.Steps[i].Trials {
			e.Steps[i].Trials[j].Passed = false
		}
	}
	_, err := e.policy(kindsOf, After)
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

// TestPolicy: every scenario that chose has a fold, and all cells have the versions of today's strategies.
func TestPolicy(t *testing.T) {
	r := made(t)
	p, err := r.policy(kindsOf, After)
	require.NoError(t, err)
	require.Equal(t, routed.ArchiveKind, p.Kind)
	require.True(t, p.Simulated)
	require.Len(t, p.Folds, len(r.Search), "held-out scenarios chose nothing, so the whole is made without them")
	for _, id := range append([]string{""}, r.Search...) {
		text, fold := p.Folds[id]
		if !fold {
			text = p.Whole
		}
		a, err := routed.ReadArchive(text)
		require.NoError(t, err)
		require.Equal(t, len(r.Search)-boolInt(fold), a.Scenarios)
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
	fair, _ := r.corrected()
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
	r.grid = emas.NewArchive(r.Axes, r.Settings.Margin)
	r.grid.Add(r.Elites[0].Evaluation)
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
