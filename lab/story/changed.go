package story

import (
	"fmt"
	"strings"

	"contextarena.internal/lab/story/diff"
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
	rows := marked(diff.Words(before, after))
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

// marked are the lines of spans. A mark is closed at the end of a line and opened again on the next.
func marked(spans []diff.Span) []row {
	marks := map[diff.Op][2]string{diff.Gone: {"[-", "-]"}, diff.New: {"{+", "+}"}}
	rows := []row{{}}
	for _, s := range spans {
		for i, line := range strings.Split(s.Text, "\n") {
			if i > 0 {
				rows = append(rows, row{})
			}
			last := &rows[len(rows)-1]
			bare := strings.TrimSpace(line)
			if bare == "" {
				continue
			}
			last.changed = last.changed || s.Op != diff.Same
			if last.text != "" {
				last.text += " "
			}
			last.text += marks[s.Op][0] + bare + marks[s.Op][1]
		}
	}
	return rows
}
