package llm

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
)

// ErrNotRecorded is what Replay answers a request with that its recording doesn't hold.
var ErrNotRecorded = errors.New("no recorded reply")

// Replay answers from a recording made by Record, as often as asked and always the same. A
// request that isn't in it is an error that says which, and how to record it. The whole of r is
// read at once; an error names the line that is corrupt: not JSON, with a key that isn't that of
// its request, or with another reply to a request of a line above.
func Replay(r io.Reader) (Client, error) {
	replies := replayed{}
	lines := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("llm: recording: line %d: %w", n, err)
		}
		if text := bytes.TrimSpace(line); len(text) > 0 {
			if fault := replies.add(text); fault != nil {
				return nil, fmt.Errorf("llm: recording: line %d: %w", n, fault)
			}
		}
		if err == io.EOF {
			return replies, nil
		}
	}
}

type replayed map[Key]Response

func (r replayed) add(line []byte) error {
	var e exchange
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&e); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return errors.New("the line is cut off")
		}
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more than one exchange on a line")
	}
	key := e.Request.Key()
	if key.String() != e.Key {
		return fmt.Errorf("key %.12s… isn't that of its request (%.12s…): the request was edited; record it again", e.Key, key)
	}
	if before, ok := r[key]; ok && !reflect.DeepEqual(before, e.Response) {
		return fmt.Errorf("another reply to the request with key %.12s… stands above", e.Key)
	}
	r[key] = e.Response
	return nil
}

func (r replayed) Complete(ctx context.Context, req Request) (Response, error) {
	if err := ctx.Err(); err != nil {
		return Response{}, err
	}
	key := req.Key()
	resp, ok := r[key]
	if !ok {
		last := ""
		if n := len(req.Messages); n > 0 {
			last = req.Messages[n-1].Text
		}
		return Response{}, fmt.Errorf("llm: %w of %s to %q (key %s): record it with: arena run … --record FILE",
			ErrNotRecorded, req.Model, firstRunes(last, 80), key)
	}
	return resp, nil
}

// firstRunes is s cut after n characters.
func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i] + "…"
		}
		n--
	}
	return s
}
