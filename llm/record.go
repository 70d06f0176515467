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

// Record asks next and writes every exchange to w, as one line of JSON in one Write, for Replay.
// today is the day it is recorded, as 2006-01-02. Equal requests are written once. A line that
// would hold one of secrets (the keys in use) isn't written: that is an error, if possible before
// next is asked. So is a request that a recording can't reproduce, as with text that isn't UTF-8.
// Errors of next are passed on and not recorded.
func Record(next Client, w io.Writer, today string, secrets ...string) Client {
	return &recorder{next: next, w: w, today: today, secrets: secrets, written: map[Key]bool{}}
}

type recorder struct {
	next    Client
	today   string
	secrets []string

	mu      sync.Mutex // guards w and written
	w       io.Writer
	written map[Key]bool
}

func (r *recorder) Complete(ctx context.Context, req Request) (Response, error) {
	if err := r.check(req); err != nil {
		return Response{}, fmt.Errorf("llm: recording a request to %s: %w", req.Model, err)
	}
	resp, err := r.next.Complete(ctx, req)
	if err != nil {
		return Response{}, err
	}
	if err := r.write(req, resp); err != nil {
		return Response{}, fmt.Errorf("llm: recording a reply of %s: %w", req.Model, err)
	}
	return resp, nil
}

// check makes sure that the request can be written and will be found again.
func (r *recorder) check(req Request) error {
	line, err := orderedjson.Encode(req)
	if err != nil {
		return err
	}
	if err := r.spy(line); err != nil {
		return err
	}
	var back Request
	if err := json.Unmarshal(line, &back); err != nil {
		return err
	}
	if back.Key() != req.Key() {
		return errors.New("its text is not valid UTF-8")
	}
	return nil
}

func (r *recorder) write(req Request, resp Response) error {
	key := req.Key()
	line, err := orderedjson.Encode(exchange{
		Key: key.String(), Recorded: r.today, Provider: req.Model.Provider, Model: req.Model.Name,
		Request: req, Response: resp,
	})
	if err != nil {
		return err
	}
	if err := r.spy(line); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.written[key] {
		return nil
	}
	if _, err := r.w.Write(line); err != nil {
		return err
	}
	r.written[key] = true
	return nil
}

// spy looks for secrets in a line, also as JSON would write them.
func (r *recorder) spy(line []byte) error {
	for _, secret := range r.secrets {
		if secret == "" {
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
