package words

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Expression is a regular expression read without regard to case that knows which words a text must have for it to match, so that most
// texts are refused without trying it, and how a match begins, so that it is tried at few places. It is read when a
// text is first looked at, and compiled when one isn't refused: a program has hundreds, and most of its runs use few.
type Expression struct {
	expr     string
	parsed   func() *parsed
	compiled func() *regexp.Regexp
}

// parsed is what is known of an expression without trying it.
type parsed struct {
	needs  []string // in lower case; a text without any of them doesn't match; nil if nothing is known
	starts *starts  // nil if little is known
	// branches are the alternatives, each with its own starts: of those that match at one place the first is what is found.
	branches []branch
}

// branch is an alternative of an expression, compiled when it is tried.
type branch struct {
	*starts
	here   func() *regexp.Regexp // at the beginning of a text
	behind func() *regexp.Regexp // at its second character
}

// MustExpression is an expression that is part of the program; its first use panics if it can't be compiled.
func MustExpression(expr string) *Expression {
	expr = "(?i)" + expr
	return &Expression{
		expr: expr, compiled: compiled(expr),
		parsed: sync.OnceValue(func() *parsed {
			tree, err := syntax.Parse(expr, syntax.Perl)
			if err != nil {
				return new(parsed)
			}
			p := &parsed{starts: startsOf(tree)}
			if f := factorsOf(tree); f.shortest() >= 2 {
				p.needs = f.words
			}
			if p.starts != nil {
				subs, source := []*syntax.Regexp{tree}, func(*syntax.Regexp) string { return expr }
				if tree.Op == syntax.OpAlternate {
					subs, source = tree.Sub, (*syntax.Regexp).String
				}
				for _, sub := range subs {
					behind := func(what string) func() *regexp.Regexp { // writing a tree out takes long: only when it is tried
						return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(what + `(?:` + source(sub) + `)`) })
					}
					p.branches = append(p.branches, branch{startsOf(sub), behind(`\A`), behind(`\A(?s:.)`)})
				}
			}
			return p
		}),
	}
}

func compiled(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// NewExpression is an expression that somebody has written. It fails if it isn't one.
func NewExpression(expr string) (*Expression, error) {
	e := MustExpression(expr)
	_, err := syntax.Parse(e.expr, syntax.Perl)
	return e, err
}

// may reports whether a text in lower case has what the expression needs.
func (e *Expression) may(lower string) bool {
	needs := e.parsed().needs
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

// first is where the first match stands that begins at a place or later, nil if there is none.
func (e *Expression) first(text string, from int) []int {
	p := e.parsed()
	if text == "" && p.starts.empty {
		return e.compiled().FindStringIndex(text)
	}
	for i := from; i < len(text); i++ {
		if !p.starts.at(text, i) {
			continue
		}
		for _, b := range p.branches {
			if at := b.match(text, i); at != nil {
				return at
			}
		}
	}
	return nil
}

// match is the match that begins at a place, nil if there is none.
func (b branch) match(text string, i int) []int {
	if !b.at(text, i) {
		return nil
	}
	end := len(text)
	if b.most > 0 {
		end = min(end, i+b.most)
	}
	if i == 0 {
		return b.here().FindStringIndex(text[:end])
	}
	_, n := utf8.DecodeLastRuneInString(text[:i])
	at := b.behind().FindStringIndex(text[i-n : end])
	if at == nil {
		return nil
	}
	return []int{i, at[1] + i - n}
}

// tried reports whether a text is to be tried place by place: at those where a match can begin.
func (e *Expression) tried(text string) bool {
	return e.parsed().starts != nil && !strings.ContainsRune(text, 'ſ') && !strings.ContainsRune(text, kelvin)
}

// FindStringIndex is where the first match stands, nil if there is none.
func (e *Expression) FindStringIndex(text string) []int {
	switch {
	case e.tried(text):
		return e.first(text, 0)
	case !e.may(strings.ToLower(text)):
		return nil
	}
	return e.compiled().FindStringIndex(text)
}

// FindAllStringIndex is where the first n matches stand, all for -1.
func (e *Expression) FindAllStringIndex(text string, n int) (out [][]int) {
	switch {
	case e.tried(text) && !e.parsed().starts.empty:
		for from := 0; n < 0 || len(out) < n; from = out[len(out)-1][1] {
			at := e.first(text, from)
			if at == nil {
				break
			}
			out = append(out, at)
		}
		return out
	case !e.may(strings.ToLower(text)):
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
