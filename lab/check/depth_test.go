package check

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab/world"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/llm/sim"
	"contextarena.internal/scenarios"
	"contextarena.internal/strategies/darlm"
	"contextarena.internal/strategies/signals"
)

// segmentOf is a case with so many changes, of which depths 1 to 3 keep so much of ten.
func segmentOf(scenario string, changes int, kept ...int) depthCase {
	return depthCase{scenario, signals.Signals{Tokens: 500, Density: 0.03, Changes: changes}, 10, [darlm.MostPasses]int(kept)}
}

// twoPassesHelpChange are cases of three scenarios in which a second pass helps what was changed and harms
// what wasn't.
func twoPassesHelpChange() []depthCase {
	var out []depthCase
	for _, s := range []string{"a", "b", "c"} {
		out = append(out, segmentOf(s, 0, 5, 3, 3), segmentOf(s, 1, 5, 4, 4), segmentOf(s, 8, 5, 9, 8), segmentOf(s, 9, 5, 8, 8))
	}
	return out
}

func depthsOf(t *testing.T, cases []depthCase, client llm.Client) *Depths {
	t.Helper()
	model, err := sim.Resolve(llm.Model{Provider: "sim", Name: "nano"})
	require.NoError(t, err)
	return &Depths{cases: cases, model: model, client: client, parallel: 2, rules: defaultsOf[darlm.Layer]()}
}

// fileOf makes a fit a file.
func fileOf(f DepthFit) DepthFile {
	return DepthFile{Name: "fit.json", For: func(scenario string) arena.Policy {
		text, ok := f.Folds[scenario]
		if !ok {
			text = f.Whole
		}
		return arena.Policy{Kind: darlm.PolicyKind, Text: text}
	}}
}

func rowOf(t *testing.T, rows DepthComparison, router string) DepthRow {
	t.Helper()
	for _, r := range rows.Rows {
		if r.Router == router {
			return r
		}
	}
	t.Fatalf("no row %q", router)
	return DepthRow{}
}

func TestLearnedDepth(t *testing.T) {
	d := depthsOf(t, twoPassesHelpChange(), nil)
	fit, err := d.Fit(t.Context(), DepthFitting{Learned, 0, 0})
	require.NoError(t, err)
	require.Len(t, fit.Folds, 3)
	again, err := d.Fit(t.Context(), DepthFitting{Learned, 0, 0})
	require.NoError(t, err)
	require.Equal(t, fit, again)
	rows, err := d.compare(t.Context(), []DepthFile{fileOf(fit)})
	require.NoError(t, err)
	once, learned, best := rowOf(t, rows, "always 1"), rowOf(t, rows, "fit.json"), rowOf(t, rows, "best in hindsight")
	require.InDelta(t, 0.5, once.Right.Mean, 1e-12)
	require.InDelta(t, 0, once.Gain.Mean, 1e-12)
	require.InDelta(t, 1, learned.Right.Mean, 1e-12)
	require.InDelta(t, 7.0/40, learned.Gain.Mean, 1e-12)
	require.Equal(t, best.Gain, learned.Gain)
	require.InDelta(t, 1.5, learned.Passes, 1e-12)
	require.InDelta(t, 4.0/40, rowOf(t, rows, "always 2").Gain.Mean, 1e-12)
}

// A fold is fitted without its scenario: what only one scenario shows, the others' folds know and its own
// doesn't.
func TestFoldLeavesItsScenarioOut(t *testing.T) {
	d := depthsOf(t, []depthCase{
		segmentOf("a", 0, 5, 3, 3), segmentOf("b", 0, 5, 3, 3), segmentOf("a", 9, 5, 4, 4), segmentOf("odd", 9, 1, 9, 1), segmentOf("odd", 8, 1, 9, 1),
	}, nil)
	fit, err := d.Fit(t.Context(), DepthFitting{Learned, 0, 0})
	require.NoError(t, err)
	for scenario, want := range map[string]int{"odd": 1, "b": 2} {
		p, err := darlm.ParsePolicy(fit.Folds[scenario])
		require.NoError(t, err)
		c, err := p.Choose(t.Context(), nil, llm.Model{}, d.rules.ChooseTokens, d.cases[3].Signals)
		require.NoError(t, err)
		require.Equal(t, want, c.Depth, scenario)
	}
}

func TestThresholdIsFitted(t *testing.T) {
	dense := func(density float64, kept ...int) depthCase {
		c := segmentOf("a", 1, kept...)
		c.Signals.Density = density
		return c
	}
	d := depthsOf(t, nil, nil)
	require.InDelta(t, 0.06, d.fitThreshold([]depthCase{dense(0.061, 5, 9, 9), dense(0.055, 5, 3, 3)}), 1e-12)
	require.InDelta(t, 0, d.fitThreshold([]depthCase{dense(0.004, 5, 9, 9)}), 1e-12)
	require.InDelta(t, 0.1, d.fitThreshold([]depthCase{dense(0.004, 5, 5, 5)}), 1e-12, "of equals the fewest passes")
}

// reviser follows every guideline by its last word, and writes the given ones in turn.
func reviser(seen *[]string, replies ...string) llm.Client {
	n := 0
	return llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
		text := req.Messages[0].Text
		if strings.HasPrefix(text, "Decide how many passes") {
			guideline, _, _ := strings.Cut(text, "\n</guideline>")
			return llmtest.Say(guideline[strings.LastIndexAny(guideline, " \n")+1:]), nil
		}
		*seen = append(*seen, text)
		n++
		return llmtest.Say(replies[min(n, len(replies))-1]), nil
	})
}

func TestGuidelineIsRevised(t *testing.T) {
	// By the rules no word is a depth, so the rules decide: one pass, three where more than 3 changes were.
	cases := []depthCase{segmentOf("a", 0, 5, 6, 3), segmentOf("a", 1, 5, 9, 4), segmentOf("b", 2, 5, 5, 4)}
	for name, c := range map[string]struct {
		replies  []string
		want     string
		told     revisions
		requests int
	}{
		"what keeps more is taken":       {[]string{"always 2"}, "always 2", revisions{1, 1, 0}, 1},
		"in a fence":                     {[]string{"```\n<guideline>\nalways 2\n</guideline>\n```"}, "always 2", revisions{1, 1, 0}, 1},
		"what keeps less is not":         {[]string{"always 3"}, "", revisions{3, 0, 0}, 3},
		"an empty reply is unusable":     {[]string{"", " ", "always 2"}, "always 2", revisions{3, 1, 2}, 3},
		"an endless one too":             {[]string{strings.Repeat("2 ", 5000)}, "", revisions{3, 0, 3}, 3},
		"the same again takes no better": {[]string{"always 1"}, "", revisions{3, 0, 0}, 3},
	} {
		var seen []string
		d := depthsOf(t, cases, reviser(&seen, c.replies...))
		guideline, told, err := d.revise(t.Context(), cases, 3, 100)
		require.NoError(t, err, name)
		if c.want == "" {
			c.want = d.rules.Guideline()
		}
		require.Equal(t, c.want, guideline, name)
		require.Equal(t, c.told, told, name)
		require.Len(t, seen, c.requests, name)
		require.Contains(t, seen[0], "<cases>\ndensity: 0.03, changes: 1, identifiers: 0, noise: 0, notes: 0; chosen: 1; better: 2\ndensity: 0.03, changes: 0", name+": the gravest failure first")
		require.NotContains(t, seen[0], "changes: 2,", name+": no failure")
	}
	down := errors.New("down")
	d := depthsOf(t, cases, llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) { return llm.Response{}, down }))
	_, err := d.Fit(t.Context(), DepthFitting{textual, 1, 100})
	require.ErrorIs(t, err, down)
}

// Replies that name no depth are counted, and the rules choose.
func TestUnreadDepthsAreCounted(t *testing.T) {
	cases := twoPassesHelpChange()
	d := depthsOf(t, cases, reply(func() string { return "hm" }))
	guided := DepthFile{Name: "g.json", For: func(string) arena.Policy {
		return arena.Policy{Kind: darlm.PolicyKind, Text: []byte(`{"guideline": "as you like"}`)}
	}}
	rows, err := d.compare(t.Context(), []DepthFile{guided})
	require.NoError(t, err)
	row, rules := rowOf(t, rows, "g.json"), rowOf(t, rows, "rules")
	require.Equal(t, len(cases), row.Unread)
	row.Router, row.Unread = rules.Router, 0
	require.Equal(t, rules, row)
}

func TestCompareRefusesOtherFiles(t *testing.T) {
	d := depthsOf(t, twoPassesHelpChange(), nil)
	for want, p := range map[string]arena.Policy{
		"f.json: a policy of kind frontier, want depth": {Kind: "frontier", Text: []byte("{}")},
		"f.json: depth policy: want either":             {Kind: darlm.PolicyKind, Text: []byte("{}")},
	} {
		_, err := d.compare(t.Context(), []DepthFile{{"f.json", func(string) arena.Policy { return p }}})
		require.ErrorAs(t, err, new(arena.Mistake))
		require.ErrorContains(t, err, want)
	}
	_, err := d.Fit(t.Context(), DepthFitting{"guessed", 1, 100})
	require.ErrorContains(t, err, `unknown method "guessed"`)
}

// The measurement is the one that the check of da_rlm counts, and the same however much runs at a time.
func TestMeasureDepths(t *testing.T) {
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	var some []*arena.Scenario
	var worlds []*sim.World
	for _, s := range all {
		if s.ID == "festival-logistics" || s.ID == "clinic-intake" {
			some, worlds = append(some, s), append(worlds, world.Of(s))
		}
	}
	require.Len(t, some, 2)
	tokens := llm.NewCounter().Count
	model, err := sim.Resolve(llm.Model{Provider: "sim", Name: "nano"})
	require.NoError(t, err)
	measure := func(parallel int, some ...*arena.Scenario) (*Depths, error) {
		return measureDepths(t.Context(), counting(parallel), some, model, sim.New(tokens, worlds...))
	}
	d, err := measure(1, some...)
	require.NoError(t, err)
	again, err := measure(3, some...)
	require.NoError(t, err)
	require.Equal(t, d.cases, again.cases)
	for _, c := range d.cases {
		require.LessOrEqual(t, c.most(), c.Due)
		require.Positive(t, c.Due)
	}
	rows, err := d.compare(t.Context(), nil)
	require.NoError(t, err)
	checked, err := small(t, "festival-logistics", "clinic-intake").figures(t.Context(), router(byDefault))
	require.NoError(t, err)
	chosen := of(t, checked, "best depth chosen", Simulated, "original")
	require.Len(t, d.cases, chosen.Of)
	require.InDelta(t, *chosen.Share, rowOf(t, rows, "rules").Right.Mean, 1e-12)

	_, err = measure(1, some[0])
	require.ErrorContains(t, err, "two scenarios are needed")
}
