package words

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
)

// Expression is a regular expression read without regard to case that knows which words a text must have for it to match, so that most
// texts are refused without trying it. It is compiled when a text is first tried: a program has hundreds, and most of its runs use few.
type Expression struct {
	expr     string
	needs    func() []string // in lower case; a text without any of them doesn't match; nil if nothing is known
	compiled func() *regexp.Regexp
}

// MustExpression is an expression that is part of the program; its first use panics if it can't be compiled.
func MustExpression(expr string) *Expression {
	expr = "(?i)" + expr
	return &Expression{
		expr: expr, compiled: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) }),
		needs: sync.OnceValue(func() []string {
			tree, err := syntax.Parse(expr, syntax.Perl)
			if err != nil {
				return nil
			}
			if words := needed(tree); shortest(words) >= 2 {
				return words
			}
			return nil
		}),
	}
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
	if e.may(strings.ToLower(text)) {
		return e.compiled()
	}
	return nothing
}

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

// Regexp is the expression without its words.
func (e *Expression) Regexp() *regexp.Regexp { return e.compiled() }

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
