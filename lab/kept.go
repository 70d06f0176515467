package lab

import (
	"context"
	"errors"
	"sync"

	"contextarena.internal/llm"
)

// kept is where replies and attempts are kept. What can't be kept or read there is no trial's fault: it ends the run, which
// goes on with the same command. It is safe for concurrent use.
type kept struct {
	llm.CacheStore

	mu  sync.Mutex
	err error // the first
}

// failure is why nothing more can be kept; nil while all is.
func (k *kept) failure() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.err
}

// note notes an error, unless it is the caller's own end.
func (k *kept) note(err error) error {
	if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.err == nil {
			k.err = err
		}
	}
	return err
}

// Lookup implements llm.CacheStore.
func (k *kept) Lookup(ctx context.Context, key llm.Key) (llm.Response, bool, error) {
	r, ok, err := k.CacheStore.Lookup(ctx, key)
	return r, ok, k.note(err)
}

// Store implements llm.CacheStore.
func (k *kept) Store(ctx context.Context, key llm.Key, req llm.Request, resp llm.Response) error {
	return k.note(k.CacheStore.Store(ctx, key, req, resp))
}

// ledger is l, whose failures are noted too.
func (k *kept) ledger(l llm.Ledger) llm.Ledger { return keptLedger{l, k} }

type keptLedger struct {
	llm.Ledger
	kept *kept
}

// Begin implements llm.Ledger.
func (l keptLedger) Begin(a llm.Attempt) (int64, error) {
	number, err := l.Ledger.Begin(a)
	return number, l.kept.note(err)
}

// End implements llm.Ledger.
func (l keptLedger) End(number int64, o llm.AttemptEnd) error {
	return l.kept.note(l.Ledger.End(number, o))
}
