package sandbox

import (
	"fmt"
	"math"

	"github.com/dop251/goja"

	"contextarena.internal/internal/sandbox/regex"
)

// What things cost. The unit of work is a character that a built-in function goes through; bytes are
// what the interpreter takes for a value, rounded up. Both are counted when something is made and
// never given back, so that nothing depends on when memory is collected.
const (
	perStep    = 256     // units of work that are worth a step
	longText   = 1 << 14 // characters of the longest text for each of which every comparison costs a step more
	bytesValue = 24      // an element of a list
	bytesProp  = 112     // a property of an object
	bytesEntry = 224     // an entry of a map or set
	bytesThing = 320     // an object, list or function
	bytesFrame = 40      // a call, as an error remembers it
)

// meter counts the steps and the bytes of one program.
type meter struct {
	vm      *goja.Runtime
	steps   int
	most    int
	work    int // units that aren't a step yet
	bytes   int
	longest int   // characters of the longest text so far
	depth   int   // built-in functions inside each other
	stopped error // why it was stopped; nil while it runs

	frames     []goja.StackFrame
	joining    map[*goja.Object]bool // lists that are being joined
	descriptor goja.Callable         // Object.getOwnPropertyDescriptor
	find       goja.Callable         // String.prototype.indexOf
	patterns   *patterns
	target     goja.Value // the key of an element that is about to be set
}

// newMeter returns a meter without a limit of steps.
func newMeter(vm *goja.Runtime) *meter {
	m := &meter{vm: vm, most: math.MaxInt, joining: map[*goja.Object]bool{}}
	m.patterns = &patterns{meter: m, of: map[*goja.Object]*regex.Regex{}, compiled: map[string]*regex.Regex{}}
	return m
}

// take counts steps. What is over the limit stops the program, which can't catch that.
func (m *meter) take(n int) {
	if m.steps += n; m.steps > m.most {
		m.steps = m.most + 1
		m.stop(fmt.Errorf("it took more than %d steps", m.most))
	}
}

// spend counts units of work.
func (m *meter) spend(units int) {
	if m.work += units; m.work >= perStep {
		m.take(m.work / perStep)
		m.work %= perStep
	}
}

// alloc counts bytes.
func (m *meter) alloc(bytes int) {
	if m.bytes += bytes; m.bytes > mostMade {
		m.bytes = mostMade
		m.stop(errMade)
	}
}

// text counts a text of n characters that was made.
func (m *meter) text(n int) {
	if n > mostLength {
		m.stop(errLarge)
		return
	}
	m.longest = max(m.longest, n)
	m.spend(n)
	m.alloc(n)
}

// list counts a list of n elements that was made or gone through.
func (m *meter) list(n int) {
	if n > mostList {
		m.stop(errLarge)
		return
	}
	m.spend(n)
	m.alloc(n * bytesValue)
}

// stop stops the program at its next step.
func (m *meter) stop(why error) {
	if m.stopped == nil {
		m.stopped = why
	}
	m.vm.Interrupt(m.stopped)
}

// check ends a built-in function once the program is stopped.
func (m *meter) check() {
	if m.stopped != nil {
		panic(m.vm.NewTypeError(m.stopped.Error()))
	}
}

// step is called at the beginning of each function and each round of a loop, with the bytes of what
// is written there and the number of comparisons.
func (m *meter) step(c goja.FunctionCall) goja.Value {
	n := 1
	if m.longest >= longText {
		n += int(c.Argument(1).ToInteger()) * (m.longest / longText)
	}
	m.alloc(int(c.Argument(0).ToInteger()))
	m.take(n)
	return goja.Undefined()
}

// size counts a text that an operator made, and returns it.
func (m *meter) size(c goja.FunctionCall) goja.Value {
	v := c.Argument(0)
	if s, ok := v.(goja.String); ok {
		m.text(s.Length())
	}
	return v
}

// caught counts the calls that an error remembers.
func (m *meter) caught(goja.FunctionCall) goja.Value {
	m.remember()
	return goja.Undefined()
}

func (m *meter) remember() {
	m.frames = m.vm.CaptureCallStack(0, m.frames[:0])
	m.alloc(bytesThing + bytesFrame*len(m.frames))
}

// element counts what a list grows by when an element is set: at(list, key)[key()] = value.
func (m *meter) element(c goja.FunctionCall) goja.Value {
	v, key := c.Argument(0), c.Argument(1)
	if _, unknown := key.(*goja.Object); unknown {
		m.list(mostList) // it isn't known yet what it stands for
	}
	m.target = key
	if s, ok := key.(goja.String); ok {
		m.spend(s.Length())
	}
	if list, ok := v.(*goja.Object); ok && list.ClassName() == "Array" {
		if at, ok := index(key); ok {
			if grown := at + 1 - int(list.Get("length").ToInteger()); grown > 0 {
				m.list(min(grown, mostList))
			}
		} else if s, ok := key.(goja.String); ok && s.String() == "length" {
			m.list(mostList) // it isn't known yet to what
		}
		return v
	}
	m.alloc(bytesProp)
	return v
}

// key is the key of the element that at was called for.
func (m *meter) key(goja.FunctionCall) goja.Value { return m.target }

// index is a key as an index of a list.
func index(key goja.Value) (int, bool) {
	switch key.(type) {
	case *goja.Symbol, *goja.Object:
		return 0, false
	}
	f := key.ToFloat()
	return int(f), f >= 0 && f < 1<<32
}

// length counts the list that setting a length may make, and returns it.
func (m *meter) length(c goja.FunctionCall) goja.Value {
	v := c.Argument(0)
	if goja.IsNumber(v) && v.ToFloat() > 0 {
		m.list(int(min(v.ToFloat(), mostList)))
	}
	return v
}

// copied counts what is spread into an object, and returns it.
func (m *meter) copied(c goja.FunctionCall) goja.Value {
	m.spread(c.Argument(0))
	return c.Argument(0)
}

// str is a value as a text, as the language converts it.
func (m *meter) str(v goja.Value) goja.String {
	if s, ok := v.ToString().(goja.String); ok {
		return s
	}
	return m.vm.ToValue(v.String()).(goja.String) // a number is its own text
}
