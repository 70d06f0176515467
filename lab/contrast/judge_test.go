package contrast

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestJudge(t *testing.T) {
	for name, tt := range map[string]struct {
		d    Difference
		want Judgement
	}{
		"nothing counted":                   {Difference{}, TooFew},
		"no test":                           {Difference{Mean: new(0.5)}, TooFew},
		"found":                             {Difference{Mean: new(0.3), Low: new(0.1), High: new(0.5), Holm: new(0.05)}, Better},
		"found, lower is better":            {Difference{Mean: new(0.3), Low: new(0.1), High: new(0.5), Holm: new(0.01), LowerIsBetter: true}, Worse},
		"found below zero":                  {Difference{Mean: new(-0.3), Low: new(-0.5), High: new(-0.1), Holm: new(0.01)}, Worse},
		"found, every scenario agrees":      {Difference{Mean: new(1.0), Holm: new(0.01)}, Better},
		"p just above alpha":                {Difference{Mean: new(0.3), Low: new(0.1), High: new(0.5), Holm: new(0.051), MDE: new(0.3), spread: 1, Interesting: 0.1}, TooFew},
		"p and interval disagree":           {Difference{Mean: new(0.3), Low: new(-0.1), High: new(0.7), Holm: new(0.01), MDE: new(0.5), spread: 1, Interesting: 0.1}, TooFew},
		"would have been found":             {Difference{Mean: new(0.05), Low: new(-0.02), High: new(0.12), Holm: new(0.2), MDE: new(0.1), spread: 1, Interesting: 0.1}, NoDifference},
		"would have been missed":            {Difference{Mean: new(0.05), Low: new(-0.08), High: new(0.18), Holm: new(0.4), MDE: new(0.2), spread: 1, Interesting: 0.1}, TooFew},
		"interval rules a difference out":   {Difference{Mean: new(0.01), Low: new(-0.08), High: new(0.09), Holm: new(0.4), MDE: new(0.12), spread: 1, Interesting: 0.1}, Equivalent},
		"could not have been found at all":  {Difference{Mean: new(0.05), Low: new(-0.02), High: new(0.12), Holm: new(0.2), MDE: new(0.05), spread: 1, Interesting: 0.1, blocked: true}, TooFew},
		"no difference in any scenario":     {Difference{Mean: new(0.0), Holm: new(1.0)}, Equivalent},
		"the same, and nothing could show":  {Difference{Mean: new(0.0), Holm: new(1.0), blocked: true}, TooFew},
		"every scenario agrees, not enough": {Difference{Mean: new(0.2), Holm: new(0.06), blocked: true}, TooFew},
	} {
		t.Run(name, func(t *testing.T) {
			tt.d.judge(0.05)
			require.Equal(t, tt.want, tt.d.Judgement)
		})
	}
}

// TestCorrect: the primary measure pays for nothing, and a test that can never succeed costs the
// others nothing.
func TestCorrect(t *testing.T) {
	test := func(family string, p, smallest float64) Difference {
		return Difference{Family: family, P: new(p), Smallest: smallest, Scenarios: 8, Mean: new(0.1), spread: 0.1, units: 8}
	}
	c := Contrast{Differences: []Difference{
		test(primary, 0.04, 0.0078), test(retention, 0.01, 0.0078), test(retention, 0.04, 0.0078),
		test(factTypes, 0.03, 0.0078), test(factTypes, 0.125, 0.125), test(factTypes, 0.9, 0.03125),
		{Family: factTypes},
	}}
	c.correct(Options{Alpha: 0.05})
	holm := []any{}
	for _, d := range c.Differences {
		if d.Holm == nil {
			holm = append(holm, nil)
			continue
		}
		holm = append(holm, *d.Holm)
	}
	require.Equal(t, []any{0.04, 0.02, 0.04, 0.06, nil, 0.9, nil}, holm)
	require.Contains(t, c.Differences[4].Notes[0], "can't give a p below 0.125")
	require.True(t, c.Differences[5].blocked, "2 × 0.031 is above 0.05")
	require.False(t, c.Differences[3].blocked)
	require.Less(t, *c.Differences[0].MDE, *c.Differences[1].MDE, "two tests share one alpha")
}
