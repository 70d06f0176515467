package sim

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// form is what a reply should look like.
type form uint8

const (
	free     form = iota // no form is asked for
	bullets              // one fact a line
	numbered             // a numbered list
	prose                // running text
	headed               // notes under given headings
)

// limits bound a reply, as its instructions say. 0 is no limit.
type limits struct {
	lines, sentences, words int
	bare                    bool // only the value: "answer with one word", "just the number"
}

// instructions are what the model is told to do with what it is given.
type instructions struct {
	text     string
	form     form
	headings []heading
	limits   limits
	writes   bool // notes or facts are to be written
	sums     bool // a summary is wanted
	revises  bool // something already written is to be written anew
	exact    bool // exactness is ordered: "verbatim", "copy each exactly"
	asks     bool // there is a question in it
}

// Verbs and nouns by which the form is told. A verb of writing and a noun of notes in one sentence
// ask for notes.
var (
	writingVerbs  = set("write", "keep", "update", "take", "make", "extract", "record", "rewrite", "maintain", "produce", "create", "return", "output", "merge", "note", "collect", "compile", "capture", "list", "gather", "preserve", "store", "save", "identify", "pull")
	notesNouns    = set("notes", "note", "facts", "fact", "knowledge", "memory", "details", "information", "points", "items", "entries")
	summaryWords  = set("summary", "summarize", "summarise", "summarizing", "summarising", "summarizes", "summarises", "summaries", "recap", "synopsis", "condense", "compress", "overview", "digest")
	proseWords    = set("prose", "paragraph", "paragraphs", "narrative")
	revisingWords = set("again", "anew", "revise", "rewrite", "improve", "refine", "polish", "tidy", "consolidate", "deduplicate", "draft", "condense", "shorten", "clean")
	exactWords    = set("verbatim", "exactly", "exact", "precisely", "precise", "literally", "every")
	limiting      = set("most", "under", "than", "maximum", "max", "to", "in", "within", "top", "only", "exactly", "into", "with", "of", "as")
	counts        = map[string]int{"one": 1, "a": 1, "single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "fifty": 50, "hundred": 100}
)

// instruct reads instructions.
func instruct(text string) instructions {
	in := instructions{text: text, asks: strings.Contains(text, "?")}
	in.headings = headings(text)
	var numberedList, bulletList, running, verb, noun, listed bool
	var before [3]string // the words before, newest first
	number := 0          // the last number, while it may still count something
	most := 0            // the last one that is said to be the most: "bullet points, at most 6"
	for w := range wordsOf(text) {
		verb = verb || writingVerbs[w]
		noun = noun || notesNouns[w]
		in.sums = in.sums || summaryWords[w]
		running = running || proseWords[w]
		in.revises = in.revises || revisingWords[w]
		in.exact = in.exact || exactWords[w] || w == "drop" && (before[0] == "not" || before[0] == "don't" || before[0] == "never")
		switch w {
		case "numbered":
			numberedList = true
		case "bullet", "bullets", "bulleted":
			bulletList = true
		case "list":
			listed = true
		case "word", "words":
			in.limits.bare = in.limits.bare || number == 1
			limit(&in.limits.words, number)
		case "sentence", "sentences":
			limit(&in.limits.sentences, number)
		case "line", "lines":
			if before[0] != "a" && before[1] != "fact" {
				limit(&in.limits.lines, number)
			}
		case "points", "items", "facts", "entries":
			limit(&in.limits.lines, number)
		case "only":
			in.limits.bare = in.limits.bare || single[before[0]]
		}
		if single[w] && (only[before[0]] || before[0] == "the" && only[before[1]]) {
			in.limits.bare = true
		}
		if w == "bullet" || w == "bullets" {
			limit(&in.limits.lines, number)
		}
		n, ok := counts[w]
		if !ok {
			n, _ = strconv.Atoi(w)
		}
		switch {
		case n > 0 && n < 10000 && (limiting[before[0]] || before[0] == "more" || before[0] == "fewer" || before[0] == "less"):
			number = n
			if before[0] == "most" || before[0] == "than" || before[0] == "maximum" || before[0] == "max" {
				most = n
			}
		case n == 0 && !countable[w]:
			number = 0
		}
		before[2], before[1], before[0] = before[1], before[0], w
	}
	in.writes = verb && noun && inOneSentence(text)
	if in.limits == (limits{}) && (numberedList || bulletList || listed) {
		limit(&in.limits.lines, most)
	}
	switch {
	case len(in.headings) > 1:
		in.form = headed
	case numberedList:
		in.form = numbered
	case running:
		in.form = prose
	case bulletList || listed && in.writes:
		in.form = bullets
	}
	return in
}

// only says that an answer is to hold nothing but something single; countable may stand between a
// number and what it counts.
var (
	only      = set("only", "just", "single")
	single    = set("number", "name", "value", "date", "amount", "code", "answer", "word")
	countable = set("short", "brief", "bullet", "numbered", "concise", "or", "full", "complete", "single", "long")
)

// limit sets a limit, unless there is a tighter one.
func limit(to *int, n int) {
	if n > 0 && (*to == 0 || n < *to) {
		*to = n
	}
}

// inOneSentence reports whether a verb of writing and a noun of notes stand in one sentence.
func inOneSentence(text string) bool {
	for len(text) > 0 {
		end := strings.IndexAny(text, ".!?:\n")
		if end < 0 {
			end = len(text) - 1
		}
		verb, noun := false, false
		for w := range wordsOf(text[:end+1]) {
			verb = verb || writingVerbs[w]
			noun = noun || notesNouns[w]
		}
		if verb && noun {
			return true
		}
		text = text[end+1:]
	}
	return false
}

// heading is a heading that notes are to stand under.
type heading struct {
	mark   string // as it is written, with its marks: "## NUMBERS"
	wanted string // its words and those of the question below it, lower case
}

// headings finds the headings in instructions: lines of one style, two at least. Text below
// a heading says what belongs there.
func headings(text string) []heading {
	var out []heading
	style := byte(0)
	for at := 0; at < len(text); {
		line, next := lineAt(text, at)
		line = strings.TrimSpace(line)
		at = next
		mark, kind := headingMark(line)
		switch {
		case kind == 0 || style != 0 && kind != style:
			if len(out) > 0 && line != "" {
				h := &out[len(out)-1]
				h.wanted += " " + strings.ToLower(line)
			}
			continue
		case style == 0:
			style = kind
		}
		out = append(out, heading{mark, strings.ToLower(line)})
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// headingMark is how a line would stand as a heading of notes, and its style; 0 for no heading.
func headingMark(line string) (mark string, style byte) {
	switch {
	case line == "" || len(line) > 200:
		return "", 0
	case line[0] == '#':
		if strings.Trim(line, "# ") == "" {
			return "", 0
		}
		return line, '#'
	case strings.HasPrefix(line, "**"):
		if end := strings.Index(line[2:], "**"); end > 0 && end < 50 {
			return line[:end+4], '*'
		}
	case line[0] >= '0' && line[0] <= '9':
		digits := strings.TrimLeft(line, "0123456789")
		if len(digits) > 2 && (digits[0] == '.' || digits[0] == ')') && digits[1] == ' ' {
			return label(line), '1'
		}
	default:
		if name, _, ok := strings.Cut(line, ":"); ok && len(name) < 40 && shouted(name) {
			return name + ":", ':'
		}
	}
	return "", 0
}

// label is a line up to its colon, dash or question mark.
func label(line string) string {
	if i := strings.IndexAny(line, ":?"); i > 0 {
		return strings.TrimRight(line[:i+1], ":")
	}
	if i := strings.Index(line, " - "); i > 0 {
		return line[:i]
	}
	return line
}

// shouted reports whether a label is written in capitals: "OPEN POINTS".
func shouted(name string) bool {
	letters := 0
	for _, c := range name {
		if unicode.IsLower(c) || c == utf8.RuneError {
			return false
		}
		if unicode.IsUpper(c) {
			letters++
		}
	}
	return letters > 1
}
