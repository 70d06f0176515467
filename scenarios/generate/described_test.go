package generate

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/scenarios"
)

func TestDescribed(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := settings(rt)
		s.Tokens = rapid.IntRange(0, 9).Draw(rt, "tokens")
		have, err := Described("A museum moves. Made by arena scenarios generate " + s.String() + ".")
		require.NoError(rt, err)
		have.ID = s.ID
		require.Equal(rt, s, have)
	})
	for description, want := range map[string]string{
		"":                                        "doesn't say how",
		madeBy + "--turns 4":                      "names no seed",
		madeBy + "--seed \"1":                     "names no seed",
		madeBy + "--seed \"1\" --x 4":             "the description has --x 4: an unknown flag",
		madeBy + "--seed \"1\" --turns four":      "the description has --turns four: ",
		madeBy + "--seed \"1\" --turns":           "the description has --turns : ",
		madeBy + "--seed \"1\" --facts weather=1": "unknown type \"weather\"",
	} {
		_, err := Described(description)
		require.ErrorContains(t, err, want)
	}
}

// A renumbered scenario is as true as the original: the same happens, with other numbers.
func TestRenumbered(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := settings(rt)
		was := generated(rt, s, nil)
		var b bytes.Buffer
		require.NoError(rt, WriteRenumbered(&b, s, nil, rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "values"), 0))))
		sc, err := scenarios.Parse(s.ID+".yaml", b.Bytes())
		require.NoError(rt, err)
		counted(rt, s, sc)
		trueFromTheirTurn(rt, sc)
		changesAreTold(rt, s, sc)
		derivedAgain(rt, sc)
		neverSaid(rt, sc)
		require.Empty(rt, scenarios.Lint([]*arena.Scenario{sc}).Findings)
		require.Len(rt, sc.Facts, len(was.Facts))
		numbers := map[string]bool{}
		for _, f := range was.Facts {
			if f.Value.Number != nil && len(f.DerivedFrom) == 0 {
				numbers[f.Value.Number.Value] = true
			}
		}
		for i, f := range sc.Facts {
			old := was.Facts[i]
			require.Equal(rt, old.ID, f.ID)
			require.Equal(rt, old.Turn, f.Turn)
			switch {
			case f.Value.Number == nil:
				require.Equal(rt, old, f)
			case len(f.DerivedFrom) == 0:
				require.False(rt, numbers[f.Value.Number.Value], "%s has a number that was there before", f.ID)
				_, err := strconv.Atoi(f.Value.Number.Value)
				require.NoError(rt, err)
			}
		}
		for i, p := range sc.Probes {
			require.Equal(rt, was.Probes[i], p)
		}
	})
}
