//go:build faults

package faults

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"contextarena.internal/internal/faultfs"
	"contextarena.internal/lab"
	"contextarena.internal/store"
)

// operation is a point of the file system.
type operation struct {
	fault   faultfs.Fault
	n       int
	looking bool
	capped  bool
}

func (o operation) String() string {
	what := "change"
	if o.looking {
		what = "look"
	}
	return fmt.Sprintf("%s at %s %d", o.fault, what, o.n)
}

// TestFiles breaks every operation of the file system under SQLite in every way.
func TestFiles(t *testing.T) {
	e, nights := open(t), t.TempDir()
	for _, w := range workloads(t, nights) {
		t.Run(w.name, func(t *testing.T) {
			ref := refer(t, e, w, 2)
			var all []operation
			for _, fault := range faultfs.Faults {
				for n := range ref.changes {
					all = append(all, operation{fault: fault, n: n + 1})
				}
			}
			for n := range ref.looks {
				all = append(all, operation{fault: faultfs.Broken, n: n + 1, looking: true})
			}
			if w.asks {
				for n := range ref.changes {
					all = append(all, operation{fault: faultfs.Faults[n%len(faultfs.Faults)], n: n + 1, capped: true})
				}
			}
			each(t, w.name+", operations of files", all, func(o operation) error { return ref.file(t, e, w, o) })
		})
	}
}

// file plays a workload whose operation o fails, and then until it is complete.
func (ref reference) file(t *testing.T, e *endpoint, w workload, o operation) error {
	ctx := t.Context()
	p, err := begin(e, w, ref.template, 2)
	if err != nil {
		return err
	}
	defer p.close()
	if o.capped {
		p.cap = ref.bill * 0.6
	}
	p.files.Arm(o.fault, o.n, o.looking)
	p.till.seen = func(n int64, _ http.ResponseWriter) { p.files.Mark(n) }
	first, failed := p.play(ctx, nil)
	ended := failed == nil && first.ran.Experiment.Status == store.Complete
	met, synced, requests := p.files.Met(), int(p.files.Synced()), p.till.requests()
	if err := p.files.Crash(); err != nil {
		return err
	}
	lost := nothing // what a loss of power may take from the ledger
	if met != "" && slices.Contains([]faultfs.Fault{faultfs.Torn, faultfs.Lost, faultfs.Mixed}, o.fault) {
		lost = func() float64 { return p.till.unsynced(synced) }
		if b, err := p.ledger(ctx); err != nil || b.Attempts < min(synced, requests) {
			return fmt.Errorf("%s: %d requests were synced, and the ledger has %d: %w", met, synced, b.Attempts, err)
		}
	}
	p.key += again
	if o.capped {
		for range 2 {
			if _, err := p.play(ctx, nil); err != nil {
				return fmt.Errorf("%s: again: %w", met, err)
			}
		}
	} else {
		again, err := p.play(ctx, func(l *lab.Lab, done played) error {
			have, err := verdicts(ctx, l, done.ran)
			if err != nil {
				return err
			}
			return forgotten(ref.scores, have, false)
		})
		switch {
		case err != nil:
			return fmt.Errorf("%s: again: %w", met, err)
		case again.ran.Experiment.Status != store.Complete:
			return fmt.Errorf("%s: again: %s: %s", met, again.ran.Experiment.Status, again.ran.Experiment.Note)
		case !bytes.Equal(again.out, ref.out):
			return fmt.Errorf("%s: again: the output is another: %s", met, difference(ref.out, again.out))
		case ended && !bytes.Equal(first.out, ref.out):
			return fmt.Errorf("%s: it says that it is complete, and the output is another: %s", met, difference(ref.out, first.out))
		case ended && o.fault != faultfs.Full && lost() == 0 && p.till.requests() != requests:
			return fmt.Errorf("%s: it says that it is complete, and %d replies were asked for again", met, p.till.requests()-requests)
		}
	}
	if err := p.billed(ctx, true, lost); err != nil {
		return fmt.Errorf("%s: %w", met, err)
	}
	return p.whole()
}

// difference is where two outputs part.
func difference(a, b []byte) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	part := func(x []byte) []byte { return x[max(0, min(i-40, len(x))):min(i+60, len(x))] }
	return fmt.Sprintf("%q instead of %q", part(b), part(a))
}
