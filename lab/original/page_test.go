package original

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab/contextarena"
)

// A strategy stands beside what corrects it: facts that its memory had been shown, and today's matchers where there are texts.
func TestLeaders(t *testing.T) {
	r := imported(t, "nano-baseline.json", "rllm-extraction.json", "leaderboard.json")
	all := r.Leaders()
	of := func(strategy string, m contextarena.Measure, file string) contextarena.Leader {
		i := slices.IndexFunc(all, func(l contextarena.Leader) bool { return l.Strategy == strategy && l.Measure == m && l.File == file })
		require.GreaterOrEqual(t, i, 0)
		return all[i]
	}
	rlm := of("RLM(8)", contextarena.LLast, "nano-baseline.json")
	require.Equal(t, "18/22", rlm.Published.Count.String())
	require.Equal(t, "12/12", rlm.Corrected.Count.String())
	require.Equal(t, contextarena.AtRisk, rlm.Corrected.Over)
	quantity := rlm.ByType[slices.IndexFunc(rlm.ByType, func(x contextarena.Typed) bool { return x.Type == "quantity" })]
	require.Equal(t, "6/8", quantity.Published.Count.String())
	require.Equal(t, "6/6", quantity.Corrected.Count.String())

	judged := of("RLLM", contextarena.LLast, "rllm-extraction.json")
	require.Equal(t, contextarena.Ours, judged.Corrected.By)
	require.Nil(t, of("Window(10)", contextarena.P, "leaderboard.json").Corrected, "nothing to correct by")
	require.Equal(t, "RLM(8) was published as 81.8 [61–93] % (L-last, nano-baseline.json); of the facts that its memory had been shown, by the stored verdicts, it is 100.0 [76–100] %.", r.finding())
}

func TestNothingMovesNothing(t *testing.T) {
	require.Equal(t, "Nothing in these files moves a published figure.", Report{}.finding())
}
