package regex

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
)

// kind is what a node of a pattern is.
type kind uint8

const (
	isEmpty kind = iota
	isChar
	isSet
	isSeq
	isAlt
	isGroup // captures
	isRepeat
	isBegin
	isEnd
	isWord
	isLook
	isRef
)

// node is a part of a pattern.
type node struct {
	kind     kind
	char     rune
	set      *set
	kids     []*node
	group    int    // of isGroup and isRef; for isRepeat the first group inside
	last     int    // for isRepeat, the group after the last one inside
	name     string // of isRef, where the group is still to be looked up
	min, max int    // of isRepeat; max is -1 for no end
	lazy     bool
	not      bool // of isWord and isLook
	behind   bool // of isLook
	multi    bool // of isBegin and isEnd
	fold     bool // of isChar and isRef
}

// parser reads a pattern.
type parser struct {
	in                           []rune
	at                           int
	unicode, fold, multi, dotAll bool
	groups, depth                int
	names                        []string
	refs                         []*node
	hasNames                     bool
	total                        int // groups of the whole pattern
}

// units splits a pattern into code units, or into code points with flag u.
func (p *parser) units(pattern string) {
	for _, r := range pattern {
		if a, b := utf16.EncodeRune(r); !p.unicode && a != unicode.ReplacementChar {
			p.in = append(p.in, a, b)
		} else {
			p.in = append(p.in, r)
		}
	}
	in := false
	p.total = 1
	for i := 0; i < len(p.in); i++ {
		switch c := p.in[i]; {
		case c == '\\':
			i++
		case in:
			in = c != ']'
		case c == '[':
			in = true
		case c == '(':
			if i+1 >= len(p.in) || p.in[i+1] != '?' {
				p.total++
			} else if i+3 < len(p.in) && p.in[i+2] == '<' && p.in[i+3] != '=' && p.in[i+3] != '!' {
				p.total++
				p.hasNames = true
			}
		}
	}
}

func (p *parser) fail(format string, args ...any) error {
	return fmt.Errorf("invalid regular expression: "+format, args...)
}

func (p *parser) peek() rune {
	if p.at < len(p.in) {
		return p.in[p.at]
	}
	return -1
}

func (p *parser) eat(text string) bool {
	for i, r := range []rune(text) {
		if p.at+i >= len(p.in) || p.in[p.at+i] != r {
			return false
		}
	}
	p.at += len(text)
	return true
}

// parse reads the whole pattern.
func (p *parser) parse() (*node, error) {
	p.groups, p.names = 1, []string{""}
	tree, err := p.alternatives()
	if err != nil {
		return nil, err
	}
	if p.at < len(p.in) {
		return nil, p.fail("unmatched )")
	}
	for _, r := range p.refs {
		for i, name := range p.names {
			if name == r.name {
				r.group = i
			}
		}
		if r.group == 0 {
			return nil, p.fail("there is no group %q", r.name)
		}
	}
	return tree, nil
}

func (p *parser) alternatives() (*node, error) {
	if p.depth++; p.depth > mostNesting {
		return nil, ErrLarge
	}
	defer func() { p.depth-- }()
	alt := &node{kind: isAlt}
	for {
		seq := &node{kind: isSeq}
		for c := p.peek(); c != -1 && c != '|' && c != ')'; c = p.peek() {
			n, err := p.term()
			if err != nil {
				return nil, err
			}
			seq.kids = append(seq.kids, n)
		}
		alt.kids = append(alt.kids, seq)
		if !p.eat("|") {
			break
		}
	}
	if len(alt.kids) == 1 {
		return alt.kids[0], nil
	}
	return alt, nil
}

// term is an atom or assertion with what repeats it.
func (p *parser) term() (*node, error) {
	from := p.groups
	n, err := p.atom()
	if err != nil {
		return nil, err
	}
	low, high, ok := p.quantifier()
	if !ok {
		return n, nil
	}
	if n.kind == isBegin || n.kind == isEnd || n.kind == isWord || n.kind == isLook && (n.behind || p.unicode) {
		return nil, p.fail("nothing to repeat")
	}
	if high >= 0 && low > high {
		return nil, p.fail("numbers out of order in {%d,%d}", low, high)
	}
	return &node{kind: isRepeat, kids: []*node{n}, min: low, max: high, lazy: p.eat("?"), group: from, last: p.groups}, nil
}

// quantifier reads what repeats an atom.
func (p *parser) quantifier() (low, high int, ok bool) {
	switch p.peek() {
	case '*':
		p.at++
		return 0, -1, true
	case '+':
		p.at++
		return 1, -1, true
	case '?':
		p.at++
		return 0, 1, true
	case '{':
		start := p.at
		p.at++
		low, ok := p.number()
		if ok {
			high := low
			if p.eat(",") {
				if high, ok = p.number(); !ok {
					high = -1
				}
			}
			if p.eat("}") {
				return low, high, true
			}
		}
		p.at = start
	}
	return 0, 0, false
}

// number reads digits. What is larger than any program stays that large.
func (p *parser) number() (n int, ok bool) {
	for c := p.peek(); '0' <= c && c <= '9'; c = p.peek() {
		n, ok = min(n*10+int(c-'0'), 1<<30), true
		p.at++
	}
	return n, ok
}

func (p *parser) atom() (*node, error) {
	c := p.in[p.at]
	switch c {
	case '^':
		p.at++
		return &node{kind: isBegin, multi: p.multi}, nil
	case '$':
		p.at++
		return &node{kind: isEnd, multi: p.multi}, nil
	case '.':
		p.at++
		if p.dotAll {
			return &node{kind: isSet, set: all}, nil
		}
		return &node{kind: isSet, set: &set{others: []*set{lines}, not: true}}, nil
	case '(':
		return p.group()
	case '[':
		return p.bracket()
	case '\\':
		p.at++
		return p.escape()
	case '*', '+', '?':
		return nil, p.fail("nothing to repeat")
	case '{':
		if _, _, ok := p.quantifier(); ok || p.unicode {
			return nil, p.fail("nothing to repeat")
		}
	case '}', ']':
		if p.unicode {
			return nil, p.fail("lone %c", c)
		}
	}
	p.at++
	return p.char(c), nil
}

func (p *parser) char(r rune) *node { return &node{kind: isChar, char: r, fold: p.fold} }

func (p *parser) group() (*node, error) {
	p.at++
	n := &node{}
	switch {
	case p.eat("?:"):
	case p.eat("?="):
		n.kind = isLook
	case p.eat("?!"):
		n.kind, n.not = isLook, true
	case p.eat("?<="):
		n.kind, n.behind = isLook, true
	case p.eat("?<!"):
		n.kind, n.behind, n.not = isLook, true, true
	case p.eat("?<"):
		name, err := p.name()
		if err != nil {
			return nil, err
		}
		n.kind, n.group = isGroup, p.groups
		p.groups++
		p.names = append(p.names, name)
	case p.peek() == '?':
		return nil, p.fail("invalid group")
	default:
		n.kind, n.group = isGroup, p.groups
		p.groups++
		p.names = append(p.names, "")
	}
	inner, err := p.alternatives()
	if err != nil {
		return nil, err
	}
	if !p.eat(")") {
		return nil, p.fail("unterminated group")
	}
	if n.kind == isEmpty {
		return inner, nil
	}
	n.kids = []*node{inner}
	return n, nil
}

// name reads the name of a group and what closes it.
func (p *parser) name() (string, error) {
	var b strings.Builder
	for c := p.peek(); c != -1; c = p.peek() {
		p.at++
		if c == '>' {
			if b.Len() == 0 {
				break
			}
			return b.String(), nil
		}
		b.WriteRune(c)
	}
	return "", p.fail("invalid name of a group")
}

func (p *parser) property(not bool) (*set, error) {
	if !p.eat("{") {
		return nil, p.fail("invalid property name")
	}
	var b strings.Builder
	for c := p.peek(); c != '}'; c = p.peek() {
		if c == -1 {
			return nil, p.fail("invalid property name")
		}
		b.WriteRune(c)
		p.at++
	}
	p.at++
	name := b.String()
	if _, value, ok := strings.Cut(name, "="); ok {
		name = value
	}
	for _, tables := range []map[string]*unicode.RangeTable{unicode.Categories, unicode.Scripts, unicode.Properties} {
		if t := tables[name]; t != nil {
			return &set{tables: []*unicode.RangeTable{t}, not: not}, nil
		}
		if alias := unicode.CategoryAliases[name]; alias != "" && tables[alias] != nil {
			return &set{tables: []*unicode.RangeTable{tables[alias]}, not: not}, nil
		}
	}
	return nil, p.fail("unknown property %q", name)
}
