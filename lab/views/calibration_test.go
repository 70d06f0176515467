package views

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
		c.Types = append(c.Types, calibrate.TypeRow{Survived: s, Low: i.Low, High: i.High, Fitted: 0.5, HeldOut: 0.25})
	}
	for _, r := range p.Leaderboard.Strategies {
		c.Strategies = append(c.Strategies, calibrate.StrategyRow{Ranked: r, FittedPassed: 1.25, HeldOutPassed: 2.5, FittedAsked: 0.3, HeldOutAsked: 0.401, Incomplete: 3})
	}
	c.Ranks = []calibrate.Rank{
		{With: "held out", N: 6, Rho: 0.7, Defined: true, Chance: 0.068},
		{With: "fitted", N: 6},
	}
	c.Aims = []calibrate.Aim{{Text: "to be <right>", Value: "wrong"}, {Text: "to end", Value: "done", Met: true}}
	values := func(v float64, figure string, target float64) []calibrate.Value {
		return []calibrate.Value{{Name: "overlook", Figure: figure, Target: target, Fitted: v}}
	}
	return Calibration{calibrate.Result{
		Repeats: 40, FitRepeats: 10, WithoutRuns: 1,
		Fits: []calibrate.Fitted{
			{To: "gpt-5-nano", Model: "sim:nano?overlook=0.0256", Parameters: "0123456789ab", Values: values(0.0256, "tasks passed", 0.83)},
			{To: "claude-haiku-4-5", Model: "sim:mini?overlook=0.01", Parameters: "ba9876543210", Values: values(0.01, "none", 0)},
			{Model: "sim:standard?overlook=0.005", Parameters: "aaaaaaaaaaaa", Values: values(0.005, "half", 0)},
		},
		Comparisons: []calibrate.Comparison{c},
		Without: []calibrate.Without{
			{Effects: []calibrate.Effect{{Survival: 0.8, Passed: 5, Asked: 0.9}}},
			{Mechanism: "attention", Effects: []calibrate.Effect{{Survival: 0.9, Passed: 3.5, Asked: 0.9}}},
			{Mechanism: "cap", Effects: []calibrate.Effect{{Already: true}}},
		},
	}}
}

func TestCalibrationTable(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, calibrated().Table(&b))
	for _, want := range []string{
		"overlook     0.0256      83      0.01       –         0.005  tasks passed\n",
		"entity              7/7    65–100      50      no        25      no\n",
		"date                1/3      6–79      50     yes        25     yes\n",
		"window *         3/8     1.2       2.5           –      30        40\n",
		"* not ranked: 4 of its 8 runs were provider errors, counted as failed.\n",
		"held out           6         0.70   0.068\n",
		"fitted             6     no order       –\n",
		"MISSED: to be <right>; is wrong.\n",
		"met: to end; is done.\n",
		"nothing           80.0     5.0   90.0\n",
		"attention        +10.0    -1.5      0\n",
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
