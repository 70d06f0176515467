package layers

import (
	"regexp"
	"strings"
)

// valueLine is one line of an extraction.
type valueLine struct {
	name, value, was string
	formula          string   // empty for none
	from             []string // where there is no formula
	repeated         bool     // the messages don't state it: what it depends on counts, its value doesn't
}

var (
	valueShape = regexp.MustCompile(`^([^=<←]+?)\s*=\s*(.+?)(?:\s*(?:<-+|←|<=)\s*(.+))?$`)
	arrowShape = regexp.MustCompile(`^([^()=]+?)\s*\(([^()]+)\)\s*(?:-+>|→)\s*([^()=]+?)\s*\(\s*([^()=]+?)\s*(?:=\s*([^()]*(?:\([^()]*\)[^()]*)*))?\)$`)
	wasShape   = regexp.MustCompile(`(?i)\s*\((?:was|previously|formerly|old)\s*:?\s*([^()]+)\)`)
	dependsOn  = regexp.MustCompile(`(?i)^depends on:?\s+`)
)

// readValueLines reads "name = value (was old) <- formula" and "name (value) -> name (value = formula)".
// Unread counts lines of neither form.
func readValueLines(lines []string) (out []valueLine, unread int) {
	for _, line := range lines {
		if m := arrowShape.FindStringSubmatch(line); m != nil {
			out = append(out, valueLine{name: m[1], value: m[2]}, valueLine{name: m[3], value: m[4], from: []string{m[1]}})
			if !out[len(out)-2].sound() || !out[len(out)-1].sound() {
				out, unread = out[:len(out)-2], unread+1
			}
			continue
		}
		var v valueLine
		if at := wasShape.FindStringSubmatchIndex(line); at != nil {
			v.was = strings.TrimSpace(line[at[2]:at[3]])
			line = line[:at[0]] + line[at[1]:]
		}
		m := valueShape.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			unread++
			continue
		}
		v.name, v.value = m[1], strings.Trim(m[2], ` "`)
		if on := dependsOn.ReplaceAllString(m[3], ""); on != m[3] {
			for name := range strings.SplitSeq(on, ",") {
				v.from = append(v.from, strings.TrimSpace(name))
			}
		} else {
			v.formula = m[3]
		}
		if !v.sound() {
			unread++
			continue
		}
		out = append(out, v)
	}
	return out, unread
}

// sound reports whether a line names a value of sensible length.
func (v valueLine) sound() bool {
	return short(v.name, 60) && short(v.value, 80) && len(v.was) <= 80 && canonical(v.name) != "" && len(v.from) <= 20
}
