//go:build faults

package faults

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/faultfs"
	"contextarena.internal/internal/sandbox"
	"contextarena.internal/lab"
	"contextarena.internal/lab/nightly"
	"contextarena.internal/llm"
	"contextarena.internal/llm/tokens"
	"contextarena.internal/store"
)

// point is one play of a workload, in a folder and with a till of its own.
type point struct {
	w        workload
	dir      string
	files    *faultfs.FS
	till     *till
	models   lab.Models
	key      string // of its till
	parallel int
	cap      float64
	close    func()
}

// begin prepares a point. Template is a database that it begins with; nil for none.
func begin(e *endpoint, w workload, template []byte, parallel int) (*point, error) {
	dir, err := os.MkdirTemp("", "faults")
	if err != nil {
		return nil, err
	}
	p := &point{w: w, dir: dir, parallel: parallel, cap: 1}
	if template != nil {
		if err := os.WriteFile(p.path(), template, 0o600); err != nil {
			return nil, err
		}
	}
	var stop func()
	p.files, stop = faultfs.Watch(dir)
	p.close = func() { stop(); os.RemoveAll(dir) }
	p.key, p.till = e.till()
	c, wait := &clock{now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)}, 30*time.Minute
	p.models = lab.Models{
		Env: func(name string) string {
			return map[string]string{"OPENAI_API_KEY": p.key, "OPENAI_BASE_URL": e.URL + "/v1"}[name]
		},
		Now: c.Now, Wait: c.Wait, MaxWait: &wait,
	}
	return p, nil
}

func (p *point) path() string { return filepath.Join(p.dir, "a.db") }

// open opens the database and a lab on it.
func (p *point) open(ctx context.Context) (*lab.Lab, error) {
	db, err := store.Open(ctx, p.path(), store.Options{SyncEvery: 20 * time.Millisecond})
	if err != nil {
		return nil, err
	}
	budget := p.cap
	return &lab.Lab{
		DB: db, Models: p.models, Prices: llm.BuiltinPrices(), Tokens: counter, Parallel: p.parallel, ScenariosDir: "testdata",
		Program: "test", Sandbox: sandbox.InProcess{}, Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC), BudgetUSD: &budget,
	}, nil
}

var counter = tokens.NewCounter().Count

// played is what a command did.
type played struct {
	out []byte
	ran lab.Ran
}

// play gives the command once. Look, if set, looks at the database before it is closed.
func (p *point) play(ctx context.Context, look func(*lab.Lab, played) error) (done played, err error) {
	l, err := p.open(ctx)
	if err != nil {
		return done, err
	}
	done.out, done.ran, err = p.w.play(ctx, l)
	if (err == nil || errors.Is(err, nightly.ErrGate)) && look != nil {
		if wrong := look(l, done); wrong != nil {
			err = wrong
		}
	}
	if closed := l.DB.Close(); err == nil {
		err = closed
	}
	return done, err
}

// ledger is what the ledger says of the newest experiment.
func (p *point) ledger(ctx context.Context) (b store.Balance, err error) {
	db, err := store.Open(ctx, p.path(), store.Options{})
	if err != nil {
		return b, err
	}
	defer db.Close()
	if p.w.asks {
		all, err := db.Experiments(ctx)
		if err != nil || len(all) == 0 {
			return b, err
		}
		return db.Balance(ctx, all[0].ID)
	}
	return b, nil
}

// whole is an error unless the file is a whole database.
func (p *point) whole() error {
	db, err := sql.Open("sqlite3", "file:"+p.path()+"?mode=ro")
	if err != nil {
		return err
	}
	defer db.Close()
	var says string
	if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&says); err != nil || says != "ok" {
		return fmt.Errorf("integrity check: %s %w", says, err)
	}
	return nil
}

// billed is an error unless the ledger agrees with the endpoint's bill: what it says was paid, and at most that with what is
// reserved for attempts of unknown fate. Lost requests are those of which a loss of power may have taken the rows.
func (p *point) billed(ctx context.Context, exact bool, losing func() float64) error {
	b, err := p.ledger(ctx)
	if err != nil {
		return fmt.Errorf("read the ledger: %w", err)
	}
	const cent = 1e-9
	bill := p.till.bill() - p.till.own
	lost := losing() // not before the bill: it rises with it
	switch {
	case bill > b.PaidUSD+b.ReservedUSD()+lost+cent:
		return fmt.Errorf("the endpoint billed %.6f USD, and the ledger knows of %.6f and %.6f reserved", bill, b.PaidUSD, b.ReservedUSD())
	case exact && b.PaidUSD > bill+cent:
		return fmt.Errorf("the ledger says that %.6f USD were paid, and the endpoint billed %.6f", b.PaidUSD, bill)
	case bill > p.cap+lost+cent:
		return fmt.Errorf("%.6f USD were spent of a cap of %.6f", bill, p.cap)
	}
	return nil
}

// nothing was lost.
func nothing() float64 { return 0 }

// reference is a workload that nobody disturbed.
type reference struct {
	played
	template       []byte
	changes, looks int
	requests       int
	bill           float64
	scores         map[string]judged
}

// refer plays a workload undisturbed, twice: two plays say the same.
func refer(t *testing.T, e *endpoint, w workload, parallel int) reference {
	var ref reference
	if !w.empty {
		p, err := begin(e, w, nil, parallel)
		require.NoError(t, err)
		defer p.close()
		l, err := p.open(t.Context())
		require.NoError(t, err)
		if w.prepare != nil {
			w.prepare(t, l)
		}
		require.NoError(t, l.DB.Close())
		ref.template, err = os.ReadFile(p.path())
		require.NoError(t, err)
	}
	for i := range 2 {
		p, err := begin(e, w, ref.template, parallel)
		require.NoError(t, err)
		defer p.close()
		p.files.Arm("", 0, false)
		done, err := p.play(t.Context(), func(l *lab.Lab, done played) (err error) {
			ref.scores, err = verdicts(t.Context(), l, done.ran)
			return err
		})
		require.NoError(t, err, w.name)
		require.Equal(t, store.Complete, done.ran.Experiment.Status, done.ran.Experiment.Note)
		require.NotEmpty(t, done.out)
		require.NoError(t, p.billed(t.Context(), true, nothing))
		if i > 0 {
			require.Equal(t, string(ref.out), string(done.out), w.name)
		}
		ref.played, ref.requests, ref.bill = done, p.till.requests(), p.till.bill()
		ref.changes, ref.looks = p.files.Counted()
		require.Equal(t, w.asks, ref.requests > 0)
	}
	return ref
}

// clock is one that moves when somebody waits.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Wait(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	return ctx.Err()
}
