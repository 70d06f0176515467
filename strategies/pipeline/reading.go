package pipeline

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// reading is what validation looks at in a line.
type reading struct {
	ids     []string // what must be copied character for character
	numbers []string // as plainNumber writes them
	words   []string // of three letters and more, besides identifiers, in lower case
	subject string

	text string
	both *bool // whether bothValues matches, once asked
}

// bothValues is how a line says what it was and what it is.
var bothValues = regexp.MustCompile(`(?i)->|→|=>|\b(?:from|not|no longer|instead of|rather than|previously|formerly|was|were|old|replac\w+|supersed\w+)\b`)

// hasBothValues reports whether a correction has its old value beside the new one.
func (r *reading) hasBothValues() bool {
	if r.both == nil {
		both := bothValues.MatchString(r.text)
		r.both = &both
	}
	return *r.both
}

// lines remembers what was read in this cycle and the one before: most notes stand there from one
// to the next. The zero value is ready.
type lines struct{ now, before map[string]*reading }

// next begins a cycle.
func (l *lines) next() { l.before, l.now = l.now, make(map[string]*reading, len(l.now)) }

// read reads a line, with or without the mark of an item.
func (l *lines) read(line string) *reading {
	line = strings.TrimPrefix(strings.TrimRight(line, "\n"), "- ")
	r := l.now[line]
	if r == nil {
		if r = l.before[line]; r == nil {
			r = readingOf(line)
		}
		l.now[line] = r
	}
	return r
}

var number = regexp.MustCompile(`\d+(?:[.,]\d+)*`)

func readingOf(line string) *reading {
	r := &reading{ids: identifiersIn(line), subject: subjectOf(line), text: line}
	if strings.ContainsAny(line, "0123456789") {
		for _, n := range number.FindAllString(line, -1) {
			r.numbers = append(r.numbers, plainNumber(n))
		}
	}
	for _, id := range r.ids {
		line = strings.ReplaceAll(line, id, " ")
	}
	r.words = strings.FieldsFunc(strings.ToLower(line), func(c rune) bool { return !unicode.IsLetter(c) && c != '\'' && c != '’' })
	r.words = slices.DeleteFunc(r.words, func(w string) bool { return utf8.RuneCountInString(w) < 3 })
	return r
}

// plainNumber is a number without grouping, leading zeros or zeros after the point.
func plainNumber(n string) string {
	n = strings.ReplaceAll(n, ",", "")
	if whole, fraction, ok := strings.Cut(n, "."); ok {
		n = whole + strings.TrimRight("."+fraction, "0.")
	}
	return strings.TrimLeft(n, "0")
}

// mentions is a text with its identifiers.
type mentions struct {
	text string
	ids  map[string]bool
}

// mentionsOf reads a text line by line.
func (l *lines) mentionsOf(text string) mentions {
	m := mentions{text, map[string]bool{}}
	for line := range strings.Lines(text) {
		for _, id := range l.read(line).ids {
			m.ids[id] = true
		}
	}
	return m
}

// have reports whether the text has an identifier, if only as part of a longer word.
func (m mentions) have(id string) bool { return m.ids[id] || strings.Contains(m.text, id) }
