package wire

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"time"

	"contextarena.internal/llm"
)

// defaultTimeout is long: models that reason are silent for minutes, and a first call may load the model.
const defaultTimeout = 10 * time.Minute

// Server is a server as calls and their failures know it.
type Server struct {
	Provider string
	URL      string           // as llm.ShownURL
	Secrets  []string         // blanked in what errors quote: the key, and those of the URL
	Now      func() time.Time // the clock of latencies
	Timeout  time.Duration    // of one call; negative for none
}

// NewServer is a server with the defaults of a clock that stands still and of ten minutes for a call.
func NewServer(provider, url string, secrets []string, now func() time.Time, timeout time.Duration) Server {
	if now == nil {
		now = func() time.Time { return time.Time{} }
	}
	if timeout == 0 {
		timeout = defaultTimeout
	}
	return Server{provider, url, secrets, now, timeout}
}

// Start begins a call: its context, the Exchange that travels in it, and how to end the call.
func (s Server) Start(ctx context.Context) (context.Context, *Exchange, context.CancelFunc) {
	ex := new(Exchange)
	ctx = context.WithValue(ctx, key{}, ex)
	if s.Timeout < 0 {
		return ctx, ex, func() {}
	}
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	return ctx, ex, cancel
}

// Failure is an error that says of a call what is known of every one. The rest is for the caller to add.
func (s Server) Failure(model string, ex *Exchange) *llm.APIError {
	return &llm.APIError{Provider: s.Provider, Model: model, BaseURL: s.URL, Status: ex.Status, RetryAfter: ex.RetryAfter, Usage: told(ex.Body)}
}

// Unusable is the failure of a call that was answered, but not with a reply.
func (s Server) Unusable(model string, ex *Exchange, err error) error {
	e := s.Failure(model, ex)
	e.Message = err.Error() + ": " + s.Quote(ex.Body)
	return e
}

// Late reports whether err, of a call of ctx, is that of its time limit, and how to say so.
func (s Server) Late(ctx context.Context, err error) (string, bool) {
	if ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
		return "", false
	}
	return fmt.Sprintf("no reply within %s", s.Timeout), true
}

// Reply is what the server said to a request for a model, which began at start: without secrets, with its latency, and with the
// model that was asked for where the server names none. What couldn't be read of it, as err says, is Unusable.
func (s Server) Reply(r llm.Response, err error, model string, ex *Exchange, start time.Time) (llm.Response, error) {
	if err != nil {
		return llm.Response{}, s.Unusable(model, ex, err)
	}
	r = s.blank(r)
	r.Latency = s.Now().Sub(start)
	r.Model = cmp.Or(r.Model, model)
	return r, nil
}

// Names are what the models that a server lists are called, sorted.
func Names[M any](models []M, name func(M) string) []string {
	names := make([]string, len(models))
	for i, m := range models {
		names[i] = name(m)
	}
	slices.Sort(names)
	return names
}

// blank is a reply without secrets. Those that the server wrote as they are were blanked as they came;
// this finds those that stood escaped in its JSON.
func (s Server) blank(r llm.Response) llm.Response {
	blank := func(text string) string { return string(mask([]byte(text), s.Secrets)) }
	if !slices.ContainsFunc(s.Secrets, func(x string) bool { return len(x) >= echoSize }) {
		return r
	}
	r.Text, r.Model = blank(r.Text), blank(r.Model)
	for i, t := range r.ToolCalls {
		r.ToolCalls[i] = llm.ToolCall{ID: blank(t.ID), Name: blank(t.Name), Arguments: blank(t.Arguments)}
	}
	return r
}

// Quote is what an error may quote of the server's text.
func (s Server) Quote(text []byte) string { return Quote(string(text), s.Secrets...) }

// Seed is what a server draws with: the seed of req, other for each sample, in 31 bits, since
// some servers take no more and to some a negative one means chance. Whether req has a seed at
// all is for the caller to see.
func Seed(req llm.Request) int {
	s := uint64(req.Seed)
	return int(((s ^ s>>32) + uint64(req.Sample)) & math.MaxInt32)
}

// told is the usage that the body of a failed call tells in OpenAI's form; zero where it tells none. A server
// that worked on what it then couldn't answer says so here, and is paid.
func told(body []byte) llm.Usage {
	var in struct {
		Usage struct {
			Prompt     int `json:"prompt_tokens"`
			Completion int `json:"completion_tokens"`
		} `json:"usage"`
	}
	if len(body) == 0 || json.Unmarshal(body, &in) != nil {
		return llm.Usage{}
	}
	return llm.Usage{Input: in.Usage.Prompt, Output: in.Usage.Completion}
}

// ErrRedirect is what a call ends with whose server sends it elsewhere. It is never followed: another
// host would be shown the conversation, and might be sent the key.
var ErrRedirect = errors.New("redirects aren't followed")

// redirect is the error of a reply that names another address. It says both, without secrets.
func redirect(req *http.Request, resp *http.Response) error {
	where := "an address it doesn't name"
	if to, err := resp.Location(); err == nil {
		where = to.Host
		if to.Host == req.URL.Host {
			where = llm.ShownURL(to.String())
		}
	}
	return fmt.Errorf("%s sends the request on to %s, and %w: if that is where it belongs, set the base URL to it", req.URL.Host, where, ErrRedirect)
}
