package layers

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/scenarios"
	"contextarena.internal/strategies/pipeline"
)

// segment is what left the window of rlm with its default settings in one cycle.
type segment struct {
	scenario string
	messages []arena.Message
}

// watch is a layer that keeps the segments.
type watch struct{ seen func([]arena.Message) }

func (watch) Name() string    { return "watch" }
func (watch) Version() string { return "1" }
func (w watch) Attach(arena.Env) (pipeline.Hooks, error) {
	return pipeline.Hooks{Plan: func(_ context.Context, p *pipeline.Plan) error {
		w.seen(slices.Clone(p.Segment))
		return nil
	}}, nil
}

// segments are those of all scenarios, played with their scripts.
func segments(t *testing.T) []segment {
	t.Helper()
	var out []segment
	tokens := llm.NewCounter().Count
	client := llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) { return llmtest.Say("noted"), nil })
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	for _, s := range all {
		base := pipeline.RLM{}
		require.NoError(t, strictyaml.Defaults(&base))
		m, err := base.Under(arena.Env{Client: client, Tokens: tokens, Trace: silence{}}, watch{func(ms []arena.Message) {
			out = append(out, segment{s.ID, ms})
		}})
		require.NoError(t, err)
		for _, message := range script(s, tokens) {
			require.NoError(t, m.Observe(t.Context(), message))
		}
	}
	require.NotEmpty(t, out)
	return out
}

// script is a scenario as its conversation with the final question.
func script(s *arena.Scenario, tokens func(string) int) []arena.Message {
	var out []arena.Message
	add := func(turn int, role llm.Role, text string) {
		out = append(out, arena.Message{
			Message: llm.Message{Role: role, Text: text}, Index: arena.MessageIndex(len(out) + 1),
			Turn: arena.Turn(turn), Tokens: tokens(text),
		})
	}
	for i, x := range s.Turns {
		add(i+1, llm.User, x.User)
		for _, use := range x.Tools {
			add(i+1, llm.Tool, use.Result)
		}
		add(i+1, llm.Assistant, x.Assistant)
	}
	add(len(s.Turns)+1, llm.User, s.Final.Question)
	return out
}

type silence struct{}

func (silence) Cycle(arena.Cycle) {}
func (silence) Warn(string)       {}
