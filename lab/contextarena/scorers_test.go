package contextarena

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/probes"
	"contextarena.internal/scenarios"
)

// scorers compiles the builtin scenarios.
func scorers(t testing.TB) map[string]*probes.Scorer {
	t.Helper()
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	out := map[string]*probes.Scorer{}
	for _, s := range all {
		out[s.ID], err = probes.NewScorer(s)
		require.NoError(t, err)
	}
	return out
}

// parsed reads a file of testdata.
func parsed(t testing.TB, name string) File {
	t.Helper()
	f, err := Parse(name, sample(t, name))
	require.NoError(t, err)
	return f
}

func sample(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	return data
}

// summed is what is counted of a file.
func summed(t testing.TB, f File) Summary {
	t.Helper()
	require.NoError(t, f.Judge(scorers(t)))
	return f.Summary()
}
