package wire

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"

	"contextarena.internal/llm"
)

// failure is an error that says of a call what is known of every one. The rest is for the caller to add.
func (s Server) failure(model string, ex *Exchange) *llm.APIError {
	return &llm.APIError{Provider: s.Provider, Model: model, BaseURL: s.URL, Status: ex.Status, RetryAfter: ex.RetryAfter, PaidUSD: ex.PaidUSD, Usage: told(ex.Body)}
}

// Unusable is the failure of a call that was answered, but not with a reply.
func (s Server) Unusable(model string, ex *Exchange, err error) error {
	e := s.failure(model, ex)
	e.Message = err.Error() + ": " + s.Quote(ex.Body)
	return e
}

// Reply is what the server said to a request for a model: without secrets, with its latency, and with the
// model that was asked for where the server names none. What couldn't be read of it, as err says, is Unusable.
func (s Server) Reply(r llm.Response, err error, model string, ex *Exchange) (llm.Response, error) {
	if err != nil {
		return llm.Response{}, s.Unusable(model, ex, err)
	}
	r.Text, r.Model = s.blank(r.Text), s.blank(r.Model)
	r.Latency, r.PaidUSD = ex.Took, ex.PaidUSD
	r.Model = cmp.Or(r.Model, model)
	return r, nil
}

// Embedded is Reply for a request to embed texts: there has to be a vector for each, and all of one length.
func (s Server) Embedded(r llm.Response, req llm.Request, ex *Exchange) (llm.Response, error) {
	var err error
	if len(r.Vectors) != len(req.Texts) {
		err = fmt.Errorf("%d embeddings for %d texts", len(r.Vectors), len(req.Texts))
	}
	for i, v := range r.Vectors {
		if len(v) == 0 || len(v) != len(r.Vectors[0]) {
			err = cmp.Or(err, fmt.Errorf("the embedding of text %d has length %d", i+1, len(v)))
		}
	}
	return s.Reply(r, err, req.Model.Name, ex)
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

// blank is a text without secrets. Those that the server wrote as they are were blanked as they came;
// this finds those that stood escaped in its JSON.
func (s Server) blank(text string) string { return string(mask([]byte(text), s.Secrets)) }

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
