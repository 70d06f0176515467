package sandbox

import (
	"math"
	"strings"

	"github.com/dop251/goja"
)

// exec is RegExp.prototype.exec.
func (p *patterns) exec(c goja.FunctionCall) goja.Value {
	o, re, s := p.searched(c)
	return p.result(re, s, p.once(o, re, s))
}

// test is RegExp.prototype.test.
func (p *patterns) test(c goja.FunctionCall) goja.Value {
	o, re, s := p.searched(c)
	return p.vm.ToValue(p.once(o, re, s) != nil)
}

// match is how String.prototype.match uses an expression.
func (p *patterns) match(c goja.FunctionCall) goja.Value {
	o, re, s := p.searched(c)
	if !re.Global {
		return p.result(re, s, p.once(o, re, s))
	}
	all := p.all(o, re, s)
	if len(all) == 0 {
		return goja.Null()
	}
	items := make([]any, len(all))
	for i, found := range all {
		items[i] = s.Substring(found[0], found[1])
	}
	p.list(len(items))
	p.check()
	return p.vm.NewArray(items...)
}

// split is how String.prototype.split uses an expression.
func (p *patterns) split(c goja.FunctionCall) goja.Value {
	_, re, s := p.searched(c)
	limit := math.MaxUint32
	if v := c.Argument(1); !goja.IsUndefined(v) {
		limit = int(uint32(v.ToInteger()))
		p.read(s, re.Unicode)
	}
	var items []any
	add := func(v goja.Value) bool {
		p.alloc(2 * bytesValue)
		if len(items) >= mostList {
			p.stop(errLarge)
		}
		p.check()
		items = append(items, v)
		return len(items) < limit
	}
	size := s.Length()
	switch {
	case limit == 0:
		return p.vm.NewArray()
	case size == 0:
		if p.find(re, 0, true) == nil {
			items = append(items, s)
		}
		return p.vm.NewArray(items...)
	}
	from := 0 // where the piece begins
	for at := 0; at < size; {
		found := p.find(re, at, false)
		if found == nil || found[0] >= size {
			break
		}
		if found[1] == from {
			at = p.next(re, s, found[0])
			continue
		}
		if found[0] == found[1] && found[0] < at {
			break
		}
		if !add(s.Substring(from, found[0])) {
			return p.vm.NewArray(items...)
		}
		for _, v := range p.groups(s, found)[1:] {
			if !add(v) {
				return p.vm.NewArray(items...)
			}
		}
		from = found[1]
		at = from
	}
	add(s.Substring(from, size))
	return p.vm.NewArray(items...)
}

// replace is how String.prototype.replace uses an expression.
func (p *patterns) replace(c goja.FunctionCall) goja.Value {
	o, re, s := p.searched(c)
	with := p.replacement(c.Argument(1))
	var all [][]int
	if re.Global {
		p.read(s, re.Unicode)
		all = p.all(o, re, s)
	} else if found := p.once(o, re, s); found != nil {
		all = append(all, found)
	}
	out := p.output()
	from := 0
	for _, found := range all {
		values := p.groups(s, found)
		out.write(s.Substring(from, found[0]))
		with(&out, values, found[0], s, p.named(re, values))
		from = found[1]
	}
	out.write(s.Substring(from, s.Length()))
	return out.String()
}

// replaceText is String.prototype.replace and replaceAll. For an expression it is replace above.
func (b *builtin) replaceText(c goja.FunctionCall) goja.Value {
	if o, ok := c.Argument(0).(*goja.Object); ok && (b.patterns.is(o) || o.GetSymbol(goja.SymReplace) != nil) {
		b.given(c.This)
		b.check()
		return b.run(c.This, c.Arguments...)
	}
	if goja.IsUndefined(c.This) || goja.IsNull(c.This) {
		panic(b.vm.NewTypeError("nothing is no text"))
	}
	s, what := b.str(c.This), b.str(c.Argument(0))
	with := b.replacement(c.Argument(1))
	b.given(s)
	b.given(what)
	b.check()
	out, from, size := b.output(), 0, what.Length()
	for at := b.index(s, what, 0); at >= 0; at = b.index(s, what, at+max(1, size)) {
		b.spend(8)
		out.write(s.Substring(from, at))
		with(&out, []goja.Value{what}, at, s, goja.Undefined())
		if from = at + size; b.name == "replace" {
			break
		}
	}
	out.write(s.Substring(from, s.Length()))
	return out.String()
}

// index is where a text stands in another from a position on, -1 for nowhere.
func (b *builtin) index(s, what goja.String, from int) int {
	n := s.Length()
	if from > n {
		return -1
	}
	if text, part := s.String(), what.String(); len(text) == n && len(part) == what.Length() {
		at := strings.Index(text[from:], part)
		if at >= 0 {
			at += from
		}
		return at
	}
	v := must(b.find(s, what, b.vm.ToValue(from)))
	return int(v.ToInteger())
}

// replacement writes what takes the place of a match: the texts of its groups, where it stands, in
// which text, and its named groups.
type replacement func(out *output, groups []goja.Value, at int, s goja.String, named goja.Value)

// replacement reads what a program wants in the place of matches.
func (m *meter) replacement(v goja.Value) replacement {
	if f := function(v); f != nil {
		return func(out *output, groups []goja.Value, at int, s goja.String, named goja.Value) {
			args := append(append([]goja.Value{}, groups...), m.vm.ToValue(at), s)
			if !goja.IsUndefined(named) {
				args = append(args, named)
			}
			out.write(m.str(must(f(goja.Undefined(), args...))))
		}
	}
	text := m.str(v)
	plain := true
	for i := range text.Length() {
		plain = plain && text.CharAt(i) != '$'
	}
	return func(out *output, groups []goja.Value, at int, s goja.String, named goja.Value) {
		if plain {
			out.write(text)
			return
		}
		out.expand(text, groups, at, s, named)
	}
}

// output is a text that grows within bounds.
type output struct {
	*meter
	goja.StringBuilder
	size int
}

func (m *meter) output() output { return output{meter: m} }

func (o *output) write(s goja.String) {
	o.text(s.Length())
	if o.size += s.Length(); o.size > mostLength {
		o.stop(errLarge)
	}
	o.check()
	o.WriteString(s)
}

// expand writes a replacement text with what $ stands for in it.
func (o *output) expand(text goja.String, groups []goja.Value, at int, s goja.String, named goja.Value) {
	n, plain := text.Length(), 0
	for i := 0; i+1 < n; i++ {
		if text.CharAt(i) != '$' {
			continue
		}
		part, used := o.part(text, i+1, groups, at, s, named)
		if used == 0 {
			continue
		}
		o.write(text.Substring(plain, i))
		if part != nil {
			o.write(part)
		}
		i += used
		plain = i + 1
	}
	o.write(text.Substring(plain, n))
}

// part is what the characters from i on stand for behind a $, and how many they are: 0 if they stand
// for themselves.
func (o *output) part(text goja.String, i int, groups []goja.Value, at int, s goja.String, named goja.Value) (goja.String, int) {
	whole := groups[0].(goja.String)
	switch ch := text.CharAt(i); {
	case ch == '$':
		return text.Substring(i, i+1), 1
	case ch == '&':
		return whole, 1
	case ch == '`':
		return s.Substring(0, at), 1
	case ch == '\'':
		return s.Substring(min(at+whole.Length(), s.Length()), s.Length()), 1
	case ch == '<' && !goja.IsUndefined(named):
		for j := i + 1; j < text.Length(); j++ {
			if text.CharAt(j) == '>' {
				return chosen(named.(*goja.Object).Get(text.Substring(i+1, j).String())), j - i + 1
			}
		}
	case '0' <= ch && ch <= '9':
		group, used := int(ch-'0'), 1
		if i+1 < text.Length() {
			if next := text.CharAt(i + 1); '0' <= next && next <= '9' && 10*group+int(next-'0') < len(groups) {
				group, used = 10*group+int(next-'0'), 2
			}
		}
		if group > 0 && group < len(groups) {
			return chosen(groups[group]), used
		}
	}
	return nil, 0
}

// chosen is a group's text, nil if it captured nothing.
func chosen(v goja.Value) goja.String {
	s, _ := v.(goja.String)
	return s
}
