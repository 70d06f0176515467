package serve_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/llm/serve"
	"github.com/stretchr/testify/require"
)

// nano is the model of the tests.
var nano = llm.Model{Provider: "sim", Name: "nano", Options: "parameters=1"}

// words counts tokens for tests: a word is one.
func words(text string) int { return len(strings.Fields(text)) }

// noon is when tests are run.
func noon() time.Time { return time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC) }

// says is a client that always gives this reply.
func says(resp llm.Response) llm.Client {
	return llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) { return resp, nil })
}

// fails is a client that always fails.
func fails(err error) llm.Client {
	return llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) { return llm.Response{}, err })
}

// busyEverySecond lets a server's client answer every second call with 429, and asks to wait.
func busyEverySecond(wait time.Duration) func(*serve.Options) {
	return func(o *serve.Options) {
		next, calls := o.Client, new(atomic.Int64)
		o.Client = llmtest.Func(func(ctx context.Context, req llm.Request) (llm.Response, error) {
			if calls.Add(1)%2 == 1 {
				return llm.Response{}, &llm.APIError{Status: http.StatusTooManyRequests, Message: "busy", RetryAfter: wait}
			}
			return next.Complete(ctx, req)
		})
	}
}

// newServer is a server of c as sim:nano, with what change makes of its options.
func newServer(t testing.TB, c llm.Client, change ...func(*serve.Options)) *serve.Server {
	t.Helper()
	o := serve.Options{Client: c, Models: []serve.Model{{ID: "sim:nano", Model: nano}}, Tokens: words, Now: noon}
	for _, f := range change {
		f(&o)
	}
	s, err := serve.New(o)
	require.NoError(t, err)
	return s
}

// answer is what h answers a request with, without a socket.
func answer(h http.Handler, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://127.0.0.1"+path, strings.NewReader(body))
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// post asks for a completion.
func post(h http.Handler, body string, headers ...string) *httptest.ResponseRecorder {
	return answer(h, http.MethodPost, "/v1/chat/completions", body, headers...)
}

const hi = `{"model":"sim:nano","messages":[{"role":"user","content":"Hi"}]}`

// problem is the error of a reply.
type problem struct {
	Message, Type string
	Param, Code   *string
}

func problemOf(t testing.TB, w *httptest.ResponseRecorder) problem {
	t.Helper()
	require.Equal(t, "application/json", w.Header().Get("Content-Type"))
	var body struct{ Error *problem }
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &body), w.Body.String())
	require.NotNil(t, body.Error, w.Body.String())
	require.NotEmpty(t, body.Error.Message)
	for _, field := range []string{`"message":`, `"type":`, `"param":`, `"code":`} {
		require.Contains(t, w.Body.String(), field)
	}
	return *body.Error
}

func TestNewNamesEveryMistake(t *testing.T) {
	_, err := serve.New(serve.Options{})
	require.EqualError(t, err, "serve: Client, Tokens and Now are needed")
	_, err = serve.New(serve.Options{
		Client: says(llm.Response{}), Tokens: words, Now: noon,
		Models:    []serve.Model{{ID: "a"}, {ID: "a"}, {}},
		Embedders: []serve.Embedder{{ID: "a"}},
		Ignore:    []string{"top_k"},
	})
	for _, want := range []string{
		`model "a"`, `model ""`, `embedder "a"`, `can't ignore "top_k" (what can be: audio, `,
	} {
		require.ErrorContains(t, err, want)
	}
	_, err = serve.New(serve.Options{Client: says(llm.Response{}), Tokens: words, Now: noon})
	require.ErrorContains(t, err, "no model to serve")
}

func TestAReply(t *testing.T) {
	s := newServer(t, says(llm.Response{
		Text: "5 < 6 & ok", Stop: llm.StopEnd, Model: "sim-nano",
		Usage: llm.Usage{Input: 7, CachedInput: 2, Output: 4, Reasoning: 1},
	}))
	w := post(s, hi)
	require.Equal(t, http.StatusOK, w.Code)
	require.Equal(t, "application/json", w.Header().Get("Content-Type"))
	require.Empty(t, w.Header().Get("Access-Control-Allow-Origin"))
	var got map[string]any
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &got))
	require.Regexp(t, `^chatcmpl-[0-9a-f]{24}$`, got["id"])
	require.Equal(t, got["id"], w.Header().Get("X-Request-Id"))
	require.Regexp(t, `^fp_[0-9a-f]{10}$`, got["system_fingerprint"])
	delete(got, "id")
	delete(got, "system_fingerprint")
	want := `{"object":"chat.completion","created":1772625600,"model":"sim:nano",
		"choices":[{"index":0,"message":{"role":"assistant","content":"5 < 6 & ok","refusal":null},"logprobs":null,"finish_reason":"stop"}],
		"usage":{"prompt_tokens":7,"completion_tokens":4,"total_tokens":11,
			"prompt_tokens_details":{"cached_tokens":2},"completion_tokens_details":{"reasoning_tokens":1}}}`
	have, err := json.Marshal(got)
	require.NoError(t, err)
	require.JSONEq(t, want, string(have))
	require.Contains(t, w.Body.String(), "5 < 6 & ok", "readable as it stands")

	again := post(s, hi)
	require.NotEqual(t, w.Header().Get("X-Request-Id"), again.Header().Get("X-Request-Id"), "an id for each request")
	require.Equal(t, 2, s.Requests())
}

func TestUnknownPathsAndMethods(t *testing.T) {
	s := newServer(t, says(llm.Response{}))
	w := answer(s, http.MethodPost, "/v1/responses", "{}")
	require.Equal(t, http.StatusNotFound, w.Code)
	require.Equal(t, "unknown_url", *problemOf(t, w).Code)
	w = answer(s, http.MethodGet, "/v1/chat/completions", "")
	require.Equal(t, http.StatusMethodNotAllowed, w.Code)
	require.Equal(t, "POST", w.Header().Get("Allow"))
	require.Contains(t, problemOf(t, w).Message, "use POST")
}

func TestModels(t *testing.T) {
	s := newServer(t, says(llm.Response{}), func(o *serve.Options) {
		o.Models = append(o.Models, serve.Model{ID: "org/gpt-5", Model: nano})
		o.Embedders = []serve.Embedder{{ID: "local"}}
	})
	entry := func(id string) string {
		return `{"id":"` + id + `","object":"model","created":1772625600,"owned_by":"context-arena"}`
	}
	w := answer(s, http.MethodGet, "/v1/models", "")
	require.JSONEq(t, `{"object":"list","data":[`+entry("local")+","+entry("org/gpt-5")+","+entry("sim:nano")+`]}`, w.Body.String())
	for path, id := range map[string]string{"sim:nano": "sim:nano", "org/gpt-5": "org/gpt-5", "org%2Fgpt-5": "org/gpt-5", "local": "local"} {
		w = answer(s, http.MethodGet, "/v1/models/"+path, "")
		require.JSONEq(t, entry(id), w.Body.String(), path)
	}
	for _, w := range []*httptest.ResponseRecorder{
		answer(s, http.MethodGet, "/v1/models/gpt-4", ""),
		post(s, strings.ReplaceAll(hi, "sim:nano", "gpt-4")),
		post(s, strings.ReplaceAll(hi, "sim:nano", "local")),
	} {
		require.Equal(t, http.StatusNotFound, w.Code)
		p := problemOf(t, w)
		require.Equal(t, "model_not_found", *p.Code)
		require.Contains(t, p.Message, "there are: local, org/gpt-5, sim:nano")
	}
}

// TestTheClientThatGoesCancelsItsCall checks over a socket that the call ends with the request.
func TestTheClientThatGoesCancelsItsCall(t *testing.T) {
	asked, ended := make(chan struct{}), make(chan error, 1)
	s := newServer(t, llmtest.Func(func(ctx context.Context, _ llm.Request) (llm.Response, error) {
		close(asked)
		<-ctx.Done()
		ended <- ctx.Err()
		return llm.Response{}, ctx.Err()
	}))
	h := httptest.NewServer(s)
	defer h.Close()
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-asked; cancel() }()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, h.URL+"/v1/chat/completions", strings.NewReader(hi))
	require.NoError(t, err)
	reply, err := http.DefaultClient.Do(r)
	require.ErrorIs(t, err, context.Canceled)
	if reply != nil {
		reply.Body.Close()
	}
	require.ErrorIs(t, <-ended, context.Canceled)
}

func TestLongBodies(t *testing.T) {
	s := newServer(t, says(llm.Response{}))
	require.Equal(t, http.StatusOK, post(s, hi).Code)
	long := strings.Replace(hi, "Hi", strings.Repeat("x", serve.MaxBody), 1)
	w := post(s, long)
	require.Equal(t, http.StatusRequestEntityTooLarge, w.Code)
	require.Contains(t, problemOf(t, w).Message, "longer than 8388608 bytes")

	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/v1/embeddings", io.MultiReader(strings.NewReader(long)))
	r.ContentLength = -1 // in chunks
	w = httptest.NewRecorder()
	s.ServeHTTP(w, r)
	require.Equal(t, http.StatusRequestEntityTooLarge, w.Code)
}
