package formula

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/words"
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
		f, err := Read(text, known)
		var x float64
		if err == nil {
			operands := make([]float64, len(f.Operands))
			for i, name := range f.Operands {
				operands[i] = values[name]
			}
			x, err = f.Evaluate(operands)
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
	f, err := Read("round * round", known)
	require.NoError(t, err)
	_, err = f.Evaluate([]float64{1e200})
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
		f, err := Read(c.text, known)
		require.NoError(t, err)
		stated, ok := words.ReadAmount(c.stated)
		require.True(t, ok)
		f, ok = f.Fitted(c.operands, stated)
		require.Equal(t, c.factor != 0, ok, c.stated)
		if ok {
			require.InDelta(t, c.factor, f.factor, 0, c.stated)
		}
	}
}
