package strategies

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every strategy of the list has code of its own to hash, and what it imports counts.
func TestCodeHash(t *testing.T) {
	for _, e := range All() {
		s, err := New(e.Name)
		require.NoError(t, err)
		require.NotEmpty(t, packagesOf(s), e.Name)
		require.Len(t, CodeHash(s), 16)
	}
	hash := func(spec string) string {
		s, err := Parse(spec)
		require.NoError(t, err)
		return CodeHash(s)
	}
	require.Equal(t, hash("rlm"), hash("rlm(depth=2)"), "settings are no code")
	require.NotEqual(t, hash("rlm"), hash("qpb"))
	require.NotEqual(t, hash("window"), hash("rlm"))
	require.Equal(t, hash("pipeline(layers=[qpb])"), hash("qpb"), "the same code, however it is put together")
	require.NotEqual(t, hash("pipeline(layers=[qpb])"), hash("pipeline(layers=[qpb,cascade])"))
	require.True(t, slices.Contains(reached("qpb"), "pipeline"))
	require.NotContains(t, reached("window"), "qpb")
	require.NotEmpty(t, codeOf("pipeline").imports)
}

func TestCommentsAreNoCode(t *testing.T) {
	require.Equal(t, meant([]byte("package a\n\n// B is it.\nvar B = 1\n")), meant([]byte("package a\nvar   B = 1 // one\n")))
	require.NotEqual(t, meant([]byte("package a\nvar B = 1\n")), meant([]byte("package a\nvar B = 2\n")))
	require.NotEqual(t, meant([]byte("package a\nvar B = `x y`\n")), meant([]byte("package a\nvar B = `x  y`\n")))
}
