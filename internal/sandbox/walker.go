package sandbox

import (
	"reflect"

	"github.com/dop251/goja/ast"
)

// walker goes through a syntax tree by reflection, so that it misses no kind of node.
type walker struct {
	seen    map[any]bool                        // nodes may be reached twice: declarations are listed again with their function
	enter   func(node any) (leaf bool)          // sees a node, and reports whether there is nothing to look at inside
	leave   func(node any)                      // sees a node after what is inside; may be nil, as replace may
	replace func(ast.Expression) ast.Expression // what takes an expression's place after that, nil for nothing
}

func (w walker) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		w.walk(v.Elem())
		if e, ok := v.Interface().(ast.Expression); ok && v.CanSet() && w.replace != nil {
			if other := w.replace(e); other != nil {
				v.Set(reflect.ValueOf(other))
			}
		}
	case reflect.Pointer:
		if v.IsNil() || w.seen[v.Interface()] {
			return
		}
		w.seen[v.Interface()] = true
		if w.enter(v.Interface()) {
			return
		}
		w.walk(v.Elem())
		if w.leave != nil {
			w.leave(v.Interface())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				w.walk(f)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.walk(v.Index(i))
		}
	}
}
