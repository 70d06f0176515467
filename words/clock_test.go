package words

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A time needs no mark between hours and minutes behind a word of time, if it begins with a zero, or before "hrs"; behind a day a full stop
// is one. Codes, years and decimals are none.
func TestTimesWithoutAColon(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hour, minute := rapid.IntRange(0, 23).Draw(t, "hour"), rapid.IntRange(0, 59).Draw(t, "minute")
		at := hour*60 + minute
		has := func(text string) bool {
			for _, c := range Read(text).Clocks() {
				if c.Minutes[0] == at || c.Minutes[1] == at {
					return true
				}
			}
			return false
		}
		military := fmt.Sprintf("%02d%02d", hour, minute)
		require.True(t, has("rolls "+military+" hrs"))
		require.True(t, has("starts "+military+"h."))
		require.Equal(t, hour < 10, has("CAR: out "+military+", two hours"))
		require.False(t, has("gate code "+military))
		require.False(t, has("out "+military+"-7"))
		dotted := fmt.Sprintf("%d.%02d", hour, minute)
		require.True(t, has("Tue 24 Feb, "+dotted))
		require.True(t, has("first treatment 24/02 "+dotted+", room 4"))
		require.True(t, has("on Friday at "+dotted))
		require.False(t, has("price "+dotted))
		require.False(t, has("Feb 24: price "+dotted))
	})
	require.Empty(t, Read("24/02").Amounts())
}
