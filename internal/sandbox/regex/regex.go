// Package regex matches the regular expressions of JavaScript and counts what that costs. Every
// instruction that is executed is charged, so that an expression that backtracks without end is
// stopped at the same point on every machine.
//
//  1. A pattern is parsed (parse.go) as ECMAScript has it, with lookahead, lookbehind, references to
//     groups and named groups.
//  2. It is compiled to instructions (compile.go); counted repetitions are written out.
//  3. A backtracking machine runs them (match.go) on UTF-16 code units, or on code points with flag u.
package regex

import (
	"errors"
	"strings"
)

// What is too large to be compiled.
const (
	mostInstructions = 20_000
	mostNesting      = 200
	mostUnits        = 20_000 // characters of a pattern
)

// ErrLarge says that a pattern needs more instructions, or more groups inside each other, than are allowed.
var ErrLarge = errors.New("the regular expression is too large")

// Regex is a compiled expression. It may be used again, by one goroutine at a time.
type Regex struct {
	Groups int      // groups it captures, the whole match included
	Names  []string // of the groups, "" for those that have none

	Unicode, Global, Sticky bool // its flags that concern whoever calls Match

	prog   []inst
	slots  int // captures and marks
	first  *set
	empty  bool // it may match nothing at all, so first says nothing
	fold   bool
	weight int
	stack  []frame
	slot   []int32
}

// Compile compiles a pattern with its flags. Flags it doesn't know are ignored. An error is for what
// no engine would take, and ErrLarge.
func Compile(pattern, flags string) (*Regex, error) {
	p := &parser{
		unicode: strings.Contains(flags, "u"), fold: strings.Contains(flags, "i"),
		multi: strings.Contains(flags, "m"), dotAll: strings.Contains(flags, "s"),
	}
	if len(pattern) > 4*mostUnits {
		return nil, ErrLarge
	}
	p.units(pattern)
	tree, err := p.parse()
	if err != nil {
		return nil, err
	}
	c := compiler{slots: 2 * p.groups}
	c.emit(inst{op: opSave, n: 0})
	c.node(tree, false)
	c.emit(inst{op: opSave, n: 1})
	c.emit(inst{op: opMatch})
	if c.large {
		return nil, ErrLarge
	}
	re := &Regex{
		Groups: p.groups, Names: p.names, Unicode: p.unicode, fold: p.fold,
		Global: strings.Contains(flags, "g"), Sticky: strings.Contains(flags, "y"),
		prog: c.prog, slots: c.slots, slot: make([]int32, c.slots),
	}
	re.first = &set{}
	re.empty = first(tree, re.first)
	re.weight = re.first.freeze()
	return re, nil
}

// Size is how many instructions it has.
func (re *Regex) Size() int { return len(re.prog) }
