package strictyaml

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Fault is one mistake, with its place. Line and Column count from 1; 0 means that the part was
// not read from a file.
type Fault struct {
	File         string
	Line, Column int
	Text         string
}

// Error is "file:line:column: text", without the parts that are unknown.
func (f Fault) Error() string {
	switch {
	case f.File == "" && f.Line == 0:
		return f.Text
	case f.File == "":
		return fmt.Sprintf("%d:%d: %s", f.Line, f.Column, f.Text)
	case f.Line == 0:
		return f.File + ": " + f.Text
	}
	return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.Text)
}

// Faults are all mistakes of one or more files. The empty list is no error: a function that
// returns an error must not return an empty Faults (see Err).
type Faults []Fault

// Error lists the faults, a line each, ordered by file and place.
func (fs Faults) Error() string {
	lines := make([]string, len(fs))
	for i, f := range fs.Sorted() {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap lets errors.As find a single Fault.
func (fs Faults) Unwrap() []error {
	errs := make([]error, len(fs))
	for i, f := range fs.Sorted() {
		errs[i] = f
	}
	return errs
}

// Sorted is a copy ordered by file, then place, then text.
func (fs Faults) Sorted() Faults {
	out := slices.Clone(fs)
	slices.SortStableFunc(out, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Text, b.Text))
	})
	return out
}

// Err is the faults, ordered, as an error; nil if there are none.
func (fs Faults) Err() error {
	if len(fs) == 0 {
		return nil
	}
	return fs.Sorted()
}
