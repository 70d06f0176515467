package words

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
)

// Expression is a regular expression that is compiled when a text is first tried: a program has hundreds, and most of its runs use few.
// It knows which words a line must have for a match, so that it is tried on few.
type Expression struct {
	expr     string
	shape    func() (needs []string, ends int)
	compiled func() *regexp.Regexp
}

// Lazy is an expression that is part of the program and read as it stands, case and all. Its first use panics if it can't be compiled.
func Lazy(expr string) *Expression {
	return &Expression{
		expr: expr, compiled: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) }),
		shape: sync.OnceValues(func() ([]string, int) {
			tree, err := syntax.Parse(expr, syntax.Perl)
			if err != nil {
				return nil, unbounded
			}
			return shape(tree)
		}),
	}
}

// MustExpression is Lazy without regard to case.
func MustExpression(expr string) *Expression { return Lazy("(?i)" + expr) }

// NewExpression is an expression that somebody has written. It fails if it isn't one.
func NewExpression(expr string) (*Expression, error) {
	e := MustExpression(expr)
	_, err := syntax.Parse(e.expr, syntax.Perl)
	return e, err
}

// may reports whether a text in lower case has one of the words that are needed.
func may(needs []string, lower string) bool {
	return needs == nil || strings.Contains(lower, "ſ") || slices.ContainsFunc(needs, func(w string) bool { return strings.Contains(lower, w) })
}

// nothing matches no text.
var nothing = regexp.MustCompile(`^[^\x00-\x{10FFFF}]`)

// in is the expression to try on a text: one that matches nothing where the text lacks what it needs.
func (e *Expression) in(text string) *regexp.Regexp {
	if needs, _ := e.shape(); needs != nil && !may(needs, strings.ToLower(text)) {
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

// unbounded is more ends of lines than a text has.
const unbounded = 1 << 28

// shape is what is known of all matches: texts in lower case of which each has one within a line, nil where there are none, and how many
// ends of lines it has at most, unbounded also where it depends on where the text begins or ends.
func shape(re *syntax.Regexp) (needs []string, ends int) {
	least, most := 1, 1
	switch re.Op {
	case syntax.OpLiteral:
		if ends = strings.Count(string(re.Rune), "\n"); ends == 0 {
			needs = []string{strings.ToLower(string(re.Rune))}
		}
	case syntax.OpAnyChar:
		ends = 1
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			if re.Rune[i] <= '\n' && '\n' <= re.Rune[i+1] {
				ends = 1
			}
		}
	case syntax.OpBeginText, syntax.OpEndText:
		ends = unbounded
	case syntax.OpStar:
		least, most = 0, unbounded
	case syntax.OpQuest:
		least = 0
	case syntax.OpPlus:
		most = unbounded
	case syntax.OpRepeat:
		if least, most = re.Min, re.Max; most < 0 {
			most = unbounded
		}
	}
	for _, sub := range re.Sub {
		words, n := shape(sub)
		if re.Op != syntax.OpAlternate {
			ends += n
			if rarest(words) > rarest(needs) {
				needs = words
			}
			continue
		}
		ends = max(ends, n)
		needs = append(needs, words...)
		if words == nil {
			least = 0
		}
	}
	if least == 0 {
		needs = nil
	}
	return needs, min(most*ends, unbounded)
}

// rarest is how long the shortest of some texts is, 0 of none; a digit, which fewer lines have than a letter, is as long as two.
func rarest(words []string) int {
	if len(words) == 0 {
		return 0
	}
	length := func(w string) int { return len(w) + len(Digits(w)) }
	return length(slices.MinFunc(words, func(a, b string) int { return length(a) - length(b) }))
}
