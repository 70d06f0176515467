package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"contextarena.internal/llm"
	"contextarena.internal/llm/serve"
	"github.com/stretchr/testify/require"
)

func TestParseFault(t *testing.T) {
	for in, want := range map[string]serve.Fault{
		"429=0.1":       {Kind: serve.TooMany, Rate: 0.1, For: time.Second},
		"429=0.1:250ms": {Kind: serve.TooMany, Rate: 0.1, For: 250 * time.Millisecond},
		"slow=1:2s":     {Kind: serve.Slow, Rate: 1, For: 2 * time.Second},
		"hang=1e-3":     {Kind: serve.Hang, Rate: 0.001},
	} {
		got, err := serve.ParseFault(in)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	for in, want := range map[string]string{
		"":             "want KIND=RATE",
		"429":          "want KIND=RATE",
		"429=often":    "want KIND=RATE",
		"429=0.1:2":    "not a duration",
		"slow=0.1:0s":  "a duration above 0",
		"flood=0.1":    "known: slow, 429, 500, hang, cut, malformed, refusal, length, empty",
		"500=0":        "more than 0 and at most 1",
		"500=NaN":      "more than 0 and at most 1",
		"500=1.5":      "more than 0 and at most 1",
		"hang=0.1:2s":  "only slow and 429",
		"slow=0.1:-2s": "a duration above 0",
	} {
		_, err := serve.ParseFault(in)
		require.ErrorContains(t, err, want, in)
	}
}

// always is a fault that strikes every request.
func always(kind serve.FaultKind, wait time.Duration) func(*serve.Options) {
	return func(o *serve.Options) { o.Faults = []serve.Fault{{Kind: kind, Rate: 1, For: wait}} }
}

// TestFaultsAreDrawnFromTheRequest checks that the order in which requests come decides nothing,
// that rates are kept, and that asking again draws anew.
func TestFaultsAreDrawnFromTheRequest(t *testing.T) {
	faults := func(o *serve.Options) {
		o.Seed = 7
		o.Faults = []serve.Fault{{Kind: serve.Refusal, Rate: 0.1}, {Kind: serve.TooMany, Rate: 0.2}, {Kind: serve.Length, Rate: 0.3}}
	}
	struck := func(s *serve.Server, i int) string {
		w := post(s, strings.Replace(hi, "Hi", fmt.Sprint(i), 1))
		return w.Header().Get("X-Arena-Fault")
	}
	const n = 4000
	s := newServer(t, says(llm.Response{Text: "one two"}), faults)
	forward, backward, again := make([]string, n), make([]string, n), make([]string, n)
	for i := range n {
		forward[i] = struck(s, i)
	}
	for i := range n {
		again[i] = struck(s, i)
	}
	counts := map[string]int{}
	repeated := 0
	for i, f := range forward {
		counts[f]++
		if f != "" && again[i] == f {
			repeated++
		}
	}
	for kind, rate := range map[string]float64{"refusal": 0.1, "429": 0.2, "length": 0.3, "": 0.4} {
		sd := math.Sqrt(n * rate * (1 - rate))
		require.InDelta(t, n*rate, counts[kind], 4*sd, kind)
	}
	require.InDelta(t, n*(0.01+0.04+0.09), repeated, 100, "the second draw is independent of the first")

	s = newServer(t, says(llm.Response{Text: "one two"}), faults)
	for i := n - 1; i >= 0; i-- {
		backward[i] = struck(s, i)
	}
	require.Equal(t, forward, backward)
	got := s.Counts()
	require.Equal(t, n, got.Requests)
	require.Equal(t, []int{0, counts["429"], 0, 0, 0, 0, counts["refusal"], counts["length"], 0}, got.Faults)

	s = newServer(t, says(llm.Response{Text: "one two"}), faults, func(o *serve.Options) { o.Seed = 8 })
	for i := range n {
		backward[i] = struck(s, i)
	}
	require.NotEqual(t, forward, backward, "another seed, other faults")
}

func TestFaultsWithStatus(t *testing.T) {
	asked := 0
	w := post(newServer(t, counted(&asked, "Hello."), always(serve.TooMany, 1500*time.Millisecond)), hi)
	require.Equal(t, http.StatusTooManyRequests, w.Code)
	require.Equal(t, "2", w.Header().Get("Retry-After"))
	require.Equal(t, "1500", w.Header().Get("Retry-After-Ms"))
	require.Equal(t, "429", w.Header().Get("X-Arena-Fault"))
	require.Equal(t, "rate_limit_exceeded", *problemOf(t, w).Code)
	w = post(newServer(t, counted(&asked, "Hello."), always(serve.Broken, 0)), hi)
	require.Equal(t, http.StatusInternalServerError, w.Code)
	require.Equal(t, "server_error", problemOf(t, w).Type)
	require.Empty(t, w.Header().Get("X-Should-Retry"))
	require.Zero(t, asked)
}

func TestFaultsInReplies(t *testing.T) {
	resp := llm.Response{Text: "One two é four.", Stop: llm.StopEnd, Usage: llm.Usage{Input: 3, Output: 4}}
	got, err := ours(t, newServer(t, says(resp), always(serve.Refusal, 0))).Complete(t.Context(), ask("Hi"))
	require.NoError(t, err)
	require.Equal(t, llm.StopRefusal, got.Stop)
	require.Equal(t, "I'm sorry, but I can't help with that.", got.Text)
	require.Equal(t, 3, got.Usage.Input)

	got, err = ours(t, newServer(t, says(resp), always(serve.Length, 0))).Complete(t.Context(), ask("Hi"))
	require.NoError(t, err)
	require.Equal(t, llm.StopLength, got.Stop)
	require.Equal(t, "One two ", got.Text)
	require.Equal(t, 2, got.Usage.Output)

	resp.LogProbs = []llm.LogProb{{Token: "One"}, {Token: " two é"}, {Token: " four"}, {Token: "."}}
	req := ask("Hi")
	req.LogProbs = 1
	got, err = ours(t, newServer(t, says(resp), always(serve.Length, 0))).Complete(t.Context(), req)
	require.NoError(t, err)
	require.Equal(t, "One two é", got.Text, "between tokens")
	require.Len(t, got.LogProbs, 2)
}

func TestEmptyReplies(t *testing.T) {
	resp := llm.Response{Text: "One two three.", Stop: llm.StopEnd, Usage: llm.Usage{Input: 3, Output: 4}}
	s := newServer(t, says(resp), always(serve.Empty, 0))
	got, err := ours(t, s).Complete(t.Context(), ask("Hi"))
	require.NoError(t, err)
	require.Empty(t, got.Text)
	require.Equal(t, llm.StopEnd, got.Stop)
	require.Equal(t, resp.Usage, got.Usage)
	require.Contains(t, post(s, hi).Body.String(), `"content":null`)
}

func TestBrokenReplies(t *testing.T) {
	resp := llm.Response{Text: "One two three four five six.", Stop: llm.StopEnd}
	for _, tt := range []struct {
		kind serve.FaultKind
		says string
	}{{serve.Cut, "half a reply"}, {serve.Malformed, "no such JSON as expected"}} {
		_, err := ours(t, newServer(t, says(resp), always(tt.kind, 0))).Complete(t.Context(), ask("Hi"))
		require.ErrorContains(t, err, tt.says)
		require.True(t, llm.Transient(err))
		_, err = embedder(ours(t, newServer(t, says(resp), embedding, always(tt.kind, 0)))).Embed(t.Context(), []string{"a"})
		require.ErrorContains(t, err, tt.says)
	}
}

func TestBrokenStreams(t *testing.T) {
	resp := llm.Response{Text: "One two three four five six."}
	get := func(kind serve.FaultKind) (string, error) {
		h := httptest.NewServer(newServer(t, says(resp), always(kind, 0)))
		defer h.Close()
		r, err := http.Post(h.URL+"/v1/chat/completions", "application/json", strings.NewReader(asking(`"stream":true,`)))
		require.NoError(t, err)
		defer r.Body.Close()
		body, err := io.ReadAll(r.Body)
		require.Equal(t, string(kind), r.Header.Get("X-Arena-Fault"))
		return string(body), err
	}
	body, err := get(serve.Cut)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.NotContains(t, body, "[DONE]")
	got, done := events(t, strings.NewReader(body))
	require.False(t, done)
	require.Equal(t, "One two three", text(got))

	body, err = get(serve.Malformed)
	require.NoError(t, err)
	require.Contains(t, body, "[DONE]")
	invalid := 0
	for line := range strings.Lines(body) {
		if data, ok := strings.CutPrefix(line, "data: "); ok && data != "[DONE]\n" && !json.Valid([]byte(data)) {
			invalid++
		}
	}
	require.Equal(t, 1, invalid)
}

func TestSlowReplies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, says(llm.Response{Text: "Hello."}), always(serve.Slow, 3*time.Second))
		start := time.Now()
		require.Equal(t, http.StatusOK, post(s, hi).Code)
		require.Equal(t, 3*time.Second, time.Since(start))
	})
}

// TestHanging checks that what hangs is never answered, and ends with its client or the server. The
// bubble fails if a goroutine is left.
func TestHanging(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, says(llm.Response{Text: "Hello."}), always(serve.Hang, 0))
		hang := func(ctx context.Context) <-chan any {
			ended := make(chan any, 1)
			go func() {
				defer func() { ended <- recover() }()
				s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "http://127.0.0.1/v1/chat/completions", strings.NewReader(hi)).WithContext(ctx))
			}()
			synctest.Wait()
			require.Empty(t, ended)
			return ended
		}
		ctx, cancel := context.WithCancel(t.Context())
		client, server := hang(ctx), hang(t.Context())
		cancel()
		require.Equal(t, http.ErrAbortHandler, <-client)
		require.Empty(t, server)
		s.Release()
		s.Release()
		require.Equal(t, http.ErrAbortHandler, <-server)
		require.Equal(t, 2, s.Counts().Faults[slices.Index(serve.FaultKinds, serve.Hang)])
	})
}

func TestEmbeddingsCannotBeRefused(t *testing.T) {
	s := newServer(t, says(llm.Response{}), embedding, always(serve.Refusal, 0))
	w := answer(s, http.MethodPost, "/v1/embeddings", `{"model":"local","input":"a"}`)
	require.Equal(t, http.StatusOK, w.Code)
	require.Empty(t, w.Header().Get("X-Arena-Fault"))
	require.Equal(t, make([]int, len(serve.FaultKinds)), s.Counts().Faults)
}
