package story

import (
	"fmt"
	"regexp"
	"strings"

	"contextarena.internal/reports"
)

// around is how many lines on either side of a change are shown though they stayed.
const around = 1

// row is a line of a text that changed.
type row struct {
	text    string
	changed bool
}

// changed are the lines of a memory, [-gone-] and {+new+} words marked as such. Lines that stayed are left
// out but for those around a change.
func changed(before, after string) string {
	rows := marked(before, after)
	shown := make([]bool, len(rows))
	for i, r := range rows {
		for j := max(0, i-around); r.changed && j <= min(len(rows)-1, i+around); j++ {
			shown[j] = true
		}
	}
	var b strings.Builder
	for i := 0; i < len(rows); i++ {
		if shown[i] {
			if rows[i].text != "" {
				fmt.Fprintf(&b, "  %s\n", rows[i].text)
			}
			continue
		}
		from := i
		for i+1 < len(rows) && !shown[i+1] {
			i++
		}
		fmt.Fprintf(&b, "  … %s as before\n", reports.Plural(i-from+1, "line"))
	}
	return b.String()
}

// parts are the words and line breaks of a text.
var parts = regexp.MustCompile(`\n|\S+`)

// marked are the lines of two texts: those that both have, and between them words, of which those that went stand before those
// that came. A mark is closed at the end of a line and opened again on the next.
func marked(before, after string) []row {
	rows := []row{{}}
	write := func(words []string, open, end string) {
		for i, line := range strings.Split(strings.Join(words, " "), "\n") {
			if i > 0 {
				rows = append(rows, row{})
			}
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			last := &rows[len(rows)-1]
			last.changed = last.changed || open != ""
			last.text = strings.TrimSpace(last.text + " " + open + line + end)
		}
	}
	compare(strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n"), func(gone, came, same []string) {
		compare(parts.FindAllString(strings.Join(gone, ""), -1), parts.FindAllString(strings.Join(came, ""), -1), func(gone, came, same []string) {
			write(gone, "[-", "-]")
			write(came, "{+", "+}")
			write(same, "", "")
		})
		write(same, "", "")
	})
	return rows
}

// most are the cells of the largest table that is filled in; of larger texts (two of 4,000 words) nothing is taken to have stayed.
const most = 16 << 20

// compare calls found with what went and what came before each part that is in both texts, and last with what is behind it: the
// parts that stay are a longest common subsequence.
func compare(a, b []string, found func(gone, came, same []string)) {
	if (len(a)+1)*(len(b)+1) > most {
		found(a, b, nil)
		return
	}
	longest := make([][]int32, len(a)+1) // of a[i:] and b[j:]
	for i := range longest {
		longest[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if longest[i][j] = max(longest[i+1][j], longest[i][j+1]); a[i] == b[j] {
				longest[i][j] = longest[i+1][j+1] + 1
			}
		}
	}
	fromA, fromB := 0, 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			found(a[fromA:i], b[fromB:j], b[j:j+1])
			i, j = i+1, j+1
			fromA, fromB = i, j
		case longest[i+1][j] >= longest[i][j+1]:
			i++
		default:
			j++
		}
	}
	found(a[fromA:], b[fromB:], nil)
}
