// Package serve makes an OpenAI-compatible HTTP endpoint of any llm.Client, so that other programs
// can be run against a simulated model, a recording, or a provider behind our cache and budget.
//
// A chat goes through these steps, a file or two each:
//
//  1. guard.go lets in who may ask: by token, or from this machine only.
//  2. chat.go, message.go and format.go read the body into an llm.Request. What is unknown is ignored, as
//     OpenAI does; what is known, not supported and would change the reply is refused by its
//     name (unsupported.go).
//  3. The client is asked. failure.go turns its errors into those of OpenAI, such that whoever may
//     try again there may try again here.
//  4. completion.go writes the reply, stream.go the same as a stream.
//
// models.go and embeddings.go are the other two endpoints. The handler starts no goroutine: a
// request whose client goes away is cancelled by net/http through its context.
package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"contextarena.internal/llm"
)

// MaxBody is the longest body of a request in bytes.
const MaxBody = 8 << 20

// Options say what is served and how. Client, Models, Tokens and Now are needed.
type Options struct {
	Client llm.Client
	Models []Model
	// Embedders answer requests for embeddings; none for an endpoint without.
	Embedders []Embedder
	// Guests, if there are any, are the tokens of which every request has to bring one as "Authorization: Bearer TOKEN", with the ledger of
	// what is asked by it; nil for that of all. Without any, only requests that name this machine by a loopback address are answered.
	Guests map[string]llm.Ledger
	Tokens func(text string) int // counts the tokens of a text that is embedded
	Now    func() time.Time
	// Ignore names fields of requests, such as top_p, that are ignored instead of refused.
	Ignore []string
}

// Model is a model as it is served.
type Model struct {
	ID    string // what requests call it
	Model llm.Model
}

// Embedder is an embedding model as it is served.
type Embedder struct {
	ID       string
	Embedder llm.Embedder
}

// Server is the endpoint. It is an http.Handler, safe for concurrent use.
type Server struct {
	o         Options
	models    map[string]served
	embedders map[string]llm.Embedder
	ignored   map[string]bool
	started   int64 // Unix time
	handler   http.Handler
	requests  atomic.Int64
}

// served is a model and what identifies it to clients.
type served struct {
	model       llm.Model
	fingerprint string
}

// New returns an endpoint. It asks nobody. The error lists every mistake in o.
func New(o Options) (*Server, error) {
	s := &Server{o: o, models: map[string]served{}, embedders: map[string]llm.Embedder{}, ignored: map[string]bool{}}
	var errs []error
	if o.Client == nil || o.Tokens == nil || o.Now == nil {
		return nil, errors.New("serve: Client, Tokens and Now are needed")
	}
	s.started = o.Now().Unix()
	for _, m := range o.Models {
		if _, twice := s.models[m.ID]; twice || m.ID == "" {
			errs = append(errs, fmt.Errorf("model %q: want a name, and every name once", m.ID))
		}
		sum := sha256.Sum256(fmt.Appendf(nil, "%s?%s@%s", m.Model, m.Model.Options, m.Model.BaseURL))
		s.models[m.ID] = served{m.Model, "fp_" + hex.EncodeToString(sum[:5])}
	}
	for _, e := range o.Embedders {
		_, twice := s.embedders[e.ID]
		if _, model := s.models[e.ID]; twice || model || e.ID == "" {
			errs = append(errs, fmt.Errorf("embedder %q: want a name, and every name once", e.ID))
		}
		s.embedders[e.ID] = e.Embedder
	}
	if len(s.models)+len(s.embedders) == 0 {
		errs = append(errs, errors.New("no model to serve"))
	}
	for _, name := range o.Ignore {
		if _, known := harmless[name]; !known {
			errs = append(errs, fmt.Errorf("can't ignore %q (what can be: %s)", name, strings.Join(slices.Sorted(maps.Keys(harmless)), ", ")))
		}
		s.ignored[name] = true
	}
	s.handler = s.guarded(s.routes())
	if len(errs) > 0 {
		return nil, fmt.Errorf("serve: %w", errors.Join(errs...))
	}
	return s, nil
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Requests is how many requests for a reply or for embeddings were understood so far.
func (s *Server) Requests() int { return int(s.requests.Load()) }

// routes are the paths that are served.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for _, route := range []struct {
		method, path string
		handle       func(http.ResponseWriter, *http.Request) error
	}{
		{http.MethodPost, "/v1/chat/completions", s.chat},
		{http.MethodPost, "/v1/embeddings", s.embed},
		{http.MethodGet, "/v1/models", s.listModels},
		{http.MethodGet, "/v1/models/{id...}", s.oneModel},
	} {
		mux.HandleFunc(route.path, func(w http.ResponseWriter, r *http.Request) {
			if r.Method != route.method {
				w.Header().Set("Allow", route.method)
				refuse(w, invalid(http.StatusMethodNotAllowed, "", "method_not_supported",
					"%s is not allowed on %s: use %s", r.Method, r.URL.Path, route.method))
				return
			}
			if err := route.handle(w, r); err != nil {
				s.answerError(w, r, err)
			}
		})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		refuse(w, invalid(http.StatusNotFound, "", "unknown_url",
			"unknown URL: %s %s (there are: /v1/chat/completions, /v1/embeddings and /v1/models)", r.Method, r.URL.Path))
	})
	return mux
}

// tell says what was paid for a request, where that is known.
func tell(w http.ResponseWriter, bill *llm.Bill) {
	if usd, known := bill.USD(); known {
		w.Header().Set(llm.PaidHeader, strconv.FormatFloat(usd, 'g', -1, 64))
	}
}

// answerError answers with an error, unless the client has gone or the server is being closed.
func (s *Server) answerError(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		panic(http.ErrAbortHandler) // what net/http would send in its place is an empty success
	}
	refuse(w, failureOf(err))
}
