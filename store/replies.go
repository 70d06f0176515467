package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"contextarena.internal/llm"
)

var _ llm.CacheStore = (*DB)(nil)

// Lookup returns the reply stored under key and whether there is one. It sees replies that are
// queued and not yet committed. The caller doesn't change what the reply's slices hold.
func (d *DB) Lookup(ctx context.Context, key llm.Key) (llm.Response, bool, error) {
	if err := ctx.Err(); err != nil {
		return llm.Response{}, false, err
	}
	d.mu.Lock()
	resp, ok := d.pending[key]
	d.mu.Unlock()
	if ok {
		return resp, true, nil
	}
	// A point query takes microseconds; one that can be cancelled takes the driver a goroutine.
	err := d.reads.QueryRowContext(context.WithoutCancel(ctx),
		`SELECT t.body, r.stop, r.input, r.cached_input, r.output, r.reasoning, r.estimated, r.answered_by, r.latency_ns, r.logprobs
		FROM replies r JOIN texts t ON t.id = r.text WHERE r.key = ? AND t.pruned IS NULL`, key[:]).
		Scan(&resp.Text, &resp.Stop, &resp.Usage.Input, &resp.Usage.CachedInput, &resp.Usage.Output, &resp.Usage.Reasoning,
			&resp.Usage.Estimated, &resp.Model, &resp.Latency, jsonColumn{&resp.LogProbs})
	if errors.Is(err, sql.ErrNoRows) {
		return llm.Response{}, false, nil
	}
	if err != nil {
		return llm.Response{}, false, explain(d.path, fmt.Sprintf("look up reply %s", key), err)
	}
	return resp, true, nil
}

// Store queues the reply to req, whose key is key, and returns before it is committed, which
// happens within 10 ms. A key that has a reply keeps it, unless its text was pruned. The reply was paid for, so it is
// stored even if ctx has ended.
//
// An error may report that an earlier reply could not be written. That one and this one are
// kept, are still found by Lookup, and are tried again before every later write and on Close.
func (d *DB) Store(_ context.Context, key llm.Key, req llm.Request, resp llm.Response) error {
	return d.keepReply(llm.Reply{Key: key, Request: req, Response: resp}, nil)
}

// keepReply is Store, with the end of the attempt that was answered; nil for none.
func (d *DB) keepReply(r llm.Reply, end func(*tx) error) error {
	key, resp := r.Key, r.Response
	d.mu.Lock()
	_, queued := d.pending[key]
	if !queued {
		d.pending[key] = resp
	}
	unsaved := d.unsaved
	d.mu.Unlock()
	if queued && end == nil {
		return unsaved
	}
	op := write{
		keep: true, paid: end != nil,
		apply: func(t *tx) error {
			if end != nil {
				_ = end(t) // t keeps what is wrong
			}
			u := resp.Usage
			values := []any{
				key[:], t.model(r.Request.Model), t.text(resp.Text), string(resp.Stop), u.Input, u.CachedInput, u.Output, u.Reasoning,
				u.Estimated, resp.Model, int64(resp.Latency), t.json(resp.LogProbs, len(resp.LogProbs) == 0),
			}
			const row = `INTO replies (key, model, text, stop, input, cached_input, output, reasoning, estimated, answered_by, latency_ns, logprobs)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
			if t.exec(`INSERT `+row+` ON CONFLICT (key) DO NOTHING`, values...) == 0 &&
				t.find(`SELECT t.pruned FROM replies r JOIN texts t ON t.id = r.text WHERE r.key = ? AND t.pruned IS NOT NULL`, key[:]) != 0 {
				t.exec(`REPLACE `+row, values...)
			}
			return nil
		},
		settle: func(err error) { d.settleReply(key, err) },
	}
	if err := d.send(op); err != nil {
		d.mu.Lock()
		delete(d.pending, key)
		d.mu.Unlock()
		return err
	}
	return unsaved
}

// settleReply notes that the reply under key was committed, or why it was not.
func (d *DB) settleReply(key llm.Key, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err != nil {
		d.failed[key] = true
		d.unsaved = explain(d.path, "store a reply", err)
		return
	}
	delete(d.pending, key)
	delete(d.failed, key)
	if len(d.failed) == 0 {
		d.unsaved = nil
	}
}
