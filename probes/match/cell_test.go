package match

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

func TestCells(t *testing.T) {
	m := MustCompile(arena.Pattern{Identifier: "E2"})
	for text, found := range map[string]string{
		"Row E, column two.":                     "Row E, column two",
		"it's in row E column 2 now":             "row E column 2",
		"row E, position no. 2":                  "row E, position no. 2",
		"in the second column of row E":          "second column of row E",
		"column 2, row E":                        "column 2, row E",
		"the 2nd seat in row E":                  "2nd seat in row E",
		"row E - col. 2":                         "row E - col. 2",
		"E2":                                     "E2",
		"row E, column three":                    "",
		"row D, column two":                      "",
		"row E and the second shelf":             "",
		"row E; two columns":                     "",
		"row E. Column two is empty":             "",
		"the second column, and then row E":      "",
		"row E2, column two":                     "E2",
		"row E, columns two and three":           "",
		"the twenty-second column of row E":      "",
		"row E, column twenty-two":               "",
		"tomorrow E, column two":                 "",
		"| row | column |\n|---|---|\n| E | 2 |": "",
	} {
		read := words.Read(text)
		at := m.Find(read)
		if found == "" {
			require.Empty(t, at, text)
			continue
		}
		require.Len(t, at, 1, text)
		require.Equal(t, found, read.Slice(at[0]), text)
	}
}

// Any place is found by its row and its column in either order, and no other place.
func TestAnyCell(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row, other := rapid.StringMatching(`[A-Z]`).Draw(t, "row"), rapid.StringMatching(`[A-Z]`).Draw(t, "other")
		n, k := rapid.IntRange(1, 59).Draw(t, "column"), rapid.IntRange(1, 59).Draw(t, "another")
		label := rapid.SampledFrom([]string{"column", "seat", "position"}).Draw(t, "label")
		form := rapid.SampledFrom([]string{"row %[1]s, %[2]s %[3]d", "row %[1]s %[2]s number %[3]d", "%[2]s %[3]d of row %[1]s", "the %[3]dth %[2]s in row %[1]s"}).Draw(t, "form")
		m := MustCompile(arena.Pattern{Identifier: fmt.Sprintf("%s%d", row, n)})
		text := fmt.Sprintf("It is in "+form+", as ever.", other, label, k)
		require.Equal(t, row == other && n == k, len(m.Find(words.Read(text))) > 0, text)
	})
}
