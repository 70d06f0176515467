package sandbox_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/sandbox"
	"contextarena.internal/internal/thorough"
)

// TestMain lets the test binary be the child.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "sandbox" {
		serve := sandbox.Serve
		if len(os.Args) > 2 {
			serve = sandbox.ServeBriefly
		}
		if err := serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func program(source string) arena.Program {
	return arena.Program{Source: source, Steps: 100_000, Data: []byte(`{"messages": [
		{"index": 1, "role": "user", "text": "The budget is $5,000, code AB-123."}, {"index": 2, "role": "assistant", "text": "Noted."}],
		"notes": {"facts": ["one"]}}`)}
}

func pool(t *testing.T) *sandbox.Pool {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	p := sandbox.NewPool(2, self, "sandbox")
	t.Cleanup(func() { require.NoError(t, p.Close()) })
	return p
}

// boxes are both ways to run programs.
func boxes(t *testing.T) map[string]arena.Sandbox {
	return map[string]arena.Sandbox{"in process": sandbox.InProcess{}, "in a child": pool(t)}
}

func TestPrograms(t *testing.T) {
	for name, box := range boxes(t) {
		t.Run(name, func(t *testing.T) {
			for name, c := range map[string]struct{ source, want, family string }{
				"a function":        {`function extract(data) { return {facts: data.messages.map(m => m.text)}; }`, `{"facts":["The budget is $5,000, code AB-123.","Noted."]}`, "other"},
				"an arrow":          {`const extract = (d) => ({n: d.messages.length})`, `{"n":2}`, "other"},
				"a return":          {`return {b: 1, a: "x"};`, `{"b":1,"a":"x"}`, "other"},
				"findings":          {`let findings = {codes: data.messages[0].text.match(/[A-Z]+-\d+/g)}`, `{"codes":["AB-123"]}`, "regex"},
				"undeclared":        {`result = {}; for (const m of data.messages) result[m.role] = m.text.split(" ")[0] + "!"`, `{"user":"The!","assistant":"Noted.!"}`, "scan"},
				"copied":            {`return {a: ["The budget is $5,000", "The code is AB-123"]}`, `{"a":["The budget is $5,000","The code is AB-123"]}`, "literal"},
				"copied and regex":  {"return {a: [`The budget is $5,000`, 'The code is AB-123'], b: /x/.test('x')}", `{"a":["The budget is $5,000","The code is AB-123"],"b":true}`, "literal+regex"},
				"earlier notes":     {`return {...data.notes, more: [1.5]}`, `{"facts":["one"],"more":[1.5]}`, "other"},
				"no plain values":   {`return {f() {}, u: undefined, n: null, nan: NaN, s: Symbol("x"), a: [() => 1, null, 2]}`, `{"n":null,"nan":null,"a":[null,null,2]}`, "other"},
				"sets and sorting":  {`return {a: [...new Set([3, 1, 3])].sort((x, y) => x - y)}`, `{"a":[1,3]}`, "other"},
				"console":           {`console.log("x"); return {a: 1}`, `{"a":1}`, "other"},
				"async":             {`async function extract() { return {a: 1} }`, `{"a":1}`, "other"},
				"text from numbers": {`let s = 0; for (let i = 0; i < 10; i++) s += i; return {s: "n=" + s}`, `{"s":"n=45"}`, "other"},
				"a class":           {`class A { constructor() { this.x = 1 } get y() { return this.x + 1 } } const a = new A(); return {y: a.y}`, `{"y":2}`, "other"},
				"a generator":       {`function* g() { yield 1; yield* [2, 3] } return {a: [...g()]}`, `{"a":[1,2,3]}`, "other"},
				"a closing comment": {"return {a: 1} // done", `{"a":1}`, "other"},
				"strict":            {`"use strict"; function extract() { "use strict"; return {a: this === undefined} }`, `{"a":true}`, "other"},
				"labels":            {`let n = 0; out: for (;;) { for (const x of [1, 2]) { if (n++ > 3) break out; continue out } } return {n}`, `{"n":5}`, "other"},
				"no lone halves":    {`return {a: "x\ud800y"}`, `{"a":"x` + "\ufffd" + `y"}`, "other"},
			} {
				t.Run(name, func(t *testing.T) {
					e, err := box.Eval(t.Context(), program(c.source))
					require.NoError(t, err)
					require.Empty(t, e.Fault)
					require.JSONEq(t, c.want, string(e.Value))
					require.Equal(t, c.family, e.Family)
				})
			}
		})
	}
	e, err := sandbox.InProcess{}.Eval(t.Context(), program(`return {z: 1, a: {y: 2, b: 3}}`))
	require.NoError(t, err)
	require.Equal(t, `{"z":1,"a":{"y":2,"b":3}}`, string(e.Value), "the program's own order")
}

// Faults that several programs have.
const (
	tooMuch = "it took more memory than it may have"
	tooDeep = "stack overflow"
	noEval  = "TypeError: eval is not supported"
	noMore  = "more than 100000 steps"
	tooMany = "too many arguments in function call"
)

// hostile are programs of which most give nothing, and what is said of them; nothing of one that ends well.
var hostile = map[string]struct{ source, fault string }{
	"loops for ever":           {`for (;;) {}`, noMore},
	"loops without a body":     {`let i = 0; while (i < 1) ; return {i}`, noMore},
	"loops in a do":            {`do { var x = 1 } while (x); return {x}`, noMore},
	"catches what stops it":    {`for (;;) { try { for (;;) {} } catch (e) {} finally { continue } }`, noMore},
	"loops in callbacks":       {`function f() { [1, 2].forEach(f2) } function f2() { for (;;) f3() } function f3() {} f()`, noMore},
	"an endless generator":     {`function* g() { for (;;) yield 1 } return {a: [...g()]}`, noMore},
	"recursion":                {`function f(n) { return f(n + 1) + 1 } return {a: f(0)}`, tooDeep},
	"recursion by getters":     {`const o = {get x() { return this.x }}; return {a: o.x}`, tooDeep},
	"recursion by sorting":     {`const f = () => [2, 1].sort(f); f()`, tooDeep},
	"a text that doubles":      {`let s = "x"; for (;;) s += s`, "string too long"},
	"a template that doubles":  {"let s = 'x'; for (;;) s = `${s}${s}`", "string too long"},
	"a long text at once":      {`return {a: "x".repeat(1e9).length}`, tooMuch},
	"padding":                  {`return {a: "x".padStart(1e9).length}`, tooMuch},
	"joining":                  {`return {a: new Array(6e4).join("xxxxxxxxxxxxxxxxxxxxx").length}`, ""},
	"a list that doubles":      {`let a = [1]; for (;;) a = a.concat(a)`, tooMuch},
	"spreading":                {`let a = [1]; for (;;) a = [...a, ...a]`, tooMuch},
	"pushing":                  {`let a = [1]; for (;;) a.push(...a)`, tooMany},
	"a long list at once":      {`return {a: new Array(1e9).fill(0).length}`, tooMuch},
	"a list out of nothing":    {`return {a: Array.from({length: 1e9}).length}`, tooMuch},
	"throws":                   {`throw new TypeError("no " + "good")`, "it threw TypeError: no good"},
	"throws nonsense":          {`throw {toString() { for (;;) {} }}`, noMore},
	"throws nothing":           {`throw undefined`, "it threw undefined"},
	"half code":                {`function extract(data) { return {facts: ["a",`, "it is no JavaScript"},
	"prose":                    {`Here is the function you asked for.`, "it is no JavaScript"},
	"another language":         {"def extract(data):\n    return {'facts': []}", "it is no JavaScript"},
	"nothing":                  {" \n", "there is no program"},
	"nothing comes back":       {`function extract(data) { const facts = 1 }`, "returned no object"},
	"an empty object":          {`return {facts: [], people: {}, s: ""}`, "returned no object"},
	"a list comes back":        {`return [1, 2]`, "returned no object"},
	"a text comes back":        {`return "facts"`, "returned no object"},
	"a cyclic object":          {`const o = {a: 1}; o.o = o; return o`, "it threw TypeError: circular reference"},
	"a deep object":            {`let o = {a: 1}; for (let i = 0; i < 99; i++) o = {o}; return o`, "what it returned is nested more than 6 levels deep"},
	"a large object":           {`const a = []; for (let i = 0; i < 2e4; i++) a.push(i); return {a}`, "larger than"},
	"a large text":             {`return {a: "x".repeat(1e5)}`, "is larger than"},
	"a getter that throws":     {`return {get a() { throw new Error("got") }}`, "it threw Error: got"},
	"a getter without end":     {`return {get a() { for (;;) {} }}`, noMore},
	"a promise never kept":     {`return new (async function () {}().constructor)(() => {})`, "it returned a promise that was not kept"},
	"with":                     {`with ({}) { x = 1 }`, "returned no object"},
	"big integers":             {`return {a: 2n ** 100000000n > 1n}`, "it threw RangeError: BigInt is too large"},
	"require":                  {`require("fs")`, "it threw ReferenceError: 'require' is not defined"},
	"process":                  {`return {a: process.env}`, "it threw ReferenceError: 'process' is not defined"},
	"fetch":                    {`return {a: fetch("http://localhost")}`, "it threw ReferenceError: 'fetch' is not defined"},
	"timers":                   {`setTimeout(() => {}, 1)`, "it threw ReferenceError: 'setTimeout' is not defined"},
	"eval":                     {`eval("for (;;) {}")`, noEval},
	"eval by another name":     {`(0, globalThis.eval)("for (;;) {}")`, noEval},
	"Function":                 {`return {a: new Function("return 1")()}`, noEval},
	"a function's constructor": {`(function () {}).constructor("for (;;) {}")()`, noEval},
	"an arrow's constructor":   {`(() => 1).constructor("for (;;) {}")()`, noEval},
	"a built-in's constructor": {`Math.max.constructor("for (;;) {}")()`, noEval},
	"a generator's":            {`(function* () {}).constructor("for (;;) {}")().next()`, noEval},
	"an async function's":      {`(async () => {}).constructor("for (;;) {}")()`, noEval},
	"the counter taken away":   {`delete globalThis["\u0000step"]; globalThis["\u0000step"] = () => 0; for (;;) {}`, noMore},
	"the meters taken away":    {`Reflect = 1; String.prototype.repeat = null; delete Array.prototype.push; for (;;) {}`, noMore},
	"a source map":             {"return {a: 1\n//# sourceMappingURL=/etc/passwd", "it is no JavaScript"},
}

// filling are those of them that fill their memory, which takes seconds.
var filling = []string{"a list out of nothing", "a list that doubles", "a long list at once", "spreading"}

// Each ends in its way in a child, and in the same way again, with the same count of steps.
func TestHostilePrograms(t *testing.T) {
	box := pool(t)
	tried := thorough.Some(1, filling)
	for name, c := range hostile {
		if slices.Contains(filling, name) && !slices.Contains(tried, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			e, err := box.Eval(t.Context(), program(c.source))
			require.NoError(t, err)
			require.Contains(t, e.Fault, c.fault)
			require.Equal(t, e.Value == nil, c.fault != "")
			again, err := sandbox.InProcess{}.Eval(t.Context(), program(c.source))
			require.NoError(t, err)
			require.Equal(t, e, again)
		})
	}
}

// A program finds nothing of the one before it.
func TestNothingIsLeftBehind(t *testing.T) {
	for name, box := range boxes(t) {
		t.Run(name, func(t *testing.T) {
			_, err := box.Eval(t.Context(), program(`Object.prototype.facts = ["planted"]; Array.prototype.map = () => ["planted"]; globalThis.findings = {a: 1}; throw 1`))
			require.NoError(t, err)
			e, err := box.Eval(t.Context(), program(`return {a: ({}).facts || "none", b: [1].map(x => x + 1), c: typeof findings}`))
			require.NoError(t, err)
			require.JSONEq(t, `{"a": "none", "b": [2], "c": "undefined"}`, string(e.Value))
		})
	}
}

// The golden steps: whoever changes how steps are counted changes what programs do, and raises the
// version of the strategies that run them.
func TestStepsAreTheSameEverywhere(t *testing.T) {
	for source, want := range map[string]int{
		`return {a: 1}`: 0,
		`function extract(data) { let s = ""; for (let i = 0; i < 5000; i++) for (const m of data.messages) s += m.text; return {n: s.length} }`: 30_000,
		`const f = n => n < 2 ? n : f(n - 1) + f(n - 2); return {f: f(20)}`:                                                                      40_000,
		`return {a: "a".repeat(300).match(/(a|b)*c/)?.length ?? 0}`:                                                                              180_000,
		`return {r: Math.random(), d: new Date().toISOString()}`:                                                                                 0,
		`let n = 0; try { for (;;) if (n++ == 25000) throw 1 } catch { } return {n}`:                                                             20_000,
	} {
		for name, box := range boxes(t) {
			p := program(source)
			p.Steps = 1_000_000
			e, err := box.Eval(t.Context(), p)
			require.NoError(t, err, source)
			require.Empty(t, e.Fault, source)
			require.Equal(t, want, e.Steps, "%s: %s", name, source)
			p.Steps = want
			full, err := box.Eval(t.Context(), p)
			require.NoError(t, err)
			require.Equal(t, e, full, "just enough: %s", source)
			if p.Steps = want - 1; want == 0 {
				continue
			}
			short, err := box.Eval(t.Context(), p)
			require.NoError(t, err)
			require.Equal(t, fmt.Sprintf("it took more than %d steps", want-10_000), short.Fault, source)
		}
	}
}

// There is no clock and no chance, whatever a program does to reach them.
func TestNoClockAndNoChance(t *testing.T) {
	for source, want := range map[string]string{
		`return {a: [Date.now(), new Date().getTime(), +new Date(5), new Date().constructor.now(), typeof performance]}`:         `{"a":[0,0,5,0,"undefined"]}`,
		`Reflect.construct = (f, a, n) => new f(); return {a: +new Date()}`:                                                      `{"a":0}`,
		`class D extends Date {} return {a: [+new D(), Date(), Reflect.construct(Date, []).getTime(), +new (Date.bind())()]}`:    `{"a":[0,"Thu Jan 01 1970 00:00:00 GMT+0000",0,0]}`,
		`return {a: [typeof Atomics, typeof SharedArrayBuffer, typeof WeakRef, typeof FinalizationRegistry, typeof setTimeout]}`: `{"a":["undefined","undefined","undefined","undefined","undefined"]}`,
	} {
		e, err := pool(t).Eval(t.Context(), program(source))
		require.NoError(t, err)
		require.Equal(t, want, string(e.Value), e.Fault)
	}
	first, err := pool(t).Eval(t.Context(), program(`return {a: [Math.random(), Math.random()]}`))
	require.NoError(t, err)
	again, err := pool(t).Eval(t.Context(), program(`return {a: [Math.random(), Math.random()]}`))
	require.NoError(t, err)
	require.Equal(t, first, again)
}

// The limits decide what programs do, as do the golden steps: whoever changes one raises the version of
// the strategies that run programs, which is part of their trials' keys.
func TestLimits(t *testing.T) {
	require.Equal(t, "65536 67108864 3000 6 65536 10000", sandbox.Limits)
}

func TestCancelled(t *testing.T) {
	p := pool(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := p.Eval(ctx, program(`return {a: 1}`))
	require.ErrorIs(t, err, context.Canceled)
	ctx, cancel = context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	long := program(`for (;;) {}`)
	long.Steps = 1 << 40
	_, err = p.Eval(ctx, long)
	require.ErrorIs(t, err, context.DeadlineExceeded, "what still runs is killed")
	e, err := p.Eval(t.Context(), program(`return {a: 1}`))
	require.NoError(t, err)
	require.Empty(t, e.Fault)
}

func TestPoolThatCantStart(t *testing.T) {
	for name, p := range map[string]*sandbox.Pool{
		"no such program": sandbox.NewPool(1, "/nonexistent/arena", "sandbox"),
		"another program": sandbox.NewPool(1, "/bin/true"),
	} {
		_, err := p.Eval(t.Context(), program(`return {a: 1}`))
		require.ErrorContains(t, err, "sandbox: ", name)
		require.NoError(t, p.Close())
		_, err = p.Eval(t.Context(), program(`return {a: 1}`))
		require.ErrorContains(t, err, "closed", name)
	}
}

// TestServeEnds: a child whose input ends is done, whatever it was doing.
func TestServeEnds(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	cmd, in := child(t, self)
	_, err = fmt.Fprintln(in, `{"Source": "for (;;) {}", "Data": "e30=", "Steps": 1000000000000}`)
	require.NoError(t, err)
	require.NoError(t, in.Close())
	require.NoError(t, cmd.Wait(), "it ended by itself in the middle of a program without end")
}

func TestManyAtOnce(t *testing.T) {
	p := pool(t)
	results := make(chan string)
	for i := range 12 {
		go func() {
			many := program(fmt.Sprintf(`let n = 0; for (let i = 0; i < %d; i++) n += i; return {n}`, 10_000*i))
			many.Steps = 200_000
			e, err := p.Eval(context.Background(), many)
			results <- fmt.Sprint(e.Steps, e.Fault, err)
		}()
	}
	var got []string
	for range 12 {
		got = append(got, <-results)
	}
	require.NotContains(t, strings.Join(got, " "), "sandbox")
	require.Contains(t, got, "100000<nil>")
}
