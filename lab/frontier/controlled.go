package frontier

import (
	"context"
	"fmt"
	"os"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/strategies/routed"
)

// DecideAfter is how many user messages a policy's signals are taken from, unless it is said.
const DecideAfter = 4

// ExportPolicy makes the policy of a sweep, the newest without a name.
func ExportPolicy(ctx context.Context, l *lab.Lab, which string, after int) (*lab.PolicyFile, error) {
	s, err := l.LoadSweep(ctx, which)
	if err != nil {
		return nil, err
	}
	return Policy(s, l.Tokens, after)
}

// CheckPolicy checks a policy file, if there is a file of that name, or the policy of a sweep.
func CheckPolicy(ctx context.Context, l *lab.Lab, which string, floors []float64) (Control, error) {
	var none Control
	var file *lab.PolicyFile
	if info, err := os.Stat(which); err == nil && info.Mode().IsRegular() {
		if file, err = lab.LoadPolicy(which); err != nil {
			return none, arena.Mistake{Err: err}
		}
		if file.Kind != routed.FrontierKind {
			return none, arena.Mistake{Err: fmt.Errorf("policy %s is of kind %q: only policies of kind %q can be checked", which, file.Kind, routed.FrontierKind)}
		}
		f, err := routed.ReadFrontier(file.Whole)
		if err != nil {
			return none, arena.Mistake{Err: fmt.Errorf("policy %s: %w: make it again with arena policy export", which, err)}
		}
		which = f.Sweep
	}
	s, err := l.LoadSweep(ctx, which)
	if err != nil {
		return none, err
	}
	if file == nil {
		if file, err = Policy(s, l.Tokens, DecideAfter); err != nil {
			return none, err
		}
	}
	return NewControl(s, file, l.Tokens, floors)
}
