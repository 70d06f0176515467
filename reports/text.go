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
		if steers(r) && !strings.ContainsRune(keep, r) {
			return -1
		}
		return r
	}, s)
}

// steers reports whether a character says how others are shown.
func steers(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

// plain is a text as one line.
func plain(s string) string { return printable(s, "") }

// lines is a text with its line breaks and tabs.
func lines(s string) string { return printable(s, "\n\t") }

// markup is what Markdown or HTML would read as such. A web address by itself is a link, too.
var markup = strings.NewReplacer("://", `\://`, "www.", `www\.`, "<", "&lt;", ">", "&gt;", "[", `\[`, "]", `\]`, "*", `\*`, "_", `\_`, "`", "\\`")

// escaped keeps a line from being read as Markdown or HTML.
func escaped(s string) string { return markup.Replace(plain(s)) }

// inCell keeps the text of a cell from opening a tag or a link in Markdown. Names are as they are
// written elsewhere: full_context, not full\_context.
var inCell = strings.NewReplacer("://", `\://`, "www.", `www\.`, "<", "&lt;", "](", `]\(`)
