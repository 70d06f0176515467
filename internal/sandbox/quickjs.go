package sandbox

import (
	_ "embed"
	"errors"
	"fmt"
	"unsafe"

	"modernc.org/libc"
	js "modernc.org/libquickjs"
)

//go:embed prelude.js
var prelude string

// perPoll is how many calls and rounds of loops the interpreter lets pass until it asks whether to go
// on; a regular expression asks after as many steps of its own.
const perPoll = js.MJS_INTERRUPT_COUNTER_INIT

// interpreter runs one program. Its own memory is outside of Go's.
type interpreter struct {
	tls              *libc.TLS
	runtime, context uintptr
	polls            uintptr // where the polls that are left are counted, below zero once it is stopped
	most             int     // polls at the beginning
}

// newInterpreter returns an interpreter in which the language stands and nothing else.
func newInterpreter(steps int) *interpreter {
	tls := libc.NewTLS()
	i := &interpreter{tls: tls, runtime: js.XJS_NewRuntime(tls), polls: libc.Xcalloc(tls, 1, 8), most: steps / perPoll}
	*i.left() = int64(i.most)
	js.XJS_SetMemoryLimit(tls, i.runtime, mostAlive)
	js.XJS_SetMaxStackSize(tls, i.runtime, mostFrames)
	i.context = js.XJS_NewContextRaw(tls, i.runtime)
	for _, part := range []func(*libc.TLS, uintptr) int32{
		js.XJS_AddIntrinsicBaseObjects, js.XJS_AddIntrinsicDate, js.XJS_AddIntrinsicEval, js.XJS_AddIntrinsicStringNormalize, js.XJS_AddIntrinsicRegExp,
		js.XJS_AddIntrinsicJSON, js.XJS_AddIntrinsicProxy, js.XJS_AddIntrinsicMapSet, js.XJS_AddIntrinsicPromise,
	} {
		if part(tls, i.context) != 0 {
			panic("sandbox: an interpreter doesn't fit into its memory") // it takes a hundredth of it
		}
	}
	i.own().Frandom_state = 1 // it was the time of day
	return i
}

// poll stops a program at the poll after its last. It is called by the interpreter.
func poll(_ *libc.TLS, _, polls uintptr) int32 {
	left := (*int64)(unsafe.Add(nil, polls))
	if *left--; *left < 0 {
		return 1
	}
	return 0
}

func (i *interpreter) left() *int64 { return (*int64)(unsafe.Add(nil, i.polls)) }

// own is the interpreter's own record of its context.
func (i *interpreter) own() *js.TJSContext { return (*js.TJSContext)(unsafe.Add(nil, i.context)) }

func (i *interpreter) close() {
	js.XJS_FreeContext(i.tls, i.context)
	js.XJS_FreeRuntime(i.tls, i.runtime)
	libc.Xfree(i.tls, i.polls)
	i.tls.Close()
}

// steps is how many steps were taken, in whole polls.
func (i *interpreter) steps() int { return min(i.most, i.most-int(*i.left())) * perPoll }

// stopped is the error of a program that took more steps than it may.
func (i *interpreter) stopped() error {
	if *i.left() >= 0 {
		return nil
	}
	return fmt.Errorf("it took more than %d steps", i.most*perPoll)
}

// prepare sets up what a program sees: data, and a world without time.
func (i *interpreter) prepare(data string) error {
	nothing, err := i.eval(prelude, 0)
	if err != nil {
		return err
	}
	i.free(nothing)
	text, name := i.text(data), i.text("data")
	defer libc.Xfree(i.tls, text)
	defer libc.Xfree(i.tls, name)
	given, err := i.checked(js.XJS_ParseJSON(i.tls, i.context, text, js.Tsize_t(len(data)), name))
	if err != nil {
		return err
	}
	global := js.XJS_GetGlobalObject(i.tls, i.context)
	defer i.free(global)
	if js.XJS_SetPropertyStr(i.tls, i.context, global, name, given) < 0 {
		return i.thrown()
	}
	return nil
}

// compile reads a program, and then takes the compiler away for good: eval, Function and whatever else
// makes code from text throws. Steps count from here.
func (i *interpreter) compile(source string) (js.TJSValue, error) {
	defer func() { i.own().Feval_internal, i.own().Finterrupt_counter = 0, perPoll }()
	handler := struct {
		f func(*libc.TLS, uintptr, uintptr) int32
	}{poll}
	js.XJS_SetInterruptHandler(i.tls, i.runtime, *(*uintptr)(unsafe.Pointer(&handler)), i.polls)
	return i.eval(source, js.MJS_EVAL_FLAG_COMPILE_ONLY)
}

// run runs a program and returns what it gave, as JSON; empty for what has no JSON. What it promised is
// waited for.
func (i *interpreter) run(program js.TJSValue) (string, error) {
	v, err := i.checked(js.XJS_EvalFunction(i.tls, i.context, program))
	if err != nil {
		return "", err
	}
	defer func() { i.free(v) }()
	if state := i.promise(v); state >= 0 {
		context := libc.Xcalloc(i.tls, 1, 8)
		defer libc.Xfree(i.tls, context)
		for js.XJS_IsJobPending(i.tls, i.runtime) != 0 {
			if js.XJS_ExecutePendingJob(i.tls, i.runtime, context) < 0 {
				return "", i.thrown()
			}
		}
		kept := js.XJS_PromiseResult(i.tls, i.context, v)
		state = i.promise(v)
		i.free(v)
		if v = kept; state != int32(js.EJS_PROMISE_FULFILLED) {
			return "", errors.New("it returned a promise that was not kept")
		}
	}
	nothing := js.TJSValue{Ftag: js.EJS_TAG_UNDEFINED}
	written, err := i.checked(js.XJS_JSONStringify(i.tls, i.context, v, nothing, nothing))
	if err != nil {
		return "", err
	}
	defer i.free(written)
	if tag(written) == js.EJS_TAG_UNDEFINED {
		return "", nil
	}
	return i.said(written)
}

// promise is the state of a promise, negative for what is none.
func (i *interpreter) promise(v js.TJSValue) int32 {
	return js.XJS_PromiseState(i.tls, i.context, v)
}

// eval evaluates a text of our own, or compiles a program.
func (i *interpreter) eval(source string, flags int32) (js.TJSValue, error) {
	text, name := i.text(source), i.text("program")
	defer libc.Xfree(i.tls, text)
	defer libc.Xfree(i.tls, name)
	return i.checked(js.XJS_Eval(i.tls, i.context, text, js.Tsize_t(len(source)), name, js.MJS_EVAL_TYPE_GLOBAL|flags))
}

// text is a text in the interpreter's memory, to be freed.
func (i *interpreter) text(s string) uintptr {
	p, err := libc.CString(s)
	if err != nil {
		panic(fmt.Sprintf("sandbox: no memory for a text of %d bytes: %v", len(s), err)) // as Go itself would
	}
	return p
}

func (i *interpreter) free(v js.TJSValue) { js.XFreeValue(i.tls, i.context, v) }

// tag is what kind of value it is.
func tag(v js.TJSValue) int { return int(int32(v.Ftag)) }

// checked turns what was thrown into an error.
func (i *interpreter) checked(v js.TJSValue) (js.TJSValue, error) {
	if tag(v) == js.EJS_TAG_EXCEPTION {
		return v, i.thrown()
	}
	return v, nil
}

// thrown is what was thrown, as an error. It may be anything.
func (i *interpreter) thrown() error {
	thrown := js.XJS_GetException(i.tls, i.context)
	defer i.free(thrown)
	if err := i.stopped(); err != nil {
		return err
	}
	js.XJS_SetMemoryLimit(i.tls, i.runtime, 2*mostAlive) // room to say it
	text, err := i.said(thrown)
	switch stopped := i.stopped(); {
	case stopped != nil:
		return stopped
	case err != nil:
		return errors.New("it threw something that is no text")
	case text == "null" || text == "InternalError: out of memory": // null where no error fitted any more
		return errors.New(outOfMemory)
	}
	return errors.New("it threw " + text)
}

// said is a value as a text.
func (i *interpreter) said(v js.TJSValue) (string, error) {
	size := libc.Xcalloc(i.tls, 1, 8)
	defer libc.Xfree(i.tls, size)
	p := js.XJS_ToCStringLen2(i.tls, i.context, size, v, 0)
	if p == 0 {
		i.free(js.XJS_GetException(i.tls, i.context))
		return "", errors.New("it is no text")
	}
	defer js.XJS_FreeCString(i.tls, i.context, p)
	return string(unsafe.Slice((*byte)(unsafe.Add(nil, p)), *(*uint64)(unsafe.Add(nil, size)))), nil
}
