package words

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestAmounts(t *testing.T) {
	for text, want := range map[string]float64{
		"$12M": 12e6, "$1,250.50": 1250.5, "20%": 20, "16.7 months": 16.7, "about 3 million": 3e6, "€50k": 5e4, "2.5bn": 2.5e9, "10M shares": 10e6,
		"090-8765-4321": math.NaN(), "NX418": math.NaN(), "3-5": math.NaN(), "10:30": math.NaN(), "none": math.NaN(), "": math.NaN(), "three": math.NaN(),
		"from 3 to 5": math.NaN(), "2026-04-13": math.NaN(),
	} {
		a, ok := ReadAmount(text)
		require.Equal(t, !math.IsNaN(want), ok, text)
		if ok {
			require.InDelta(t, want, a.Approx, 1e-9, text)
			require.Equal(t, strings.TrimPrefix(text, "about "), a.Like(a.Approx), "it is written as it was")
		}
	}
	a, _ := ReadAmount("$12M")
	require.Equal(t, "$14.9M", a.Like(14.925e6))
	require.Equal(t, "$14.92M", a.Like(14.92e6))
	require.Equal(t, "$15M", a.Like(15e6))
	a, _ = ReadAmount("1,000 people")
	require.Equal(t, "1,234,567 people", a.Like(1234567))
	require.Equal(t, "-5 people", a.Like(-5))
}

func TestHas(t *testing.T) {
	for _, c := range []struct {
		text, value string
		want        bool
	}{
		{"The pre-money is $12M now.", "$12M", true},
		{"The pre-money is 12 million now.", "$12M", true},
		{"The pre-money is $12,000,000.", "$12M", true},
		{"The pre-money is $120M.", "$12M", false},
		{"A share of 12% is sold.", "12", false},
		{"He lives in  shinjuku.", "Shinjuku", true},
		{"Shinjukuku", "Shinjuku", false},
		{"It costs $1.205.", "$1.20", false},
		{"It costs $1.20.", "$1.2", true},
		{"Call 090-8765-4321.", "8765", false},
		{"They left on 14 January 2026.", "January 14th", true},
		{"There are 14 steps.", "14 January", false},
		{"His mobile is 07700 900256.", "7700", true},
		{"His mobile is 07700 900256.", "900", false},
		{"On 2026-05-14.", "5", false},
		{"She took two cups.", "2 cups", true},
		{"", "x", false},
		{"x", "", false},
	} {
		require.Equal(t, c.want, Read(c.text).Has(c.value), "%q in %q", c.value, c.text)
	}
}

// An amount that is written down reads back as itself.
func TestAmountsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape, _ := ReadAmount(rapid.SampledFrom([]string{"$1M", "1.25", "1,000", "€3", "7%", "4 days", "12.5k"}).Draw(t, "shape"))
		x := float64(rapid.IntRange(0, 1e6).Draw(t, "hundredths")) / 100 * shape.scale
		again, ok := ReadAmount(shape.Like(x))
		require.True(t, ok)
		require.InDelta(t, x, again.Approx, 0.006*shape.scale)
	})
}
