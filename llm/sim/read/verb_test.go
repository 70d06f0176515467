package read

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVerb(t *testing.T) {
	for _, s := range []string{"costs", "Is", "reported", "sold"} {
		require.True(t, Verb(s), s)
	}
	for _, s := range []string{"table", "Larkline", ""} {
		require.False(t, Verb(s), s)
	}
}

func TestAuxiliary(t *testing.T) {
	require.True(t, Auxiliary("Will"))
	require.False(t, Auxiliary("rent"))
}
