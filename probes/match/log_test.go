package match_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// at is where a value stands in a text, once.
func at(text, value string) words.Span {
	i := strings.Index(text, value)
	return words.Span{Start: i, End: i + len(value)}
}

// march is a conversation of some days.
var march = func() match.Days {
	out := match.Days{}
	for day := 1; day <= 6; day++ {
		out.Add(time.Date(2027, time.March, day, 9, 0, 0, 0, time.UTC))
	}
	return out
}()

// How entries of a log are stamped, by the number of the entry.
var stampings = map[string]func(n int) string{
	"turns":     func(n int) string { return fmt.Sprintf("[t%d] ", n) },
	"numbers":   func(n int) string { return fmt.Sprintf("[%d] ", n) },
	"words":     func(n int) string { return fmt.Sprintf("Turn %d: ", n) },
	"clock":     func(n int) string { return fmt.Sprintf("%02d:%02d ", (21+n)%24, 7) },
	"days":      func(n int) string { return fmt.Sprintf("2027-03-%02d ", n+1) },
	"waves":     func(n int) string { return fmt.Sprintf("WAVE %d (x): ", n) },
	"versions":  func(n int) string { return fmt.Sprintf("v%d: ", n+1) },
	"said days": func(n int) string { return fmt.Sprintf("[%02d Mar] ", n+1) },
}

// A later entry of a log replaces what an earlier one says, and no other way round; lines without stamps are no log.
func TestLaterEntriesSupersede(t *testing.T) {
	for name, stamp := range stampings {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				first := rapid.IntRange(0, 1).Draw(t, "first")
				second := rapid.IntRange(first+1, 3).Draw(t, "second")
				var text, bare strings.Builder
				for n := range 4 {
					said := "nothing new"
					switch n {
					case first:
						said = "the bay is aaaa"
					case second:
						said = "the bay is bbbb"
					}
					fmt.Fprintf(&text, "%s%s\n", stamp(n), said)
					fmt.Fprintf(&bare, "%s\n", said)
				}
				supersedes := func(text, now, old string) bool {
					return match.Supersedes(words.Read(text), march, []words.Span{at(text, now)}, at(text, old))
				}
				require.True(t, supersedes(text.String(), "bbbb", "aaaa"), text.String())
				require.False(t, supersedes(text.String(), "aaaa", "bbbb"), text.String())
				require.False(t, supersedes(bare.String(), "bbbb", "aaaa"))
			})
		})
	}
}
