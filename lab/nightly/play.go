package nightly

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// ErrGate says that a night's gates didn't let it pass. Which and why has been told.
var ErrGate = errors.New("a gate failed")

// Run is a night before it is judged.
type Run struct {
	Plan  lab.Plan // what is played
	label string
	nightly
}

// Read reads the nightly file at path for the night that label names, and checks what is to be played; if it is to
// renew the baseline, also whether it could. What is wrong is an arena.Mistake.
func Read(path, label string, renew bool, models lab.Models) (*Run, error) {
	n, err := load(path, models)
	if err != nil {
		return nil, arena.Mistake{Err: err}
	}
	plan, err := n.night(label)
	if err == nil {
		err = lab.Check(plan, models)
	}
	if err == nil && renew {
		if err = checkRenewal(plan); err != nil {
			err = fmt.Errorf("--update-baseline: %w", err)
		}
	}
	if err != nil {
		return nil, arena.Mistake{Err: err}
	}
	n.renewing = renew
	return &Run{plan, label, n}, nil
}

// Outlook is what is known before a night is played: the baseline, nil if there is none yet, and what each gate can
// detect.
type Outlook struct {
	baseline  *Baseline
	forecasts []Forecast
	Said      string // that there is no baseline yet; empty if there is one
}

// Foresee reads the baseline and says what each gate can detect. What is wrong with it is an arena.Mistake.
func (r *Run) Foresee(ctx context.Context, l *lab.Lab) (o Outlook, err error) {
	o.baseline, err = r.loadBaseline()
	if errors.Is(err, fs.ErrNotExist) {
		o.Said = fmt.Sprintf("there is no baseline yet: %s doesn't exist", r.Baseline)
	} else if err != nil {
		return o, arena.Mistake{Err: err}
	}
	if o.forecasts, err = r.foresee(ctx, l, r.Plan, o.baseline); err != nil {
		return o, arena.Mistake{Err: err}
	}
	return o, nil
}

// Document is the outlook as a report.
func (o Outlook) Document() reports.Document { return forecastDocument(o.forecasts) }

// Refused says of each gate that can't be decided why, and that is an arena.Mistake. Without a baseline nothing is refused.
func (o Outlook) Refused() (why []string, err error) {
	if why = refusals(o.forecasts); o.baseline == nil || len(why) == 0 {
		return nil, nil
	}
	return why, arena.Mistake{Err: fmt.Errorf("gates refused: %d; nothing was run (allow_underpowered: true runs a gate below its MDE; --update-baseline --accept-regression begins a new baseline)", len(why))}
}

// Judge decides the gates of a night that was played, and stores what they said. The error is of what went wrong with
// storing it, and must not cost the night's report.
func (r *Run) Judge(ctx context.Context, l *lab.Lab, o Outlook, result lab.Result) (Night, error) {
	night := r.judge(r.label, o.baseline, o.forecasts, result)
	if night.Same { // what its gates said of the baseline before it stands
		return night, nil
	}
	return night, keep(ctx, l, night)
}

// Renewal is the baseline that a night becomes: the text of its file, nil if it is that already, and where the old one was
// kept, if there was one.
type Renewal struct {
	File, Kept string
	Text       []byte
}

// Renew makes the night the baseline, or whatever the gates said if accept. A first night has nothing to compare with:
// it is enough that no gate failed; else it is ErrGate. The old baseline is copied into the history.
func (r *Run) Renew(night Night, o Outlook, result lab.Result, accept bool) (Renewal, error) {
	failed := slices.ContainsFunc(night.Gates, func(g Gated) bool { return g.Result == stats.Fail })
	if !accept && (failed || o.baseline != nil && !night.Passed) {
		return Renewal{}, ErrGate
	}
	out := Renewal{File: r.Baseline}
	fresh, err := newBaseline(night.Night, result)
	if err != nil {
		return out, fmt.Errorf("the night is no baseline: %w", err)
	}
	if o.baseline != nil && o.baseline.has(fresh.Arms) {
		return out, nil
	}
	if out.Text, err = fresh.encode(); err != nil || o.baseline == nil {
		return out, err
	}
	if out.Kept, err = keepHistory(r.Baseline, o.baseline.Night); err != nil {
		return out, fmt.Errorf("keep the old baseline: %w", err)
	}
	return out, nil
}
