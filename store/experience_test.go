package store

import (
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

func TestBankIsTheSessionsInOrder(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	save(t, d, "e", 1)
	save(t, d, "e", 2)
	untaught := sampleRecord(3)
	untaught.Experience = nil
	require.NoError(t, d.SaveTrial(t.Context(), "e", 3, sampleTrial(3), untaught, "scorer-1", sampleScore(3)))
	key := func(n int) arena.TrialKey { return sampleTrial(n).Key }

	b, err := d.Bank(t.Context(), []arena.TrialKey{key(2), key(3), key(1)})
	require.NoError(t, err)
	second, first := *sampleExperience(2), *sampleExperience(1)
	second.Session, first.Session = 1, 3
	require.Equal(t, []arena.Experience{second, first}, b.Experiences(), "a session that taught nothing is a session all the same")

	same, err := d.Bank(t.Context(), []arena.TrialKey{key(2), key(3), key(1)})
	require.NoError(t, err)
	require.Equal(t, b.Hash(), same.Hash())
	fewer, err := d.Bank(t.Context(), []arena.TrialKey{key(2), key(3)})
	require.NoError(t, err)
	require.NotEqual(t, b.Hash(), fewer.Hash())
	require.NotEqual(t, fewer.Hash(), Bank{}.Hash())

	_, err = d.Bank(t.Context(), []arena.TrialKey{key(2), key(9)})
	require.ErrorIs(t, err, ErrNone)
	require.ErrorContains(t, err, "session 2")
}

// A trial that is played again is finished or taught nothing, so the bank only grows.
func TestExperienceIsKept(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	failed := arena.Record{Outcome: arena.Failed}
	require.NoError(t, d.SaveTrial(t.Context(), "e", 1, sampleTrial(1), failed, "scorer-1", sampleScore(1)))
	require.Zero(t, count(t, d, `SELECT count(*) FROM experiences`))
	save(t, d, "e", 1)
	save(t, d, "e", 1)
	require.Equal(t, 1, count(t, d, `SELECT count(*) FROM experiences`))
	require.Equal(t, 2, count(t, d, `SELECT json_array_length(taught, '$.Outcomes') FROM experiences`))
}

// Two banks have one hash if they have the same contents, and only then.
func TestBankHash(t *testing.T) {
	outcome := rapid.Custom(func(t *rapid.T) arena.CompressionOutcome {
		return arena.CompressionOutcome{
			Cycle: rapid.IntRange(1, 2).Draw(t, "cycle"), Kind: rapid.SampledFrom([]string{"dates", "names"}).Draw(t, "kind"),
			Kept: rapid.Bool().Draw(t, "kept"), Question: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "question"),
		}
	})
	experience := rapid.Custom(func(t *rapid.T) arena.Experience {
		return arena.Experience{
			Session: rapid.IntRange(1, 2).Draw(t, "session"), Type: rapid.IntRange(1, 2).Draw(t, "type"),
			Model:    llm.Model{Name: rapid.SampledFrom([]string{"nano", "mini"}).Draw(t, "model")},
			Opening:  llm.Vector{rapid.SampledFrom([]float32{0, 0.5}).Draw(t, "opening")},
			Outcomes: rapid.SliceOfN(outcome, 1, 2).Draw(t, "outcomes"),
		}
	})
	banks := rapid.SliceOfN(experience, 0, 2)
	rapid.Check(t, func(t *rapid.T) {
		a, b := Bank{banks.Draw(t, "a")}, Bank{banks.Draw(t, "b")}
		if rapid.Bool().Draw(t, "the same") {
			b.experiences = slices.Clone(a.experiences)
		}
		if same := len(a.experiences) == 0 && len(b.experiences) == 0 || reflect.DeepEqual(a, b); same != (a.Hash() == b.Hash()) {
			t.Fatalf("%v and %v", a, b)
		}
	})
}
