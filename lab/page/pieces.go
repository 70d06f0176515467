package page

import (
	"context"
	"fmt"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// pieceTrials is how many trials a piece of evidence has at most. They are of one scenario, so that what they
// share is there once, and a reader who opens one of them waits for a few hundred kilobytes.
const pieceTrials = 200

// evidence is a result's stored trials in pieces.
type evidence struct {
	pieces [][]*lab.Trial
	at     map[string]int // the piece of a trial, by the first digits of its key
}

// pieces divides the stored trials of a result that a page lists.
func pieces(r lab.Result) evidence {
	e := evidence{at: map[string]int{}}
	open := map[string]int{} // the piece that is being filled, by scenario
	repeats := listed(r, mostTrials)
	for k := range r.Trials {
		t := &r.Trials[k]
		if t.Repeat > repeats {
			continue
		}
		i, ok := open[t.Scenario]
		if !ok || len(e.pieces[i]) == pieceTrials {
			i = len(e.pieces)
			open[t.Scenario], e.pieces = i, append(e.pieces, nil)
		}
		e.pieces[i] = append(e.pieces[i], t)
		e.at[t.Key.Short()] = i
	}
	return e
}

// placed are facts whose trials know their pieces.
func (e evidence) placed(f Facts) Facts {
	for i, t := range f.Trials {
		f.Trials[i].Told = e.at[t.Key]
	}
	return f
}

// chapters are the pieces as chapters of a page.
func (e evidence) chapters(ctx context.Context, l *lab.Lab) []reports.Chapter {
	var out []reports.Chapter
	for i, trials := range e.pieces {
		out = append(out, reports.Chapter{Name: fmt.Sprintf("told-%d", i), Read: func() (any, error) { return tell(ctx, l, trials) }})
	}
	return out
}
