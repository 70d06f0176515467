// Package arenatest is the contract every strategy keeps. A strategy's test is one call of
// Strategy; the list of strategies calls it for all of them.
package arenatest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/arena/talks"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
)

// Strategy tests that s keeps the contract of arena.Strategy and arena.Memory.
func Strategy(t *testing.T, s arena.Strategy) {
	t.Helper()
	t.Run("is named", func(t *testing.T) {
		require.Regexp(t, regexp.MustCompile(`^[a-z][a-z0-9_]*$`), s.Name())
		require.NotEmpty(t, s.Version())
	})
	t.Run("an empty conversation", func(t *testing.T) { empty(t, s) })
	t.Run("accounts for every message", func(t *testing.T) {
		for name, talk := range talks.All() {
			t.Run(name, func(t *testing.T) { accounts(t, s, talk) })
		}
	})
	t.Run("Recall changes nothing", func(t *testing.T) { pure(t, s) })
	t.Run("is deterministic", func(t *testing.T) { deterministic(t, s) })
	t.Run("a cancelled context", func(t *testing.T) { cancelled(t, s) })
	t.Run("a model that fails", func(t *testing.T) { failing(t, s) })
	t.Run("a model that says nothing", func(t *testing.T) { silent(t, s) })
}

// Trial is a memory under test with what it reported.
type Trial struct {
	arena.Memory
	Cycles   []arena.Cycle
	Warnings []string
	out      map[arena.MessageIndex]bool
}

// Cycle implements arena.Trace.
func (t *Trial) Cycle(c arena.Cycle) {
	t.Cycles = append(t.Cycles, c)
	for _, m := range c.Left {
		t.out[m] = true
	}
	for _, m := range c.Back {
		delete(t.out, m)
	}
}

// Warn implements arena.Trace.
func (t *Trial) Warn(text string) { t.Warnings = append(t.Warnings, text) }

// Sandbox is where strategies under test run their programs. Few have any, and JavaScript takes long to link: the tests
// of those set it when they begin.
var Sandbox arena.Sandbox

// Start begins a trial of s whose memory model is client.
func Start(t *testing.T, s arena.Strategy, client llm.Client) *Trial {
	t.Helper()
	trial := &Trial{out: map[arena.MessageIndex]bool{}}
	model := llm.Model{Provider: "sim", Name: "test"}
	m, err := s.Start(arena.Env{
		System: "You help with a project.", Model: model, MemoryModel: model, Client: client,
		Tokens: func(s string) int { return len(strings.Fields(s)) }, Trace: trial, Sandbox: Sandbox, Embedder: embed.Local{}, Evidence: []arena.MessageIndex{1, 5},
	})
	require.NoError(t, err)
	trial.Memory = m
	return trial
}

// echo is a memory model whose reply is one numbered line for each line it is given or, of a form, the
// newest line in every text of one item a list.
type echo struct{}

func (echo) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	if err := ctx.Err(); err != nil {
		return llm.Response{}, err
	}
	var b strings.Builder
	n, last := 0, "nothing"
	for line := range strings.Lines(req.Messages[len(req.Messages)-1].Text) {
		if strings.HasPrefix(line, "user: ") {
			n++
			last = strings.TrimSpace(strings.TrimPrefix(line[:min(len(line), 60)], "user: "))
			fmt.Fprintf(&b, "%d. %s\n", n, line[:min(len(line), 60)])
		}
	}
	if req.Schema != nil {
		var s schema
		if err := json.Unmarshal([]byte(req.Schema.JSON), &s); err != nil {
			return llm.Response{}, err
		}
		text, err := json.Marshal(s.filled(last))
		return llm.Response{Text: string(text), Stop: llm.StopEnd}, err
	}
	return llm.Response{Text: b.String(), Stop: llm.StopEnd}, nil
}

// schema is as much of a JSON schema as a form has.
type schema struct {
	Type       string
	Enum       []string
	Minimum    int
	Properties map[string]schema
	Items      *schema
}

// filled is a value of the schema with a text in it.
func (s schema) filled(text string) any {
	switch s.Type {
	case "object":
		out := map[string]any{}
		for name, p := range s.Properties {
			out[name] = p.filled(text)
		}
		return out
	case "array":
		return []any{s.Items.filled(text)}
	case "integer":
		return s.Minimum
	case "boolean":
		return true
	}
	if len(s.Enum) > 0 {
		return s.Enum[0]
	}
	return text
}

// reply is a memory model that always ends the same way.
type reply struct {
	text string
	err  error
}

func (r reply) Complete(context.Context, llm.Request) (llm.Response, error) {
	return llm.Response{Text: r.text, Stop: llm.StopEnd}, r.err
}

func empty(t *testing.T, s arena.Strategy) {
	trial := Start(t, s, echo{})
	c, err := trial.Recall(t.Context(), "What is it?")
	require.NoError(t, err)
	require.Empty(t, c.Messages)
	require.Empty(t, trial.Cycles)
}

// accounts observes a conversation and checks after every message that what isn't shown raw is
// exactly what the cycles say has left.
func accounts(t *testing.T, s arena.Strategy, talk []arena.Message) {
	trial := Start(t, s, echo{})
	for _, m := range talk {
		require.NoError(t, trial.Observe(t.Context(), m))
		c, err := trial.Recall(t.Context(), "What is it?")
		require.NoError(t, err)
		checkShown(t, trial, talk[:m.Index], c)
	}
	for _, c := range trial.Cycles {
		require.Equal(t, c.Stop != "", c.Asked > 0, "a cycle that asked counts what it asked for")
		require.LessOrEqual(t, c.Parsed+c.Empty, c.Asked)
	}
}

func checkShown(t *testing.T, trial *Trial, seen []arena.Message, c arena.Context) {
	t.Helper()
	shown := map[arena.MessageIndex]bool{}
	for _, i := range c.Shown {
		require.False(t, shown[i], "message %d is shown twice", i)
		shown[i] = true
	}
	for _, i := range c.Fetched {
		delete(shown, i)
	}
	require.True(t, slices.IsSorted(c.Shown), "shown messages are out of order: %v", c.Shown)
	for _, m := range seen {
		require.NotEqual(t, trial.out[m.Index], shown[m.Index], "message %d: left %t, shown %t", m.Index, trial.out[m.Index], shown[m.Index])
	}
	require.Len(t, slices.Collect(maps.Keys(trial.out)), len(seen)-len(shown), "cycles name messages that were never observed")
	last := len(seen)
	if shown[arena.MessageIndex(last)] {
		require.Equal(t, seen[last-1].Message, c.Messages[len(c.Messages)-1], "the newest message, if shown, is last")
	}
	for i, m := range c.Messages {
		if m.Role == llm.Tool {
			require.Positive(t, i, "a tool result is shown without its call")
		}
	}
	checkCalls(t, seen, c)
}

// checkCalls checks that of turns that are over a tool call and its results are shown together or not at all, as
// providers want it. The turn being answered is given to the model whole, whatever is shown of it.
func checkCalls(t *testing.T, seen []arena.Message, c arena.Context) {
	t.Helper()
	called := map[string]bool{} // whether the call is shown
	for _, m := range seen {
		if m.Turn == seen[len(seen)-1].Turn {
			return
		}
		is := slices.Contains(c.Shown, m.Index)
		for _, call := range m.ToolCalls {
			called[call.ID] = is
		}
		if m.Role == llm.Tool {
			require.Equal(t, called[m.ToolCallID], is, "message %d: the result of a tool and its call are parted", m.Index)
		}
	}
}

func pure(t *testing.T, s arena.Strategy) {
	with, without := Start(t, s, echo{}), Start(t, s, echo{})
	for _, m := range talks.All()["plain"] {
		require.NoError(t, without.Observe(t.Context(), m))
		require.NoError(t, with.Observe(t.Context(), m))
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() {
				if _, err := with.Recall(t.Context(), fmt.Sprintf("What is item %d?", i)); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	}
	require.Equal(t, without.Cycles, with.Cycles)
	sameRecall(t, without, with)
}

func deterministic(t *testing.T, s arena.Strategy) {
	for name, talk := range talks.All() {
		a, b := Start(t, s, echo{}), Start(t, s, echo{})
		for _, m := range talk {
			require.NoError(t, a.Observe(t.Context(), m), name)
			require.NoError(t, b.Observe(t.Context(), m), name)
		}
		require.Equal(t, a.Cycles, b.Cycles, name)
		require.Equal(t, a.Warnings, b.Warnings, name)
		sameRecall(t, a, b)
	}
}

func sameRecall(t *testing.T, a, b *Trial) {
	t.Helper()
	x, err := a.Recall(t.Context(), "What does item 4 cost?")
	require.NoError(t, err)
	y, err := b.Recall(t.Context(), "What does item 4 cost?")
	require.NoError(t, err)
	require.Equal(t, x, y)
}

func cancelled(t *testing.T, s arena.Strategy) {
	trial := Start(t, s, echo{})
	ctx, cancel := context.WithCancel(t.Context())
	talk := talks.All()["plain"]
	require.NoError(t, trial.Observe(ctx, talk[0]))
	cancel()
	require.ErrorIs(t, trial.Observe(ctx, talk[1]), context.Canceled)
	_, err := trial.Recall(ctx, "What is it?")
	require.ErrorIs(t, err, context.Canceled)
}

// failing: either the memory needs no model, or the model's error is returned.
func failing(t *testing.T, s arena.Strategy) {
	broken := fmt.Errorf("the model is down")
	trial := Start(t, s, reply{err: broken})
	for _, m := range talks.All()["plain"] {
		if err := trial.Observe(t.Context(), m); err != nil {
			require.ErrorIs(t, err, broken)
			return
		}
	}
}

// silent: an empty reply of the memory model never empties the memory and never goes unsaid.
func silent(t *testing.T, s arena.Strategy) {
	spoken, trial := Start(t, s, echo{}), Start(t, s, reply{})
	for _, m := range talks.All()["plain"] {
		require.NoError(t, spoken.Observe(t.Context(), m))
		require.NoError(t, trial.Observe(t.Context(), m))
	}
	wrote := slices.ContainsFunc(spoken.Cycles, func(c arena.Cycle) bool { return c.Text != "" && c.Stop != "" })
	require.Equal(t, wrote, len(trial.Warnings) > 0, "a strategy that writes with the model warns when it gets nothing")
}
