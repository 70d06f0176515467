package external

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/serve"
)

// How the endpoint calls the models of the trial.
const (
	modelID     = "memory"
	embeddingID = "embedding"
)

// mostCalls is how often a program may ask while it answers one message: one that asks forever ends.
const mostCalls = 10_000

// endpoint is where the program of one trial asks models.
type endpoint struct {
	server   http.Server
	url, key string
}

// listen opens the endpoint of a trial on this machine.
func listen(m *Memory) (*endpoint, error) {
	e := &endpoint{key: rand.Text()}
	model := m.env.MemoryModel
	o := serve.Options{
		Client: m, Models: []serve.Model{{ID: modelID, Model: model}},
		Guests: map[string]llm.Ledger{e.key: nil}, Tokens: m.env.Tokens, Now: m.now, Ignore: m.settings.Ignore,
	}
	if model.Name != modelID {
		o.Models = append(o.Models, serve.Model{ID: model.Name, Model: model})
	}
	if m.env.Embedder != nil {
		o.Embedders = []serve.Embedder{{ID: embeddingID, Embedder: embedder{m}}}
	}
	handler, err := serve.New(o)
	if err != nil {
		return nil, fmt.Errorf("external: %w", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("external: the endpoint of its trial: %w", err)
	}
	e.server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		watched := &watching{ResponseWriter: w}
		handler.ServeHTTP(watched, r)
		if watched.status >= http.StatusBadRequest && r.Method == http.MethodPost {
			m.denied(fmt.Errorf("its request to %s was answered with status %d: %s", r.URL.Path, watched.status, brief(string(watched.said))))
		}
	})
	e.url = "http://" + l.Addr().String() + "/v1"
	go func() { _ = e.server.Serve(l) }() // until it is closed
	return e, nil
}

// environ tells any client of OpenAI where to ask.
func (e *endpoint) environ() []string {
	return []string{"OPENAI_BASE_URL=" + e.url, "OPENAI_API_KEY=" + e.key, "OPENAI_MODEL=" + modelID}
}

func (e *endpoint) close() error { return e.server.Close() }

// now is the scenario's time, so that no reply has a clock's.
func (m *Memory) now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.at
}

// denied notes why a request of the program got nothing: it may go on without, and what it would have kept is no forgetting.
func (m *Memory) denied(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.refused == nil {
		m.refused = err
	}
}

// ask does what the program asks for as part of the message that is being answered, which says whom it is charged to.
func (m *Memory) ask(ctx context.Context, do func(ctx context.Context) error) error {
	within, err := m.begun()
	if err != nil {
		return err
	}
	defer m.done()
	within, cancel := context.WithCancel(within)
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()
	err = do(within)
	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil && m.failed == nil && !errors.Is(err, context.Canceled) {
		m.failed = err
	}
	return err
}

// begun counts a question, and is the context of the message it belongs to.
func (m *Memory) begun() (context.Context, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	forbidden := func(why string) error {
		return &llm.APIError{Provider: "arena", Status: http.StatusForbidden, Message: why}
	}
	if m.answering == nil {
		return nil, forbidden("no message is being answered: ask while you answer start, observe or recall")
	}
	if m.calls++; m.calls > mostCalls {
		return nil, forbidden(fmt.Sprintf("more than %d questions within one message", mostCalls))
	}
	m.open++
	m.timer.Stop()
	return m.answering, nil
}

// done is the end of a question: the program has its whole time again.
func (m *Memory) done() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.open--; m.open == 0 {
		m.timer.Reset(m.settings.timeout())
	}
}

// Complete implements llm.Client for the endpoint.
func (m *Memory) Complete(ctx context.Context, req llm.Request) (r llm.Response, err error) {
	err = m.ask(ctx, func(ctx context.Context) error {
		r, err = m.env.Client.Complete(ctx, req)
		return err
	})
	if err == nil {
		m.count(r)
	}
	return r, err
}

// count notes what a reply was worth to the cycle. One that was cut ends the trial: what the program made of it is no memory.
func (m *Memory) count(r llm.Response) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.delivery.Asked++
	if r.Text == "" {
		m.delivery.Empty++
	} else {
		m.delivery.Parsed++
	}
	m.stop = r.Stop
	if r.Stop == llm.StopLength && m.failed == nil {
		m.failed = arena.Ended{Outcome: arena.Truncated, Reason: "a reply of the memory's model was cut at the cap that the program asked for (max_tokens)"}
	}
}

type embedder struct{ m *Memory }

// Embed implements llm.Embedder for the endpoint.
func (e embedder) Embed(ctx context.Context, texts []string) (out []llm.Vector, err error) {
	err = e.m.ask(ctx, func(ctx context.Context) error {
		out, err = e.m.env.Embedder.Embed(ctx, texts)
		return err
	})
	return out, err
}

// watching notes how a request was answered.
type watching struct {
	http.ResponseWriter
	status int
	said   []byte
}

// WriteHeader implements http.ResponseWriter.
func (w *watching) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *watching) Write(b []byte) (int, error) {
	if w.status >= http.StatusBadRequest {
		w.said = append(w.said, b...)
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap is for http.ResponseController, which streams need.
func (w *watching) Unwrap() http.ResponseWriter { return w.ResponseWriter }
