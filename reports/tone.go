package reports

import "strings"

// Tone says how a terminal with colours shows a text. Nothing rests on it alone: what a tone says is also
// said in words.
type Tone int

// The tones.
const (
	Plain  Tone = iota
	Strong      // what was found
	Good        // what may be chosen
	Bad         // what failed
	Faint       // what explains
)

// paints are the escape sequences of the tones.
var paints = map[Tone]string{Strong: "\x1b[1m", Good: "\x1b[32m", Bad: "\x1b[31m", Faint: "\x1b[2m"}

const unpaint = "\x1b[0m"

// paint puts a line into its tone. An empty line has none.
func (t Tone) paint(line string) string {
	if t == Plain || line == "" {
		return line
	}
	return paints[t] + line + unpaint
}

// uncoloured is a painted text without its paint, and its tone.
func uncoloured(s string) (string, Tone) {
	for tone, code := range paints {
		if rest, ok := strings.CutPrefix(s, code); ok {
			return strings.TrimSuffix(rest, unpaint), tone
		}
	}
	return s, Plain
}

// Toned is a value of a row in a tone.
func Toned(tone Tone, v any) Cell {
	c := Say("%v", v)
	c.tone = tone
	return c
}
