package wiretest

import (
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"contextarena.internal/llm"
	"github.com/stretchr/testify/require"
	"gopkg.in/dnaeon/go-vcr.v4/pkg/cassette"
	"gopkg.in/dnaeon/go-vcr.v4/pkg/recorder"
)

var record = flag.Bool("record", false, "record the cassettes again, from a stub on loopback")

// Recording is a call that was recorded from a stub on loopback, not from a real model.
type Recording struct {
	Cassette string // a file under testdata, without .yaml
	URL      string // the server's, as recorded
	Model    string
	Reply    string // the body of the stub's reply, which is given only to who knows Key
	Want     llm.Response
}

// withoutSecrets takes out of a recording what isn't the same twice or must not be kept.
func withoutSecrets(i *cassette.Interaction) error {
	i.Request.Headers.Del("Authorization")
	i.Request.Headers.Del("User-Agent")
	i.Response.Headers.Del("Date")
	i.Response.Duration = 0
	return nil
}

// Recorded checks that the call of r is still made as it was recorded and its reply still read as
// wanted, and that another call isn't in the recording. With the flag -record it records the call.
func (p Provider) Recorded(t *testing.T, r Recording) {
	options := []recorder.Option{
		recorder.WithMode(recorder.ModeReplayOnly),
		recorder.WithSkipRequestLatency(true),
		recorder.WithHook(withoutSecrets, recorder.BeforeSaveHook),
		recorder.WithMatcher(cassette.NewDefaultMatcher(cassette.WithIgnoreAuthorization(), cassette.WithIgnoreUserAgent())),
	}
	if *record {
		s, _ := Stub(t, func(w http.ResponseWriter, req *http.Request) {
			if req.Header.Get("Authorization") != "Bearer "+Key {
				http.Error(w, "wrong key", http.StatusUnauthorized)
				return
			}
			Says(r.Reply)(w, req)
		})
		options = append(options, recorder.WithMode(recorder.ModeRecordOnly), recorder.WithRealTransport(Redirect(t, s)))
	}
	tape, err := recorder.New(filepath.Join("testdata", r.Cassette), options...)
	require.NoError(t, err)
	c := p.client(t, Options{URL: r.URL, HTTP: &http.Client{Transport: tape}})

	req := Ask(p.Name, r.Model, "What is the capital of France?")
	req.Messages = append([]llm.Message{{Role: llm.System, Text: "Answer in one word."}}, req.Messages...)
	req.MaxTokens, req.Seed, req.Temperature = 20, 7, new(float64)
	got, err := c.Complete(t.Context(), req)
	require.NoError(t, err)
	require.Equal(t, r.Want, got)

	if !*record {
		req.Seed++
		_, err = c.Complete(t.Context(), req)
		require.ErrorIs(t, err, cassette.ErrInteractionNotFound)
	}
	require.NoError(t, tape.Stop())
}

// RecordingsHoldNoKey checks all cassettes under testdata.
func RecordingsHoldNoKey(t *testing.T) {
	files, err := filepath.Glob("testdata/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NotContains(t, string(text), Key)
		require.NotContains(t, string(text), "Bearer")
		require.Equal(t, string(text), llm.Redact(string(text)), "something in %s looks like a key", file)
	}
}
