// Package labtest has a lab for the tests of studies.
package labtest

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/sandbox"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/store"
)

// New is a lab on a new database, which is closed when the test ends.
func New(t *testing.T) *lab.Lab {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"), store.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return &lab.Lab{
		DB: db, Prices: llm.BuiltinPrices(), Tokens: llm.NewCounter().Count, Parallel: 2,
		Program: "test", Sandbox: sandbox.InProcess{}, Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC),
	}
}
