package sandbox

import (
	"errors"
	"reflect"
	"sort"
	"strings"

	"github.com/dop251/goja"

	"contextarena.internal/internal/sandbox/regex"
)

// patterns runs a program's regular expressions by an engine whose work is counted.
type patterns struct {
	*meter
	source, flags goja.Callable // the interpreter's own getters
	of            map[*goja.Object]*regex.Regex
	compiled      map[string]*regex.Regex

	last goja.String // the text that was searched last, and what it is for the engine
	wide bool        // it is in code points:
	in   regex.Text
	at   []int // where each begins in the text; nil for code units
}

// is reports whether a value is a regular expression.
func (p *patterns) is(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	return ok && o.ClassName() == "RegExp"
}

// getters takes the interpreter's own functions that the meter needs.
func (p *patterns) getters(c goja.FunctionCall) goja.Value {
	source, flags := function(c.Argument(0)), function(c.Argument(1))
	p.source = func(o goja.Value, _ ...goja.Value) (goja.Value, error) { return source(o) }
	p.flags = func(o goja.Value, _ ...goja.Value) (goja.Value, error) { return flags(o) }
	p.descriptor, p.meter.find = function(c.Argument(2)), function(c.Argument(3))
	return goja.Undefined()
}

// compile compiles a pattern, or takes it from those that were compiled before.
func (p *patterns) compile(source, flags string) *regex.Regex {
	name := flags + "/" + source
	re := p.compiled[name]
	if re == nil {
		p.spend(4 * len(source))
		p.check()
		var err error
		if re, err = regex.Compile(source, flags); err != nil {
			panic(p.vm.NewTypeError(err.Error()))
		}
		p.spend(4 * re.Size())
		p.alloc(len(source) + 128*re.Size())
		p.compiled[name] = re
	}
	return re
}

// checked are the arguments of the constructor, read once; it throws if the engine can't take them.
func (p *patterns) checked(args []goja.Value) []goja.Value {
	p.alloc(bytesThing)
	if len(args) == 0 {
		return args
	}
	source, flags := args[0], ""
	if p.is(source) {
		flags = must(p.flags(source)).String()
		source = must(p.source(source))
	}
	out := []goja.Value{p.vm.ToValue("")}
	if !goja.IsUndefined(source) {
		out[0] = p.str(source)
	}
	if len(args) > 1 && !goja.IsUndefined(args[1]) {
		flags = args[1].String()
	}
	if s := out[0].(goja.String); s.Length() > mostSource {
		panic(p.vm.NewTypeError(regex.ErrLarge.Error()))
	}
	p.compile(out[0].String(), flags)
	return append(out, p.vm.ToValue(flags))
}

// searched is the expression that a method is called on, and the text it searches.
func (p *patterns) searched(c goja.FunctionCall) (*goja.Object, *regex.Regex, goja.String) {
	if !p.is(c.This) {
		panic(p.vm.NewTypeError("a method of regular expressions was called on something else"))
	}
	o := c.This.(*goja.Object)
	re := p.of[o]
	if re == nil {
		re = p.compile(must(p.source(o)).String(), must(p.flags(o)).String())
		p.of[o] = re
	}
	s := p.str(c.Argument(0))
	p.read(s, re.Unicode)
	p.check()
	return o, re, s
}

// read prepares a text for the engine.
func (p *patterns) read(s goja.String, wide bool) {
	if p.last != nil && p.wide == wide && same(p.last, s) {
		return
	}
	n := s.Length()
	p.given(s)
	p.last, p.wide, p.in, p.at = s, wide, p.in[:0], nil
	for i := 0; i < n; i++ {
		r := rune(s.CharAt(i))
		if wide {
			p.at = append(p.at, i)
			if r >= 0xd800 && r < 0xdc00 && i+1 < n {
				if low := rune(s.CharAt(i + 1)); low >= 0xdc00 && low < 0xe000 {
					r = (r-0xd800)<<10 + (low - 0xdc00) + 0x10000
					i++
				}
			}
		}
		p.in = append(p.in, r)
	}
	if wide {
		p.at = append(p.at, n)
	}
}

// same reports whether two texts are the same one, or surely equal.
func same(a, b goja.String) bool {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	if x.Type() != y.Type() || a.Length() != b.Length() {
		return false
	}
	switch x.Kind() {
	case reflect.String:
		return x.String() == y.String()
	case reflect.Slice, reflect.Pointer:
		return x.Pointer() == y.Pointer()
	}
	return false
}

// find is the first match from a position on: the bounds of its groups in the text, nil for none.
func (p *patterns) find(re *regex.Regex, from int, exact bool) []int {
	if p.at != nil {
		from = sort.SearchInts(p.at, from)
	}
	found, err := re.Match(p.in, from, exact, func(n int) error {
		p.spend(2 * n)
		return p.stopped
	})
	if errors.Is(err, regex.ErrDeep) {
		p.stop(err)
	}
	p.check()
	if found == nil {
		return nil
	}
	groups := make([]int, len(found))
	for i, at := range found {
		groups[i] = int(at)
		if at >= 0 && p.at != nil {
			groups[i] = p.at[at]
		}
	}
	p.spend(len(found))
	return groups
}

// next is where to search on behind a match that took nothing.
func (p *patterns) next(re *regex.Regex, s goja.String, at int) int {
	if re.Unicode && at+1 < s.Length() && s.CharAt(at)&0xfc00 == 0xd800 && s.CharAt(at+1)&0xfc00 == 0xdc00 {
		return at + 2
	}
	return at + 1
}

// once is a match as lastIndex asks for it, which it moves on.
func (p *patterns) once(o *goja.Object, re *regex.Regex, s goja.String) []int {
	from := 0
	if re.Global || re.Sticky {
		from = int(min(max(0, o.Get("lastIndex").ToInteger()), mostLength+1))
		p.read(s, re.Unicode) // reading lastIndex may have searched something else
	}
	var found []int
	if from <= s.Length() {
		found = p.find(re, from, re.Sticky)
	}
	if re.Global || re.Sticky {
		to := 0
		if found != nil {
			to = found[1]
		}
		p.move(o, to)
	}
	return found
}

func (p *patterns) move(o *goja.Object, to int) {
	if err := o.Set("lastIndex", to); err != nil {
		panic(err)
	}
}

// all are all matches from the beginning.
func (p *patterns) all(o *goja.Object, re *regex.Regex, s goja.String) [][]int {
	p.move(o, 0)
	p.read(s, re.Unicode)
	var all [][]int
	for at := 0; at <= s.Length(); {
		found := p.find(re, at, re.Sticky)
		if found == nil {
			break
		}
		p.alloc(bytesValue + 16*len(found))
		p.check()
		all = append(all, found)
		if at = found[1]; found[0] == found[1] {
			at = p.next(re, s, at)
		}
	}
	return all
}

// groups are a match's texts.
func (p *patterns) groups(s goja.String, found []int) []goja.Value {
	values := make([]goja.Value, len(found)/2)
	for i := range values {
		values[i] = goja.Undefined()
		if found[2*i] >= 0 && found[2*i+1] >= 0 {
			values[i] = s.Substring(found[2*i], found[2*i+1])
		}
	}
	p.alloc(len(values) * 2 * bytesValue)
	return values
}

// named is the object of a match's named groups, undefined if there are none.
func (p *patterns) named(re *regex.Regex, values []goja.Value) goja.Value {
	if strings.Join(re.Names, "") == "" {
		return goja.Undefined()
	}
	o := p.vm.CreateObject(nil)
	p.alloc(bytesThing)
	for i, name := range re.Names {
		if name != "" {
			p.alloc(bytesProp)
			p.put(o, name, values[i])
		}
	}
	return o
}

func (p *patterns) put(o *goja.Object, name string, v goja.Value) {
	if err := o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
		panic(err)
	}
}

// result is a match as exec gives it.
func (p *patterns) result(re *regex.Regex, s goja.String, found []int) goja.Value {
	if found == nil {
		return goja.Null()
	}
	p.alloc(bytesThing + 3*bytesProp)
	values := p.groups(s, found)
	items := make([]any, len(values))
	for i, v := range values {
		items[i] = v
	}
	o := p.vm.NewArray(items...)
	p.put(o, "input", s)
	p.put(o, "index", p.vm.ToValue(found[0]))
	p.put(o, "groups", p.named(re, values))
	p.check()
	return o
}
