package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"contextarena.internal/arena"
)

// Bank is the experience of a chain of sessions. The zero value is empty. It implements
// arena.Bank.
type Bank struct{ experiences []arena.Experience }

var _ arena.Bank = Bank{}

// Experiences are those of the sessions that taught something.
func (b Bank) Experiences() []arena.Experience { return b.experiences }

// Hash names the contents. It covers the form in which they are hashed too.
func (b Bank) Hash() string {
	text, err := json.Marshal(struct {
		Form        int
		Experiences []arena.Experience
	}{1, append([]arena.Experience{}, b.experiences...)})
	if err != nil {
		panic(fmt.Sprintf("store: encoding experience: %v", err)) // a vector with a NaN: no embedder makes one
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Bank returns what the trials with these keys taught: the first was session 1. Sessions that taught
// nothing count as sessions and are left out. It is ErrNone if one of the trials isn't stored.
func (d *DB) Bank(ctx context.Context, sessions []arena.TrialKey) (Bank, error) {
	var b Bank
	err := d.view(ctx, "read the experience bank", func(r *reader) error {
		for i, key := range sessions {
			id, err := r.trial(key)
			if err != nil {
				return fmt.Errorf("session %d: %w", i+1, err)
			}
			if e, err := r.experience(id); err != nil {
				return err
			} else if e != nil {
				e.Session = i + 1
				b.experiences = append(b.experiences, *e)
			}
		}
		return nil
	})
	return b, err
}

// experience adds what a finished trial taught.
func (t *tx) experience(trial int64, e *arena.Experience) {
	if e == nil {
		return
	}
	t.exec(`INSERT INTO experiences (trial, taught) VALUES (?, ?) ON CONFLICT (trial) DO UPDATE SET taught = excluded.taught`, trial, t.json(e, false))
}

// experience is what a trial taught, nil for nothing.
func (r *reader) experience(trial int64) (e *arena.Experience, err error) {
	_, err = r.find(`SELECT taught FROM experiences WHERE trial = ?`, []any{trial}, jsonColumn{&e})
	return e, err
}
