//go:build slow

package sandbox_test

import (
	"context"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/sandbox"
)

// growing are programs that fill their memory in built-in functions, which count no steps, before their time is over.
var growing = []string{
	`let a = [1]; for (let i = 0; i < 40; i++) a = [a, a]; return {n: a.flat(Infinity).length}`,
	`const o = Object.create(null); let p = {}; for (let i = 0; i < 40; i++) { const q = {a: p, b: p}; p = q } return {n: JSON.stringify(p, ["a", "b"]).length}`,
}

func TestProgramsThatGrow(t *testing.T) {
	for _, source := range growing {
		e, err := sandbox.InProcess{}.Eval(t.Context(), program(source))
		require.NoError(t, err)
		require.Contains(t, e.Fault, tooMuch, source)
	}
}

// The same program ends in the same way with the same counts, whatever Go's collector does, and whatever
// else runs.
func TestCountsDependOnNothingElse(t *testing.T) {
	ordinary := map[string]struct{ source, fault string }{
		"a fold":     {`let n = 0; for (const m of data.messages) for (const w of m.text.split(/\s+/)) n += w.length; return {n}`, ""},
		"extracting": {`return {a: data.messages.flatMap(m => [...m.text.matchAll(/\$?(\d[\d,]*)/g)].map(x => x[1])), j: JSON.stringify(data)}`, ""},
	}
	for _, name := range slices.Sorted(maps.Keys(expensive)) {
		ordinary[name] = expensive[name]
	}
	want := map[string]arena.Evaluation{}
	for _, percent := range []int{100, 20, 400} {
		before := debug.SetGCPercent(percent)
		defer debug.SetGCPercent(before)
		var wait sync.WaitGroup
		var lock sync.Mutex
		busy := make(chan struct{}, 2)
		for name, c := range ordinary {
			wait.Go(func() {
				busy <- struct{}{}
				defer func() { <-busy }()
				small := program(c.source)
				small.Steps = 20_000
				e, err := sandbox.InProcess{}.Eval(context.Background(), small)
				lock.Lock()
				defer lock.Unlock()
				if first, ok := want[name]; ok && fmt.Sprint(first) != fmt.Sprint(e) || err != nil {
					t.Errorf("%s: %v, then %v, %v", name, first, e, err)
				}
				want[name] = e
			})
		}
		wait.Wait()
	}
}
