package pipeline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/strategies/memo"
)

// pastValues is how many superseded values of one thing versioned keeps.
const pastValues = 3

// versioned keeps one line for each thing and, behind it, the values it had before, marked as such
// with the cycle until which they held: "Budget: $6,000 (was $5,000 until cycle 3)".
//
// A line is about what stands before its first colon or verb such as "is". A line of a later cycle
// about the same thing supersedes what stands there: a value with digits one with digits, and words
// words, so that a phone number isn't superseded by a job. Lines of one cycle stand side by side. A
// line that holds the old value itself, or says no more than the old one, supersedes nothing. Beyond
// the budget superseded values go first, those longest past before others, and then the lines written
// longest ago.
type versioned struct {
	tokens func(text string) int
	budget int
	cycle  int
	facts  []versionedFact
}

type versionedFact struct {
	claim
	line string
	past []formerValue // newest first
	at   int           // the cycle in which it was last written; negative once superseded or dropped
}

// formerValue is one that held until a cycle.
type formerValue struct {
	value string
	until int
}

// claim is what a line says of what. Lines that give nothing a value are about themselves.
type claim struct {
	key   string // of lines of which one can supersede the other
	value string
	words string // of the value, as values are compared
}

// links stand between a thing and its value.
var links = []string{": ", " is now ", " is ", " are ", " was ", " were "}

// claimOf reads a line. More than ten words before the value are no name of anything.
func claimOf(line string) claim {
	for _, link := range links {
		what, value, ok := strings.Cut(line, link)
		if !ok || strings.Count(what, " ") > 9 {
			continue
		}
		shape := "\x00words"
		if strings.ContainsAny(value, "0123456789") {
			shape = "\x00digits"
		}
		return claim{key: strings.TrimPrefix(foldedWords(what), "the ") + shape, value: strings.TrimRight(value, ". "), words: foldedWords(value)}
	}
	folded := foldedWords(line)
	return claim{key: folded, value: line, words: folded}
}

// foldedWords are the words of a text in lower case without the marks around them, a space between.
func foldedWords(text string) string {
	words := strings.Fields(strings.ToLower(text))
	for i, w := range words {
		words[i] = strings.Trim(w, ".,;:!?()[]\"'“”*_")
	}
	return strings.Join(words, " ")
}

// holds reports whether the words of one value stand in those of another.
func holds(words, old string) bool { return strings.Contains(" "+words+" ", " "+old+" ") }

func (s *versioned) add(w written) []string {
	s.cycle++
	at := make(map[string][]int, len(s.facts))
	for i, f := range s.facts {
		at[f.key] = append(at[f.key], i)
	}
	for _, line := range w.lines() {
		c := claimOf(line)
		if s.said(line, c, at[c.key]) || s.supersede(line, c, at[c.key]) {
			continue
		}
		at[c.key] = append(at[c.key], len(s.facts))
		s.facts = append(s.facts, versionedFact{claim: c, line: line, at: s.cycle})
	}
	return s.fit()
}

// said reports whether one of the facts says the same as a line, or less, and takes the line over if
// it says more.
func (s *versioned) said(line string, c claim, about []int) bool {
	for _, i := range about {
		f := &s.facts[i]
		switch {
		case f.at < 0:
			continue
		case holds(c.words, f.words):
			f.claim, f.line = c, line
		case !holds(f.words, c.words):
			continue
		}
		f.at = s.cycle
		return true
	}
	return false
}

// supersede puts a line in the place of the first fact of an earlier cycle, and marks the values of
// all of them as past. It reports whether there was one.
func (s *versioned) supersede(line string, c claim, about []int) bool {
	var first *versionedFact
	var past []formerValue
	for _, i := range slices.Backward(about) {
		f := &s.facts[i]
		if f.at < 0 || f.at >= s.cycle {
			continue
		}
		past = append(past, formerValue{f.value, s.cycle})
		past = append(past, f.past...)
		if first != nil {
			first.at = -1
		}
		first = f
	}
	if first == nil {
		return false
	}
	slices.SortStableFunc(past, func(a, b formerValue) int { return cmp.Compare(b.until, a.until) })
	*first = versionedFact{claim: c, line: line, past: past[:min(len(past), pastValues)], at: s.cycle}
	return true
}

// text is the fact with its history.
func (f *versionedFact) text() string {
	if len(f.past) == 0 {
		return item(f.line)
	}
	was := make([]string, len(f.past))
	for i, v := range f.past {
		was[i] = fmt.Sprintf("was %s until cycle %d", v.value, v.until)
	}
	return item(f.line + " (" + strings.Join(was, "; ") + ")")
}

// fit keeps the notes to the budget.
func (s *versioned) fit() []string {
	s.facts = slices.DeleteFunc(s.facts, func(f versionedFact) bool { return f.at < 0 })
	size := 0
	for _, f := range s.facts {
		size += s.tokens(f.text())
	}
	if size <= s.budget {
		return nil
	}
	before := size
	type place struct{ fact, until int }
	var past []place
	for i, f := range s.facts {
		for _, v := range slices.Backward(f.past) {
			past = append(past, place{i, v.until})
		}
	}
	over := func() bool { return size > s.budget }
	values := memo.Drop(len(past), func(i int) int { return past[i].until }, over, func(i int) {
		f := &s.facts[past[i].fact]
		size -= s.tokens(f.text())
		f.past = f.past[:len(f.past)-1]
		size += s.tokens(f.text())
	})
	lines := memo.Drop(len(s.facts), func(i int) int { return s.facts[i].at }, over, func(i int) {
		size -= s.tokens(s.facts[i].text())
		s.facts[i].at = -1
	})
	s.facts = slices.DeleteFunc(s.facts, func(f versionedFact) bool { return f.at < 0 })
	return []string{fmt.Sprintf("%d superseded values and %d facts written longest ago, %d tokens, were dropped to keep the notes within keep_tokens", values, lines, before-size)}
}

func (s *versioned) narrative() string { return "" }

func (s *versioned) text() string {
	var b strings.Builder
	for i := range s.facts {
		b.WriteString(s.facts[i].text())
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// edit leaves superseded values as they are; they go with their line.
func (s *versioned) edit(f func(string) string) {
	for i := range s.facts {
		switch changed := f(s.facts[i].line); changed {
		case s.facts[i].line:
		case "":
			s.facts[i].at = -1
		default:
			s.facts[i].line = changed
		}
	}
	s.facts = slices.DeleteFunc(s.facts, func(f versionedFact) bool { return f.at < 0 })
}
