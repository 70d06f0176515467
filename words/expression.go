package words

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
)

// Expression is a regular expression that is compiled when a text is first tried: a program has hundreds, and most of its runs use few.
// One that is read without regard to case knows which words a text must have for it to match, so that most texts are refused without trying it.
type Expression struct {
	expr     string
	needs    func() []string // in lower case; a text without any of them doesn't match; nil, or of nothing, if nothing is known
	compiled func() *regexp.Regexp
}

// Lazy is an expression that is part of the program and read as it stands, case and all; every text is tried. Its first use
// panics if it can't be compiled.
func Lazy(expr string) *Expression {
	return &Expression{expr: expr, compiled: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })}
}

// MustExpression is Lazy without regard to case and with the words that a text must have.
func MustExpression(expr string) *Expression {
	e := Lazy("(?i)" + expr)
	e.needs = sync.OnceValue(func() []string {
		tree, err := syntax.Parse(e.expr, syntax.Perl)
		if err != nil {
			return nil
		}
		if words := needed(tree); shortest(words) >= 2 {
			return words
		}
		return nil
	})
	return e
}

// NewExpression is an expression that somebody has written. It fails if it isn't one.
func NewExpression(expr string) (*Expression, error) {
	e := MustExpression(expr)
	_, err := syntax.Parse(e.expr, syntax.Perl)
	return e, err
}

// may reports whether a text in lower case has what the expression needs.
func (e *Expression) may(lower string) bool {
	needs := e.needs()
	if needs == nil || strings.Contains(lower, "ſ") {
		return true
	}
	for _, w := range needs {
		if strings.Contains(lower, w) {
			return true
		}
	}
	return false
}

// nothing matches no text.
var nothing = regexp.MustCompile(`^[^\x00-\x{10FFFF}]`)

// in is the expression to try on a text: one that matches nothing where the text lacks what it needs.
func (e *Expression) in(text string) *regexp.Regexp {
	if e.needs != nil && !e.may(strings.ToLower(text)) {
		return nothing
	}
	return e.compiled()
}

// FindStringSubmatchIndex is where the first match and its groups stand, nil if there is none.
func (e *Expression) FindStringSubmatchIndex(text string) []int {
	return e.in(text).FindStringSubmatchIndex(text)
}

// ReplaceAllStringFunc is the text with all matches replaced by what is made of them.
func (e *Expression) ReplaceAllStringFunc(text string, by func(string) string) string {
	return e.in(text).ReplaceAllStringFunc(text, by)
}

// Split are the stretches of the text between the first n-1 matches, between all for -1.
func (e *Expression) Split(text string, n int) []string { return e.in(text).Split(text, n) }

// FindStringIndex is where the first match stands, nil if there is none.
func (e *Expression) FindStringIndex(text string) []int { return e.in(text).FindStringIndex(text) }

// FindAllStringIndex is where the first n matches stand, all for -1.
func (e *Expression) FindAllStringIndex(text string, n int) [][]int {
	return e.in(text).FindAllStringIndex(text, n)
}

// MatchString reports whether the text has a match.
func (e *Expression) MatchString(text string) bool { return e.in(text).MatchString(text) }

// FindString is the first match, empty if there is none.
func (e *Expression) FindString(text string) string { return e.in(text).FindString(text) }

// FindAllString are the first n matches, all for -1.
func (e *Expression) FindAllString(text string, n int) []string {
	return e.in(text).FindAllString(text, n)
}

// ReplaceAllString is the text with all matches replaced.
func (e *Expression) ReplaceAllString(text, by string) string {
	return e.in(text).ReplaceAllString(text, by)
}

// FindStringSubmatch is the first match and what its groups have, nil if there is none.
func (e *Expression) FindStringSubmatch(text string) []string {
	return e.in(text).FindStringSubmatch(text)
}

// FindAllStringSubmatch are the first n matches with their groups, all for -1.
func (e *Expression) FindAllStringSubmatch(text string, n int) [][]string {
	return e.in(text).FindAllStringSubmatch(text, n)
}

// FindAllStringSubmatchIndex is where the first n matches and their groups stand, all for -1.
func (e *Expression) FindAllStringSubmatchIndex(text string, n int) [][]int {
	return e.in(text).FindAllStringSubmatchIndex(text, n)
}

// String is the expression as it was written.
func (e *Expression) String() string { return e.expr }

// needed are texts in lower case of which every match has one; nil where nothing is known.
func needed(re *syntax.Regexp) (out []string) {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{strings.ToLower(string(re.Rune))}
	case syntax.OpCapture, syntax.OpPlus:
		return needed(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return needed(re.Sub[0])
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			words := needed(sub)
			if words == nil {
				return nil
			}
			out = append(out, words...)
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if words := needed(sub); shortest(words) > shortest(out) {
				out = words
			}
		}
	}
	return out
}

// shortest is the length of the shortest text, 0 of none.
func shortest(words []string) int {
	if len(words) == 0 {
		return 0
	}
	return len(slices.MinFunc(words, func(a, b string) int { return len(a) - len(b) }))
}
