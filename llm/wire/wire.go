// Package wire is what the providers that are asked over HTTP have in common: connections for
// parallel calls, replies that are read to their end and as nobody can read them otherwise, failures with how long a
// server asks to wait and what an error may quote of it, and seeds that every server takes.
package wire

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"time"

	"contextarena.internal/internal/orderedjson"
	"contextarena.internal/internal/program"
	"contextarena.internal/llm"
)

const (
	idleConns      = 64               // kept per host: as many calls as run at once
	defaultTimeout = 10 * time.Minute // models that reason are silent for minutes, and a first call may load the model
)

// Options say which server is asked, and how its replies are read.
type Options struct {
	Provider  string
	Base      *url.URL            // what paths are put behind; its query is sent with every request
	Header    http.Header         // sent with every request
	Secrets   []string            // blanked in whatever the server says, with those of Base
	MostReply int64               // bytes of a reply
	HTTP      *http.Client        // nil for one with enough idle connections for parallel calls
	Now       func() time.Time    // the clock of latencies, and of waits that end at a date; nil for one that stands still
	Timeout   time.Duration       // of one call; 0 for ten minutes, negative for none
	Advise    func(*llm.APIError) // adds to a failure what the provider knows of it
}

// Server is a server that is asked by calls at the same time.
type Server struct {
	Options
	URL string // as llm.ShownURL
}

// New is a server with its defaults. It sends nothing.
func New(o Options) Server {
	if o.Now == nil {
		o.Now = func() time.Time { return time.Time{} }
	}
	if o.Timeout == 0 {
		o.Timeout = defaultTimeout
	}
	o.Secrets = append(llm.URLSecrets(o.Base), o.Secrets...)
	h := http.Client{Transport: newTransport()}
	if o.HTTP != nil {
		h = *o.HTTP
	}
	h.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	o.HTTP = &h
	return Server{o, llm.ShownURL(o.Base.String())}
}

// newTransport is Go's default transport with enough idle connections for parallel calls and a
// buffer that most requests fit, so that they are sent by one system call. Replies are small:
// unpacking them would cost more than it saves.
func newTransport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns = 4 * idleConns
	t.MaxIdleConnsPerHost = idleConns
	t.WriteBufferSize = 32 << 10
	t.DisableCompression = true
	return t
}

// Exchange is what one call saw of HTTP.
type Exchange struct {
	Status     int           // 0 until the server answered
	RetryAfter time.Duration // how long the server asks to wait, at most a day; 0 if it doesn't
	PaidUSD    *float64      // what an endpoint of ours says that it paid; nil where none does
	Body       []byte        // of the reply, without secrets; nil or its beginning if it broke off
	Took       time.Duration
}

// Ask posts in as JSON to a path, or gets it where in is nil, and reads the reply into out. Every error is an
// *llm.APIError of the model: half a reply, a redirect, an error beside whatever else, and JSON that isn't out's or in which a
// key stands twice are failures.
func (s Server) Ask(ctx context.Context, model, path string, in, out any) (*Exchange, error) {
	ex, start := new(Exchange), s.Now()
	req, err := s.request(ctx, path, in)
	if err != nil { // asking again would fail again, so there is no cause that might look transient
		e := s.failure(model, ex)
		e.Message = err.Error()
		return ex, e
	}
	call := ctx
	if s.Timeout > 0 {
		var cancel context.CancelFunc
		call, cancel = context.WithTimeout(ctx, s.Timeout)
		defer cancel()
	}
	err = s.exchange(req.WithContext(call), ex)
	ex.Took = s.Now().Sub(start)
	broken := err == nil
	if broken {
		if err = unclear(ex.Body); err == nil {
			err = json.Unmarshal(ex.Body, out)
		}
	}
	message, code, told := said(ex.Body)
	if err == nil && !told && ex.Status < http.StatusMultipleChoices {
		return ex, nil
	}
	e := s.failure(model, ex)
	switch {
	case !broken:
		e.Err = err
		if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
			e.Message = fmt.Sprintf("no reply within %s", s.Timeout)
		}
	case told:
		e.Message, e.Code = s.Quote([]byte(cmp.Or(message, string(ex.Body)))), s.Quote([]byte(code))
	case ex.Status >= http.StatusMultipleChoices:
		e.Message = s.Quote(ex.Body)
	default:
		e.Message, e.Err = "the reply is no such JSON as expected: "+s.Quote(ex.Body), err
	}
	if s.Advise != nil {
		s.Advise(e)
	}
	return ex, e
}

// request is one for a path, as it is sent.
func (s Server) request(ctx context.Context, path string, in any) (*http.Request, error) {
	method, body := http.MethodGet, []byte(nil)
	if in != nil {
		var err error
		method = http.MethodPost
		if body, err = orderedjson.Encode(in); err != nil {
			return nil, err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, s.Base.JoinPath(path).String(), bytes.NewReader(bytes.TrimSpace(body)))
	if err != nil {
		return nil, err
	}
	maps.Copy(req.Header, s.Header)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", program.Agent())
	return req, nil
}

// exchange sends a request and reads the reply to its end.
func (s Server) exchange(req *http.Request, ex *Exchange) error {
	resp, err := s.HTTP.Do(req)
	var transport *url.Error
	if errors.As(err, &transport) {
		return transport.Err // without the URL, which may hold credentials
	}
	if err != nil {
		return err
	}
	err = ex.read(resp, s.MostReply, s.Now())
	ex.Body = mask(ex.Body, s.Secrets)
	if err == nil && ex.Status >= 300 && ex.Status < 400 {
		return redirect(req, resp)
	}
	return err
}
