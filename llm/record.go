package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"contextarena.internal/internal/orderedjson"
)

// exchange is one line of a recording: a request and the reply it got.
type exchange struct {
	Key      string   `json:"key"`
	Recorded string   `json:"recorded"` // the day, as 2006-01-02
	Provider string   `json:"provider"`
	Model    string   `json:"model"`
	Request  Request  `json:"request"`
	Response Response `json:"response"`
}

// Tape is a recording that Callers add to: one line of JSON for each request and its reply, for Replay, outside of their
// cache, so that it has all that a run was told. A line that would hold one of a Caller's secrets (the keys in use)
// isn't written: that is an error, if possible before anyone is asked. Where a line can't be written no more are, and Failed says so:
// the replies, which are in the cache by then, are told all the same, and whoever records stops. A key shorter than 8 bytes is no secret. So is a
// request that a recording can't reproduce, as with text that isn't UTF-8. Errors aren't recorded. It is safe for
// concurrent use.
type Tape struct {
	today string

	mu      sync.Mutex // guards the rest
	w       io.Writer
	written map[Key]bool
	failed  error      // of the first write that failed
	old     []exchange // that were loaded
	handed  map[CacheStore]bool
}

// NewTape is a recording that is written to w, a line in one Write. Today is the day it is recorded, as 2006-01-02.
func NewTape(w io.Writer, today string) *Tape {
	return &Tape{today: today, w: w, written: map[Key]bool{}, handed: map[CacheStore]bool{}}
}

// Load reads what was recorded before. What it holds isn't written again. It returns the length of the recording
// without a torn last line, which a program that was killed or a full disk leaves behind; other faults are errors, as
// those of Replay.
func (t *Tape) Load(recording []byte) (whole int, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return read(recording, func(e exchange) {
		if key := e.Request.Key(); !t.written[key] {
			t.written[key] = true
			t.old = append(t.old, e)
		}
	})
}

// Empty reports whether the recording has no exchange, neither of this program nor of an earlier one.
func (t *Tape) Empty() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.written) == 0
}

// Failed is why no more can be recorded; nil while it can.
func (t *Tape) Failed() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.failed
}

// Into stores what was loaded in a cache, where that has no reply to the request: what was paid for once and recorded
// isn't asked for again.
func (t *Tape) Into(ctx context.Context, store CacheStore) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.handed[store] {
		return nil
	}
	for _, e := range t.old {
		key := e.Request.Key()
		_, there, err := store.Lookup(ctx, key)
		if err == nil && !there {
			err = store.Store(ctx, key, e.Request, e.Response)
		}
		if err != nil {
			return fmt.Errorf("llm: keeping what was recorded: %w", err)
		}
	}
	t.handed[store] = true
	return nil
}

// leastSecret are the bytes of the shortest key that is taken for a secret: a server that needs none is given "x", which
// is in any text.
const leastSecret = 8

// check makes sure that the request can be written and will be found again.
func (t *Tape) check(key Key, req Request, secrets []string) error {
	line, err := orderedjson.Encode(req)
	if err != nil {
		return err
	}
	if err := spy(line, secrets); err != nil {
		return err
	}
	var back Request
	if err := json.Unmarshal(line, &back); err != nil {
		return err
	}
	if back.Key() != key {
		return errors.New("its text is not valid UTF-8")
	}
	return nil
}

// write adds an exchange, unless it is there.
func (t *Tape) write(key Key, req Request, resp Response, secrets []string) error {
	t.mu.Lock()
	there := t.written[key]
	t.mu.Unlock()
	if there {
		return nil
	}
	line, err := orderedjson.Encode(exchange{
		Key: key.String(), Recorded: t.today, Provider: req.Model.Provider, Model: req.Model.Name,
		Request: req, Response: resp,
	})
	if err != nil {
		return err
	}
	if err := spy(line, secrets); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.written[key] || t.failed != nil {
		return nil
	}
	_, t.failed = t.w.Write(line)
	if t.failed == nil {
		t.written[key] = true
	}
	return nil
}

// spy looks for secrets in a line, also as JSON would write them.
func spy(line []byte, secrets []string) error {
	for _, secret := range secrets {
		if len(secret) < leastSecret {
			continue
		}
		quoted, err := orderedjson.Encode(secret)
		if err != nil {
			return err
		}
		if escaped := strings.Trim(string(quoted), "\"\n"); bytes.Contains(line, []byte(escaped)) {
			return errors.New("an API key would be written into the recording: remove it from the scenario or the system prompt")
		}
	}
	return nil
}
