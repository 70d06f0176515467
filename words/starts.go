package words

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// starts are the places at which a match of an expression can begin, so that it is tried there alone: a program that tries
// every place of a text takes ten times as long.
type starts struct {
	begin bool          // the beginning of the text
	lines bool          // the beginnings of lines
	texts [256][]prefix // by their first byte, in either case
	most  int           // bytes that a match has at most; 0 for any number
	empty bool          // a match can have none; it then begins the text
}

// prefix is a text in lower case with which a match begins.
type prefix struct {
	text string
	word bool // no letter, digit or _ stands before it
}

// mostPrefixes bounds the texts that a match may begin with.
const mostPrefixes = 200

// startsOf are the starts of an expression; nil if little is known of them, or it can match nothing anywhere.
func startsOf(tree *syntax.Regexp) *starts {
	var s starts
	n := 0
	empty, ok := s.add(tree, false, &n)
	s.empty = canBeEmpty(tree)
	if !ok || empty || n > mostPrefixes || s.empty && (n > 0 || s.lines) {
		return nil
	}
	if runes := longest(tree); runes > 0 {
		s.most = utf8.UTFMax * (runes + 2) // what follows decides, too
	}
	return &s
}

// add takes in how an expression begins. Empty says that it can match nothing, so that what follows it may be the beginning.
func (s *starts) add(re *syntax.Regexp, word bool, n *int) (empty, ok bool) {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpEndLine, syntax.OpEndText, syntax.OpNoWordBoundary, syntax.OpWordBoundary:
		return true, true
	case syntax.OpBeginText:
		s.begin = true
		return false, true
	case syntax.OpBeginLine:
		s.begin, s.lines = true, true
		return false, true
	case syntax.OpLiteral:
		text := strings.ToLower(string(re.Rune))
		if i := strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }); i >= 0 {
			text = text[:i]
		}
		return false, s.open(text, word, n)
	case syntax.OpCharClass:
		for i := 0; i+1 < len(re.Rune); i += 2 {
			for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
				if r != 'ſ' && r != kelvin && (r >= utf8.RuneSelf || !s.open(strings.ToLower(string(r)), word, n)) {
					return false, false
				}
			}
		}
		return false, true
	case syntax.OpCapture, syntax.OpPlus:
		return s.add(re.Sub[0], word, n)
	case syntax.OpStar, syntax.OpQuest:
		_, ok = s.add(re.Sub[0], word, n)
		return true, ok
	case syntax.OpRepeat:
		empty, ok = s.add(re.Sub[0], word, n)
		return empty || re.Min == 0, ok
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			e, ok := s.add(sub, word, n)
			if !ok {
				return false, false
			}
			empty = empty || e
		}
		return empty, true
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if empty, ok = s.add(sub, word, n); !ok || !empty {
				return empty, ok
			}
			word = word || sub.Op == syntax.OpWordBoundary
		}
		return true, true
	}
	return false, false
}

// open takes in a text with which a match begins.
func (s *starts) open(text string, word bool, n *int) bool {
	if *n++; text == "" || *n > mostPrefixes {
		return false
	}
	o := prefix{text, word && wordByte(text[0])}
	for _, had := range s.texts[text[0]] {
		if had == o {
			return true
		}
	}
	s.texts[text[0]] = append(s.texts[text[0]], o)
	if c := text[0]; 'a' <= c && c <= 'z' {
		s.texts[c-'a'+'A'] = s.texts[c]
	}
	return true
}

// at reports whether a match can begin at a place of a text.
func (s *starts) at(text string, i int) bool {
	for _, o := range s.texts[text[i]] {
		if o.word && i > 0 && wordByte(text[i-1]) || len(text)-i < len(o.text) {
			continue
		}
		same := true
		for j := 1; j < len(o.text) && same; j++ {
			c := text[i+j]
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			same = c == o.text[j]
		}
		if same {
			return true
		}
	}
	return i == 0 && s.begin || s.lines && i > 0 && text[i-1] == '\n'
}

func wordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

// canBeEmpty reports whether an expression can match nothing.
func canBeEmpty(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpNoMatch:
		return false
	case syntax.OpCapture, syntax.OpPlus:
		return canBeEmpty(re.Sub[0])
	case syntax.OpRepeat:
		return re.Min == 0 || canBeEmpty(re.Sub[0])
	case syntax.OpAlternate:
		return slices.ContainsFunc(re.Sub, canBeEmpty)
	case syntax.OpConcat:
		return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !canBeEmpty(sub) })
	}
	return true
}

// kelvin is the sign that is a k for those who don't regard case, as ſ is an s.
const kelvin = '\u212a'

// longest is how many characters a match has at most; negative for any number.
func longest(re *syntax.Regexp) int {
	most := 0
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpStar, syntax.OpPlus:
		return -1
	case syntax.OpRepeat:
		if n := longest(re.Sub[0]); re.Max >= 0 && n >= 0 {
			return n * re.Max
		}
		return -1
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			n := longest(sub)
			if n < 0 {
				return n
			}
			most = max(most, n)
		}
	default:
		for _, sub := range re.Sub {
			n := longest(sub)
			if n < 0 {
				return n
			}
			most += n
		}
	}
	return most
}
