package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFolded(t *testing.T) {
	const said = "arena: interrupted; the same command goes on where it stopped\n"
	require.Equal(t, "arena: interrupted; the same command goes on where it\nstopped\n", folded(said, 60))
	require.Equal(t, said, folded(said, 80))
	require.Equal(t, said, folded(said, 0), "no terminal: a line is a line")
}
