// Package sandbox runs JavaScript that a model wrote, by github.com/dop251/goja. A program reaches
// neither files nor the network nor the clock nor the process: goja gives it none, and what could
// make code from text is taken away.
//
//  1. Every loop and every function is made to count its steps and the bytes of what is written in it
//     (instrument.go, tallies.go).
//  2. Built-in functions are replaced by ones that count what they are given and what they make, and
//     that stop before they begin what would be too large (builtins.go, special.go, json.go). Regular
//     expressions run by an engine of our own, which counts its instructions (regex, patterns.go,
//     search.go). So the same program always stops at the same point, whatever the machine, the
//     collector of memory and other programs do.
//  3. The program runs, and what it returns is taken out as plain JSON within bounds (value.go).
//  4. All that happens in a child process without rights (serve.go, limit_linux.go), of which a Pool
//     keeps some ready (pool.go). Its limits are a last resort, which no program is known to reach.
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
