package proposals

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
	"contextarena.internal/store"
)

// measured is an outcome of a gate with a base and a gain with its interval.
func measured(g predictions.Gate, base, gain, low, high float64) Outcome {
	return Outcome{Gate: g, Base: &base, Found: new(base + gain), Gain: &gain, Low: &low, High: &high}
}

func TestFind(t *testing.T) {
	keeps, within, costs := predictions.Gate{Of: "answer", Keeps: 10}, predictions.Gate{Of: "answer", Within: 5}, predictions.Gate{Of: "write", Costs: 1.5}
	for name, c := range map[string]struct {
		of   Outcome
		want stats.Ruling
	}{
		"all of the interval keeps so much":   {measured(keeps, .5, .2, .1, .3), stats.Supported},
		"some of it":                          {measured(keeps, .5, .2, .09, .3), stats.Undecided},
		"none of it":                          {measured(keeps, .5, .02, -.05, .09), stats.NotSupported},
		"a loss":                              {measured(keeps, .5, -.2, -.3, -.1), stats.NotSupported},
		"no room for the gain":                {measured(keeps, .95, .04, .03, .05), stats.PremiseFalse},
		"moves little":                        {measured(within, .5, 0, -.05, .05), stats.Supported},
		"moves":                               {measured(within, .5, .1, .06, .14), stats.NotSupported},
		"may move":                            {measured(within, .5, .04, .01, .07), stats.Undecided},
		"cheap enough":                        {measured(costs, 100, 1.2, 1.1, 1.5), stats.Supported},
		"too dear":                            {measured(costs, 100, 1.7, 1.6, 1.8), stats.NotSupported},
		"nothing to compare":                  {Outcome{Gate: keeps}, stats.NotEstimable},
		"no interval":                         {Outcome{Gate: keeps, Gain: new(.3), Base: new(.5)}, stats.NotEstimable},
		"nothing that could be used was said": {Outcome{Gate: keeps, Delivery: tally.Reach{Asked: 10, Parsed: 4}}, stats.NotDelivered},
		"little of it reached the reader":     {Outcome{Gate: keeps, Delivery: tally.Reach{Asked: 10, Parsed: 10, Due: 36, Correct: 36, Shown: 28}}, stats.NotDelivered},
		"the same contexts":                   {Outcome{Gate: keeps, Identical: true, Delivery: tally.Reach{Asked: 10}}, stats.Identical},
	} {
		require.Equal(t, c.want, c.of.find(0.8), name)
	}
	enough := measured(within, .5, 0, 0, 0)
	enough.Delivery = tally.Reach{Asked: 10, Parsed: 1, Due: 10, Correct: 9, Shown: 8}
	require.Equal(t, stats.Supported, enough.find(0.8), "what reached the reader counts, not the forms that were filled")
	require.Equal(t, stats.NotDelivered, enough.find(0.9), "the share is a setting")
}

func TestDeliveryIsOfTheStrategy(t *testing.T) {
	r := lab.Result{Planned: lab.Planned{Models: []string{"sim:nano"}, Strategies: []string{"rlm", "channels"}}}
	for i, strategy := range []string{"rlm", "channels", "channels"} {
		r.Trials = append(r.Trials, lab.Trial{Trial: store.Trial{Strategy: strategy}, CycleCount: store.CycleCount{
			Delivery: arena.Delivery{Asked: 10, Parsed: 10}, Layers: arena.Layers{Asked: 4, Parsed: i},
		}})
	}
	o := outcome(predictions.Gate{Strategy: "channels", Against: "rlm", Of: "answer", Keeps: 5}, predictions.TreatmentOf("channels"), r, lab.Arms(r), Options{Alpha: 0.05})
	require.Equal(t, tally.Reach{Asked: 8, Parsed: 3}, o.Delivery, "of the strategy alone, all its trials, and not of its base")
}

// Two strategies are identical if they asked the same of the same trials, and it is known what they asked.
func TestIdentical(t *testing.T) {
	trial := func(strategy string, repeat int, outcome arena.Outcome, asked ...string) lab.Trial {
		return lab.Trial{Trial: store.Trial{Scenario: "s", Strategy: strategy, Repeat: repeat, Outcome: outcome}, Requests: asked}
	}
	r := lab.Result{Trials: []lab.Trial{trial("a", 1, arena.Completed, "1", "2"), trial("b", 1, arena.Completed, "1", "2"), trial("a", 2, arena.Failed), trial("b", 2, arena.Completed, "3")}}
	require.True(t, identical(r, "a", "b"), "the trials that both completed")
	require.False(t, identical(r, "a", "c"), "nothing was compared")
	r.Trials[2] = trial("a", 2, arena.Completed, "4")
	require.False(t, identical(r, "a", "b"))
	r.Trials = []lab.Trial{trial("a", 1, arena.Completed, ""), trial("b", 1, arena.Completed, "")}
	require.False(t, identical(r, "a", "b"), "what was asked isn't known")
}

// A control explains a gain that there is, where over the control perhaps nothing is gained.
func TestControlsExplain(t *testing.T) {
	gate := predictions.Gate{Strategy: "layer", Against: "rlm", Of: "answer", Keeps: 5}
	treatment := predictions.Treatment{Strategy: "layer", Placebo: "placebo", Capacity: "wider"}
	of := func(layer, placebo, wider float64) Outcome {
		var arms []contrast.Arm
		for i, share := range []float64{.2, layer, placebo, wider} {
			arms = append(arms, labtest.ArmOf([]string{"rlm", "layer", "placebo", "wider"}[i], 12, 5, labtest.Keeping(share, uint64(i))))
		}
		o := Outcome{Gate: gate, Estimand: reports.Sampled}
		o.measureRetention(arms, 0.05)
		o.against(treatment, arms, 0.05)
		require.Len(t, o.Controls, 2)
		return o
	}
	for _, c := range []struct {
		layer, placebo, wider float64
		want                  stats.Ruling
	}{
		{.8, .2, .3, ""},
		{.8, .8, .2, stats.PlaceboToo},
		{.8, .2, .8, stats.CapacityToo},
		{.8, .2, .95, stats.CapacityToo},
		{.2, .2, .2, ""},
	} {
		o := of(c.layer, c.placebo, c.wider)
		require.Equal(t, c.want, o.explained(), "%+v", c)
	}

	by := Outcome{Controls: []Control{{Explains: ""}, {Explains: stats.CapacityToo}}}
	for finding, want := range map[stats.Ruling]stats.Ruling{
		stats.Supported: stats.CapacityToo, stats.Undecided: stats.CapacityToo, stats.NotDelivered: stats.CapacityToo,
		stats.NotSupported: stats.NotSupported, stats.PremiseFalse: stats.PremiseFalse,
	} {
		by.Finding = finding
		by.conclude()
		require.Equal(t, want, by.Verdict)
		require.Contains(t, by.says(), "capacity gains it too", finding)
	}
}

func TestCost(t *testing.T) {
	r := lab.Result{Scenarios: []*arena.Scenario{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}}}
	for i, s := range r.Scenarios {
		for _, strategy := range []string{"rlm", "twice", "free"} {
			tr := lab.Trial{}
			tr.Scenario, tr.Strategy, tr.Outcome = s.ID, strategy, arena.Completed
			tr.Cost.Write.InputTokens = map[string]int{"rlm": 10 * (i + 1), "twice": 20 * (i + 1)}[strategy]
			tr.Cost.Read.InputTokens = map[string]int{"rlm": 10 * (i + 1)}[strategy]
			r.Trials = append(r.Trials, tr)
		}
	}
	of := func(strategy, of string) Outcome {
		return outcome(predictions.Gate{Of: of, Strategy: strategy, Against: "rlm", Costs: 2}, predictions.Treatment{}, r, nil, Options{Alpha: 0.05})
	}
	write := of("twice", "write")
	require.InDelta(t, 2, *write.Gain, 1e-9)
	require.InDelta(t, 2, *write.High, 1e-9, "all scenarios agree")
	require.InDelta(t, 50, *write.Found, 1e-9)
	require.InDelta(t, 1, *of("twice", "total").Gain, 1e-9, "with the tokens of the dialogue")
	require.Equal(t, stats.NotEstimable, of("free", "write").Finding)
}

func TestAFindingHangsOnMechanisms(t *testing.T) {
	for _, c := range []struct {
		with, without stats.Ruling
		want          bool
	}{
		{stats.Supported, stats.Supported, false},
		{stats.Supported, stats.Undecided, true},
		{stats.Supported, stats.PremiseFalse, true},
		{stats.NotSupported, stats.NotSupported, false},
		{stats.NotSupported, stats.Undecided, false},
		{stats.NotSupported, stats.Supported, true},
		{stats.NotSupported, stats.PremiseFalse, false},
		{stats.PremiseFalse, stats.NotSupported, true},
		{stats.Undecided, stats.Supported, false},
		{stats.NotEstimable, stats.Supported, false},
	} {
		require.Equal(t, c.want, hangs(Outcome{Finding: c.with}, Outcome{Finding: c.without}), "%s with, %s without", c.with, c.without)
	}
	refuted := func(low, gain, high float64) Outcome {
		return Outcome{Finding: stats.NotSupported, Gain: &gain, Low: &low, High: &high}
	}
	require.True(t, hangs(refuted(-.2, -.15, -.1), refuted(-.01, .02, .03)), "a loss that is a gain without it")
	require.True(t, hangs(refuted(.01, .02, .03), refuted(-.2, -.1, .1)), "a gain that is a loss without it")
	require.False(t, hangs(refuted(-.2, -.05, .1), refuted(.1, .2, .3)), "what is perhaps no loss can't become a gain")
	require.False(t, hangs(refuted(-.2, -.15, -.1), refuted(-.1, -.05, -.01)))
}

func TestConclude(t *testing.T) {
	all := []string{"attention", "brevity", "cap"}
	for name, c := range map[string]struct {
		flips []string // all of them, and single ones
		want  []string
	}{
		"nothing flips it":             {nil, nil},
		"one":                          {[]string{"all", "cap"}, []string{"cap"}},
		"either of two":                {[]string{"brevity", "cap"}, []string{"brevity", "cap"}},
		"all together, and none alone": {[]string{"all"}, []string{"all together"}},
	} {
		o := Outcome{Finding: stats.Supported}
		for _, off := range [][]string{all, {"attention"}, {"brevity"}, {"cap"}} {
			f := Off{Mechanisms: off, Finding: stats.Supported}
			for _, flip := range c.flips {
				f.Flips = f.Flips || flip == off[0] && len(off) == 1 || flip == "all" && len(off) > 1
			}
			o.Off = append(o.Off, f)
		}
		o.conclude()
		require.Equal(t, c.want, o.AssumedBy, name)
		require.Equal(t, len(c.want) > 0, o.Verdict == stats.Assumed, name)
	}
}
