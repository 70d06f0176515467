package words

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// columns are the headers of the words of a text, by word.
func columns(src string) map[string]string {
	t, out := Read(src), map[string]string{}
	for i := range t.Tokens() {
		if w := t.Word(i); w != "" && t.IsRow(t.Block(i)) {
			out[w] = t.Header(i)
		}
	}
	return out
}

// A table may have bars at its ends or not.
func TestBarsAtTheEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wide, long := rapid.IntRange(2, 5).Draw(t, "columns"), rapid.IntRange(1, 5).Draw(t, "rows")
		n := 0
		row := func() []string {
			var cells []string
			for range wide {
				n++
				cells = append(cells, "w"+strings.Repeat("x", n)+"y")
			}
			return cells
		}
		rows := [][]string{row(), slices.Repeat([]string{"---"}, wide)}
		for range long {
			rows = append(rows, row())
		}
		var barred, bare []string
		for _, r := range rows {
			barred = append(barred, "| "+strings.Join(r, " | ")+" |")
			bare = append(bare, strings.Join(r, " | "))
		}
		want := columns(strings.Join(barred, "\n"))
		require.Len(t, want, wide*(long+1))
		require.Equal(t, want, columns("Before.\n\n"+strings.Join(bare, "\n")+"\n\nBehind it.\n"))
	})
}

// Rows of as many cells are a table without a separator, too, and a first row without a number is its header where the next has one.
func TestTablesWithoutSeparator(t *testing.T) {
	require.Equal(t, "sleeps", columns("dept | heads | sleeps\nEng | 24 | third\nHR | 6 | first")["third"])
	require.Equal(t, map[string]string{"eng": "", "24": "", "third": "", "hr": "", "6": "", "first": ""}, columns("Eng | 24 | third\nHR | 6 | first"))
	for _, none := range []string{"A 360 | B 1,255 | X 200", "this | that\nand another line", "mon | tue\nwed | thu\nthe end"} {
		require.Empty(t, columns(none), none)
	}
}
