package corrections

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFormats(t *testing.T) {
	require.Len(t, Formats, 7)
	require.Empty(t, Present("another", []Correction{{What: "a", Values: []string{"1", "2"}}}))
	require.Empty(t, Present("structured_diff", nil))
}

func TestBook(t *testing.T) {
	count := func(s string) int { return len(strings.Fields(s)) }
	var b Book
	take := func(cycle int, what, was, value string) int {
		require.Zero(t, b.Take([]Change{{What: what, Value: value, Was: was}}, value, cycle))
		return b.Fit("temporal_supersession", 99, count)
	}
	require.Zero(t, take(1, "the budget", "$10M", "$12M"))
	require.Zero(t, take(2, "Budget", "", "$14M"), "what it was is known")
	require.Zero(t, take(3, "launch budget", "$14M", "$15M"), "a value that is replaced names the thing")
	require.Zero(t, take(3, "budget", "$10M", "$12M"))
	require.Equal(t, "the budget: $10M -> $12M -> $14M -> $15M -> $12M", b.Lines(), "a return to an old value counts")
	require.Zero(t, take(4, "budget", "$12M", "$16M"))
	require.Equal(t, "the budget: $10M -> $14M -> $15M -> $12M -> $16M", b.Lines(), "the middle of a long chain goes")
	for i := range 8 {
		require.Zero(t, take(5+i, fmt.Sprintf("room %c", 'a'+rune(i)), fmt.Sprint(i), fmt.Sprint(i+100)))
	}
	require.Positive(t, take(13, "room z", "8", "108"))
	require.NotContains(t, b.Lines(), "budget", "it was named longest ago")
	require.LessOrEqual(t, count(Present("temporal_supersession", b.List())), 99)
}
