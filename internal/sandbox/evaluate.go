package sandbox

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
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
	errMade   = fmt.Errorf("it made values of more than %d MB in all", mostMade>>20)
	errDeep   = fmt.Errorf("it called itself more than %d levels deep", mostFrames)
	errSource = fmt.Errorf("it is longer than %d bytes", mostSource)
)

// evaluate runs a program. The same program always ends the same way.
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
	m := newMeter(goja.New())
	defer func() {
		out.Steps = m.steps
		if r := recover(); r != nil {
			out.Value = nil
			switch thrown, ok := r.(*goja.Object); {
			case m.stopped != nil:
				out.Fault = m.stopped.Error()
			case ok: // a text of it would be made by the program
				out.Fault = "it broke the interpreter by a " + thrown.ClassName()
			default:
				out.Fault = brief(fmt.Sprint("it broke the interpreter: ", r))
			}
		}
	}()
	if err := m.prepare(p.Data); err != nil {
		out.Fault = brief(err.Error())
		return out
	}
	m.most = p.Steps
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

// prepare sets up what a program sees.
func (m *meter) prepare(data []byte) error {
	vm := m.vm
	vm.SetMaxCallStackSize(mostFrames)
	vm.SetTimeSource(func() time.Time { return time.Unix(0, 0).UTC() })
	vm.SetRandSource(rand.New(rand.NewPCG(1, 1)).Float64)
	for name, f := range map[string]func(goja.FunctionCall) goja.Value{
		stepName: m.step, sizeName: m.size, atName: m.element, keyName: m.key, lengthName: m.length,
		spreadName: m.copied, caughtName: m.caught,
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
	defer func() { m.steps, m.work, m.bytes = 0, 0, 0 }()
	m.longest = len(data)
	_, err = confine(goja.Undefined(), vm.ToValue(m.wrap), vm.ToValue(m.constructor), vm.ToValue(m.patterns.getters))
	return err
}

// fault says in words why a program gave nothing.
func (m *meter) fault(err error) string {
	var thrown *goja.Exception
	var deep *goja.StackOverflowError
	switch {
	case m.stopped != nil:
		return m.stopped.Error()
	case errors.As(err, &deep):
		return errDeep.Error()
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
