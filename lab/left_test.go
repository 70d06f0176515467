package lab

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLeft: nobody reads that 0 of 16 trials were not run.
func TestLeft(t *testing.T) {
	require.Equal(t, "15 of 16 trials not run", Progress{Done: 1, Total: 16}.left())
	require.Equal(t, "all 16 trials had ended", Progress{Done: 16, Total: 16}.left())
	require.Equal(t, "nothing was begun", Progress{}.left())
}
