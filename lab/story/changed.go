package story

import (
	"fmt"
	"strings"

	"contextarena.internal/reports"
	"contextarena.internal/words/diff"
)

// Words and lines around a change that are shown though they stayed.
const (
	aroundWords = 6
	aroundLines = 1
)

// row is a line of a text that changed.
type row struct {
	text    string
	changed bool
}

// changed are the lines of a memory, [-gone-] and {+new+} words marked as such. Lines and words that
// stayed are left out but for a few around a change. Lines are wrapped to so many columns.
func changed(before, after string, columns int) []string {
	rows := marked(diff.Words(before, after))
	shown := make([]bool, len(rows))
	for i, r := range rows {
		for j := max(0, i-aroundLines); r.changed && j <= min(len(rows)-1, i+aroundLines); j++ {
			shown[j] = true
		}
	}
	var out []string
	for i := 0; i < len(rows); i++ {
		if shown[i] {
			if rows[i].text != "" {
				out = append(out, strings.Split(strings.TrimSuffix(wrapped(rows[i].text, columns, "  "), "\n"), "\n")...)
			}
			continue
		}
		from := i
		for i+1 < len(rows) && !shown[i+1] {
			i++
		}
		out = append(out, fmt.Sprintf("  … %s as before", reports.Plural(i-from+1, "line")))
	}
	return out
}

// marked are the lines of spans. A mark is closed at the end of a line and opened again on the next.
func marked(spans []diff.Span) []row {
	marks := map[diff.Op][2]string{diff.Gone: {"[-", "-]"}, diff.New: {"{+", "+}"}}
	rows := []row{{}}
	for n, s := range spans {
		pieces := strings.Split(s.Text, "\n")
		for i, line := range pieces {
			if i > 0 {
				rows = append(rows, row{})
			}
			last := &rows[len(rows)-1]
			bare := strings.TrimSpace(line)
			if bare == "" {
				continue
			}
			if s.Op == diff.Same {
				bare = shortened(bare, last.changed, i == len(pieces)-1 && n+1 < len(spans))
			} else {
				last.changed = true
			}
			if last.text != "" {
				last.text += " "
			}
			last.text += marks[s.Op][0] + bare + marks[s.Op][1]
		}
	}
	return rows
}

// shortened leaves out the middle of a long run of words that stayed, or the end that no change stands
// beside.
func shortened(s string, before, after bool) string {
	all := strings.Fields(s)
	if len(all) <= 3*aroundWords || !before && !after {
		return s
	}
	head, tail := "", ""
	if before {
		head = strings.Join(all[:aroundWords], " ") + " "
	}
	if after {
		tail = " " + strings.Join(all[len(all)-aroundWords:], " ")
	}
	return head + "…" + tail
}
