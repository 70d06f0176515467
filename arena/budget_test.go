package arena_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// noter is a strategy that shows notes around the system prompt, in a message of its own, and every
// message.
type noter struct{ ahead, behind, between string }

func (noter) Name() string    { return "noter" }
func (noter) Version() string { return "1" }

func (n noter) Start(env arena.Env) (arena.Memory, error) {
	m, err := keeper{}.Start(env)
	return noted{m, n, env}, err
}

type noted struct {
	arena.Memory
	noter
	env arena.Env
}

func (n noted) Recall(ctx context.Context, query string) (arena.Context, error) {
	c, err := n.Memory.Recall(ctx, query)
	c.System = n.ahead + c.System + n.behind
	if n.between != "" {
		c.Messages = append([]llm.Message{{Role: llm.User, Text: n.between}}, c.Messages...)
	}
	return c, err
}

func words(s string) int { return len(strings.Fields(s)) }

// probed is the context of the first probe of the test scenario, whose messages of 4, 1, 4, 2 (a call),
// 1 (its result) and 1 words stand before the final question.
func probed(t *testing.T, s arena.Strategy, budget int) arena.Reply {
	t.Helper()
	tr := trial(arena.Scripted)
	tr.Strategy, tr.Budget = s, budget
	rec := play(t, tr, &model{})
	require.Equal(t, arena.Completed, rec.Outcome, rec.Reason)
	return rec.Probes[0]
}

func TestWhatABudgetCuts(t *testing.T) {
	all := noter{"Be brief. ", "\nNotes: one two three", "as I said"}
	for name, tc := range map[string]struct {
		budget  int
		system  string
		between []string
		shown   []arena.MessageIndex
	}{
		"nothing":                                {100, "Be brief. You help.\nNotes: one two three", []string{"as I said"}, []arena.MessageIndex{1, 2, 3, 4, 5, 6}},
		"exactly as much as there is":            {43, "Be brief. You help.\nNotes: one two three", []string{"as I said"}, []arena.MessageIndex{1, 2, 3, 4, 5, 6}},
		"the oldest message":                     {42, "Be brief. You help.\nNotes: one two three", []string{"as I said"}, []arena.MessageIndex{2, 3, 4, 5, 6}},
		"a call with its result":                 {24, "Be brief. You help.\nNotes: one two three", []string{"as I said"}, []arena.MessageIndex{6}},
		"every message":                          {12, "Be brief. You help.\nNotes: one two three", []string{"as I said"}, []arena.MessageIndex{}},
		"the end of the memory's own message":    {11, "Be brief. You help.\nNotes: one two three", []string{"as I"}, []arena.MessageIndex{}},
		"all of it":                              {6, "Be brief. You help.\nNotes: one two three", nil, []arena.MessageIndex{}},
		"the end of what stands behind":          {4, "Be brief. You help.\nNotes: one", nil, []arena.MessageIndex{}},
		"and of what stands ahead":               {1, "BeYou help.", nil, []arena.MessageIndex{}},
		"but never the scenario's system prompt": {1, "BeYou help.", nil, []arena.MessageIndex{}},
	} {
		t.Run(name, func(t *testing.T) {
			p := probed(t, all, tc.budget)
			require.Equal(t, tc.system, p.Context.System)
			require.Equal(t, tc.shown, append([]arena.MessageIndex{}, p.Context.Shown...))
			var between []string
			for _, m := range p.Context.Messages[:len(p.Context.Messages)-len(p.Context.Shown)] {
				between = append(between, m.Text)
			}
			require.Equal(t, tc.between, between)
			require.Equal(t, tc.budget < 43, p.Cut)
		})
	}
}

// A memory that doesn't repeat the scenario's system prompt has all of System counted.
func TestBudgetOfAnotherSystemPrompt(t *testing.T) {
	p := probed(t, replacing{}, 3)
	require.Equal(t, "Notes: one two", p.Context.System)
	require.True(t, p.Cut)
}

type replacing struct{ keeper }

func (replacing) Start(arena.Env) (arena.Memory, error) { return replaced{}, nil }

type replaced struct{}

func (replaced) Observe(context.Context, arena.Message) error { return nil }
func (replaced) Recall(context.Context, string) (arena.Context, error) {
	return arena.Context{System: "Notes: one two three"}, nil
}

// Whatever a memory shows, no more than the budget is left of it, and nothing is cut that fits.
func TestBudgetHolds(t *testing.T) {
	text := rapid.StringMatching(`([a-z]{0,3}[ \n]?){0,12}`)
	rapid.Check(t, func(rt *rapid.T) {
		n := noter{text.Draw(rt, "ahead"), text.Draw(rt, "behind"), text.Draw(rt, "between")}
		budget := rapid.IntRange(1, 60).Draw(rt, "budget")
		p, free := probed(t, n, budget), probed(t, n, 0)
		size := func(c *arena.Context) int {
			before, after, ok := strings.Cut(c.System, "You help.")
			require.True(rt, ok)
			sum := words(before) + words(after)
			for _, m := range c.Messages {
				sum += arena.Env{Tokens: words, Budget: budget}.SizeOf(m)
			}
			return sum
		}
		require.LessOrEqual(rt, size(p.Context), budget)
		require.Equal(rt, size(free.Context) > budget, p.Cut)
		if !p.Cut {
			require.Equal(rt, free.Context, p.Context)
		}
	})
}

// What was cut in the whole trial, dialogue included, is told with it.
func TestCutContextsAreCounted(t *testing.T) {
	tr := trial(arena.Scripted)
	tr.Budget = 5
	require.Contains(t, play(t, tr, &model{}).Warnings, "4 of 5 contexts had more than 5 tokens, by 26 at most, and were cut to that")
	tr.Budget = 50
	require.Equal(t, play(t, trial(arena.Scripted), &model{}).Warnings, play(t, tr, &model{}).Warnings)
}

// A memory is told its budget.
func TestMemoryKnowsItsBudget(t *testing.T) {
	var told int
	tr := trial(arena.Scripted)
	tr.Strategy, tr.Budget = asking{told: &told}, 77
	play(t, tr, &model{})
	require.Equal(t, 77, told)
}

type asking struct {
	keeper
	told *int
}

func (a asking) Start(env arena.Env) (arena.Memory, error) {
	*a.told = env.Budget
	return a.keeper.Start(env)
}
