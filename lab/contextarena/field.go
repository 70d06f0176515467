package contextarena

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/internal/strictyaml"
)

// Fault is one thing that is wrong with a file.
type Fault struct {
	File string
	Path string // inside it: results[3].probeResults[2].fact; empty for the whole file
	Text string // what is wrong, and what was expected
}

// Error is file: path: text.
func (f Fault) Error() string {
	if f.Path == "" {
		return f.File + ": " + f.Text
	}
	return f.File + ": " + f.Path + ": " + f.Text
}

// faults collects what is wrong with one file.
type faults struct {
	file string
	list []Fault
}

func (fs *faults) add(path, format string, args ...any) {
	fs.list = append(fs.list, Fault{File: fs.file, Path: path, Text: fmt.Sprintf(format, args...)})
}

// field is a value of a file and where it stands. Reading it as what it isn't notes a fault and
// gives the zero value; what follows from a missing field isn't reported again.
type field struct {
	path  string
	value any
	ok    bool // it is there
	fs    *faults
}

func (f field) fault(format string, args ...any) { f.fs.add(f.path, format, args...) }

// in is the field of an object with this name; a missing one is a fault.
func (f field) in(name string) field {
	out := f.maybe(name)
	if _, isObject := f.value.(object); isObject && !out.ok {
		out.fault("is missing")
	}
	return out
}

// maybe is in for a field that may be missing.
func (f field) maybe(name string) field {
	path := strings.TrimPrefix(f.path+"."+step(name), ".")
	o, _ := f.value.(object)
	v, ok := o[name]
	return field{path: path, value: v, ok: ok, fs: f.fs}
}

// object checks that the field is an object with no fields but these. It reports whether it is
// an object.
func (f field) object(names ...string) bool {
	o, ok := f.value.(object)
	if !ok {
		f.want("an object")
		return false
	}
	for _, name := range slices.Sorted(maps.Keys(o)) {
		if !slices.Contains(names, name) {
			hint := ""
			if near := strictyaml.Nearest(name, names); near != "" {
				hint = fmt.Sprintf(" (did you mean %s?)", near)
			}
			f.maybe(name).fault("unknown field%s; want %s", hint, strings.Join(names, ", "))
		}
	}
	return true
}

// want notes that the field is of the wrong kind. A missing one was noted before.
func (f field) want(kind string) {
	if f.ok {
		f.fault("want %s, have %s", kind, kindOf(f.value))
	}
}

func kindOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case object:
		return "an object"
	case []any:
		return "a list"
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		return shorten(v.String())
	case string:
		return strconv.Quote(shorten(v))
	}
	return fmt.Sprintf("%T", v)
}

// shorten cuts a quoted text to what fits a message.
func shorten(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

// list is the elements of a list.
func (f field) list() []field {
	l, ok := f.value.([]any)
	if !ok {
		f.want("a list")
		return nil
	}
	out := make([]field, len(l))
	for i, v := range l {
		out[i] = field{path: fmt.Sprintf("%s[%d]", f.path, i), value: v, ok: true, fs: f.fs}
	}
	return out
}

func (f field) text() string {
	s, ok := f.value.(string)
	if !ok {
		f.want("a text")
	}
	return s
}

func (f field) yes() bool {
	b, ok := f.value.(bool)
	if !ok {
		f.want("true or false")
	}
	return b
}

// count is a whole number from 0.
func (f field) count() int {
	n, ok := f.value.(json.Number)
	i, err := strconv.Atoi(n.String())
	if !ok || err != nil || i < 0 || i > math.MaxInt32 {
		f.want("a whole number from 0")
		return 0
	}
	return i
}

// equals notes a count that contradicts what it counts.
func (f field) equals(want int, what string) {
	if have := f.count(); f.isNumber() && have != want {
		f.fault("is %d, but %s: %d", have, what, want)
	}
}

func (f field) isNumber() bool {
	_, ok := f.value.(json.Number)
	return ok
}
