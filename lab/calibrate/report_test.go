package calibrate

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm/sim"
	"contextarena.internal/reports/reportstest"
)

// calibrated is a made-up calibration: the fit to gpt-5-nano is right about nothing.
func calibrated() Result {
	p, _ := publishedAs("gpt-5-nano")
	c := Comparison{Published: p, Other: "Claude Haiku 4.5"}
	for _, s := range p.Survival.Types {
		i := s.interval()
		c.Types = append(c.Types, TypeRow{Survived: s, Low: i.Low, High: i.High, Fitted: 0.5, HeldOut: 0.25})
	}
	for _, r := range p.Leaderboard.Strategies {
		c.Strategies = append(c.Strategies, StrategyRow{Ranked: r, FittedPassed: 1.25, HeldOutPassed: 2.5, FittedAsked: 0.3, HeldOutAsked: 0.401, Incomplete: 3})
	}
	values := func(v float64, figure string, target float64) []Value {
		return []Value{{Name: "overlook", Figure: figure, Target: target, Fitted: v}}
	}
	return Result{
		Repeats: 40, FitRepeats: 10,
		Fits: []Fitted{
			{To: "gpt-5-nano", Model: "sim:nano?overlook=0.0256", Parameters: "0123456789ab", Values: values(0.0256, "tasks passed", 0.83)},
			{To: "claude-haiku-4-5", Model: "sim:mini?overlook=0.01", Parameters: "ba9876543210", Values: values(0.01, "none", 0)},
			{Model: "sim:standard?overlook=0.005", Parameters: "aaaaaaaaaaaa", Values: values(0.005, "half", 0)},
		},
		Comparisons: []Comparison{c},
	}
}

func TestTable(t *testing.T) {
	table := string(reportstest.Written(t, calibrated().Document(), "table", ""))
	for _, want := range []string{
		"overlook     0.0256      83      0.01       –         0.005  tasks passed\n",
		"entity              7/7    65–100      50      no        25      no\n",
		"date                1/3      6–79      50     yes        25     yes\n",
		"window *         3/8     1.2       2.5           –      30        40\n",
		"* 4 of its 8 runs were provider errors, counted as failed.\n",
		"sim:standard: no figures stand behind it",
	} {
		require.Contains(t, table, want)
	}
}

func TestMarkdownAndJSON(t *testing.T) {
	md := string(reportstest.Written(t, calibrated().Document(), "md", ""))
	require.Contains(t, md, "| entity | 7/7 |")
	var back Result
	require.NoError(t, json.Unmarshal(reportstest.Written(t, calibrated().Document(), "json", ""), &back))
	require.Equal(t, calibrated(), back)
}

func TestMechanisms(t *testing.T) {
	table := string(reportstest.Written(t, Mechanisms(), "table", ""))
	for _, m := range sim.Mechanisms() {
		require.Contains(t, table, m.Name+" (off: "+m.Name+"=off): ")
		for _, p := range m.Parameters {
			require.Contains(t, table, "\n    "+p.Name+" ")
		}
	}
}
