package store

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
)

func TestRecordOfATypicalTrial(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	save(t, d, "e", 1)
	save(t, d, "e", 2)
	for n := 1; n <= 2; n++ {
		got, err := d.Record(t.Context(), sampleTrial(n).Key)
		require.NoError(t, err)
		require.Equal(t, sampleRecord(n), got)
		require.Same(t, got.Final.Context, got.Probes[0].Context, "a shared context is shared again")
		require.NotSame(t, got.Final.Context, got.Probes[1].Context)
	}
	require.Equal(t, 2, count(t, d, `SELECT count(*) FROM trials`))
	require.Equal(t, 2*len(sampleRecord(1).Calls), count(t, d, `SELECT count(*) FROM calls`))
	require.Equal(t, 2*len(sampleRecord(1).Cycles), count(t, d, `SELECT count(*) FROM cycles`))
	require.Equal(t, 1, count(t, d, `SELECT count(*) FROM texts WHERE body LIKE 'turn 1:%'`), "a text is stored once")
}

// What many probes see is stored once, also where each has a context of its own that is equal to the others'.
func TestEqualContextsAreStoredOnce(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	rec := sampleRecord(1)
	before := rec.Probes
	rec.Probes, rec.Again = nil, nil
	for i := range 200 {
		r := before[i%len(before)]
		own := *r.Context
		r.Context, r.Text = &own, fmt.Sprint("reply ", i)
		rec.Probes = append(rec.Probes, r)
	}
	distinct := map[*arena.Context]bool{}
	for _, r := range before {
		distinct[r.Context] = true
	}
	contexts := func() int {
		return count(t, d, `SELECT count(*) FROM contexts WHERE id IN (SELECT context FROM answers WHERE ordinal > 0)`)
	}
	require.NoError(t, d.SaveTrial(t.Context(), "e", 0, sampleTrial(1), rec, "s1", probes.Score{}))
	require.Equal(t, 200, count(t, d, `SELECT count(*) FROM answers WHERE ordinal > 0`))
	require.Equal(t, len(distinct), contexts())
	got, err := d.Record(t.Context(), sampleTrial(1).Key)
	require.NoError(t, err)
	require.Equal(t, rec.Probes, got.Probes)
	require.Same(t, got.Probes[0].Context, got.Probes[len(before)].Context)
}

func TestRecordOfAnUnknownTrial(t *testing.T) {
	_, err := fresh(t).Record(t.Context(), arena.TrialKey{1})
	require.ErrorIs(t, err, ErrNone)
}

func TestRecordRoundTrip(t *testing.T) {
	d := open(t, filepath.Join(t.TempDir(), "arena.db"))
	begin(t, d, "e")
	n := 0
	rapid.Check(t, func(r *rapid.T) {
		rec := records().Draw(r, "record")
		once := rec
		for range rapid.SampledFrom([]int{0, 0, 0, 3, 4, 12}).Draw(r, "times more") { // more rows than a statement inserts
			rec.Messages, rec.Cycles = append(rec.Messages, once.Messages...), append(rec.Cycles, once.Cycles...)
			rec.Calls, rec.Probes = append(rec.Calls, once.Calls...), append(rec.Probes, once.Probes...)
		}
		n++
		trial := sampleTrial(n)
		trial.Key = sha256.Sum256(fmt.Append(nil, "drawn", n))
		require.NoError(r, d.SaveTrial(t.Context(), "e", n, trial, rec, "s", probes.Score{}))
		got, err := d.Record(t.Context(), trial.Key)
		require.NoError(r, err)
		require.Equal(r, rec, got)
	})
}

// some draws a list that is nil where it is empty, as stored lists come back.
func some[T any](g *rapid.Generator[T]) *rapid.Generator[[]T] {
	return rapid.Map(rapid.SliceOfN(g, 0, 4), func(xs []T) []T {
		if len(xs) == 0 {
			return nil
		}
		return xs
	})
}

func texts() *rapid.Generator[string] {
	return rapid.OneOf(rapid.SampledFrom([]string{"", "a", "budget", "nul\x00inside", "bad \xff utf-8", "$347,250"}), rapid.String())
}

func chatMessages() *rapid.Generator[llm.Message] {
	call := rapid.Custom(func(t *rapid.T) llm.ToolCall {
		return llm.ToolCall{ID: texts().Draw(t, "id"), Name: texts().Draw(t, "name"), Arguments: texts().Draw(t, "arguments")}
	})
	return rapid.Custom(func(t *rapid.T) llm.Message {
		return llm.Message{
			Role: rapid.SampledFrom([]llm.Role{"", llm.System, llm.User, llm.Assistant, llm.Tool, "developer"}).Draw(t, "role"),
			Text: texts().Draw(t, "text"), ToolCalls: some(call).Draw(t, "calls"), ToolCallID: texts().Draw(t, "call id"),
		}
	})
}

func indexSets() *rapid.Generator[[]arena.MessageIndex] {
	return some(rapid.Map(rapid.IntRange(-3, 1<<40), func(n int) arena.MessageIndex { return arena.MessageIndex(n) }))
}

func stops() *rapid.Generator[llm.StopReason] {
	return rapid.SampledFrom([]llm.StopReason{"", llm.StopEnd, llm.StopLength, llm.StopRefusal})
}

func records() *rapid.Generator[arena.Record] {
	return rapid.Custom(func(t *rapid.T) arena.Record {
		contexts := []*arena.Context{nil}
		for range rapid.IntRange(0, 3).Draw(t, "contexts") {
			contexts = append(contexts, &arena.Context{
				System: texts().Draw(t, "system"), Messages: some(chatMessages()).Draw(t, "messages"),
				Shown: indexSets().Draw(t, "shown"), Fetched: indexSets().Draw(t, "fetched"),
			})
		}
		saw := rapid.SampledFrom(contexts)
		small := rapid.IntRange(0, 99)
		messages := rapid.Custom(func(t *rapid.T) arena.Message {
			at := time.Unix(rapid.Int64Range(-1e10, 1e10).Draw(t, "seconds"), rapid.Int64Range(0, 1e9-1).Draw(t, "ns")).UTC()
			if rapid.Bool().Draw(t, "no time") {
				at = time.Time{}
			}
			return arena.Message{
				Message: chatMessages().Draw(t, "message"), Index: arena.MessageIndex(small.Draw(t, "index")), Turn: arena.Turn(small.Draw(t, "turn")),
				At: at, Refs: indexSets().Draw(t, "refs"), Tokens: small.Draw(t, "tokens"), Saw: saw.Draw(t, "saw"),
			}
		})
		cycles := rapid.Custom(func(t *rapid.T) arena.CycleRecord {
			return arena.CycleRecord{After: arena.MessageIndex(small.Draw(t, "after")), Cycle: arena.Cycle{
				Left: indexSets().Draw(t, "left"), Back: indexSets().Draw(t, "back"), Text: texts().Draw(t, "text"), Stop: stops().Draw(t, "stop"),
				Delivery: arena.Delivery{Asked: small.Draw(t, "asked"), Parsed: small.Draw(t, "parsed"), Empty: small.Draw(t, "empty"), Dropped: small.Draw(t, "dropped")},
				Layers:   arena.Layers{Bytes: small.Draw(t, "bytes"), Asked: small.Draw(t, "layers asked"), Parsed: small.Draw(t, "layers parsed")},
			}}
		})
		replies := rapid.Custom(func(t *rapid.T) arena.Reply {
			r := arena.Reply{Context: saw.Draw(t, "context"), Text: texts().Draw(t, "text"), Stop: stops().Draw(t, "stop"), Cut: rapid.Bool().Draw(t, "cut")}
			if rapid.Bool().Draw(t, "key") {
				r.Key = sha256.Sum256([]byte(r.Text))
			}
			return r
		})
		logProb := rapid.Custom(func(t *rapid.T) llm.LogProb {
			return llm.LogProb{Token: rapid.String().Draw(t, "token"), LogProb: rapid.Float64Range(-50, 0).Draw(t, "logprob")}
		})
		probed := rapid.Custom(func(t *rapid.T) arena.Reply {
			r := replies.Draw(t, "reply")
			for _, p := range some(logProb).Draw(t, "logprobs") {
				p.Top = some(logProb).Draw(t, "top")
				r.LogProbs = append(r.LogProbs, p)
			}
			return r
		})
		calls := rapid.Custom(func(t *rapid.T) arena.Call {
			c := arena.Call{
				Purpose: rapid.SampledFrom(arena.Purposes).Draw(t, "purpose"), Turn: arena.Turn(small.Draw(t, "turn")), Probe: texts().Draw(t, "probe"),
				Model:  llm.Model{Provider: texts().Draw(t, "provider"), Name: texts().Draw(t, "name"), BaseURL: texts().Draw(t, "url"), Options: texts().Draw(t, "options")},
				Prompt: some(chatMessages()).Draw(t, "prompt"), Reply: texts().Draw(t, "reply"), Stop: stops().Draw(t, "stop"), Nominal: rapid.Bool().Draw(t, "nominal"),
				Usage: llm.Usage{
					Input: small.Draw(t, "input"), CachedInput: small.Draw(t, "cached"), Output: small.Draw(t, "output"), Reasoning: small.Draw(t, "reasoning"),
					Estimated: rapid.Bool().Draw(t, "estimated"),
				},
			}
			if !c.Nominal {
				c.Key = sha256.Sum256([]byte(c.Reply))
			}
			return c
		})
		return arena.Record{
			Outcome: arena.Completed, Reason: texts().Draw(t, "reason"), Messages: some(messages).Draw(t, "messages"), Cycles: some(cycles).Draw(t, "cycles"),
			Final: replies.Draw(t, "final"), Probes: some(probed).Draw(t, "probes"), Again: some(rapid.SliceOfN(probed, 1, 3)).Draw(t, "again"), Calls: some(calls).Draw(t, "calls"),
			Warnings: some(rapid.String()).Draw(t, "warnings"),
		}
	})
}
