package sandbox

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"

	"contextarena.internal/arena"
)

//go:embed prelude.js
var preludeSource string

var prelude = goja.MustCompile("prelude.js", preludeSource, true)

// Why a program was stopped.
var (
	errLarge  = fmt.Errorf("it made a text longer than %d characters or a list longer than %d", mostLength, mostList)
	errSource = fmt.Errorf("it is longer than %d bytes", mostSource)
)

// evaluate runs a program. The same program always ends the same way; only memory has no bound here.
func evaluate(p arena.Program) (out arena.Evaluation) {
	if strings.TrimSpace(p.Source) == "" {
		return arena.Evaluation{Fault: "there is no program"}
	}
	if len(p.Source) > mostSource {
		return arena.Evaluation{Fault: errSource.Error()}
	}
	if !json.Valid(p.Data) {
		return arena.Evaluation{Fault: "its data is no JSON"}
	}
	// A function around the program lets it return at its top level, too.
	source := "(function () {\n" + p.Source + "\n;" + entry + "\n})()"
	tree, err := parser.ParseFile(nil, "", source, 0, parser.WithDisableSourceMaps)
	if err != nil {
		return arena.Evaluation{Fault: "it is no JavaScript: " + brief(err.Error())}
	}
	out.Family = family(tree)
	if err := instrument(tree); err != nil {
		out.Fault = err.Error()
		return out
	}
	program, err := goja.CompileAST(tree, false)
	if err != nil {
		out.Fault = "it is no JavaScript: " + brief(err.Error())
		return out
	}
	m := &meter{vm: goja.New(), most: p.Steps}
	defer func() {
		out.Steps = m.steps
		if r := recover(); r != nil {
			out.Value, out.Fault = nil, brief(fmt.Sprint("it broke the interpreter: ", r))
			if m.stopped != nil {
				out.Fault = m.stopped.Error()
			}
		}
	}()
	if err := m.prepare(p.Data); err != nil {
		out.Fault = brief(err.Error())
		return out
	}
	v, err := m.vm.RunProgram(program)
	if err == nil {
		err = m.stopped
	}
	if err == nil {
		if thrown := m.vm.Try(func() { out.Value, err = object(v) }); thrown != nil { // by a getter
			err = thrown
		}
	}
	if err == nil {
		err = m.stopped
	}
	if err != nil {
		out.Value, out.Fault = nil, brief(m.fault(err))
	}
	return out
}

// entry is how a program's result is found: what its function extract returns, or what it called its
// findings.
const entry = `return typeof extract === "function" ? extract(data) : typeof findings !== "undefined" ? findings : typeof result !== "undefined" ? result : undefined;`

// meter counts the steps of one program.
type meter struct {
	vm      *goja.Runtime
	steps   int
	most    int
	stopped error // why it was stopped; nil while it runs
}

// prepare sets up what a program sees.
func (m *meter) prepare(data []byte) error {
	vm := m.vm
	vm.SetMaxCallStackSize(mostFrames)
	vm.SetTimeSource(func() time.Time { return time.Unix(0, 0).UTC() })
	vm.SetRandSource(rand.New(rand.NewPCG(1, 1)).Float64)
	for name, f := range map[string]func(goja.FunctionCall) goja.Value{
		stepName: func(goja.FunctionCall) goja.Value { m.take(1); return goja.Undefined() },
		sizeName: func(c goja.FunctionCall) goja.Value { m.after(c); return c.Argument(0) },
	} {
		if err := vm.GlobalObject().DefineDataProperty(name, vm.ToValue(f), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE); err != nil {
			return err
		}
	}
	silent := vm.NewObject()
	for _, name := range []string{"log", "info", "warn", "error", "debug"} {
		if err := silent.Set(name, func(goja.FunctionCall) goja.Value { return goja.Undefined() }); err != nil {
			return err
		}
	}
	parse, _ := goja.AssertFunction(vm.Get("JSON").ToObject(vm).Get("parse"))
	given, err := parse(goja.Undefined(), vm.ToValue(string(data)))
	if err != nil {
		return err
	}
	for name, v := range map[string]goja.Value{"data": given, "console": silent} {
		if err := vm.Set(name, v); err != nil {
			return err
		}
	}
	set, err := vm.RunProgram(prelude)
	if err != nil {
		return err
	}
	confine, _ := goja.AssertFunction(set)
	defer func() { m.steps = 0 }()
	_, err = confine(goja.Undefined(), vm.ToValue(m.before), vm.ToValue(func(c goja.FunctionCall) goja.Value { m.after(c); return goja.Undefined() }))
	return err
}

// take counts steps. What is over the limit stops the program, which can't catch that.
func (m *meter) take(n int) {
	if m.steps += n; m.steps > m.most {
		m.steps = m.most + 1
		m.stop(fmt.Errorf("it took more than %d steps", m.most))
	}
}

func (m *meter) stop(why error) {
	if m.stopped == nil {
		m.stopped = why
	}
	m.vm.Interrupt(m.stopped)
}

// perStep is how many characters or elements that a built-in function goes through are worth a step.
const perStep = 256

// mostProduct is how long a replaced text might become if every character were replaced. Texts that
// come near it never have that many.
const mostProduct = 1 << 26

// before counts what a built-in function is given (its name, its object, the list of its arguments),
// and stops the program where the result would be too long.
func (m *meter) before(c goja.FunctionCall) goja.Value {
	args := c.Argument(2).ToObject(m.vm)
	n := int(args.Get("length").ToInteger())
	given := []goja.Value{c.Argument(1)}
	for i := range n {
		given = append(given, args.Get(strconv.Itoa(i)))
	}
	work, large := 1+n/perStep, n > mostList
	for i, v := range given {
		n := length(v)
		large = large || n > longest(v)
		if i > 0 || !instant[c.Argument(0).String()] {
			work += int(min(n, mostLength)) / perStep
		}
	}
	m.take(work)
	given = append(given, goja.Undefined(), goja.Undefined())
	this, product := length(given[0]), 0.0
	switch c.Argument(0).String() {
	case "repeat":
		product = this * number(given[1])
	case "padStart", "padEnd":
		product = number(given[1])
	case "join":
		product = this * length(given[1])
	case "replace", "replaceAll":
		product = this * length(given[2]) / (mostProduct / mostLength)
	}
	if large || product > mostLength {
		m.stop(errLarge)
	}
	if m.stopped != nil {
		panic(m.vm.NewTypeError(m.stopped.Error())) // the function isn't even begun
	}
	return goja.Undefined()
}

// instant are functions that don't go through what they are called on.
var instant = map[string]bool{"push": true, "pop": true, "at": true, "charAt": true, "charCodeAt": true, "codePointAt": true}

// after counts what an operator or built-in function made.
func (m *meter) after(c goja.FunctionCall) {
	n := length(c.Argument(0))
	m.take(int(min(n, mostLength)) / perStep)
	if n > longest(c.Argument(0)) {
		m.stop(errLarge)
	}
}

// longest is how long a value may be.
func longest(v goja.Value) float64 {
	if _, text := v.(goja.String); text {
		return mostLength
	}
	return mostList
}

// length is that of a text or list, or of whatever passes for a list; 0 for everything else.
func length(v goja.Value) float64 {
	switch v := v.(type) {
	case goja.String:
		return float64(v.Length())
	case *goja.Object:
		if _, function := goja.AssertFunction(v); !function {
			return number(v.Get("length"))
		}
	}
	return 0
}

// number is a number, 0 for what is none.
func number(v goja.Value) float64 {
	if v == nil {
		return 0
	}
	switch x := v.Export().(type) {
	case int64:
		return float64(x)
	case float64:
		if !math.IsNaN(x) {
			return x
		}
	}
	return 0
}

// fault says in words why a program gave nothing.
func (m *meter) fault(err error) string {
	var thrown *goja.Exception
	var deep *goja.StackOverflowError
	switch {
	case m.stopped != nil:
		return m.stopped.Error()
	case errors.As(err, &deep):
		return fmt.Sprintf("it called itself more than %d levels deep", mostFrames)
	case errors.As(err, &thrown):
		return "it threw " + m.thrown(thrown)
	}
	return err.Error()
}

// thrown is what a program threw, as text. It may be anything.
func (m *meter) thrown(e *goja.Exception) string {
	text := "something that is no text"
	if o, ok := e.Value().(*goja.Object); ok && o.ClassName() != "Error" {
		return text
	}
	if ex := m.vm.Try(func() { text = e.Value().String() }); ex != nil || m.stopped != nil {
		return "something that is no text"
	}
	return text
}

// mostFault is how many characters are told of a fault.
const mostFault = 160

// brief is the first line of a text, shortened.
func brief(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	r := []rune(strings.ToValidUTF8(text, "?"))
	if len(r) > mostFault {
		return string(r[:mostFault]) + "…"
	}
	return string(r)
}
