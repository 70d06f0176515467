package reports

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab/calibrate"
	"contextarena.internal/llm/sim"
)

// calibrated is a made-up calibration: the fit to gpt-5-nano is right about nothing.
func calibrated() Calibration {
	p, _ := calibrate.Model("gpt-5-nano")
	c := calibrate.Comparison{Published: p, Other: "Claude Haiku 4.5"}
	for _, s := range p.Survival.Types {
		i := s.Interval()
		c.Types = append(c.Types, calibrate.TypeRow{Survived: s, Low: i.Low, High: i.High, Fitted: 0.5, HeldOut: 0.25, HeldOutJudged: 0.125})
	}
	for _, r := range p.Leaderboard.Strategies {
		c.Strategies = append(c.Strategies, calibrate.StrategyRow{Ranked: r, FittedP: 1.25, HeldOutP: 2.5, FittedA: 30, HeldOutA: 40.1, Incomplete: 3})
	}
	c.Ranks = []calibrate.Rank{
		{Measure: "P", With: "held out", N: 6, Rho: 0.7, Defined: true, Low: -0.1, High: 0.9, Chance: 0.068},
		{Measure: "A", With: "held out", N: 6},
	}
	c.Aims = []calibrate.Aim{{Text: "to be <right>", Value: "wrong"}, {Text: "to end", Value: "done", Met: true}}
	value := calibrate.Value{Name: "overlook_notes", Assumed: 0.02, Fitted: 0.0256, Moved: 0.25, Costs: [2]float64{7.4, 6.9}}
	return Calibration{calibrate.Result{
		Repeats: 40, FitRepeats: 10, WithoutRuns: 1,
		Fits: []calibrate.Fitted{
			{To: "gpt-5-nano", Model: "sim:nano?overlook_notes=0.0256", Parameters: "0123456789ab", Values: []calibrate.Value{value}, Figures: 13, Evaluations: 99, Before: -20.5, After: -10.25},
			{To: "claude-haiku-4-5", Model: "sim:mini", Parameters: "ba9876543210"},
			{Model: "sim:standard", Parameters: "aaaaaaaaaaaa"},
		},
		Comparisons: []calibrate.Comparison{c},
		Without: []calibrate.Without{
			{Effects: []calibrate.Effect{{Survival: 0.8, P: 30, A: 200}}},
			{Mechanism: "attention", Effects: []calibrate.Effect{{Survival: 0.9, P: 28.5, A: 200}}},
			{Mechanism: "cap", Effects: []calibrate.Effect{{Already: true}}},
		},
	}}
}

func TestCalibrationTable(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, calibrated().Table(&b))
	for _, want := range []string{
		"overlook_notes     0.02    0.0256         –             –\n",
		"overlook_notes           +0.25   7.4  6.9\n",
		"entity              7/7    65–100      50        25      no         –      12\n",
		"date                1/3      6–79      50        25     yes         –      12\n",
		"window *           2/8       3/8     1.2       2.5  14/31    30.0      40.1\n",
		"* not fitted: 4 of its 8 runs were provider errors, counted as failed.\n",
		"P        held out           6         0.70  -0.10 to 0.90   0.068\n",
		"A        held out           6     no order              –       –\n",
		"MISSED: to be <right>; is wrong.\n",
		"met: to end; is done.\n",
		"nothing           80.0  30.0  200.0\n",
		"attention        +10.0  -1.5      0\n",
		"cap        off already\n",
		"sim:standard: no figures stand behind it",
	} {
		require.Contains(t, b.String(), want)
	}
	for line := range strings.Lines(b.String()) {
		require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), width, line)
	}
}

func TestCalibrationMarkdownAndJSON(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, calibrated().Markdown(&b))
	require.Contains(t, b.String(), "MISSED: to be &lt;right&gt;; is wrong.\n")
	require.Contains(t, b.String(), "| entity | 7/7 |")
	b.Reset()
	require.NoError(t, calibrated().JSON(&b))
	var back calibrate.Result
	require.NoError(t, json.Unmarshal(b.Bytes(), &back))
	require.Equal(t, calibrated().Result, back)
}

func TestMechanisms(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, Mechanisms(&b))
	for _, m := range sim.Mechanisms() {
		require.Contains(t, b.String(), m.Name+" (off: "+m.Name+"=off): ")
		for _, p := range m.Parameters {
			require.Contains(t, b.String(), "\n  "+p.Name+" ")
		}
	}
	for line := range strings.Lines(b.String()) {
		require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), width, line)
	}
}
