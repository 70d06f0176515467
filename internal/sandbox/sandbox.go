// Package sandbox runs JavaScript that a model wrote, by github.com/dop251/goja. A program reaches
// neither files nor the network nor the clock nor the process: goja gives it none, and what could
// make code from text is taken away.
//
//  1. Every loop and every function is made to count its steps (instrument.go), and built-in
//     functions count by the size of what they are given (prelude.js), so that the same program
//     always stops at the same step, however busy the machine is.
//  2. The program runs, and what it returns is taken out as plain JSON within bounds (value.go).
//  3. All that happens in a child process with a limit of memory (serve.go), of which a Pool keeps
//     some ready (pool.go).
package sandbox

import (
	"context"

	"contextarena.internal/arena"
)

// Bounds that are part of what a program does: a change of any changes results, and is a new version
// of every strategy that runs programs.
const (
	mostSource = 64 << 10 // bytes of a program
	mostLength = 1 << 20  // characters of a text
	mostList   = 1 << 16  // elements of a list
	mostMade   = 64 << 20 // bytes of all values it makes, by the meter's measure
	mostFrames = 1000     // calls inside each other
	mostDepth  = 6        // levels of a value that is returned
	mostNodes  = 4096     // values in it
	mostBytes  = 64 << 10 // of it
)

// InProcess runs programs in this process, where nothing bounds their memory. It is for tests and
// for programs of one's own.
type InProcess struct{}

// Eval implements arena.Sandbox.
func (InProcess) Eval(ctx context.Context, p arena.Program) (arena.Evaluation, error) {
	if err := ctx.Err(); err != nil {
		return arena.Evaluation{}, err
	}
	return evaluate(p), nil
}
