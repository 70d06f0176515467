package sandbox

import (
	"github.com/dop251/goja"
)

// special is what runs in the place of a built-in function whose result, or work, isn't bounded by
// the size of what it is given; nil for all others.
func (m *meter) special(b *builtin) func(goja.FunctionCall) goja.Value {
	switch b.owner + "." + b.name {
	case "String.prototype.repeat":
		return func(c goja.FunctionCall) goja.Value {
			n := number(c, 0)
			if s, ok := c.This.(goja.String); ok && float64(s.Length())*n > mostLength {
				b.stop(errLarge)
			}
			return b.call(c.This, []goja.Value{b.vm.ToValue(n)})
		}
	case "String.prototype.padStart", "String.prototype.padEnd":
		return func(c goja.FunctionCall) goja.Value {
			n := number(c, 0)
			if n > mostLength {
				b.stop(errLarge)
			}
			args := append([]goja.Value{b.vm.ToValue(n)}, c.Arguments[min(1, len(c.Arguments)):]...)
			return b.call(c.This, args)
		}
	case "String.prototype.concat":
		return func(c goja.FunctionCall) goja.Value {
			n := 0
			args := make([]goja.Value, len(c.Arguments))
			for i, v := range c.Arguments {
				s := b.str(v)
				args[i], n = s, n+s.Length()
			}
			if n > mostLength {
				b.stop(errLarge)
			}
			return b.call(c.This, args)
		}
	case "String.prototype.replace", "String.prototype.replaceAll":
		return b.replaceText
	case "String.prototype.match", "String.prototype.matchAll", "String.prototype.search":
		return func(c goja.FunctionCall) goja.Value {
			if v := c.Argument(0); !goja.IsUndefined(v) && !m.patterns.is(v) {
				if _, object := v.(*goja.Object); !object {
					m.patterns.checked([]goja.Value{v})
				}
			}
			return b.call(c.This, c.Arguments)
		}
	case "String.raw":
		return func(c goja.FunctionCall) goja.Value {
			raw, _ := c.Argument(0).ToObject(b.vm).Get("raw").(*goja.Object)
			if raw == nil || raw.ClassName() != "Array" {
				panic(b.vm.NewTypeError("String.raw is for templates"))
			}
			b.given(raw)
			return b.call(c.This, c.Arguments)
		}
	case "global.parseInt", "global.parseFloat":
		return func(c goja.FunctionCall) goja.Value {
			s := b.str(c.Argument(0))
			b.spend(s.Length() * (s.Length() / 1024)) // it tries ever shorter texts
			return b.call(c.This, append([]goja.Value{s}, c.Arguments[min(1, len(c.Arguments)):]...))
		}
	case "Array.prototype.join":
		return b.join
	case "Array.prototype.flat":
		return b.flat
	case "Array.prototype.flatMap":
		return b.flatMap
	case "Array.prototype.concat":
		return func(c goja.FunctionCall) goja.Value {
			n := 0
			for _, v := range append([]goja.Value{c.This}, c.Arguments...) {
				if o, ok := v.(*goja.Object); ok {
					if o.ClassName() == "Array" {
						n += b.size0(o)
					} else if o.GetSymbol(goja.SymIsConcatSpreadable) != nil {
						b.list0(o)
					}
				}
			}
			if n > mostList {
				b.stop(errLarge)
			}
			return b.call(c.This, c.Arguments)
		}
	case "Array.prototype.sort", "Array.prototype.toSorted":
		return func(c goja.FunctionCall) goja.Value {
			if goja.IsUndefined(c.Argument(0)) {
				return b.call(c.This, []goja.Value{b.vm.ToValue(b.compare)})
			}
			return b.call(c.This, c.Arguments)
		}
	case "Array.prototype.includes", "Array.prototype.indexOf", "Array.prototype.lastIndexOf":
		return func(c goja.FunctionCall) goja.Value {
			if s, ok := c.Argument(0).(goja.String); ok && s.Length() > 64 {
				if o, ok := c.This.(*goja.Object); ok && o.ClassName() == "Array" {
					b.spend(min(b.size0(o), mostList) * (s.Length() / 64))
				}
			}
			return b.call(c.This, c.Arguments)
		}
	case "Array.from":
		return func(c goja.FunctionCall) goja.Value {
			if o, ok := c.Argument(0).(*goja.Object); ok && o.GetSymbol(goja.SymIterator) == nil {
				b.list0(o)
			}
			return b.call(c.This, c.Arguments)
		}
	case "Function.prototype.apply":
		return func(c goja.FunctionCall) goja.Value {
			b.list0(c.Argument(1))
			b.given(c.Argument(1))
			b.check()
			return b.run(c.This, c.Arguments...)
		}
	case "Function.prototype.call":
		return func(c goja.FunctionCall) goja.Value { return b.run(c.This, c.Arguments...) }
	case "Object.assign", "Object.fromEntries", "Object.defineProperties", "Object.create", "Object.groupBy", "Object.getOwnPropertyDescriptors":
		return b.fill
	case "Object.entries":
		return func(c goja.FunctionCall) goja.Value {
			v := b.call(c.This, c.Arguments)
			b.alloc(b.size0(v.ToObject(b.vm)) * bytesThing)
			return v
		}
	case "Object.defineProperty":
		return func(c goja.FunctionCall) goja.Value {
			b.alloc(2 * bytesProp)
			return b.fill(c)
		}
	case "Map.prototype.set", "Set.prototype.add":
		return func(c goja.FunctionCall) goja.Value {
			b.alloc(bytesEntry)
			return b.call(c.This, c.Arguments)
		}
	case "Set.prototype.union", "Set.prototype.intersection", "Set.prototype.difference", "Set.prototype.symmetricDifference":
		return func(c goja.FunctionCall) goja.Value {
			v := b.call(c.This, c.Arguments)
			n := int(v.ToObject(b.vm).Get("size").ToInteger())
			b.spend(n)
			b.alloc(bytesThing + n*bytesEntry)
			return v
		}
	case "JSON.stringify":
		return b.stringify
	case "JSON.parse":
		return b.parse
	case "RegExp.prototype.exec":
		return func(c goja.FunctionCall) goja.Value { return m.patterns.exec(c) }
	case "RegExp.prototype.test":
		return func(c goja.FunctionCall) goja.Value { return m.patterns.test(c) }
	case "RegExp.prototype.Symbol.match":
		return func(c goja.FunctionCall) goja.Value { return m.patterns.match(c) }
	case "RegExp.prototype.Symbol.replace":
		return func(c goja.FunctionCall) goja.Value { return m.patterns.replace(c) }
	case "RegExp.prototype.Symbol.split":
		return func(c goja.FunctionCall) goja.Value { return m.patterns.split(c) }
	}
	return nil
}

// fill counts the properties of what a function fills, or takes them from.
func (b *builtin) fill(c goja.FunctionCall) goja.Value {
	before := 0
	list, isList := c.Argument(0).(*goja.Object)
	if isList = isList && list.ClassName() == "Array"; isList {
		before = b.size0(list)
	}
	if b.name == "assign" {
		for _, v := range c.Arguments[min(1, len(c.Arguments)):] {
			b.spread(v)
		}
		b.check()
	}
	v := b.call(c.This, c.Arguments)
	if o, ok := v.(*goja.Object); ok && b.name != "assign" && b.name != "defineProperty" {
		n := len(o.Keys())
		b.spend(n)
		b.alloc(bytesThing + n*bytesProp)
	}
	if isList {
		b.list(min(max(0, b.size0(list)-before), mostList))
	}
	return v
}

// spread counts the properties of what another object is filled with.
func (m *meter) spread(v goja.Value) {
	switch v := v.(type) {
	case goja.String:
		m.spend(8 * v.Length())
		m.alloc(v.Length() * bytesProp)
	case *goja.Object:
		n := len(v.Keys())
		m.spend(16 * n)
		m.alloc(n * bytesProp)
	}
}

// compare is the order of lists that are sorted without one: by their elements' texts.
func (m *meter) compare(c goja.FunctionCall) goja.Value {
	x, y := m.str(c.Argument(0)), m.str(c.Argument(1))
	m.spend(8 + min(x.Length(), y.Length()))
	m.check()
	return m.vm.ToValue(x.CompareTo(y))
}

// elements calls f with each element of a list, in order; those that are missing are nil.
func (m *meter) elements(list *goja.Object, f func(i int, v goja.Value)) {
	n := m.size0(list)
	if n > mostList {
		m.stop(errLarge)
	}
	m.check()
	for i := range n {
		f(i, list.Get(key(i)))
	}
}

// join is Array.prototype.join, whose result is bounded while it grows.
func (b *builtin) join(c goja.FunctionCall) goja.Value {
	list, ok := c.This.(*goja.Object)
	if !ok || list.ClassName() != "Array" {
		return b.call(c.This, c.Arguments)
	}
	if b.joining[list] {
		return b.vm.ToValue("") // it holds itself
	}
	b.joining[list] = true
	defer delete(b.joining, list)
	by, _ := b.vm.ToValue(",").(goja.String)
	if v := c.Argument(0); !goja.IsUndefined(v) {
		by = b.str(v)
	}
	var text goja.StringBuilder
	size := 0
	write := func(s goja.String) {
		size += s.Length()
		b.text(s.Length())
		if size > mostLength {
			b.stop(errLarge)
		}
		b.check()
		text.WriteString(s)
	}
	b.elements(list, func(i int, v goja.Value) {
		b.spend(1)
		if i > 0 {
			write(by)
		}
		if v != nil && !goja.IsUndefined(v) && !goja.IsNull(v) {
			write(b.str(v))
		}
	})
	return text.String()
}

// flat is Array.prototype.flat.
func (b *builtin) flat(c goja.FunctionCall) goja.Value {
	depth := 1.0
	if !goja.IsUndefined(c.Argument(0)) {
		depth = number(c, 0)
	}
	out := b.flatten(nil, b.listed(c.This), depth, 0)
	return b.array(out)
}

// flatMap is Array.prototype.flatMap.
func (b *builtin) flatMap(c goja.FunctionCall) goja.Value {
	list, f := b.listed(c.This), function(c.Argument(0))
	if f == nil {
		panic(b.vm.NewTypeError("flatMap needs a function"))
	}
	var out []any
	b.elements(list, func(i int, v goja.Value) {
		if v == nil {
			return
		}
		v = must(f(c.Argument(1), v, b.vm.ToValue(i), list))
		if o, ok := v.(*goja.Object); ok && o.ClassName() == "Array" {
			out = b.flatten(out, o, 0, 0)
			return
		}
		out = b.add(out, v)
	})
	return b.array(out)
}

// listed is what a method of lists is called on.
func (b *builtin) listed(v goja.Value) *goja.Object {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Array" {
		panic(b.vm.NewTypeError(b.name + " is for lists"))
	}
	return o
}

func (b *builtin) flatten(out []any, list *goja.Object, depth float64, level int) []any {
	if level > mostFrames {
		b.stop(errDeep)
		b.check()
	}
	b.elements(list, func(_ int, v goja.Value) {
		if o, ok := v.(*goja.Object); ok && depth >= 1 && o.ClassName() == "Array" {
			b.spend(8)
			out = b.flatten(out, o, depth-1, level+1)
		} else if v != nil {
			out = b.add(out, v)
		}
	})
	return out
}

// add adds an element to a list that is being made.
func (b *builtin) add(out []any, v goja.Value) []any {
	b.spend(1)
	b.alloc(2 * bytesValue)
	if len(out) >= mostList {
		b.stop(errLarge)
	}
	b.check()
	return append(out, v)
}

func (b *builtin) array(items []any) goja.Value { return b.vm.NewArray(items...) }
