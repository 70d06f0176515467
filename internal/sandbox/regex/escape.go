package regex

import "unicode/utf16"

// escape is what stands behind a backslash outside of brackets.
func (p *parser) escape() (*node, error) {
	c := p.peek()
	switch {
	case c == -1:
		return nil, p.fail("\\ at the end")
	case c == 'b' || c == 'B':
		p.at++
		return &node{kind: isWord, not: c == 'B'}, nil
	case c == 'k' && (p.hasNames || p.unicode):
		p.at++
		if !p.eat("<") {
			return nil, p.fail("invalid reference by name")
		}
		name, err := p.name()
		n := &node{kind: isRef, name: name, fold: p.fold}
		p.refs = append(p.refs, n)
		return n, err
	case '1' <= c && c <= '9':
		start := p.at
		if n, _ := p.number(); n < p.total {
			return &node{kind: isRef, group: n, fold: p.fold}, nil
		}
		if p.unicode {
			return nil, p.fail("there is no group of that number")
		}
		p.at = start
	}
	if s, err := p.classEscape(); s != nil || err != nil {
		return &node{kind: isSet, set: s}, err
	}
	r, err := p.charEscape()
	return p.char(r), err
}

// classEscape is a class by its letter, or nil.
func (p *parser) classEscape() (*set, error) {
	c := p.peek()
	if p.unicode && (c == 'p' || c == 'P') {
		p.at++
		return p.property(c == 'P')
	}
	s := class(c)
	if s != nil {
		p.at++
	}
	return s, nil
}

// charEscape is the character that an escape stands for.
func (p *parser) charEscape() (rune, error) {
	c := p.peek()
	if c == -1 {
		return 0, p.fail("\\ at the end")
	}
	p.at++
	switch c {
	case 't':
		return '\t', nil
	case 'n':
		return '\n', nil
	case 'v':
		return '\v', nil
	case 'f':
		return '\f', nil
	case 'r':
		return '\r', nil
	case 'c':
		if l := p.peek(); 'a' <= l|0x20 && l|0x20 <= 'z' {
			p.at++
			return l % 32, nil
		}
		if p.unicode {
			return 0, p.fail("invalid control escape")
		}
		p.at--
		return '\\', nil
	case 'x':
		if r, ok := p.hex(2); ok {
			return r, nil
		}
	case 'u':
		return p.unicodeEscape()
	}
	if '0' <= c && c <= '7' && !(p.unicode && c == '0') {
		if p.unicode {
			return 0, p.fail("invalid escape")
		}
		r := c - '0'
		for d := p.peek(); '0' <= d && d <= '7' && r*8+d-'0' <= 0o377; d = p.peek() {
			r = r*8 + d - '0'
			p.at++
		}
		return r, nil
	}
	if c == '0' {
		return 0, nil
	}
	return c, nil
}

func (p *parser) unicodeEscape() (rune, error) {
	start := p.at
	if p.unicode && p.eat("{") {
		var r rune
		for d := digit(p.peek()); d >= 0 && r <= 0x10ffff; d = digit(p.peek()) {
			r = r*16 + d
			p.at++
		}
		if !p.eat("}") || r > 0x10ffff {
			return 0, p.fail("invalid Unicode escape")
		}
		return r, nil
	}
	r, ok := p.hex(4)
	if !ok {
		if p.unicode {
			return 0, p.fail("invalid Unicode escape")
		}
		p.at = start
		return 'u', nil
	}
	if at := p.at; p.unicode && utf16.IsSurrogate(r) && p.eat(`\u`) {
		if low, ok := p.hex(4); ok {
			if pair := utf16.DecodeRune(r, low); pair != 0xfffd {
				return pair, nil
			}
		}
		p.at = at
	}
	return r, nil
}

// hex reads exactly n digits, or nothing.
func (p *parser) hex(n int) (r rune, ok bool) {
	for i := range n {
		d := rune(-1)
		if p.at+i < len(p.in) {
			d = digit(p.in[p.at+i])
		}
		if d < 0 {
			return 0, false
		}
		r = r*16 + d
	}
	p.at += n
	return r, true
}

func digit(c rune) rune {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10
	}
	return -1
}

// bracket is a class in brackets.
func (p *parser) bracket() (*node, error) {
	p.at++
	s := &set{not: p.eat("^"), fold: p.fold}
	for !p.eat("]") {
		if p.peek() == -1 {
			return nil, p.fail("unterminated class")
		}
		low, class, err := p.member()
		if err != nil {
			return nil, err
		}
		if p.peek() == '-' && p.at+1 < len(p.in) && p.in[p.at+1] != ']' {
			p.at++
			high, other, err := p.member()
			switch {
			case err != nil:
				return nil, err
			case class != nil || other != nil:
				if p.unicode {
					return nil, p.fail("invalid class")
				}
				s.add('-', '-')
				s.put(high, other)
			case low > high:
				return nil, p.fail("range out of order in a class")
			default:
				s.add(low, high)
				continue
			}
		}
		s.put(low, class)
	}
	return &node{kind: isSet, set: s}, nil
}

// put adds a character, or a class if there is one.
func (s *set) put(r rune, class *set) {
	if class != nil {
		s.join(class)
		return
	}
	s.add(r, r)
}

// member is a character or class in brackets.
func (p *parser) member() (rune, *set, error) {
	c := p.peek()
	p.at++
	if c != '\\' {
		return c, nil, nil
	}
	switch p.peek() {
	case 'b':
		p.at++
		return '\b', nil, nil
	case '-':
		p.at++
		return '-', nil, nil
	}
	if s, err := p.classEscape(); s != nil || err != nil {
		return 0, s, err
	}
	r, err := p.charEscape()
	return r, nil, err
}
