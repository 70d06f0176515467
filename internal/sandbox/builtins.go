package sandbox

import (
	"github.com/dop251/goja"
)

// builtin is a built-in function under the meter.
type builtin struct {
	*meter
	owner, name string
	native      goja.Callable
}

// wrap puts what counts in the place of functions of an object: of those that are named, or of all. The
// prelude calls it for what a program can reach.
func (m *meter) wrap(c goja.FunctionCall) goja.Value {
	where, owner := c.Argument(0).String(), c.Argument(1).(*goja.Object)
	names := owner.GetOwnPropertyNames()
	if only, ok := c.Argument(2).(*goja.Object); ok {
		names = names[:0]
		for i := range m.size0(only) {
			names = append(names, only.Get(key(i)).String())
		}
	}
	for _, name := range names {
		if name == "constructor" || name == "prototype" || name == "size" {
			continue
		}
		if f := m.wrapped(where, name, owner.Get(name)); f != nil {
			if err := owner.DefineDataProperty(name, f, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
				panic(err)
			}
		}
	}
	for _, symbol := range []*goja.Symbol{goja.SymIterator, goja.SymMatch, goja.SymMatchAll, goja.SymSearch, goja.SymReplace, goja.SymSplit} {
		if f := m.wrapped(where, symbol.String(), owner.GetSymbol(symbol)); f != nil && where != "Iterator" && where != "global" {
			if err := owner.DefineDataPropertySymbol(symbol, f, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
				panic(err)
			}
		}
	}
	return goja.Undefined()
}

// wrapped is what takes the place of a function, nil for what is none: it counts what the function is
// given, stops what would be too large before it is begun, and counts what comes back.
func (m *meter) wrapped(where, name string, v goja.Value) *goja.Object {
	native := function(v)
	if native == nil {
		return nil
	}
	b := &builtin{meter: m, owner: where, name: name, native: native}
	own := m.special(b)
	worth := perStep
	if b.owner == "Iterator" {
		worth = 2 * perStep // what the interpreter makes for each round is worth that
	}
	f := m.vm.ToValue(func(c goja.FunctionCall) goja.Value {
		m.enter(worth)
		defer m.leave()
		if own != nil {
			return own(c)
		}
		return b.call(c.This, c.Arguments)
	}).(*goja.Object)
	if err := f.DefineDataProperty("name", m.vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		panic(err)
	}
	return f
}

// enter counts built-in functions inside each other.
func (m *meter) enter(worth int) {
	if m.depth++; m.depth > mostFrames {
		m.stop(errDeep)
	}
	m.spend(worth)
	if m.stopped != nil {
		m.depth--
		m.check()
	}
}

func (m *meter) leave() { m.depth-- }

// call counts and calls the function.
func (b *builtin) call(this goja.Value, args []goja.Value) goja.Value {
	if !instant[b.name] {
		b.given(this)
	}
	if b.owner == "Array.prototype" || b.owner == "Iterator" {
		b.alloc(2 * bytesValue * (1 + len(args)))
	}
	if b.owner == "Array.prototype" {
		b.list0(this)
	}
	for _, v := range args {
		b.given(v)
	}
	b.spend(len(args))
	b.check()
	v := b.run(this, args...)
	b.made(v)
	b.check()
	return v
}

// run calls the function. What it throws goes on.
func (b *builtin) run(this goja.Value, args ...goja.Value) goja.Value {
	return must(b.native(this, args...))
}

func must(v goja.Value, err error) goja.Value {
	if err != nil {
		panic(err)
	}
	return v
}

// instant are functions that don't go through what they are called on.
var instant = map[string]bool{
	"push": true, "pop": true, "at": true, "charAt": true, "charCodeAt": true, "codePointAt": true,
	"Symbol.iterator": true, "values": true, "entries": true, "keys": true, "next": true,
	"call": true, "hasOwnProperty": true, "get": true, "has": true, "set": true, "add": true,
}

// given counts a text or list that a function is given.
func (m *meter) given(v goja.Value) {
	switch v := v.(type) {
	case goja.String:
		n := v.Length()
		m.spend(n)
		if n > mostLength {
			m.stop(errLarge)
		}
	case *goja.Object:
		if v.ClassName() == "Array" {
			n := m.size0(v)
			if m.spend(min(n, mostList)); n > mostList {
				m.stop(errLarge)
			}
		}
	}
}

// size0 is the length of a list.
func (m *meter) size0(list *goja.Object) int { return int(list.Get("length").ToInteger()) }

// list0 refuses what passes for a list but could lie about its length, and stops what is too long.
func (m *meter) list0(v goja.Value) {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() == "Array" || o.ClassName() == "String" {
		return
	}
	for p := o; p != nil; p = p.Prototype() {
		d := must(m.descriptor(goja.Undefined(), p, m.vm.ToValue("length")))
		desc, ok := d.(*goja.Object)
		if !ok {
			continue
		}
		n := desc.Get("value")
		if n == nil || !goja.IsNumber(n) {
			panic(m.vm.NewTypeError("the length of what passes for a list must be a number"))
		}
		if f := n.ToFloat(); f > mostList {
			m.stop(errLarge)
		} else if f > 0 {
			m.spend(int(f))
		}
		m.check()
		return
	}
}

// made counts a text or list that a function gave.
func (m *meter) made(v goja.Value) {
	switch v := v.(type) {
	case goja.String:
		m.text(v.Length())
	case *goja.Object:
		if v.ClassName() == "Array" {
			m.list(m.size0(v))
		}
	}
}

// number is an argument as a number, converted once. Nothing and what is no number are 0.
func number(c goja.FunctionCall, i int) float64 {
	f := c.Argument(i).ToFloat()
	if f != f || goja.IsUndefined(c.Argument(i)) {
		return 0
	}
	return f
}

// function is a value as something to call; nil for what can't be called.
func function(v goja.Value) goja.Callable {
	f, _ := goja.AssertFunction(v)
	return f
}

// constructor returns what takes the place of a constructor: it counts what is made by it.
func (m *meter) constructor(c goja.FunctionCall) goja.Value {
	name, target := c.Argument(0).String(), c.Argument(1).ToObject(m.vm)
	construct, _ := goja.AssertConstructor(target)
	call := function(target)
	count := func(args []goja.Value) []goja.Value {
		switch name {
		case "Array":
			m.alloc(bytesThing)
			if len(args) == 1 && goja.IsNumber(args[0]) {
				if f := args[0].ToFloat(); f > mostList {
					m.stop(errLarge)
				} else if f > 0 {
					m.list(int(f))
				}
			}
		case "RegExp":
			args = m.patterns.checked(args)
		default:
			m.remember()
		}
		m.check()
		return args
	}
	return m.vm.ToValue(m.vm.NewProxy(target, &goja.ProxyTrapConfig{
		Apply: func(_ *goja.Object, this goja.Value, args []goja.Value) goja.Value {
			return must(call(this, count(args)...))
		},
		Construct: func(_ *goja.Object, args []goja.Value, newTarget *goja.Object) *goja.Object {
			o, err := construct(newTarget, count(args)...)
			if err != nil {
				panic(err)
			}
			return o
		},
	}))
}
