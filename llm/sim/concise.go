package sim

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
)

// asides are words that lead in what a note can do without, where no value follows: "the case weighs
// 31 kilos, which is over what they'll take". Words of bare asides do so without a comma as well.
var (
	asides = set("which", "who", "because", "so", "since", "though", "although", "while", "where", "when", "and", "but", "if", "unless", "like", "as", "it", "he", "she", "they", "i", "we", "you", "that's", "it's", "there's")
	bare   = set("because", "which", "although", "though", "since")
	// openings begin a sentence in talk and say nothing in a note.
	openings = set("and", "but", "so", "oh", "well", "also", "anyway", "ok", "okay", "right", "look", "then", "plus", "yes", "och", "hey", "hi", "hello")
)

// fewestWords is how many words a note keeps at least.
const fewestWords = 4

// concise is a note without its opening words and without the asides behind its last value.
func concise(line string, f *belief.Fact) string {
	for {
		word, rest, ok := strings.Cut(line, " ")
		if !ok || !openings[strings.ToLower(strings.TrimRight(word, ",!"))] {
			break
		}
		line = strings.TrimLeft(rest, " ")
	}
	if f.Group == "" {
		line = line[:asideIn(line, f)]
	}
	line = strings.TrimRight(line, " ,;:")
	if c, size := utf8.DecodeRuneInString(line); unicode.IsLower(c) {
		line = string(unicode.ToUpper(c)) + line[size:]
	}
	return line
}

// asideIn is where the aside behind a line's last value begins, its length if there is none.
func asideIn(line string, f *belief.Fact) int {
	from := 0
	for _, values := range [][]read.Value{f.Now, f.Was, f.Clause.Values} {
		for _, v := range values {
			if i := strings.LastIndex(line, v.Text); i >= 0 {
				from = max(from, i+len(v.Text))
			}
		}
	}
	words := 0
	for at := 0; at < len(line); {
		next := at + strings.IndexByte(line[at:], ' ') + 1
		if next == at {
			break
		}
		words++
		end := next + len(line[next:])
		if i := strings.IndexByte(line[next:], ' '); i >= 0 {
			end = next + i
		}
		word := strings.ToLower(strings.TrimRight(line[next:end], ","))
		comma := next > 1 && strings.IndexByte(",;", line[next-2]) >= 0
		if next > from && words >= fewestWords && (comma && asides[word] || bare[word]) {
			return next
		}
		at = next
	}
	return len(line)
}
