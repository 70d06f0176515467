package reports

import (
	"strings"
	"unicode"
)

// printable drops what isn't to reach a reader: control characters, which steer terminals, and those
// that turn the direction of writing, which show a name as another. Texts come from plans and models,
// which anyone may have written.
func printable(s string, keep string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(keep, r):
			return r
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == '\u2028', r == '\u2029':
			return -1
		}
		return r
	}, s)
}

// plain is a text as one line.
func plain(s string) string { return printable(s, "") }

// lines is a text with its line breaks and tabs.
func lines(s string) string { return printable(s, "\n\t") }

// markup is what Markdown or HTML would read as such.
var markup = strings.NewReplacer("<", "&lt;", ">", "&gt;", "[", `\[`, "]", `\]`, "*", `\*`, "_", `\_`, "`", "\\`")

// escaped keeps a line from being read as Markdown or HTML.
func escaped(s string) string { return markup.Replace(plain(s)) }

// inCell keeps the text of a cell from opening a tag or a link in Markdown. Names are as they are
// written elsewhere: full_context, not full\_context.
var inCell = strings.NewReplacer("<", "&lt;", "](", `]\(`)
