package match_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// A tag at the beginning of a line says whether it holds, whatever the order of the lines. Without tags nothing does.
func TestTags(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gone := rapid.SampledFrom([]string{"[void] ", "[OLD] ", "(superseded) ", "DROPPED    ", "OBSOLETE: ", "**CANCELLED** – ", "✗ ", "❌ "}).Draw(t, "gone")
		holds := rapid.SampledFrom([]string{"[now] ", "[current] ", "CONFIRMED  ", "NOW: ", "CHANGED - ", ""}).Draw(t, "holds")
		bullet := rapid.SampledFrom([]string{"", "- ", "* "}).Draw(t, "bullet")
		text := func(before, after string) string {
			lines := []string{bullet + before + "the bay is aaaa", bullet + after + "the bay is bbbb", bullet + "nothing more"}
			if rapid.Bool().Draw(t, "turned") {
				lines[0], lines[1] = lines[1], lines[0]
			}
			return strings.Join(lines, "\n")
		}
		tagged := text(gone, holds)
		require.True(t, current(tagged, "bbbb", "aaaa"), tagged)
		require.False(t, current(tagged, "aaaa", "bbbb"), tagged)
		plain := text("", "")
		require.False(t, current(plain, "bbbb", "aaaa"), plain)
		if holds != "" {
			only, both := text("", holds), text(holds, holds)
			require.True(t, current(only, "bbbb", "aaaa"), only)
			require.False(t, current(both, "bbbb", "aaaa"), both)
		}
	})
	for _, none := range []string{"VOID where bay aaaa\nbay bbbb", "OUT: bay aaaa\nbay bbbb", "[see void] bay aaaa\nbay bbbb", "the [void] bay aaaa\nbay bbbb"} {
		require.False(t, current(none, "bbbb", "aaaa"), none)
	}
}

// What a tag takes back is no value, but for one that is the tag itself.
func TestTaggedOld(t *testing.T) {
	for text, want := range map[string]bool{"[void] AAAA": true, "DROPPED  AAAA": true, "❌ AAAA": false, "[now] AAAA": false, "the [void] AAAA": false} {
		require.Equal(t, want, match.TaggedOld(words.Read(text), at(text, "AAAA")), text)
	}
	require.False(t, match.TaggedOld(words.Read("DROPPED  the outing"), words.Span{Start: 0, End: 7}))
}

// An old value is a remark on the new one in square brackets or a comment behind it, not the other way round.
func TestAsides(t *testing.T) {
	for text, want := range map[string]bool{
		"sum ..... bbbb   [aaaa at the start of it]": true,
		"rooms: bbbb   # aaaa till the frost":        true,
		"sum ..... bbbb [net] aaaa":                  false,
		"sum ..... aaaa   [bbbb is too much]":        false,
		"rooms: aaaa   # bbbb if they must":          false,
	} {
		require.Equal(t, want, current(text, "bbbb", "aaaa"), text)
	}
}

// A digest by days of the week is a log of a conversation on such days; by others it is a plan.
func TestADigestByWeekdays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		form := rapid.SampledFrom([]string{"MON: |TUE: |WED: |THU: |FRI: |SAT: |SUN: ", "**Mon** – |**Tue** – |**Wed** – |**Thu** – |**Fri** – |**Sat** – |**Sun** – ", "Monday\n|Tuesday\n|Wednesday\n|Thursday\n|Friday\n|Saturday\n|Sunday\n"}).Draw(t, "form")
		names := strings.Split(form, "|")
		first, n := rapid.IntRange(0, 6).Draw(t, "first"), rapid.IntRange(3, 7).Draw(t, "entries")
		old := rapid.IntRange(0, n-2).Draw(t, "old")
		then := rapid.IntRange(old+1, n-1).Draw(t, "new")
		said := match.Days{}
		var b strings.Builder
		for i := range n {
			said.Add(time.Date(2027, 3, 1+first+i, 0, 0, 0, 0, time.UTC)) // a Monday
			b.WriteString(names[(first+i)%7] + map[int]string{old: "bay aaaa", then: "bay bbbb"}[i] + " and more\n\n")
		}
		text := words.Read(b.String())
		stale := func(days match.Days, now, old string) bool {
			return match.FirstUnmarked(text, days, []words.Span{at(b.String(), now)}, []words.Span{at(b.String(), old)}, nil) != nil
		}
		require.False(t, stale(said, "bbbb", "aaaa"), b.String())
		require.True(t, stale(said, "aaaa", "bbbb"), b.String())
		other := match.Days{}
		other.Add(time.Date(2027, 3, 1+first+n, 0, 0, 0, 0, time.UTC))
		if n < 7 {
			text = words.Read(b.String()) // a log is read once
			require.True(t, stale(other, "bbbb", "aaaa"), "a plan: %s", b.String())
		}
	})
}

// Calls were made one after the other.
func TestCallsAreALog(t *testing.T) {
	text := "remember(key=\"bay\", value=\"aaaa\")\nremember(key=\"van\", value=\"red (old)\")\nforget(key=\"bay\")\nremember(key=\"bay\", value=\"bbbb\")\n"
	require.True(t, current(text, "bbbb", "aaaa"))
	require.False(t, current(text, "aaaa", "bbbb"))
	require.False(t, current(text+"And more.\n", "bbbb", "aaaa"))
}

// Of values with days of the conversation as keys, or over their columns, the newest holds.
func TestDaysAsKeys(t *testing.T) {
	days := match.Days{209: true, 218: true}
	for text, want := range map[string]bool{
		"bend: {9_feb: aaaa, 18_feb: bbbb}":                                 true,
		"bend: {18_feb: bbbb, 9_feb: aaaa}":                                 true,
		"bend: {9_feb: bbbb, 18_feb: aaaa}":                                 false,
		"bend: {6_may: aaaa, 8_may: bbbb}":                                  false, // a plan
		"bend: {9_feb intake: aaaa, 18_feb: bbbb}":                          true,
		"bend: {intake: aaaa, 18_feb: bbbb}":                                true,
		"| | 9 Feb | 18 Feb |\n|---|---|---|\n| bend | aaaa | bbbb |":       true,
		"| | 9 Feb | 18 Feb |\n|---|---|---|\n| bend | bbbb | aaaa |":       false,
		"| | 6 May | 8 May |\n|---|---|---|\n| bend | aaaa | bbbb |":        false,
		"| | now | 9 Feb | 18 Feb |\n|---|---|---|\n| bend | bbbb | aaaa |": true,
	} {
		got := match.FirstUnmarked(words.Read(text), days, []words.Span{at(text, "bbbb")}, []words.Span{at(text, "aaaa")}, nil) == nil
		require.Equal(t, want, got, text)
	}
}
