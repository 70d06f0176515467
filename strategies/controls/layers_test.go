package controls_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/strategies"
)

// bikes is a conversation whose first and third message state what is asked for.
func bikes() *arena.Scenario {
	s := &arena.Scenario{ID: "bikes", System: "You help.", Final: arena.Final{Question: "Sum up."}}
	for i, text := range []string{"The fleet has 2340 bikes.", "It rains.", "The boss is Tamsin."} {
		s.Turns = append(s.Turns, arena.Exchange{User: text, Assistant: "Noted."})
		if i != 1 {
			id := fmt.Sprint(i)
			s.Facts = append(s.Facts, arena.Fact{ID: id, Turn: arena.Turn(i + 1)})
			s.Probes = append(s.Probes, arena.Probe{ID: id, Fact: id, Question: "What?"})
		}
	}
	for range 6 {
		s.Turns = append(s.Turns, arena.Exchange{User: "Fine.", Assistant: "Good."})
	}
	return s
}

func play(t *testing.T, spec string) (rec arena.Record, prompts []string) {
	t.Helper()
	s, err := strategies.Parse(spec)
	require.NoError(t, err)
	client := llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
		prompts = append(prompts, req.Messages[len(req.Messages)-1].Text)
		return llmtest.Say("a thing that was noted"), nil
	})
	session := &arena.Session{Client: client, Tokens: func(s string) int { return len(strings.Fields(s)) }}
	rec, err = session.Play(t.Context(), arena.Trial{Scenario: bikes(), Strategy: s, Spec: spec, Dialogue: arena.Scripted})
	require.NoError(t, err)
	require.Equal(t, arena.Completed, rec.Outcome, rec.Reason)
	require.NotEmpty(t, rec.Cycles)
	return rec, prompts
}

// The placebo asks as often as it says, keeps nothing of the replies, and fills its part with about as many tokens as it is to.
func TestPlacebo(t *testing.T) {
	rlm, plain := play(t, "rlm")
	rec, prompts := play(t, "placebo(calls=3,filler=100)")
	require.Len(t, rec.Cycles, len(rlm.Cycles))
	require.Len(t, prompts, len(plain)+3*len(rec.Cycles))
	for i, c := range rec.Cycles {
		own, notes := c.Text[:c.Layers.Bytes], c.Text[c.Layers.Bytes:]
		require.Equal(t, rlm.Cycles[i].Text, notes, "the notes are rlm's")
		require.InDelta(t, 100, len(strings.Fields(own)), 11)
		require.NotContains(t, own, "2340")
		require.NotContains(t, own, "noted")
	}
	rec, _ = play(t, "placebo(filler=0)")
	require.Equal(t, rlm.Probes[0].Context, rec.Probes[0].Context, "it shows nothing else")
}

// Perfect delivery lists the messages that state a probed fact once they have left, and nothing that only it was told before.
func TestPerfectDelivery(t *testing.T) {
	rec, _ := play(t, "perfect_delivery")
	last := rec.Cycles[len(rec.Cycles)-1]
	require.Equal(t, "The fleet has 2340 bikes.\nThe boss is Tamsin.", strings.TrimSpace(last.Text[:last.Layers.Bytes]))
	require.Contains(t, rec.Probes[0].Context.System, "The fleet has 2340 bikes.")
	require.NotContains(t, rec.Probes[0].Context.System, "It rains.")
	rec, _ = play(t, "perfect_delivery(compress_every=2,recent_window=2)")
	require.NotContains(t, rec.Cycles[0].Text, "Tamsin", "it hasn't left yet")
}
