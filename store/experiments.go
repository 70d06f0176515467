package store

import (
	"context"
	"fmt"
	"time"

	"contextarena.internal/internal/lockfile"
)

// The statuses of an experiment.
const (
	Running     = "running"
	Complete    = "complete"
	Partial     = "partial"     // stopped by its budget, or some trials failed
	Interrupted = "interrupted" // stopped by its user or killed
)

// Kind says what an experiment is, and with it what its plan's text holds and which command shows it.
type Kind string

// The kinds of experiments. A nightly run, a rung of a ladder and a study of proposals or formats are
// runs: the same plan is the same experiment, whichever command plays it.
const (
	KindRun       Kind = "run"       // strategies, models and scenarios
	KindSweep     Kind = "sweep"     // points of a declared space
	KindEvolution Kind = "evolution" // a search, which keeps measurements and no trials
	KindLearning  Kind = "learning"  // chains of sessions, whose trials depend on each other
	KindImport    Kind = "import"    // files of results from elsewhere
	KindServed    Kind = "served"    // what was asked by one token of arena serve-model
)

// Given is a command line. It has no secret: those come from the environment.
type Given struct {
	Command string            `json:"command"` // such as arena sweep
	Args    []string          `json:"args,omitempty"`
	Flags   map[string]string `json:"flags,omitempty"` // the value of every flag by name, given or by default
	Again   string            `json:"again,omitempty"` // for a shell: what goes on with it
}

// Experiment is a plan and the history of its runs.
type Experiment struct {
	ID        string    // hash of the plan
	Number    int64     // 1, 2, ... in the order of first runs; set by Begin
	Kind      Kind      // never empty
	Name      string    // for people
	Plan      string    // its canonical text
	Created   time.Time // of the first run, in UTC
	Program   string    // version and commit of the program that ran it last
	Status    string    // one of the statuses above
	Note      string    // why it isn't complete, for people
	PaidUSD   float64   // really paid, over all its runs
	Simulated bool
	Given     *Given // to its last run; nil where it isn't known
}

const experimentColumns = `number, id, kind, name, plan, created, program, status, note,
	paid_usd + coalesce((SELECT sum(a.paid_usd) FROM attempts a WHERE a.experiment = number), 0), simulated, given`

func (e *Experiment) columns() []any {
	return []any{
		&e.Number, &e.ID, &e.Kind, &e.Name, &e.Plan,
		timeColumn{&e.Created},
		&e.Program, &e.Status, &e.Note, &e.PaidUSD, &e.Simulated,
		jsonColumn{&e.Given},
	}
}

// Begin starts a run of e, which becomes the newest experiment and running, and returns it as
// stored. If one with the same ID exists, it is resumed: it keeps its number, time and what
// it paid, and takes e's program and what was given. In a copy of what was merged its time is that of the first run there, by which
// Merge tells its attempts from those of other copies. e.Created is when this run begins.
func (d *DB) Begin(ctx context.Context, e Experiment) (Experiment, bool, error) {
	e.Status = Running
	var resumed bool
	err := d.write(ctx, "begin experiment "+e.ID, func(t *tx) error {
		resumed = t.find(`SELECT number FROM experiments WHERE id = ?`, e.ID) != 0
		t.insertExperiment(e)
		t.exec(`UPDATE experiments SET created = ran WHERE id = ? AND (SELECT min(origin IS NOT NULL) FROM attempts WHERE experiment = number)`, e.ID)
		return nil
	})
	if err != nil {
		return Experiment{}, false, err
	}
	e, err = d.experiment(ctx, e.ID)
	return e, resumed, err
}

// insertExperiment stores e as the newest experiment, or makes the stored one with its ID that.
func (t *tx) insertExperiment(e Experiment) {
	t.exec(`INSERT INTO experiments (id, kind, name, plan, created, program, status, note, paid_usd, simulated, given, ran, last_run)
		VALUES (?, ?, ?, ?, ?, ?, ?, '', ?, ?, ?, ?, (SELECT coalesce(max(last_run), 0) + 1 FROM experiments))
		ON CONFLICT (id) DO UPDATE SET program = excluded.program, status = excluded.status, note = '', last_run = excluded.last_run,
			given = coalesce(excluded.given, given), ran = excluded.ran`,
		e.ID, e.Kind, e.Name, e.Plan, formatTime(e.Created), e.Program, e.Status, e.PaidUSD, e.Simulated, t.json(e.Given, e.Given == nil), formatTime(e.Created))
}

// Finish ends a run of the experiment with this id.
func (d *DB) Finish(ctx context.Context, id, status, note string) error {
	return d.writeIn(ctx, id, "finish experiment "+id, func(t *tx, number int64) error {
		t.exec(`UPDATE experiments SET status = ?, note = ? WHERE number = ?`, status, note, number)
		return nil
	})
}

// Experiments lists all experiments, the newest first. To a reader one that runs in no process is interrupted.
func (d *DB) Experiments(ctx context.Context) ([]Experiment, error) {
	return d.experiments(ctx, `ORDER BY last_run DESC`)
}

// experiment is the one with this id, or ErrNone.
func (d *DB) experiment(ctx context.Context, id string) (Experiment, error) {
	es, err := d.experiments(ctx, `WHERE id = ?`, id)
	if err == nil && len(es) == 0 {
		err = fmt.Errorf("read experiment: no experiment %q in database %s: %w", id, d.path, ErrNone)
	}
	if err != nil {
		return Experiment{}, err
	}
	return es[0], nil
}

func (d *DB) experiments(ctx context.Context, which string, args ...any) ([]Experiment, error) {
	es, err := list(ctx, d, "read experiments", (*Experiment).columns, `SELECT `+experimentColumns+` FROM experiments `+which, args...)
	for i := range es {
		e := &es[i]
		if e.Status == Running && d.lock == nil && !lockfile.Held(d.path) {
			e.Status, e.Note = Interrupted, "its process is gone"
			if e.Given != nil && e.Given.Again != "" {
				e.Note += "; to go on: " + e.Given.Again
			}
		}
	}
	return es, err
}

// experiment returns the number of the experiment with this id.
func (t *tx) experiment(id string) (int64, error) {
	number := t.find(`SELECT number FROM experiments WHERE id = ?`, id)
	if number == 0 {
		return 0, fmt.Errorf("no experiment %q: %w", id, ErrNone)
	}
	return number, nil
}
