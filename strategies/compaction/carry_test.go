package compaction

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/internal/thorough"
)

// step is an entry that tells something nobody else does.
func step(i int) Entry {
	return Entry{Reasoning: fmt.Sprintf("think %d", i), Code: fmt.Sprintf("f(%d)", i), Output: fmt.Sprintf("value_%d: %d", i, 1000+i)}
}

// played appends steps and compacts whenever it is due, and says how often that was.
func played(t require.TestingT, c *Compactor, steps int) (h History, times int) {
	for i := range steps {
		h.Entries = append(h.Entries, step(i))
		if c.Due(h) {
			r, err := c.Compact(context.Background(), h, "long task", false)
			require.NoError(t, err)
			h = Apply(h, r)
			times++
		}
	}
	return h, times
}

func said(reply string, err error) Writer {
	return func(context.Context, Request) (string, error) { return reply, err }
}

// What the first compaction found is still there after the fifth, and steps are counted once each; the source's mode
// has neither.
func TestCarryDoesNotForget(t *testing.T) {
	carry := Compactor{Config: standard, Mode: CarrySummary, Most: 4000}
	h, times := played(t, &carry, 42)
	require.Equal(t, 5, times)
	require.Equal(t, 40, h.Summary.Steps)
	require.Contains(t, h.Summary.Text(), "Completed 40 steps (40 successful).")
	for i := range 40 {
		require.Contains(t, h.Summary.Text(), step(i).Output)
	}
	require.Equal(t, 1, strings.Count(h.Summary.Text(), "value_7"), "one finding of a pair, not two")
	require.Equal(t, "(Compacted 40 steps)", h.Shown()[0].Output)
	require.Zero(t, h.Summary.Dropped)

	documented := Compactor{Config: standard}
	h, _ = played(t, &documented, 42)
	require.Contains(t, h.Shown()[0].Reasoning, "Completed 8 steps")
	require.NotContains(t, h.Shown()[0].Reasoning, "value_0")
}

func TestCarryWithAModel(t *testing.T) {
	var asked []Request
	c := Compactor{Config: standard, Mode: CarrySummary, Most: 4000, Write: func(_ context.Context, r Request) (string, error) {
		asked = append(asked, r)
		return fmt.Sprintf("Told %d times.", len(asked)), nil
	}}
	h, _ := played(t, &c, 18)
	require.Len(t, asked, 2)
	require.Empty(t, asked[0].Summary)
	require.Equal(t, "Working on: long task Completed 8 steps (8 successful). Told 1 times.", asked[1].Summary)
	require.Equal(t, 16, h.Summary.Steps)
	require.Contains(t, h.Summary.Text(), "Told 2 times.")
	require.NotContains(t, h.Summary.Text(), "Told 1 times.")

	c.Write = said("", nil) // the rules go on from what the model wrote
	for i := range 8 {
		h.Entries = append(h.Entries, step(100+i))
	}
	r, err := c.Compact(t.Context(), h, "long task", false)
	require.NoError(t, err)
	require.ErrorIs(t, r.Failed, ErrEmpty)
	require.False(t, r.UsedModel)
	require.Contains(t, r.Summary, "Told 2 times. Key findings: value_16: 1016;")
}

// An empty reply is a failure: rules write the summary, or it is an error. As documented it claims a compaction, and
// nothing changes.
func TestEmptyReply(t *testing.T) {
	var h History
	for i := range 10 {
		h.Entries = append(h.Entries, step(i))
	}
	for _, reply := range []string{"", " \n\u00a0"} {
		c := Compactor{Config: standard, Mode: CarrySummary, Most: 500, Write: said(reply, nil)}
		r, err := c.Compact(t.Context(), h, "", false)
		require.NoError(t, err)
		require.ErrorIs(t, r.Failed, ErrEmpty)
		require.Contains(t, r.Summary, "Completed 8 steps")
		c.FallBackToRules = false
		_, err = c.Compact(t.Context(), h, "", false)
		require.ErrorIs(t, err, ErrEmpty)
		require.EqualError(t, err, "compaction: summarise 8 entries: "+ErrEmpty.Error())

		c.Mode = AsDocumented
		r, err = c.Compact(t.Context(), h, "", false)
		require.NoError(t, err)
		require.True(t, r.UsedModel)
		require.Equal(t, 3, r.CompactedEntries)
		require.Equal(t, h, Apply(h, r))
	}
	down := errors.New("down")
	c := Compactor{Config: standard, Mode: CarrySummary, Most: 500, Write: said("ignored", down)}
	r, err := c.Compact(t.Context(), h, "", false)
	require.NoError(t, err)
	require.ErrorIs(t, r.Failed, down)
	require.NotContains(t, r.Summary, "ignored")
}

func TestWhatAUserSaysIsLookedThrough(t *testing.T) {
	long := "The rent of the hall in the old harbour, that we spoke of when the committee met for the last time before the summer, is 2,400 dollars."
	h := History{Entries: []Entry{{Reasoning: long + " Thank you.", Output: "Noted."}, {Reasoning: "And so on.", Output: "Yes."}}}
	c := Compactor{Config: standard, Mode: CarrySummary, Most: 500, Chat: true}
	c.PreserveLast = 1
	r, err := c.Compact(t.Context(), h, "", true)
	require.NoError(t, err)
	require.Equal(t, "Completed 1 steps (1 successful). Key findings: "+long, r.Summary)
	c.Chat = false
	r, err = c.Compact(t.Context(), h, "", true)
	require.NoError(t, err)
	require.Equal(t, "Completed 1 steps (1 successful).", r.Summary)
}

func anyText(t *rapid.T, label string) string {
	return rapid.OneOf(
		rapid.StringMatching(`([a-z0-9:,. \n]{0,12}[.!?\n]? ?){0,6}`), rapid.String(), rapid.SampledFrom([]string{"", "KeyError: x", "größe: 1,200.5 ٣", "all failed"}),
	).Draw(t, label)
}

// A summary that is carried has at most its bound, however it is counted and whatever comes; no entry is lost count of.
func TestCarryIsBounded(t *testing.T) {
	fields := func(s string) int { return len(strings.Fields(s)) }
	rapid.Check(t, func(rt *rapid.T) {
		c := Compactor{Config: standard, Mode: CarrySummary, Most: rapid.IntRange(0, 200).Draw(rt, "most"), Chat: rapid.Bool().Draw(rt, "chat")}
		c.PreserveLast, c.UseModel = rapid.IntRange(0, 4).Draw(rt, "preserve"), rapid.Bool().Draw(rt, "model")
		size := chars
		if rapid.Bool().Draw(rt, "words") {
			c.Size, size = fields, fields
		}
		c.Write = func(context.Context, Request) (string, error) { return anyText(rt, "reply"), nil }
		var h History
		seen := 0
		for range rapid.IntRange(1, 6).Draw(rt, "compactions") {
			for range rapid.IntRange(0, 5).Draw(rt, "entries") {
				h.Entries = append(h.Entries, Entry{anyText(rt, "reasoning"), anyText(rt, "code"), anyText(rt, "output"), 0})
				seen++
			}
			before := h
			r, err := c.Compact(rt.Context(), h, anyText(rt, "task"), true)
			require.NoError(rt, err)
			h = Apply(h, r)
			require.LessOrEqual(rt, size(h.Summary.Text()), c.Most)
			require.Equal(rt, seen, h.Summary.Steps+len(h.Entries))
			require.LessOrEqual(rt, len(h.Entries), max(c.PreserveLast, 0))
			require.Equal(rt, before.Entries[len(before.Entries)-len(h.Entries):], h.Entries)
		}
	})
}

// What compaction may overshoot by, as documented: a history has no more characters than its trigger, or than the
// entries that are preserved and a summary of bounded length (task, counts, three findings, five kinds of errors).
func TestDocumentedOvershoot(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := Compactor{Config: standard}
		c.MinEntries, c.MaxChars, c.PreserveLast = rapid.IntRange(0, 3).Draw(rt, "min"), rapid.IntRange(1, 400).Draw(rt, "chars"), rapid.IntRange(0, 3).Draw(rt, "preserve")
		var h History
		for range rapid.IntRange(1, 30).Draw(rt, "entries") {
			h.Entries = append(h.Entries, Entry{anyText(rt, "reasoning"), anyText(rt, "code"), rapid.StringMatching(`[a-z0-9:. ]{0,40}`).Draw(rt, "output"), 0})
			r, err := c.Compact(rt.Context(), h, "a task", false)
			require.NoError(rt, err)
			h = Apply(h, r)
			most := sum(r.Preserved) + taskChars + 400
			if len(h.Entries) < c.MinEntries {
				continue
			}
			require.LessOrEqual(rt, h.Chars(), max(c.MaxChars, most))
		}
	})
}

// With no room at all nothing is said, and what was dropped is counted; nothing is summarised where nothing is old.
func TestNoRoomAndNothingOld(t *testing.T) {
	c := Compactor{Config: standard, Mode: CarrySummary}
	h, _ := played(t, &c, 20)
	require.Equal(t, 16, h.Summary.Steps)
	require.Empty(t, h.Summary.Text())
	require.Equal(t, 16, h.Summary.Dropped)
	r, err := c.Compact(t.Context(), History{Entries: []Entry{step(1)}}, "", true)
	require.NoError(t, err)
	require.Empty(t, r.Summary)
	require.Equal(t, 1, r.CompactedEntries)
}

func TestMillionEntries(t *testing.T) {
	n := thorough.Times(100_000, 1_000_000)
	h := History{Entries: make([]Entry, n)}
	for i := range h.Entries {
		h.Entries[i] = Entry{Output: "n: 1"}
	}
	for _, mode := range []Mode{AsDocumented, CarrySummary} {
		c := Compactor{Config: standard, Mode: mode, Most: 1000}
		r, err := c.Compact(t.Context(), h, "", false)
		require.NoError(t, err)
		require.Contains(t, r.Summary, fmt.Sprintf("Completed %d steps", n-2))
		require.Len(t, Apply(h, r).Entries, map[Mode]int{AsDocumented: 3, CarrySummary: 2}[mode])
	}
}

// FuzzRules reads any output without a panic, and a finding never has what wasn't there.
func FuzzRules(f *testing.F) {
	for _, s := range []string{"", "a: 1, b: 2", "1,234.5 and 1,23", "Result:\nfoo", "k:\xff\xfe", "\x1c7\u00a0", "٣: ٤", "ValueError: 0 failed"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, output, reasoning string) {
		e := []Entry{{Reasoning: reasoning, Output: output}, {Output: output}}
		require.LessOrEqual(t, len(keyFindings(e)), 3)
		require.NotEmpty(t, standard.Deterministic(e, reasoning))
		c := Compactor{Config: standard, Mode: CarrySummary, Most: 60, Chat: true}
		s := c.carry(Summary{}, e, reasoning, "")
		require.LessOrEqual(t, chars(s.Text()), 60)
		for _, found := range s.Findings {
			require.Contains(t, strings.Join(strings.Fields(reasoning+" "+output), " ")+" "+strings.Join(strings.Fields(output), " "), found)
		}
	})
}
