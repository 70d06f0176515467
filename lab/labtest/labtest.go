// Package labtest has what tests of several rooms of the lab need: a lab on a new database, small
// plans, and drawn arms.
package labtest

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/world"
	"contextarena.internal/llm"
	"contextarena.internal/llm/tokens"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// What is counted and made in one test is there for the others of its package.
var (
	Tokens = tokens.NewCounter().Count
	Worlds world.Known // of the builtin scenarios and others
)

// New is a lab on a new database.
func New(t *testing.T) *lab.Lab {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"), store.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return &lab.Lab{
		DB: db, Prices: llm.BuiltinPrices(), Tokens: Tokens, Parallel: 2, Models: lab.Models{Worlds: &Worlds},
		Program: "test", Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC),
	}
}

// Plan is a small scripted plan.
func Plan(t *testing.T, specs ...string) lab.Plan {
	t.Helper()
	p := lab.DefaultPlan()
	p.Scenarios, p.Repeats, p.Dialogue, p.Strategies = []string{"early-fact-recall", "rapid-fire-corrections"}, 2, arena.Scripted, nil
	for _, spec := range specs {
		s, err := strategies.Parse(spec)
		require.NoError(t, err)
		p.Strategies = append(p.Strategies, s)
	}
	return p
}

// Run plays a plan and reads it back.
func Run(t *testing.T, l *lab.Lab, p lab.Plan) (lab.Ran, lab.Result) {
	t.Helper()
	ran, err := l.Run(t.Context(), p)
	require.NoError(t, err)
	r, err := l.Load(t.Context(), "")
	require.NoError(t, err)
	return ran, r
}
