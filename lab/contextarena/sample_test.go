package contextarena

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

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
	require.NoError(t, f.Judge())
	var s Summary
	s.Add(f)
	return s
}
