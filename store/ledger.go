package store

import (
	"context"
	"fmt"
	"sync"

	"contextarena.internal/llm"
)

// Ledger keeps the attempts of one experiment, or of none. It implements llm.Ledger.
type Ledger struct {
	db         *DB
	experiment any // its number; nil for none

	mu    sync.Mutex
	tries map[llm.Key]int // of requests without a reply
}

var _ llm.Ledger = (*Ledger)(nil)

// LedgerOfNone is the ledger of questions that belong to no experiment.
func (d *DB) LedgerOfNone() *Ledger { return &Ledger{db: d, tries: map[llm.Key]int{}} }

// Ledger opens the ledger of the experiment with this id.
func (d *DB) Ledger(ctx context.Context, experimentID string) (*Ledger, error) {
	l := d.LedgerOfNone()
	e, err := d.experiment(ctx, experimentID)
	if err != nil {
		return nil, err
	}
	l.experiment = e.Number
	type tried struct {
		key []byte
		try int
	}
	before, err := list(ctx, d, "read the ledger", func(t *tried) []any { return []any{&t.key, &t.try} },
		`SELECT a.key, max(a.try) FROM attempts a LEFT JOIN replies r ON r.key = a.key
		WHERE a.experiment = ? AND r.key IS NULL GROUP BY a.key`, e.Number)
	for _, t := range before {
		var key llm.Key
		copy(key[:], t.key)
		l.tries[key] = t.try
	}
	return l, err
}

// Begin implements llm.Ledger. It returns once the row is committed, a few milliseconds later, and fails after a failed sync: what can't be kept
// isn't paid for.
func (l *Ledger) Begin(a llm.Attempt) (int64, error) {
	if l.db.writer != nil {
		if err := l.db.writer.syncing.failure(); err != nil {
			return 0, explain(l.db.path, "begin an attempt", err)
		}
	}
	l.mu.Lock()
	l.tries[a.Key]++
	try := l.tries[a.Key]
	l.mu.Unlock()
	var number int64
	done := make(chan error, 1)
	err := l.db.send(write{
		apply: func(t *tx) error {
			number = t.exec(`INSERT INTO attempts (experiment, key, try, model, reserved_usd, texts) VALUES (?, ?, ?, ?, ?, nullif(?, 0))`,
				l.experiment, a.Key[:], try, t.model(a.Model), a.ReservedUSD, a.Texts)
			return nil
		},
		settle: func(err error) { done <- err },
		soon:   true, paid: true,
	})
	if err != nil {
		return 0, err
	}
	return number, explain(l.db.path, "begin an attempt", <-done)
}

// End implements llm.Ledger. What can't be written is tried again with every later write and on Close; the end and its reply
// are written together or not at all.
func (l *Ledger) End(number int64, e llm.AttemptEnd) error {
	end := func(t *tx) error {
		t.exec(`UPDATE attempts SET fate = ?, told_input = ?, told_cached = ?, told_output = ?, told_reasoning = ?,
			counted_input = ?, counted_output = ?, paid_usd = ?, served = ?, latency_ns = ? WHERE id = ?`,
			string(e.Fate), e.Told.Input, e.Told.CachedInput, e.Told.Output, e.Told.Reasoning,
			e.Counted.Input, e.Counted.Output, e.PaidUSD, e.Served, int64(e.Latency), number)
		return nil
	}
	if e.Reply != nil {
		return l.db.keepReply(*e.Reply, end)
	}
	// On a closed database the attempt stays of unknown fate.
	_ = l.db.send(write{apply: end, settle: func(error) {}, keep: true, paid: true})
	return nil
}

// Unsettled is an attempt of unknown fate, which may have been paid for.
type Unsettled struct {
	Key         llm.Key
	Try         int
	Model       llm.Model
	ReservedUSD float64
}

// Balance is what an experiment has cost over all its runs.
type Balance struct {
	PaidUSD   float64
	Attempts  int         // that the ledger holds
	Unsettled []Unsettled // in the order in which they were sent
}

// ReservedUSD is the most that the attempts of unknown fate cost.
func (b Balance) ReservedUSD() (usd float64) {
	for _, u := range b.Unsettled {
		usd += u.ReservedUSD
	}
	return usd
}

// Served is what endpoints were charged with, in USD, and what attempts of unknown fate may have cost.
func (d *DB) Served(ctx context.Context) (usd float64, err error) {
	return usd, d.view(ctx, "read the ledger", func(r *reader) error {
		return r.one(`SELECT coalesce(sum(iif(coalesce(a.fate, 'unknown') = 'unknown', a.reserved_usd, a.paid_usd)), 0)
			FROM attempts a LEFT JOIN experiments e ON e.number = a.experiment WHERE e.kind IS NULL OR e.kind = 'served'`, nil, &usd)
	})
}

// Balance reads what the experiment with this id has cost. Attempts in flight are unsettled.
func (d *DB) Balance(ctx context.Context, experimentID string) (Balance, error) {
	e, err := d.experiment(ctx, experimentID)
	if err != nil {
		return Balance{}, err
	}
	b := Balance{PaidUSD: e.PaidUSD}
	err = d.view(ctx, "read the ledger", func(r *reader) error {
		if err := r.one(`SELECT count(*) FROM attempts WHERE experiment = ?`, []any{e.Number}, &b.Attempts); err != nil {
			return err
		}
		type row struct {
			key []byte
			Unsettled
		}
		return each(r, func(u *row) []any {
			return append(append([]any{&u.key, &u.Try}, modelColumns(&u.Model)...), &u.ReservedUSD)
		}, func(u row) error {
			if copy(u.Key[:], u.key) < len(u.key) {
				return fmt.Errorf("%w: no key of a request", errPacked)
			}
			b.Unsettled = append(b.Unsettled, u.Unsettled)
			return nil
		}, `SELECT a.key, a.try, m.provider, m.name, m.base_url, m.options, a.reserved_usd
			FROM attempts a JOIN models m ON m.id = a.model
			WHERE a.experiment = ? AND coalesce(a.fate, 'unknown') = 'unknown' ORDER BY a.id`, e.Number)
	})
	return b, err
}
