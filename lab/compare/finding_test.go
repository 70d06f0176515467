package compare

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab/contrast"
)

// compared is a pair of arms with a judgement of answers and one of cost.
func pairOf(a, b string, answer, cost contrast.Judgement) contrast.Contrast {
	return contrast.Contrast{
		A: contrast.ArmName{Strategy: a, Model: "sim:nano"}, B: contrast.ArmName{Strategy: b, Model: "sim:nano"}, Matched: contrast.Matched{Pairs: 8},
		Differences: []contrast.Difference{
			{Measure: "answer", Unit: contrast.Share, Mean: new(0.012), Low: new(-0.019), High: new(0.034), Judgement: answer},
			{Measure: "cost_usd", Unit: contrast.USD, Mean: new(0.00046), B: new(0.001), Low: new(0.0004), High: new(0.0005), Judgement: cost},
		},
	}
}

func TestFinding(t *testing.T) {
	c := Comparison{Primary: "answer", Smallest: 0.1, Alpha: 0.05}
	say := func(all ...contrast.Contrast) string {
		c.Contrasts = all
		return c.finding(false)
	}
	for want, k := range map[string]contrast.Contrast{
		"rlm(depth=2) against rlm: same answer retention (−1.9 to +3.4, margin 10), 46 % dearer.":                                                         pairOf("rlm(depth=2)", "rlm", contrast.Equivalent, contrast.Worse),
		"rlm(depth=2) against rlm: more answer retention, +1.2 points (−1.9 to +3.4, margin 10), same cost.":                                              pairOf("rlm(depth=2)", "rlm", contrast.Better, contrast.Equivalent),
		"These trials can't tell rlm(depth=2) and rlm apart: answer retention −1.9 to +3.4, margin 10; cost can't be told apart.":                         pairOf("rlm(depth=2)", "rlm", contrast.TooFew, contrast.TooFew),
		"rlm(depth=2) against rlm: no difference in answer retention, and one of 10 points would have been found (−1.9 to +3.4, margin 10), 46 % dearer.": pairOf("rlm(depth=2)", "rlm", contrast.NoDifference, contrast.Worse),
		"rlm in experiment 0 against 0: less answer retention, +1.2 points (−1.9 to +3.4, margin 10), 46 % dearer.":                                       pairOf("rlm", "rlm", contrast.Worse, contrast.Worse),
		"a against b: the same trials on both sides, so there is nothing to compare.":                                                                     {A: contrast.ArmName{Strategy: "a"}, B: contrast.ArmName{Strategy: "b"}, Matched: contrast.Matched{Pairs: 2, Same: 2}},
	} {
		require.Equal(t, want, say(k))
	}
	same := pairOf("none", "none", contrast.Equivalent, contrast.Equivalent)
	same.Same = same.Pairs
	require.Equal(t, "Of 4 strategies, answer retention of A against B: 1 less (rlm sim:nano +1.2); 1 the same within 10 points; 1 can't be told apart; 1 the same trials.",
		say(pairOf("rlm", "rlm", contrast.Worse, contrast.Worse), pairOf("qpb", "qpb", contrast.Equivalent, contrast.Worse), pairOf("qtd", "qtd", contrast.TooFew, contrast.Worse), same))
	require.Equal(t, "These trials can't tell A and B apart in any of 2 strategies.", say(pairOf("rlm", "rlm", contrast.TooFew, contrast.Worse), pairOf("qtd", "qtd", contrast.TooFew, contrast.Worse)))
	c.B.Simulated = true
	require.Contains(t, say(same), "SIMULATED: ")
}
