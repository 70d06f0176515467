// Package panics turns a panic into an error that says where it was.
package panics

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// Error is a panic that was caught.
type Error struct {
	Value any
	Stack string // a line for each function, the one that panicked first: its name, file and line
}

// Error is one line: what was said and where.
func (e *Error) Error() string {
	at, _, _ := strings.Cut(e.Stack, "\n")
	return fmt.Sprintf("panic: %v (%s)", e.Value, at)
}

// Unwrap is the error that was panicked with, if it was one.
func (e *Error) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// mostFrames is how much of a stack is kept.
const mostFrames = 32

// Catch sets err to an *Error if the function that defers it panics. It has to be deferred itself:
//
//	defer panics.Catch(&err)
func Catch(err *error) {
	value := recover()
	if value == nil {
		return
	}
	callers := make([]uintptr, mostFrames+8)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	var lines []string
	for more := true; more && len(lines) < mostFrames; {
		var f runtime.Frame
		f, more = frames.Next()
		if f.Function != "" && !strings.HasPrefix(f.Function, "runtime.") {
			lines = append(lines, fmt.Sprintf("%s %s:%d", f.Function, path.Base(f.File), f.Line))
		}
	}
	*err = &Error{value, strings.Join(lines, "\n")}
}
