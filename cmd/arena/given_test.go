package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// An experiment keeps the value of every flag, since a default may become another one day.
func TestGivenTo(t *testing.T) {
	sweep, _, err := command(&world{env: func(string) string { return "" }}).Find([]string{"sweep"})
	require.NoError(t, err)
	require.NoError(t, sweep.ParseFlags([]string{"--repeats", "2", "space.yaml"}))
	g := givenTo(sweep)
	require.Equal(t, "arena sweep", g.Command)
	require.Equal(t, []string{"space.yaml"}, g.Args)
	require.Equal(t, "2", g.Flags["repeats"])
	require.Equal(t, "original", g.Flags["suite"])
	require.NotContains(t, g.Flags, "help")
	require.Equal(t, "arena sweep space.yaml --repeats 2", g.Again)
}
