package sandbox

import (
	"strconv"

	"github.com/dop251/goja"
)

// key is an index as the name of a property.
func key(i int) string { return strconv.Itoa(i) }

// stringify is JSON.stringify. The interpreter's own is called with a function that sees each value
// before it is written, and counts it.
func (b *builtin) stringify(c goja.FunctionCall) goja.Value {
	w := stringifier{builtin: b, depths: map[*goja.Object]int{}, replace: function(c.Argument(1))}
	if o, ok := c.Argument(1).(*goja.Object); ok && o.ClassName() == "Array" {
		seen := map[string]bool{}
		b.elements(o, func(_ int, v goja.Value) {
			if _, text := v.(goja.String); v != nil && (text || goja.IsNumber(v)) && !seen[v.String()] {
				seen[v.String()] = true
				w.only = append(w.only, v.String())
			}
		})
		w.chosen = true
	}
	v := b.run(c.This, c.Argument(0), b.vm.ToValue(w.see), c.Argument(2))
	b.made(v)
	b.check()
	return v
}

// stringifier counts what is written as JSON.
type stringifier struct {
	*builtin
	replace goja.Callable // the program's own, may be nil
	chosen  bool          // whether the program chose properties,
	only    []string      // and which
	depths  map[*goja.Object]int
	size    int
}

// see is called with each value. It gives what is written in its place.
func (w *stringifier) see(c goja.FunctionCall) goja.Value {
	v := c.Argument(1)
	if w.replace != nil {
		v = must(w.replace(c.This, c.Argument(0), v))
	}
	holder, _ := c.This.(*goja.Object)
	depth := w.depths[holder] + 1
	size := 8 + 10*depth
	if name, ok := c.Argument(0).(goja.String); ok {
		size += name.Length()
	}
	switch x := v.(type) {
	case goja.String:
		size += x.Length()
	case *goja.Object:
		if f := function(x); f != nil {
			break
		}
		if depth > mostFrames {
			w.stop(errDeep)
		}
		switch x.ClassName() {
		case "Array":
			w.given(x)
		case "String", "Number", "Boolean":
		default:
			if w.chosen {
				x = w.choose(x)
				v = x
			}
		}
		w.depths[x] = depth
		w.alloc(4 * bytesValue)
	}
	w.spend(size)
	if w.size += size - 10*depth; w.size > mostLength {
		w.stop(errLarge)
	}
	w.check()
	return v
}

// choose is an object with the chosen properties alone, in their order.
func (w *stringifier) choose(o *goja.Object) *goja.Object {
	out := w.vm.NewObject()
	for _, name := range w.only {
		if v := o.Get(name); v != nil {
			w.alloc(bytesProp)
			if err := out.Set(name, v); err != nil {
				panic(err)
			}
		}
	}
	w.alloc(bytesThing)
	w.check()
	return out
}

// parse is JSON.parse. What a text will take is counted before it is read.
func (b *builtin) parse(c goja.FunctionCall) goja.Value {
	text := b.str(c.Argument(0))
	n := text.Length()
	b.given(text)
	b.check()
	depth, bytes, quoted := 0, n, false
	for i := 0; i < n; i++ {
		switch ch := text.CharAt(i); {
		case quoted && ch == '\\':
			i++
		case ch == '"':
			quoted = !quoted
		case quoted:
		case ch == '{' || ch == '[':
			bytes += bytesThing
			if depth++; depth > mostFrames {
				b.stop(errDeep)
				b.check()
			}
		case ch == '}' || ch == ']':
			depth--
		case ch == ':':
			bytes += bytesProp
		case ch == ',':
			bytes += bytesValue
		}
	}
	b.alloc(bytes)
	b.check()
	return b.run(c.This, append([]goja.Value{text}, c.Arguments[min(1, len(c.Arguments)):]...)...)
}
