package lab_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/strategies"
)

// A trial is one with the fold that left its scenario out; another fold makes it another trial, one that it
// doesn't use leaves it as it was.
func TestTrialKeyHasTheFold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "frontier.json")
	keys := func(whole, fold string) map[string]arena.TrialKey {
		require.NoError(t, os.WriteFile(path, []byte(`{"schema": "`+lab.PolicySchema+`", "kind": "frontier", "whole": {"base": "`+whole+`"}, "folds": {"a": {"base": "`+fold+`"}}}`), 0o600))
		p, err := lab.LoadPolicy(path)
		require.NoError(t, err)
		s, err := strategies.Parse("controlled(policy=frontier.json)")
		require.NoError(t, err)
		require.Equal(t, "controlled(policy=frontier.json)", strategies.Label(s))
		out := map[string]arena.TrialKey{}
		for name, scenario := range map[string]*arena.Scenario{"a": {ID: "a"}, "variant": {ID: "v", VariantOf: "a"}, "other": {ID: "b"}} {
			out[name] = arena.Trial{Scenario: scenario, Strategy: s, Policies: map[string]arena.Policy{path: p.For(scenario)}}.Key()
		}
		return out
	}
	before := keys("1 otherwise", "2 otherwise")
	for name, c := range map[string]struct {
		whole, fold string
		same        []string
		changed     []string
	}{
		"nothing": {"1 otherwise", "2 otherwise", []string{"a", "variant", "other"}, nil},
		"whole":   {"3 otherwise", "2 otherwise", []string{"a", "variant"}, []string{"other"}},
		"fold":    {"1 otherwise", "3 otherwise", []string{"other"}, []string{"a", "variant"}},
	} {
		after := keys(c.whole, c.fold)
		for _, id := range c.same {
			require.Equal(t, before[id], after[id], "%s: %s", name, id)
		}
		for _, id := range c.changed {
			require.NotEqual(t, before[id], after[id], "%s: %s", name, id)
		}
	}
}
