package nightly

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/stats"
)

func TestFinding(t *testing.T) {
	all := gates()
	kept, failed, open, rate := all[0], all[1], all[2], all[4]
	failed.Name = "rlm stale"
	waiting := open
	waiting.Undecidable = noBaseline
	for want, n := range map[string]Night{
		"1 of 3 gates failed: rlm stale +30.0 points (+25.0 to +35.0), may rise by 10 points. 1 can't be decided.":                                                     {Baseline: "b", Gates: []Gated{kept, failed, open}},
		"The first night: 1 of 2 gates can't be decided before there is a baseline. It becomes the baseline (arena report has its figures).":                           {First: true, Renewing: true, Gates: []Gated{waiting, rate}},
		"The first night: 1 of 1 gate can't be decided before there is a baseline. Look at its figures (arena report), then make it the baseline (--update-baseline).": {First: true, Gates: []Gated{waiting}},
		"The same night as the baseline, with the same figures: there is nothing to compare.":                                                                          {Same: true, Baseline: "b", Passed: true, Gates: []Gated{open, rate}},
		"1 of 2 gates failed: rlm stale +30.0 points (+25.0 to +35.0), may rise by 10 points. 1 can't be decided.":                                                     {First: true, Gates: []Gated{waiting, failed}},
		"1 of 2 gates can't be decided: rlm cost_usd, sim:nano +11.0 % (+3.0 to +19.0), may rise by 15 %.":                                                             {Baseline: "b", Gates: []Gated{kept, open}},
		"The night passed, but 1 of 2 gates can't be decided: rlm cost_usd, sim:nano +11.0 % (+3.0 to +19.0), may rise by 15 %.":                                       {Baseline: "b", Passed: true, Gates: []Gated{kept, open}},
		"SIMULATED: The gate is kept: rlm(depth=2) answer, sim:nano −0.7 points (−3.1 to +1.7), may fall by 6 points.":                                                 {Baseline: "b", Simulated: true, Passed: true, Gates: []Gated{kept}},
		"All 2 gates are kept. Nearest to its limit: rlm(depth=2) answer, sim:nano −0.7 points (−3.1 to +1.7), may fall by 6 points.":                                  {Baseline: "b", Passed: true, Gates: []Gated{rate, kept}},
		"The gate is kept: failure_rate 0.0 %, at most 2 %.":                                                                                                           {Baseline: "b", Passed: true, Gates: []Gated{rate}},
	} {
		require.Equal(t, want, n.finding())
	}
	require.Equal(t, stats.Pass, kept.Result)
}
