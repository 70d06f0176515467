package layers

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestFormulas(t *testing.T) {
	known := []string{"pre money", "round", "shares", "zero", "pre money valuation"}
	values := map[string]float64{"pre money": 10e6, "round": 2e6, "shares": 10e6, "zero": 0, "pre money valuation": 12e6}
	for text, want := range map[string]any{
		"pre_money + round":            12e6,
		"Pre-Money + round":            12e6,
		"pre money valuation / shares": 1.2,
		"round ÷ (pre_money + round)":  2.0 / 12,
		"round - $50K":                 1.95e6,
		"round × 20%":                  4e5,
		"-round + 2 * pre_money":       18e6,
		"(round)":                      2e6,
		"round / 1,000":                2e3,
		"round / zero":                 errDivision,
		"1 / (1 / zero) + round":       errDivision,
		"round / (round - round)":      errDivision,
		strings.Repeat("pre_money*", 18) + "round * round": math.NaN(),
		"round ** 2":                      errFormula,
		"round + fees":                    errFormula,
		"12 + 3":                          errFormula,
		"":                                errFormula,
		"len(round)":                      errFormula,
		"round; round":                    errFormula,
		"round > 3 ? 1 : 2":               errFormula,
		"(round":                          errFormula,
		"round + ":                        errFormula,
		"round round":                     errFormula,
		"v0":                              errFormula,
		strings.Repeat("round + ", 100):   errFormula,
		strings.Repeat("(", 90) + "round": errFormula,
	} {
		f, err := readFormula(text, known)
		var x float64
		if err == nil {
			operands := make([]float64, len(f.operands))
			for i, name := range f.operands {
				operands[i] = values[name]
			}
			x, err = f.work(operands)
		}
		switch w := want.(type) {
		case error:
			require.ErrorIs(t, err, w, text)
		case float64:
			if math.IsNaN(w) { // within reach of a float: not an overflow
				require.NoError(t, err)
				continue
			}
			require.NoError(t, err, text)
			require.InDelta(t, w, x, 1e-9*math.Abs(w), text)
		}
	}
	f, err := readFormula("round * round", known)
	require.NoError(t, err)
	_, err = f.work([]float64{1e200})
	require.ErrorContains(t, err, "overflow")
}

func TestFormulaFitsWhatWasStated(t *testing.T) {
	known := []string{"round", "post", "net", "burn"}
	for _, c := range []struct {
		text     string
		operands []float64
		stated   string
		factor   float64 // 0: doesn't fit
	}{
		{"round / post", []float64{2e6, 12e6}, "16.67%", 100},
		{"round / post", []float64{2e6, 12e6}, "0.17", 1},
		{"round / post", []float64{3e6, 15e6}, "25%", 0},
		{"net / burn", []float64{1.95e6, 150e3}, "13 months", 1},
		{"net / burn", []float64{2.925e6, 175e3}, "16.7 months", 1},
		{"net / burn", []float64{0, 0}, "13 months", 0},
	} {
		f, err := readFormula(c.text, known)
		require.NoError(t, err)
		stated, ok := readAmount(c.stated)
		require.True(t, ok)
		f, ok = f.fitted(c.operands, stated)
		require.Equal(t, c.factor != 0, ok, c.stated)
		if ok {
			require.InDelta(t, c.factor, f.factor, 0, c.stated)
		}
	}
}

func TestAmounts(t *testing.T) {
	for text, want := range map[string]float64{
		"$12M": 12e6, "$1,250.50": 1250.5, "20%": 20, "16.7 months": 16.7, "about 3 million": 3e6, "€50k": 5e4, "2.5bn": 2.5e9, "10M shares": 10e6,
		"090-8765-4321": math.NaN(), "NX418": math.NaN(), "3-5": math.NaN(), "10:30": math.NaN(), "none": math.NaN(), "": math.NaN(), "three": math.NaN(),
		"from 3 to 5": math.NaN(), "2026-04-13": math.NaN(),
	} {
		a, ok := readAmount(text)
		require.Equal(t, !math.IsNaN(want), ok, text)
		if ok {
			require.InDelta(t, want, a.value, 1e-9, text)
			require.Equal(t, strings.TrimPrefix(text, "about "), a.like(a.value), "it is written as it was")
		}
	}
	a, _ := readAmount("$12M")
	require.Equal(t, "$14.9M", a.like(14.925e6))
	require.Equal(t, "$14.92M", a.like(14.92e6))
	require.Equal(t, "$15M", a.like(15e6))
	a, _ = readAmount("1,000 people")
	require.Equal(t, "1,234,567 people", a.like(1234567))
	require.Equal(t, "-5 people", a.like(-5))
}

func TestHolds(t *testing.T) {
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
		{"", "x", false},
		{"x", "", false},
	} {
		require.Equal(t, c.want, holds(c.text, c.value), "%q in %q", c.value, c.text)
	}
}

// An amount that is written down reads back as itself.
func TestAmountsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape, _ := readAmount(rapid.SampledFrom([]string{"$1M", "1.25", "1,000", "€3", "7%", "4 days", "12.5k"}).Draw(t, "shape"))
		x := float64(rapid.IntRange(0, 1e6).Draw(t, "hundredths")) / 100 * shape.scale
		again, ok := readAmount(shape.like(x))
		require.True(t, ok)
		require.InDelta(t, x, again.value, 0.006*shape.scale)
	})
}
