package ollama

import (
	"flag"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"contextarena.internal/llm"
	"github.com/stretchr/testify/require"
	"gopkg.in/dnaeon/go-vcr.v4/pkg/cassette"
	"gopkg.in/dnaeon/go-vcr.v4/pkg/recorder"
)

var record = flag.Bool("record", false, "record the cassettes again, from a stub on loopback")

// chatCassette was recorded from a loopback stub, not from a real model.
const chatCassette = "testdata/chat_recorded_from_loopback_stub"

// authorized adds a key, as a proxy in front of a server may want one, so that there is
// something for the recording to leave out.
type authorized struct{ next http.RoundTripper }

func (a authorized) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	out.Header.Set("Authorization", "Bearer "+testKey)
	return a.next.RoundTrip(out)
}

// withoutSecrets takes out of a recording what isn't the same twice or must not be kept.
func withoutSecrets(i *cassette.Interaction) error {
	i.Request.Headers.Del("Authorization")
	i.Request.Headers.Del("User-Agent")
	i.Response.Headers.Del("Date")
	i.Response.Duration = 0
	return nil
}

func TestRecordedChat(t *testing.T) {
	options := []recorder.Option{
		recorder.WithMode(recorder.ModeReplayOnly),
		recorder.WithSkipRequestLatency(true),
		recorder.WithHook(withoutSecrets, recorder.BeforeSaveHook),
		recorder.WithMatcher(cassette.NewDefaultMatcher(cassette.WithIgnoreAuthorization(), cassette.WithIgnoreUserAgent())),
	}
	if *record {
		s, _ := stub(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "Bearer "+testKey {
				http.Error(w, "wrong key", http.StatusUnauthorized)
				return
			}
			says(`{"model":"stub:1b","created_at":"2026-03-04T05:06:07Z","message":{"role":"assistant","content":"Paris."},"done":true,"done_reason":"stop",`+
				`"total_duration":53000000,"load_duration":21000000,"prompt_eval_count":24,"prompt_eval_duration":9000000,"eval_count":2,"eval_duration":12000000}`)(w, r)
		})
		u, err := url.Parse(s.URL)
		require.NoError(t, err)
		options = append(options, recorder.WithMode(recorder.ModeRecordOnly), recorder.WithRealTransport(redirect{u}))
	}
	tape, err := recorder.New(chatCassette, options...)
	require.NoError(t, err)
	c, err := New(Options{Host: "stub.invalid", HTTP: &http.Client{Transport: authorized{tape}}})
	require.NoError(t, err)

	req := ask("stub:1b", "What is the capital of France?")
	req.Messages = append([]llm.Message{{Role: llm.System, Text: "Answer in one word."}}, req.Messages...)
	req.MaxTokens, req.Seed, req.Temperature = 20, 7, ptr(0.0)
	got, err := c.Complete(t.Context(), req)
	require.NoError(t, err)
	require.Equal(t, llm.Response{
		Text: "Paris.", Stop: llm.StopEnd, Model: "stub:1b", Usage: llm.Usage{Input: 24, Output: 2},
	}, got)

	if !*record {
		req.Seed++
		_, err = c.Complete(t.Context(), req)
		require.ErrorIs(t, err, cassette.ErrInteractionNotFound)
	}
	require.NoError(t, tape.Stop())
}

func TestRecordingsHoldNoKey(t *testing.T) {
	files, err := filepath.Glob("testdata/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NotContains(t, string(text), testKey)
		require.NotContains(t, string(text), "Bearer")
		require.Equal(t, string(text), llm.Redact(string(text)), "something in %s looks like a key", file)
	}
}
