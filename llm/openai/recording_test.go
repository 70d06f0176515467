package openai

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

// withoutSecrets takes out of a recording what isn't the same twice or must not be kept.
func withoutSecrets(i *cassette.Interaction) error {
	i.Request.Headers.Del("Authorization")
	i.Response.Headers.Del("Date")
	i.Response.Duration = 0
	return nil
}

func TestRecordedChat(t *testing.T) {
	options := []recorder.Option{
		recorder.WithMode(recorder.ModeReplayOnly),
		recorder.WithSkipRequestLatency(true),
		recorder.WithHook(withoutSecrets, recorder.BeforeSaveHook),
		recorder.WithMatcher(cassette.NewDefaultMatcher(cassette.WithIgnoreAuthorization())),
	}
	if *record {
		s, _ := stub(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "Bearer "+testKey {
				http.Error(w, "wrong key", http.StatusUnauthorized)
				return
			}
			says(`{"id":"chatcmpl-1","object":"chat.completion","created":1772600767,"model":"stub-2026-03-04",`+
				`"choices":[{"index":0,"message":{"role":"assistant","content":"Paris.","refusal":null},"logprobs":null,"finish_reason":"stop"}],`+
				`"usage":{"prompt_tokens":24,"completion_tokens":2,"total_tokens":26,"prompt_tokens_details":{"cached_tokens":0},"completion_tokens_details":{"reasoning_tokens":0}},`+
				`"system_fingerprint":"fp_1"}`)(w, r)
		})
		u, err := url.Parse(s.URL)
		require.NoError(t, err)
		options = append(options, recorder.WithMode(recorder.ModeRecordOnly), recorder.WithRealTransport(redirect{u}))
	}
	tape, err := recorder.New(chatCassette, options...)
	require.NoError(t, err)
	c, err := New(Options{BaseURL: "http://stub.invalid/v1", Key: testKey, HTTP: &http.Client{Transport: tape}})
	require.NoError(t, err)

	req := ask("stub", "What is the capital of France?")
	req.Messages = append([]llm.Message{{Role: llm.System, Text: "Answer in one word."}}, req.Messages...)
	req.MaxTokens, req.Seed, req.Temperature = 20, 7, ptr(0.0)
	got, err := c.Complete(t.Context(), req)
	require.NoError(t, err)
	require.Equal(t, llm.Response{
		Text: "Paris.", Stop: llm.StopEnd, Model: "stub-2026-03-04", Usage: llm.Usage{Input: 24, Output: 2},
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
