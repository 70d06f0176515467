package main

import (
	"io"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/store"
)

// TestViewOfWhatIsWritten shows a database that another process has open, and what that adds.
func TestViewOfWhatIsWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	db, err := store.Open(t.Context(), path, store.Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	s := listening(t, nil, nil, "view", "--addr", "127.0.0.1:0", "--db", path)
	get := func(name string) (int, string) {
		q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/data/"+name, nil)
		require.NoError(t, err)
		answered, err := http.DefaultClient.Do(q)
		require.NoError(t, err)
		defer answered.Body.Close()
		body, err := io.ReadAll(answered.Body)
		require.NoError(t, err)
		return answered.StatusCode, string(body)
	}
	status, said := get("document.json")
	require.Equal(t, http.StatusNotFound, status)
	require.Contains(t, said, "begin one with arena run")

	_, _, err = db.Begin(t.Context(), store.Experiment{
		ID: "0123456789abcdef", Kind: store.KindRun, Name: "while it is written", Created: time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC),
		Plan: `{"suite":"original","scenarios":["early-fact-recall"],"strategies":["window"],"models":["sim:nano"],"repeats":1,"dialogue":"scripted"}`,
	})
	require.NoError(t, err)
	_, said = get("experiments.json")
	require.Contains(t, said, "while it is written")
	status, said = get("document.json")
	require.Equal(t, http.StatusOK, status, said)
	require.Contains(t, said, `"status":"running"`)
	s.stop(t)
}
