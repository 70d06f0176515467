package probes_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// shifted is a conversation in which a count and a day change.
func shifted(before, now int, from, to time.Time) *arena.Scenario {
	about := func(label string) *arena.Pattern { return &arena.Pattern{Text: label} }
	number := func(n int) arena.Pattern { return arena.Pattern{Number: &arena.NumberPattern{Value: fmt.Sprint(n)}} }
	day := func(d time.Time) arena.Pattern {
		return arena.Pattern{Date: &arena.DatePattern{Year: d.Year(), Month: d.Month(), Day: d.Day()}}
	}
	return &arena.Scenario{
		ID:    "moved",
		Turns: []arena.Exchange{{User: "x", Assistant: "Fine."}, {User: "y", Assistant: "Fine."}},
		Facts: []arena.Fact{
			{ID: "loads-old", Turn: 1, About: about("loads"), Value: number(before), Within: 3},
			{ID: "dinner-old", Turn: 1, About: about("dinner"), Value: day(from), Within: 3},
			{ID: "loads", Turn: 2, About: about("loads"), Value: number(now), Within: 3, Supersedes: "loads-old"},
			{ID: "dinner", Turn: 2, About: about("dinner"), Value: day(to), Within: 3, Supersedes: "dinner-old"},
		},
		Probes: []arena.Probe{
			{ID: "loads", Fact: "loads", Kind: arena.Current, Type: arena.Quantity, Extended: true},
			{ID: "dinner", Fact: "dinner", Kind: arena.Current, Type: arena.Date, Extended: true},
		},
	}
}

// A value is in notes that say what it was and, behind that, by how much it changed; not in those that say another change, one of
// something else, or one in the other direction.
func TestChangeOfAValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, by := rapid.IntRange(20, 90).Draw(t, "before"), rapid.IntRange(2, 9).Draw(t, "by")
		days := rapid.IntRange(1, 9).Draw(t, "days")
		from := time.Date(2027, time.March, rapid.IntRange(1, 20).Draw(t, "from"), 0, 0, 0, 0, time.UTC)
		more := rapid.Bool().Draw(t, "more")
		now, to, word, when, other := before+by, from.AddDate(0, 0, days), "more", "later", "fewer"
		if !more {
			now, to, word, when, other = before-by, from.AddDate(0, 0, -days), "fewer", "earlier", "more"
		}
		s := shifted(before, now, from, to)
		start := fmt.Sprintf("- %d loads\n- dinner %s\n", before, from.Format("January 2"))
		got := func(form string, a ...any) map[string]probes.Result { return said(t, s, start+fmt.Sprintf(form, a...)) }
		require.Equal(t, probes.Kept, got("- %d %s loads", by, word)["loads"])
		require.Equal(t, probes.Kept, got("- dinner %d days %s", days, when)["dinner"])
		for _, form := range []string{"- %d %s sheep", "- %d %s loads?"} {
			require.Equal(t, probes.Stale, got(form, by+1, word)["loads"], form)
		}
		require.Equal(t, probes.Stale, got("- %d %s sheep", by, word)["loads"])
		require.Equal(t, probes.Stale, got("- %d %s loads", by, other)["loads"])
		require.Equal(t, probes.Stale, got("- dinner %d days %s", days+1, when)["dinner"])
		require.Equal(t, probes.Stale, got("- opera %d days %s", days, when)["dinner"])
		require.Equal(t, probes.Lost, said(t, s, fmt.Sprintf("- %d %s loads", by, word))["loads"])
	})
}

func TestChangeInAWord(t *testing.T) {
	from := time.Date(2027, time.March, 28, 0, 0, 0, 0, time.UTC)
	week := shifted(3, 5, from, from.AddDate(0, 0, 7))
	require.Equal(t, probes.Kept, said(t, week, "dinner 28 March. The dinner is a week later.")["dinner"])
	require.Equal(t, probes.Kept, said(t, week, "dinner 28 March; later put off by a week, the dinner")["dinner"])
	require.Equal(t, probes.Stale, said(t, week, "A week later we talked. dinner 28 March")["dinner"])
	require.Equal(t, probes.Kept, said(t, week, "Three loads. Then another two loads came.")["loads"])
}
