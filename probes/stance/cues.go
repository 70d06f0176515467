// Package stance says how a value stands in a text: given, denied, past, open, unknown, or beside what is given. It knows English by one
// file of cues, for replies and for notes alike.
package stance

import (
	_ "embed"
	"strings"

	"contextarena.internal/words"
)

// Stance is how a value stands.
type Stance string

// The stances.
const (
	Given   Stance = ""
	Denied  Stance = "denied"
	Past    Stance = "past"
	Unknown Stance = "unknown"
	Open    Stance = "open"
	Aside   Stance = "aside"
	Another Stance = "of another"
)

//go:embed cues.txt
var file string

// A cue before a value ends where the value begins, but for a few words and marks.
const (
	gap   = `(?: [\w'’$€£"*~&/-]+){0,3}?`
	marks = `[\s$€£"'“*_(~#-]*$`
)

// cues by their heads in the file, "before denied".
var cues = func() map[string]*words.Expression {
	out := map[string]*words.Expression{}
	for line := range strings.Lines(file) {
		head, alternatives, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || line[0] == '#' {
			continue
		}
		expr := `(?:` + alternatives + `)`
		switch side, _, _ := strings.Cut(head, " "); side {
		case "before":
			expr += gap + marks
		case "behind":
			expr = `^["'”*_)\s]*(?:\pL+\b ?)??` + expr
		}
		out[head] = words.MustExpression(expr)
	}
	return out
}()

// has reports whether a cue stands in a text.
func has(head, text string) bool { return cues[head].MatchString(text) }
