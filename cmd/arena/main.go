// Command arena plays scripted conversations through LLM memory strategies and reports which
// facts survived, and at what cost. See `arena --help`.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/internal/sandbox"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/lab/nightly"
	"contextarena.internal/store"
)

// Exit codes.
const (
	exitOK          = 0
	exitError       = 1
	exitUsage       = 2
	exitIncomplete  = 3 // some trials were not completed, or a disk is full
	exitGate        = 4 // a gate failed, or could not be decided
	exitInterrupted = 130
)

func main() {
	os.Exit(run())
}

// run is main without the exit, so that tests can call it as a command.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	programs := sandbox.NewPool(runtime.NumCPU(), self, sandboxName)
	w := &world{
		stdin: os.Stdin, stdout: os.Stdout, stderr: console{os.Stderr},
		env: os.Getenv, environ: allowed(os.LookupEnv), now: time.Now, rand: rand.Float64, sandbox: programs,
	}
	code := exitCode(console{os.Stderr}, command(w).ExecuteContext(ctx))
	if err := programs.Close(); err != nil && code == exitOK {
		return exitCode(console{os.Stderr}, err)
	}
	return code
}

// passedOn are the variables that a strategy's program gets of the environment, where they are set: where programs and their
// libraries are, and nothing that could be a key.
var passedOn = []string{"PATH", "HOME", "USER", "TMPDIR", "VIRTUAL_ENV", "PYTHONPATH", "NODE_PATH", "LD_LIBRARY_PATH"}

// allowed is the environment of such a program. Three are the same for all, so that no trial depends on where it is played.
func allowed(lookup func(string) (string, bool)) []string {
	out := []string{"TZ=UTC", "LC_ALL=C.UTF-8", "PYTHONHASHSEED=0"}
	for _, name := range passedOn {
		if value, ok := lookup(name); ok {
			out = append(out, name+"="+value)
		}
	}
	return out
}

// world is what only the command may touch: streams, environment, clock, randomness.
type world struct {
	stdin   io.Reader
	stdout  *os.File
	stderr  console
	env     func(string) string
	environ []string // that strategies which are programs get
	now     func() time.Time
	rand    func() float64
	sandbox arena.Sandbox
}

// usageError is a mistake in what was typed; so is an arena.Mistake, which the rooms below return.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// startsAnew is the error of a command that keeps nothing of what it did.
type startsAnew struct{ error }

func (e startsAnew) Unwrap() error { return e.error }

// errIncomplete says that a run left trials that aren't completed. The reason has been printed.
var errIncomplete = errors.New("some trials were not completed")

// exitCode prints an error and turns it into the exit code.
func exitCode(stderr io.Writer, err error) int {
	var usage usageError
	var mistake arena.Mistake
	var faults strictyaml.Faults
	var anew startsAnew
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, nightly.ErrGate):
		return exitGate
	case errors.Is(err, errIncomplete):
		return exitIncomplete
	case errors.Is(err, context.Canceled) && errors.As(err, &anew):
		fmt.Fprintln(stderr, "arena: interrupted; nothing was kept, and the same command starts anew")
		return exitInterrupted
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "arena: interrupted; the same command goes on where it stopped")
		return exitInterrupted
	case store.Full(err):
		fmt.Fprintln(stderr, "arena:", printable(err.Error()))
		fmt.Fprintln(stderr, "arena: interrupted; with room on the disk the same command goes on where it stopped")
		return exitIncomplete
	case errors.As(err, &faults):
		for _, f := range faults {
			fmt.Fprintln(stderr, printable(f.Error()))
		}
		fmt.Fprintf(stderr, "arena: mistakes: %d; nothing was run\n", len(faults))
		return exitUsage
	case errors.As(err, &usage), errors.As(err, &mistake):
		fmt.Fprintln(stderr, "arena:", printable(err.Error()))
		return exitUsage
	}
	fmt.Fprintln(stderr, "arena:", printable(err.Error()))
	return exitError
}

// outcomes in words, for people.
var outcomeWords = map[arena.Outcome]string{
	arena.Failed: "failed", arena.Refused: "refused", arena.Truncated: "truncated", arena.Unfunded: "unfunded",
}
