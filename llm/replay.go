package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// ErrNotRecorded is what Replay answers a request with that its recording doesn't hold.
var ErrNotRecorded = errors.New("no recorded reply")

// Replay answers from a recording made by Record, as often as asked and always the same, whichever server was
// recorded: an exchange at the same base URL goes first, then the first at another. A
// request that isn't in it is an error that says which, and how to record it. The whole of r is
// read at once; a torn last line is left out. An error names the line that is corrupt: not JSON, with a key that isn't
// that of its request, or with another reply to a request of a line above (that took another time is the same).
func Replay(r io.Reader) (Client, error) {
	recording, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("llm: recording: %w", err)
	}
	t := replayed{}
	if _, err := read(recording, func(e exchange) {
		req := anywhere(e.Request)
		for _, key := range []Key{e.Request.Key(), req.Key()} {
			if _, there := t[key]; !there {
				t[key] = e.Response
			}
		}
	}); err != nil {
		return nil, err
	}
	return t, nil
}

// anywhere is a request without what says which server is asked.
func anywhere(r Request) Request {
	if r.Model.Provider != "sim" {
		r.Model.BaseURL = ""
	}
	return r
}

// read hands on the exchanges of a recording. It returns its length without a torn last line.
func read(recording []byte, found func(exchange)) (whole int, err error) {
	replies := map[Key]Response{}
	n := 0
	for line := range bytes.Lines(recording) {
		n++
		e, fault := exchangeOf(line)
		if errors.Is(fault, errTorn) && line[len(line)-1] != '\n' && begun(line) {
			return whole, nil
		}
		if fault == nil && e != nil {
			key := e.Request.Key()
			if before, ok := replies[key]; !ok {
				replies[key] = e.Response
			} else if !sameReply(before, e.Response) {
				fault = fmt.Errorf("another reply to the request with key %.12s… stands above", e.Key)
			}
		}
		if fault != nil {
			return 0, fmt.Errorf("llm: recording: line %d: %w", n, fault)
		}
		if e != nil {
			found(*e)
		}
		whole += len(line)
	}
	return whole, nil
}

// begun reports whether a line begins as an exchange does, so that it was one.
func begun(line []byte) bool {
	const start = `{"key":"`
	return bytes.HasPrefix(line, []byte(start)) || strings.HasPrefix(start, string(line))
}

// errTorn says that a line ends in the middle.
var errTorn = errors.New("the line is cut off")

// exchangeOf reads a line; nil for an empty one.
func exchangeOf(line []byte) (*exchange, error) {
	line = bytes.TrimSpace(line)
	if len(line) == 0 {
		return nil, nil
	}
	e := new(exchange)
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(e); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, errTorn
		}
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("more than one exchange on a line")
	}
	if key := e.Request.Key(); key.String() != e.Key {
		return nil, fmt.Errorf("key %.12s… isn't that of its request (%.12s…): the request was edited; record it again", e.Key, key)
	}
	return e, nil
}

// sameReply reports whether two replies are one, however long each took.
func sameReply(a, b Response) bool {
	a.Latency, b.Latency = 0, 0
	return reflect.DeepEqual(a, b)
}

// replayed are the replies of a recording, each under the key of its request and under that of the same
// request to any server.
type replayed map[Key]Response

func (t replayed) Complete(ctx context.Context, req Request) (Response, error) {
	if err := ctx.Err(); err != nil {
		return Response{}, err
	}
	key := req.Key()
	for _, k := range []Key{key, anywhere(req).Key()} {
		if resp, ok := t[k]; ok {
			return resp, nil
		}
	}
	last := ""
	if n := len(req.Messages); n > 0 {
		last = req.Messages[n-1].Text
	}
	return Response{}, fmt.Errorf("llm: %w of %s to %.80q (seed %d, key %s): play the plan that was recorded, or record this one with: arena run … --record FILE",
		ErrNotRecorded, req.Model, last, req.Seed, key)
}
