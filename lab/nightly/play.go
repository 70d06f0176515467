package nightly

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/reports"
	"contextarena.internal/scenarios/seal"
	"contextarena.internal/store"
)

// ErrGate says that a night's gates didn't let it pass. Which and why has been told.
var ErrGate = errors.New("a gate failed")

// Options say what is done with a night.
type Options struct {
	Night  string // its label
	Folder string // where nightly.md, nightly.json and nightly.xml are written; empty for nowhere
	Dry    bool   // say what the gates can detect, and ask no model
	Renew  bool   // make the night the baseline if its gates pass
	Accept bool   // with Renew: whatever they say
}

// Host is what a night takes from the program that plays it.
type Host struct {
	Models   lab.Models
	Lab      func(lab.Plan) (*lab.Lab, error)      // that plays the plan; it has no database yet
	Database func(use func(*store.DB) error) error // opens it while use works with it
	Play     func(context.Context, *lab.Lab, lab.Plan) (lab.Ran, lab.Result, error)
	Publish  func(Night)                       // tells others of a night that was judged
	Summary  func(lab.Ran)                     // says what was played
	Tell     func(format string, args ...any)  // says something beside the results
	Write    func(file string, b []byte) error // replaces a file in one step
	Random   io.Reader                         // the next night's seed is drawn from it
	Print    func(reports.Document) error      // prints results
	Stderr   io.Writer                         // what can be detected, unless that is the result
}

// run is a night that is being played.
type run struct {
	Options
	h    Host
	n    nightly
	plan lab.Plan
	lab  *lab.Lab
}

// Play plays a night of the nightly file at path. All that is wrong, and gates that can't be decided,
// are refused before a model is asked; the night's reports are written before its baseline is. It
// returns ErrGate for a night that isn't let pass. Nothing has run, with no error, in a dry run.
func Play(ctx context.Context, path string, o Options, h Host) (ran lab.Ran, err error) {
	r := &run{Options: o, h: h}
	if err := r.read(path); err != nil {
		return ran, arena.Mistake{Err: err}
	}
	if r.lab, err = h.Lab(r.plan); err != nil {
		return ran, err
	}
	r.lab.Drawn = r.plan.Drawn
	if o.Folder != "" && !o.Dry { // before a cent is spent
		if err := os.MkdirAll(o.Folder, 0o755); err != nil {
			return ran, fmt.Errorf("--out: %w", err)
		}
	}
	if o.Dry && (r.n.inFile() || r.n.Sealed != nil) { // no database is made for it
		_, _, err := r.forecast(ctx)
		return ran, err
	}
	err = h.Database(func(db *store.DB) error {
		r.lab.DB = db
		if err := unspent(ctx, r.lab, r.plan); err != nil {
			return arena.Mistake{Err: err}
		}
		baseline, forecasts, err := r.forecast(ctx)
		if err != nil || o.Dry {
			return err
		}
		ran, err = r.play(ctx, baseline, forecasts)
		return err
	})
	return ran, err
}

// read reads the file and checks what is to be played.
func (r *run) read(path string) (err error) {
	if r.n, err = load(path, r.h.Models); err != nil {
		return err
	}
	if r.plan, err = r.n.night(r.Night); err != nil {
		return err
	}
	if err := lab.Check(r.plan, r.h.Models); err != nil {
		return err
	}
	if r.Renew {
		if err := r.n.checkRenewal(path, r.plan); err != nil {
			return fmt.Errorf("--update-baseline: %w", err)
		}
	}
	return nil
}

// forecast reads the baseline and says what each gate can detect. A gate that can't be decided is
// refused, unless the baseline is being replaced whatever the gates say.
func (r *run) forecast(ctx context.Context) (baseline *Baseline, forecasts []Forecast, err error) {
	if r.n.Sealed == nil {
		baseline, err = r.n.loadBaseline(ctx, r.lab)
		if errors.Is(err, fs.ErrNotExist) {
			r.h.Tell("there is no baseline yet: %s doesn't exist", r.n.Baseline)
		} else if err != nil {
			return nil, nil, arena.Mistake{Err: err}
		}
	}
	if forecasts, err = r.n.foresee(r.lab, r.plan, baseline); err != nil {
		return nil, nil, arena.Mistake{Err: err}
	}
	foretold := forecastDocument(forecasts)
	if r.Dry {
		err = r.h.Print(foretold)
	} else {
		err = foretold.Write(r.h.Stderr, "table", "")
	}
	if err != nil {
		return nil, nil, err
	}
	refused := refusals(forecasts)
	if baseline == nil || len(refused) == 0 || r.Accept {
		return baseline, forecasts, nil
	}
	for _, why := range refused {
		r.h.Tell("gate refused: %s", why)
	}
	return nil, nil, arena.Mistake{Err: fmt.Errorf("gates refused: %d; nothing was run (allow_underpowered: true runs a gate below its MDE; --update-baseline --accept-regression begins a new baseline)", len(refused))}
}

// play plays the night, judges it, writes its reports and renews the baseline.
func (r *run) play(ctx context.Context, baseline *Baseline, forecasts []Forecast) (lab.Ran, error) {
	ran, result, err := r.h.Play(ctx, r.lab, r.plan)
	if err != nil {
		return ran, err
	}
	night := r.n.judge(r.Night, baseline, forecasts, result)
	// What goes wrong with these must not cost tonight's report.
	undrawn, unkept := r.nextSeed(night.Sealed), r.passedLast(ctx, &night)
	if unkept == nil {
		unkept = r.keep(ctx, night)
	}
	if err := r.h.Print(night.Document()); err != nil {
		return ran, err
	}
	r.h.Summary(ran)
	if err := errors.Join(r.write(night), undrawn, unkept); err != nil {
		return ran, err
	}
	r.h.Publish(night)
	if r.Renew {
		return ran, r.renew(night, baseline, result)
	}
	if !night.Passed {
		return ran, ErrGate
	}
	return ran, nil
}

// nextSeed draws the seed of the night after one that has been revealed, and adds its hash.
func (r *run) nextSeed(u *Unsealed) error {
	if u == nil || r.n.Sealed.Next == "" || u.Seed == "" {
		return nil
	}
	var err error
	if u.Next, err = seal.Draw(r.n.Sealed.Next, r.h.Random); err != nil {
		return fmt.Errorf("the next night's seed: %w", err)
	}
	return nil
}

// write writes the reports into the folder.
func (r *run) write(night Night) error {
	if r.Folder == "" {
		return nil
	}
	d := night.Document()
	for _, file := range []struct{ name, format string }{{"nightly.md", "md"}, {"nightly.json", "json"}, {"nightly.xml", "junit"}} {
		var b bytes.Buffer
		if err := d.Write(&b, file.format, ""); err != nil {
			return err
		}
		if err := r.h.Write(filepath.Join(r.Folder, file.name), b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}
