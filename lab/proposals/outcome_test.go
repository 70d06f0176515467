package proposals

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/stats"
	"contextarena.internal/store"
)

func between(mean, low, high float64) lab.Measured {
	return lab.Measured{Mean: &mean, Low: &low, High: &high}
}

func TestFindings(t *testing.T) {
	rise := predictions.Prediction{Of: "answer", Baseline: new(60.0), Target: []float64{75, 80}}
	fall := predictions.Prediction{Of: "answer", Baseline: new(87.5), Target: []float64{37.5}}
	gain := predictions.Prediction{Of: "answer", Gain: 5}
	still := predictions.Prediction{Of: "answer", Within: 5}
	cost := predictions.Prediction{Of: "write", AtMost: 1.3}
	for _, c := range []struct {
		name                     string
		p                        predictions.Prediction
		baseline, measured, gain lab.Measured
		holm                     float64
		want                     stats.Verdict
	}{
		{"reached, and it is no chance", rise, between(.6, .5, .7), between(.8, .7, .9), between(.2, .1, .3), .01, stats.Supported},
		{"reached, but it may be chance", rise, between(.6, .5, .7), between(.8, .7, .9), between(.2, .1, .3), .06, stats.Undecided},
		{"gained, but it falls short", rise, between(.6, .5, .7), between(.66, .6, .72), between(.06, .02, .1), .01, stats.NotSupported},
		{"gained, and the target is in reach", rise, between(.6, .5, .7), between(.7, .6, .8), between(.1, .05, .15), .01, stats.Undecided},
		{"the baseline is there already", rise, between(.8, .7, .9), between(.9, .8, 1), between(.1, .05, .15), .01, stats.PremiseFalse},
		{"the baseline may still be where the document has it", rise, between(.8, .55, 1), between(.9, .8, 1), between(.1, .05, .15), .01, stats.Undecided},
		{"a loss that comes", fall, between(.9, .8, 1), between(.3, .2, .4), between(-.6, -.7, -.5), .01, stats.Supported},
		{"a loss that doesn't", fall, between(.9, .8, 1), between(.9, .8, 1), between(0, -.05, .05), 1, stats.NotSupported},
		{"nothing left to lose", fall, between(.3, .2, .4), between(.3, .2, .4), between(0, -.1, .1), 1, stats.PremiseFalse},
		{"a gain without a level", gain, between(.6, .5, .7), between(.7, .6, .8), between(.1, .05, .15), .01, stats.Supported},
		{"too small a gain", gain, between(.6, .5, .7), between(.61, .5, .7), between(.01, -.01, .03), .5, stats.NotSupported},
		{"no room for a gain", gain, between(.97, .9, 1), between(.97, .9, 1), between(0, -.1, .1), 1, stats.PremiseFalse},
		{"it doesn't move", still, between(.6, .5, .7), between(.6, .5, .7), between(0, -.04, .04), 1, stats.Supported},
		{"it may move", still, between(.6, .5, .7), between(.6, .5, .7), between(0, -.06, .04), 1, stats.Undecided},
		{"it moves", still, between(.6, .5, .7), between(.7, .5, .7), between(.1, .06, .14), .01, stats.NotSupported},
		{"cheap enough", cost, lab.Measured{}, lab.Measured{}, between(1.2, 1.1, 1.3), 0, stats.Supported},
		{"it may be too dear", cost, lab.Measured{}, lab.Measured{}, between(1.2, 1.1, 1.4), 0, stats.Undecided},
		{"too dear", cost, lab.Measured{}, lab.Measured{}, between(1.5, 1.4, 1.6), 0, stats.NotSupported},
		{"no interval", rise, between(.6, .5, .7), between(.8, .7, .9), lab.Measured{Mean: new(.2)}, .01, stats.NotEstimable},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := Outcome{Prediction: c.p, Baseline: c.baseline, Measured: c.measured, Gain: c.gain, Holm: &c.holm}
			require.Equal(t, c.want, o.find(0.05))
		})
	}
}

// A verdict on a treatment that wasn't delivered isn't given, whatever was measured.
func TestNotDelivered(t *testing.T) {
	for d, want := range map[arena.Delivery]stats.Verdict{
		{}:                                stats.Supported, // it asks for no form
		{Asked: 10, Parsed: 10}:           stats.Supported,
		{Asked: 10, Parsed: 5}:            stats.Supported,
		{Asked: 10, Parsed: 4}:            stats.NotDelivered,
		{Asked: 3, Empty: 3}:              stats.NotDelivered,
		{Asked: 1, Parsed: 1, Dropped: 9}: stats.Supported,
	} {
		o := Outcome{Prediction: predictions.Prediction{Of: "answer", Within: 5}, Delivery: d, Gain: between(0, -.01, .01)}
		require.Equal(t, want, o.find(0.05), d)
	}

	r := lab.Result{Planned: lab.Planned{Models: []string{"sim:nano"}, Strategies: []string{"rlm", "channels"}}}
	for i, strategy := range []string{"rlm", "channels", "channels"} {
		r.Trials = append(r.Trials, lab.Trial{Trial: store.Trial{Strategy: strategy}, CycleCount: store.CycleCount{Delivery: arena.Delivery{Asked: 10, Empty: i}}})
	}
	o := outcome(predictions.Prediction{Strategy: "channels", Against: "rlm", Of: "answer"}, r, lab.Arms(r), Options{Alpha: 0.05})
	require.Equal(t, arena.Delivery{Asked: 20, Empty: 3}, o.Delivery, "of the strategy alone, all its trials")
}

func TestCostRatio(t *testing.T) {
	r := lab.Result{Scenarios: []*arena.Scenario{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}}}
	for i, s := range r.Scenarios {
		for _, strategy := range []string{"rlm", "twice", "free"} {
			tr := lab.Trial{}
			tr.Scenario, tr.Strategy, tr.Outcome = s.ID, strategy, "completed"
			tr.Cost.Write.InputTokens = map[string]int{"rlm": 10 * (i + 1), "twice": 20 * (i + 1)}[strategy]
			r.Trials = append(r.Trials, tr)
		}
	}
	o := costOutcome(predictions.Prediction{Of: "write", Strategy: "twice", Against: "rlm", AtMost: 2}, r, Options{Alpha: 0.05})
	require.InDelta(t, 2, *o.Gain.Mean, 1e-9)
	require.InDelta(t, 2, *o.Gain.High, 1e-9, "all scenarios agree")
	require.InDelta(t, 50, *o.Measured.Mean, 1e-9)
	e, _, _ := costRatio(r, "free", "rlm", func(t lab.Trial) float64 { return float64(t.Cost.Write.Tokens()) }, 0.05)
	require.Equal(t, stats.Estimate{Note: "nothing to count"}, e)
}
