package match

import (
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// identifierMatcher finds an identifier: the same letters, digits and marks without spaces.
type identifierMatcher struct {
	items []item
	phone bool // digits and hyphens: the hyphens may be spaces or full stops
}

func compileIdentifier(p arena.Pattern) (Matcher, error) {
	t := words.Read(p.Identifier)
	m := identifierMatcher{phone: true}
	for i := range t.Tokens() {
		if i > 0 && !t.Glued(i) {
			return nil, fmt.Errorf("identifier: %q has a space (use a text pattern)", p.Identifier)
		}
		if !t.IsWord(i) {
			m.items = append(m.items, item{symbol: t.Char(i)})
			m.phone = m.phone && t.Is(i, '-')
			continue
		}
		m.items = append(m.items, item{word: t.Word(i)})
		m.phone = m.phone && t.IsNumber(i)
	}
	if len(m.items) == 0 || m.items[0].word == "" || m.items[len(m.items)-1].word == "" {
		return nil, fmt.Errorf("identifier: %q doesn't begin and end with a letter or digit", p.Identifier)
	}
	m.phone = m.phone && len(m.items) > 1
	return m, nil
}

// Find returns the places where the identifier stands by itself.
func (m identifierMatcher) Find(t *words.Text) []words.Span {
	var out []words.Span
	for i := t.First(m.items[0].word); i >= 0; i = t.Next(i) {
		if last := m.matchAt(t, i); last >= 0 && t.WholeIdentifier(i, last) {
			first := i
			if m.phone && t.Glued(first) && t.Is(first-1, '(') && t.Is(first+1, ')') {
				first--
			}
			out = append(out, t.Span(first, last))
		}
	}
	return out
}

func (m identifierMatcher) matchAt(t *words.Text, i int) int {
	j := i
	for k := 1; k < len(m.items); k++ {
		it := m.items[k]
		switch {
		case m.phone && it.word == "":
			switch {
			case k == 1 && t.Is(j+1, ')') && t.Glued(i) && t.Is(i-1, '('):
				j++
				if t.Is(j+1, '-') {
					j++
				}
			case t.Is(j+1, '-') || t.Is(j+1, '.'):
				j++
			case !t.IsNumber(j+1) || !t.SameBlock(i, j+1):
				return -1
			}
		case !it.matches(t, j+1) || !t.Glued(j+1) && !m.phone:
			return -1
		default:
			j++
		}
	}
	if !t.SameBlock(i, j) {
		return -1
	}
	return j
}
