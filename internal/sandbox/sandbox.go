// Package sandbox runs JavaScript that a model wrote, by QuickJS in pure Go (modernc.org/libquickjs). A
// program reaches neither files nor the network nor the clock nor the process: the interpreter is given
// none, and its compiler is taken away before the program begins (quickjs.go).
//
//  1. The interpreter counts steps by itself: calls, rounds of loops, and what a regular expression goes
//     through, in whole ten thousands. It counts references, so that what is alive, which is bounded,
//     depends on no collector. So the same program always stops at the same point, whatever the machine
//     and other programs do.
//  2. What the program returns is taken out as JSON within bounds (result.go).
//  3. All that happens in a child process without rights (serve.go, limit_linux.go), of which a Pool
//     keeps some ready (pool.go). Built-in functions that take long without a step, such as a search
//     through a list said to have 2^52 elements, end by its limit of processor time.
package sandbox

import (
	"context"

	"contextarena.internal/arena"
)

// Bounds that are part of what a program does: a change of any changes results, and is a new version
// of every strategy that runs programs.
const (
	mostSource = 64 << 10 // bytes of a program
	mostAlive  = 64 << 20 // bytes of all values that are alive at a time, by the interpreter's own count
	mostFrames = 3000     // calls inside each other; a built-in function that calls back is worth several
	mostDepth  = 6        // levels of a value that is returned
	mostBytes  = 64 << 10 // of it
)

// InProcess runs programs in this process, where nothing bounds their time. It is for tests and for
// programs of one's own.
type InProcess struct{}

// Eval implements arena.Sandbox.
func (InProcess) Eval(ctx context.Context, p arena.Program) (arena.Evaluation, error) {
	if err := ctx.Err(); err != nil {
		return arena.Evaluation{}, err
	}
	return evaluate(p), nil
}
