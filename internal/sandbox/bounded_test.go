package sandbox_test

import (
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/sandbox"
	"contextarena.internal/internal/thorough"
)

// expensive are programs that take as much of something as they can, and why they are stopped; nothing of
// one that ends well. The limit of steps is what strategies have by default.
var expensive = map[string]struct{ source, fault string }{
	"a gigabyte of lists":       {`const a = []; for (let i = 0; i < 3000; i++) a.push(new Array(50000).fill(i)); return {n: a.length}`, tooMuch},
	"a list of itself as text":  {`let a = [1]; for (let i = 0; i < 40; i++) a = [a, a]; return {n: String(a).length}`, "more than 1000000 steps"},
	"many objects":              {`const a = []; for (;;) { const b = []; for (let i = 0; i < 60000; i++) b.push({x: i, y: i}); a.push(b) }`, "more than 1000000 steps"},
	"many functions":            {`let f = null; for (;;) { const g = f; f = () => g }`, tooMuch},
	"many texts":                {`const a = []; for (let i = 0;; i++) a.push("x".repeat(1e6) + i)`, tooMuch},
	"lists by one element":      {`let a = null; for (;;) { const b = []; b[4096] = a; a = b }`, tooMuch},
	"lists by their length":     {`let a = null; for (;;) { const b = []; b.length = 4097; b[4096] = a; a = b }`, tooMuch},
	"lists by their number":     {`let a = null; for (;;) { const b = new Array(4097); b[4096] = a; a = b }`, tooMuch},
	"by another constructor":    {`let a = null; for (;;) { const b = new ([].constructor)(4097); b[4096] = a; a = b }`, tooMuch},
	"spread objects":            {`const o = {}; for (let i = 0; i < 9000; i++) o["k" + i] = i; const a = []; for (;;) a.push({...o})`, tooMuch},
	"assigned objects":          {`const o = {}; for (let i = 0; i < 9000; i++) o["k" + i] = i; const a = []; for (;;) a.push(Object.assign({}, o))`, tooMuch},
	"maps":                      {`const m = new Map(); for (let i = 0;; i++) m.set(i, i)`, "more than 1000000 steps"},
	"errors":                    {`const a = []; function f(n) { if (n) return f(n - 1); for (;;) { try { null.x } catch (e) { a.push(e) } } } f(900)`, tooMuch},
	"fields of classes":         {`class A { x = [1, 2, 3]; y = {a: 1, b: 2} } let l = null; for (;;) { const a = new A(); a.l = l; l = a }`, tooMuch},
	"generators":                {`function* g() { yield 1 } let l = null; for (;;) { const it = g(); it.l = l; l = it }`, tooMuch},
	"JSON":                      {`const a = []; const s = "[" + "[],".repeat(6e4) + "1]"; for (;;) a.push(JSON.parse(s))`, tooMuch},
	"deep JSON":                 {`return {n: JSON.parse("[".repeat(5e5) + "]".repeat(5e5)).length}`, tooDeep},
	"a deep list":               {`let a = []; for (let i = 0; i < 5e4; i++) a = [a]; return {s: String(a).length}`, tooDeep},
	"a deep list as JSON":       {`let a = []; for (let i = 0; i < 5e4; i++) a = [a]; return {s: JSON.stringify(a).length}`, tooDeep},
	"a deep list made flat":     {`let a = []; for (let i = 0; i < 5e4; i++) a = [a]; return {s: a.flat(Infinity).length}`, tooDeep},
	"deep errors":               {`let e = {name: "x", message: "y"}; for (let i = 0; i < 2e4; i++) e = {name: {toString: Error.prototype.toString, name: e, message: ""}, message: "", toString: Error.prototype.toString}; return {s: String(e)}`, tooDeep},
	"joining a text":            {`return {n: new Array(6e4).fill("x".repeat(1e6)).join("").length}`, tooMuch},
	"replacing by the rest":     {`return {n: "x".repeat(1e5).replaceAll("x", "$'").length}`, tooMuch},
	"replacing by a function":   {`const s = "x".repeat(1e6); return {n: "x".repeat(1e5).replace(/x/g, () => s).length}`, tooMuch},
	"repeated by a text":        {`return {n: "x".repeat("1e9").length}`, tooMuch},
	"repeated by an object":     {`return {n: "x".repeat({valueOf: () => 1e9}).length}`, tooMuch},
	"encoding":                  {`return {n: encodeURIComponent("\u20ac".repeat(1e6)).length}`, ""},
	"flat maps":                 {`const b = new Array(6e4).fill(1); return {n: b.flatMap(() => b).length}`, tooMuch},
	"concatenated lists":        {`const b = new Array(6e4).fill(1); return {n: [].concat(...new Array(6e3).fill(b)).length}`, tooMuch},
	"an argument for each":      {`return {n: Math.max.apply(null, {length: 1e9})}`, tooMany},
	"a length that lies":        {`let n = 0; return {n: Array.from({get length() { return n++ ? 1e9 : 0 }}).length}`, ""},
	"a list that grew":          {`const a = [1]; const it = a[Symbol.iterator](); a.length = 4e9; return {n: [...it].length}`, tooMuch},
	"a negative length":         {`let n = 0; for (;;) n += Object.keys({length: -1e15}).length`, "more than 1000000 steps"},
	"backtracking":              {`return {a: /(?=(x+x+)+y)/.test("x".repeat(64))}`, "more than 1000000 steps"},
	"backtracking, alone":       {`return {a: /^(a+)+$/.test("a".repeat(64) + "b")}`, "more than 1000000 steps"},
	"backtracking by choice":    {`return {a: /(a|a|aa)*c/.test("a".repeat(5000))}`, "more than 1000000 steps"},
	"backtracking to a group":   {`return {a: /^(.*)\1(.*)\2(.*)\3x$/.test("ab".repeat(5000))}`, "more than 1000000 steps"},
	"going back too often":      {`return {a: /(?:a|b)*c/.test("a".repeat(1e6))}`, "more than 1000000 steps"},
	"splitting by backtracking": {`return {a: "x".repeat(1e5).split(/(x+)+y/).length}`, "more than 1000000 steps"},
	"a large expression":        {`return {a: new RegExp("(?:a{1000}){1000}").test("a")}`, ""},
	"a large expression, too":   {`return {a: "a".match("(?:(?:a{999}){999}){999}")}`, "returned no object"},
	"a large literal":           {`return {a: /(?:a{1000}){1000}/.test("a")}`, ""},
	"all matches":               {`const a = []; const s = "x".repeat(1e5); for (;;) a.push([...s.matchAll(/./g)])`, tooMuch},
	"naming by long texts":      {`const s = "x".repeat(1e6), o = {}; o[s] = 1; let n = 0; for (;;) n += o[s]`, "more than 1000000 steps"},
}

// stepless are programs that take long in built-in functions, which count no steps.
var stepless = map[string]string{
	"spreading":                `const a = new Array(6e4).fill(1); for (;;) Math.max(...a)`,
	"replacing":                `return {a: "x".repeat(1e6).replaceAll("x", "y".repeat(1e5)).length}`,
	"what passes for a list":   `Array.prototype.indexOf.call({length: 2 ** 52}, 1); return {a: 1}`,
	"many scans":               `const s = "x".repeat(1e6); for (let i = 0; i < 9e3; i++) s.indexOf("y"); return {a: 1}`,
	"a list of itself as JSON": `let a = [1]; for (let i = 0; i < 40; i++) a = [a, a]; return {n: JSON.stringify(a).length}`,
	"a length that is a text":  `return {n: Array.prototype.indexOf.call({length: "1e15"}, 1)}`,
	"comparing long texts":     `const a = "x".repeat(1e7), b = "x".repeat(5e6) + "x".repeat(5e6); let n = 0; for (;;) if (a === b) n++`,
	"sorting long texts":       `const a = []; for (let i = 0; i < 20; i++) a.push("x".repeat(1e6) + i); for (;;) a.sort()`,
	"searching long texts":     `const a = new Array(6e4).fill("x".repeat(1e6)); const s = "x".repeat(999999) + "y"; for (;;) a.includes(s)`,
	"reading long numbers":     `const s = "1".repeat(1e6); for (;;) parseFloat(s)`,
}

// Each is ended by its time of the processor, and the next program gets another process.
func TestProgramsWithoutSteps(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	p := sandbox.NewPool(1, self, "sandbox", "briefly")
	defer p.Close()
	names := slices.Sorted(maps.Keys(stepless))
	for _, name := range thorough.Some(1, names) {
		e, err := p.Eval(t.Context(), program(stepless[name]))
		require.NoError(t, err)
		require.Equal(t, arena.Evaluation{Fault: "it took longer than any program may", Steps: 100_000}, e, name)
	}
	e, err := p.Eval(t.Context(), program(`return {a: 1}`))
	require.NoError(t, err)
	require.Empty(t, e.Fault)
}

const mostMegabytes = 200

// Each is stopped for what it takes too much of, before its time is over, within memory, in the same way twice, and its
// process goes on.
func TestExpensivePrograms(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	for _, name := range thorough.Some(2, slices.Sorted(maps.Keys(expensive))) {
		c := expensive[name]
		t.Run(name, func(t *testing.T) {
			p := sandbox.NewPool(1, self, "sandbox")
			defer p.Close()
			big := program(c.source)
			big.Steps = 1_000_000
			e, err := p.Eval(t.Context(), big)
			require.NoError(t, err)
			require.Contains(t, e.Fault, c.fault)
			require.Equal(t, e.Value == nil, c.fault != "")
			peak, took := sandbox.Used(p)
			t.Logf("%.2f s, %d MB, %d steps", took.Seconds(), peak>>20, e.Steps)
			require.NotZero(t, peak)
			require.Less(t, peak>>20, mostMegabytes)
			again, err := p.Eval(t.Context(), big)
			require.NoError(t, err)
			require.Equal(t, e, again)
		})
	}
}
