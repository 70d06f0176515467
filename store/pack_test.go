package store

import (
	"fmt"
	"strconv"
	"testing"

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

// FuzzUnpack feeds arbitrary bytes to the unpacker: it never panics, and what it accepts is
// packed and unpacked again as the same.
func FuzzUnpack(f *testing.F) {
	ids := map[string]int64{}
	body := func(id int64) (string, error) {
		if id == 13 {
			return "", fmt.Errorf("no text %d", id)
		}
		s := "text " + strconv.FormatInt(id, 10)
		ids[s] = id
		return s, nil
	}
	unpack := func(b []byte) (ms []llm.Message, xs []arena.MessageIndex, err error) {
		u := unpacker{buf: b, text: body}
		ms, xs = u.messages(), u.indices()
		return ms, xs, u.finish()
	}
	f.Add([]byte{0, 0})
	f.Add([]byte{1, 2, 5, 2, 2, 2})              // one user message, two indices
	f.Add([]byte{1, 3 | 8, 1, 2, 1, 3, 4, 5, 0}) // tool calls
	f.Add([]byte{1, 0, 7, 1, 0})                 // a role of its own
	f.Add([]byte{0xff, 0xff, 0xff, 0x7f, 1})     // a count beyond the data
	f.Fuzz(func(t *testing.T, b []byte) {
		ms, xs, err := unpack(b)
		if err != nil {
			return
		}
		p := packer{text: func(s string) int64 { return ids[s] }}
		p.messages(ms)
		p.indices(xs)
		ms2, xs2, err := unpack(p.buf)
		require.NoError(t, err)
		require.Equal(t, ms, ms2)
		require.Equal(t, xs, xs2)
	})
}

func TestUnpackDamaged(t *testing.T) {
	for name, b := range map[string][]byte{
		"nothing":          {},
		"bytes left over":  {0, 0},
		"list too long":    {9, 1},
		"unknown role":     {1, 6, 1},
		"number cut short": {1, 2, 0x80},
		"no such text":     {1, 2, 13},
		"endless number":   {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1},
	} {
		t.Run(name, func(t *testing.T) {
			u := unpacker{buf: b, text: func(id int64) (string, error) {
				if id == 13 {
					return "", fmt.Errorf("%w: no text %d", errPacked, id)
				}
				return "x", nil
			}}
			u.messages()
			require.ErrorIs(t, u.finish(), errPacked)
		})
	}
}

func TestPackedIsSmall(t *testing.T) {
	p := packer{text: func(string) int64 { return 1000 }}
	ms := make([]llm.Message, 40)
	xs := make([]arena.MessageIndex, 40)
	for i := range ms {
		ms[i].Role, xs[i] = llm.User, arena.MessageIndex(i+1)
	}
	p.messages(ms)
	p.indices(xs)
	require.LessOrEqual(t, len(p.buf), 40*3+40+2)
}
