package words

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
	"unicode"
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
			if f := factorsOf(tree); f.shortest() >= 2 {
				return f.words
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

// FindStringIndex is where the first match stands, nil if there is none.
func (e *Expression) FindStringIndex(text string) []int {
	if !e.may(strings.ToLower(text)) {
		return nil
	}
	return e.compiled().FindStringIndex(text)
}

// FindAllStringIndex is where the first n matches stand, all for -1.
func (e *Expression) FindAllStringIndex(text string, n int) [][]int {
	if !e.may(strings.ToLower(text)) {
		return nil
	}
	return e.compiled().FindAllStringIndex(text, n)
}

// MatchString reports whether the text has a match.
func (e *Expression) MatchString(text string) bool { return e.FindStringIndex(text) != nil }

// FindString is the first match, empty if there is none.
func (e *Expression) FindString(text string) string {
	at := e.FindStringIndex(text)
	if at == nil {
		return ""
	}
	return text[at[0]:at[1]]
}

// FindAllString are the first n matches, all for -1.
func (e *Expression) FindAllString(text string, n int) (out []string) {
	for _, at := range e.FindAllStringIndex(text, n) {
		out = append(out, text[at[0]:at[1]])
	}
	return out
}

// ReplaceAllString is the text with all matches replaced.
func (e *Expression) ReplaceAllString(text, by string) string {
	if !e.MatchString(text) {
		return text
	}
	return e.compiled().ReplaceAllString(text, by)
}

// FindStringSubmatch is the first match and what its groups have, nil if there is none.
func (e *Expression) FindStringSubmatch(text string) []string {
	if !e.MatchString(text) {
		return nil
	}
	return e.compiled().FindStringSubmatch(text)
}

// FindAllStringSubmatch are the first n matches with their groups, all for -1.
func (e *Expression) FindAllStringSubmatch(text string, n int) [][]string {
	if !e.MatchString(text) {
		return nil
	}
	return e.compiled().FindAllStringSubmatch(text, n)
}

// ReplaceAllStringFunc is the text with each match replaced by what by makes of it.
func (e *Expression) ReplaceAllStringFunc(text string, by func(string) string) string {
	if !e.MatchString(text) {
		return text
	}
	return e.compiled().ReplaceAllStringFunc(text, by)
}

// FindAllStringSubmatchIndex is where the first n matches and their groups stand, all for -1.
func (e *Expression) FindAllStringSubmatchIndex(text string, n int) [][]int {
	if !e.MatchString(text) {
		return nil
	}
	return e.compiled().FindAllStringSubmatchIndex(text, n)
}

// Regexp is the expression without its words.
func (e *Expression) Regexp() *regexp.Regexp { return e.compiled() }

// String is the expression as it was written.
func (e *Expression) String() string { return e.expr }

// factors are texts of which one is in every match; whole says that each match is one of them. No words: nothing is known.
type factors struct {
	words []string
	whole bool
}

// How many are kept of one expression, and of parts that follow each other.
const (
	mostFactors = 400
	mostProduct = 40
)

// shortest is the length of the shortest, 0 if nothing is known.
func (f factors) shortest() int {
	if len(f.words) == 0 {
		return 0
	}
	least := len(f.words[0])
	for _, w := range f.words {
		least = min(least, len(w))
	}
	return least
}

var nothing = factors{words: []string{""}, whole: true}

func factorsOf(re *syntax.Regexp) factors {
	switch re.Op {
	case syntax.OpLiteral:
		return factors{[]string{strings.ToLower(string(re.Rune))}, true}
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return nothing
	case syntax.OpCapture:
		return factorsOf(re.Sub[0])
	case syntax.OpCharClass:
		return classFactors(re.Rune)
	case syntax.OpPlus:
		return factors{words: factorsOf(re.Sub[0]).words}
	case syntax.OpRepeat:
		if re.Min > 0 {
			return factors{words: factorsOf(re.Sub[0]).words}
		}
	case syntax.OpQuest:
		if f := factorsOf(re.Sub[0]); f.whole {
			return factors{append([]string{""}, f.words...), true}
		}
	case syntax.OpAlternate:
		return eitherOf(re.Sub)
	case syntax.OpConcat:
		return joined(re.Sub)
	}
	return factors{}
}

// classFactors are the few letters of a small class.
func classFactors(ranges []rune) factors {
	seen := map[string]bool{}
	var out []string
	for i := 0; i+1 < len(ranges); i += 2 {
		if ranges[i+1]-ranges[i] > 4 {
			return factors{}
		}
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			if w := string(unicode.ToLower(r)); !seen[w] && r != 'ſ' && r != '\u212a' {
				seen[w] = true
				out = append(out, w)
			}
		}
	}
	if len(out) > 6 {
		return factors{}
	}
	return factors{out, true}
}

// eitherOf are the factors of alternatives: those of each, if each has some.
func eitherOf(subs []*syntax.Regexp) factors {
	out := factors{whole: true}
	for _, sub := range subs {
		f := factorsOf(sub)
		if len(f.words) == 0 || len(out.words)+len(f.words) > mostFactors {
			return factors{}
		}
		out.words, out.whole = append(out.words, f.words...), out.whole && f.whole
	}
	return out
}

// joined are the factors of a sequence: those of the run of whole parts, or of the other part, whose shortest is the longest.
func joined(subs []*syntax.Regexp) factors {
	var best factors
	better := func(f factors) {
		if f.shortest() > best.shortest() {
			best = f
		}
	}
	run, whole := nothing, true
	for _, sub := range subs {
		f := factorsOf(sub)
		if f.whole && len(f.words) > 0 && len(run.words)*len(f.words) <= mostProduct {
			var next []string
			for _, a := range run.words {
				for _, b := range f.words {
					next = append(next, a+b)
				}
			}
			run.words = next
			continue
		}
		whole = false
		better(factors{words: run.words})
		better(factors{words: f.words})
		run = nothing
		if f.whole {
			run = f
		}
	}
	if whole {
		return run
	}
	better(factors{words: run.words})
	return best
}
