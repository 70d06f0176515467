package reports

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestViews(t *testing.T) {
	t.Parallel()
	d := Document{Finding: "Found.", Title: "T", Sections: append(
		View("first", Section{Notes: []string{"one"}}, Section{Notes: []string{"two"}}),
		View("second", Section{Notes: []string{"three"}})...)}
	text := func(d Document) string {
		var b strings.Builder
		require.NoError(t, d.Write(&b, "table", ""))
		return strings.Join(strings.Fields(b.String()), " ")
	}
	require.Equal(t, "Found. T one two three", text(d))
	require.Equal(t, text(d), text(d.Only(AllViews)))
	require.Equal(t, "Found. T three", text(d.Only("second")))
	require.Equal(t, "Found. T three one two", text(d.Only("second", "first")), "in the order they were asked for")
	require.Equal(t, "Found. There is nothing of the view third here.", text(d.Only("third")))
	require.Equal(t, "Found. T one two three", text(d), "the document stays whole")

	require.NoError(t, KnownViews([]string{"first", AllViews}, []string{"first", "second"}))
	require.EqualError(t, KnownViews([]string{"secnd"}, []string{"first", "second"}), `there is no view "secnd" (did you mean second? want one of first, second, all)`)
}
