package shape

import (
	"regexp/syntax"
	"strings"
	"unicode"
)

// shortest is a text that a regular expression matches, made of as little as possible; empty if
// it is none.
func shortest(pattern string) string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return ""
	}
	var b strings.Builder
	write(&b, re.Simplify())
	return b.String()
}

// longestMatch bounds what nested repetitions ask for.
const longestMatch = 10_000

func write(b *strings.Builder, re *syntax.Regexp) {
	if b.Len() > longestMatch {
		return
	}
	switch re.Op {
	case syntax.OpLiteral:
		for _, c := range re.Rune {
			b.WriteRune(c)
		}
	case syntax.OpCharClass:
		b.WriteRune(plainest(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('x')
	case syntax.OpPlus, syntax.OpCapture:
		write(b, re.Sub[0])
	case syntax.OpRepeat:
		for range re.Min {
			write(b, re.Sub[0])
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			write(b, sub)
		}
	case syntax.OpAlternate:
		write(b, re.Sub[0])
	}
}

// plainest is a character of a class, a letter or digit if there is one.
func plainest(ranges []rune) rune {
	for _, like := range []func(rune) bool{unicode.IsLower, unicode.IsUpper, unicode.IsDigit, unicode.IsPrint} {
		for i := 0; i+1 < len(ranges); i += 2 {
			for c := ranges[i]; c <= ranges[i+1] && c < ranges[i]+200; c++ {
				if like(c) {
					return c
				}
			}
		}
	}
	if len(ranges) == 0 {
		return 'x'
	}
	return ranges[0]
}

// letter is the text with which a pattern begins, before its first number: "F" of ^F\d+$.
func (s *Schema) letter() string {
	re, err := syntax.Parse(s.pattern.String(), syntax.Perl)
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, sub := range re.Sub {
		switch sub.Op {
		case syntax.OpBeginText, syntax.OpBeginLine:
		case syntax.OpLiteral:
			b.WriteString(string(sub.Rune))
		default:
			return b.String()
		}
	}
	return b.String()
}
