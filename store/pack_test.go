package store

import (
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// Contexts come back as they were, whatever their roles and tools.
func TestContextsComeBack(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	word := rapid.SampledFrom([]string{"", "a", "b", "user", "tool"})
	message := rapid.Custom(func(t *rapid.T) llm.Message {
		m := llm.Message{Role: rapid.SampledFrom([]llm.Role{llm.System, llm.User, llm.Assistant, llm.Tool, "another"}).Draw(t, "role"), Text: word.Draw(t, "text"), ToolCallID: word.Draw(t, "answers")}
		for range rapid.IntRange(0, 2).Draw(t, "calls") {
			m.ToolCalls = append(m.ToolCalls, llm.ToolCall{ID: word.Draw(t, "id"), Name: word.Draw(t, "name"), Arguments: word.Draw(t, "arguments")})
		}
		return m
	})
	index := rapid.Map(rapid.IntRange(-1, 1<<20), func(i int) arena.MessageIndex { return arena.MessageIndex(i) })
	rapid.Check(t, func(of *rapid.T) {
		c := arena.Context{System: word.Draw(of, "system")}
		c.Messages = append(c.Messages, rapid.SliceOfN(message, 0, 5).Draw(of, "messages")...)
		c.Shown = append(c.Shown, rapid.SliceOfN(index, 0, 5).Draw(of, "shown")...)
		c.Fetched = append(c.Fetched, rapid.SliceOfN(index, 0, 5).Draw(of, "fetched")...)
		trial, rec := sampleTrial(1), sampleRecord(1)
		trial.Anew, rec.Final.Context = true, &c
		require.NoError(of, d.SaveTrial(t.Context(), "e", 1, trial, rec, "s", sampleScore(1)))
		got, err := d.Record(t.Context(), trial.Key)
		require.NoError(of, err)
		require.Equal(of, &c, got.Final.Context)
	})
}

// FuzzUnpack feeds arbitrary bytes to what reads messages: it never panics, and what it doesn't accept is damage.
func FuzzUnpack(f *testing.F) {
	r := reader{texts: map[int64]string{1: "user", 2: "text", 3: ""}}
	for _, p := range []packed{{}, {Messages: [][]int64{{1, 2}}, Shown: []arena.MessageIndex{1, 2}}, {Messages: [][]int64{{1, 2, 3, 1, 2, 3}}}, {Messages: [][]int64{{1}}}, {Messages: [][]int64{{}}}} {
		b, err := cbor.Marshal(p)
		require.NoError(f, err)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var p packed
		err := packedColumn{&p}.Scan(b)
		if err == nil {
			for _, ids := range p.Messages {
				for i := range ids {
					ids[i] = 1 + ids[i]&1
				}
			}
			_, err = r.unpacked(p)
		}
		if err != nil {
			require.ErrorIs(t, err, errPacked)
		}
	})
}

func TestUnpackDamaged(t *testing.T) {
	r := reader{texts: map[int64]string{1: "x"}}
	for name, b := range map[string][]byte{
		"nothing":         {},
		"bytes left over": {0xa0, 0xa0},
		"list too long":   {0xa1, 1, 0x89, 1},
		"no text":         {0xa1, 1, 0x81, 0x80},
		"half a call":     {0xa1, 1, 0x81, 0x84, 1, 1, 1, 1},
		"endless number":  {0xa1, 1, 0x81, 0x82, 1, 0x1b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
	} {
		t.Run(name, func(t *testing.T) {
			var p packed
			err := packedColumn{&p}.Scan(b)
			if err == nil {
				_, err = r.unpacked(p)
			}
			require.ErrorIs(t, err, errPacked)
		})
	}
}

func TestPackedIsSmall(t *testing.T) {
	var p packed
	for i := range 40 {
		p.Messages, p.Shown = append(p.Messages, []int64{1, 1000}), append(p.Shown, arena.MessageIndex(i+1))
	}
	b, err := cbor.Marshal(p)
	require.NoError(t, err)
	require.LessOrEqual(t, len(b), 40*5+40*2+6)
}
