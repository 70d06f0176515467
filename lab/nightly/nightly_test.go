package nightly

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/lab"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/stats"
)

// nightlyFiles writes a nightly file and its plan into a new folder.
func nightlyFiles(t *testing.T, night, plan string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "plan.yaml"), []byte(plan), 0o600))
	path := filepath.Join(dir, "night.yaml")
	require.NoError(t, os.WriteFile(path, []byte(night), 0o600))
	return path
}

const smallPlan = `
strategies: [rlm, "window(size=2)"]
scenarios: [early-fact-recall, rapid-fire-corrections]
dialogue: scripted
repeats: 6
`

func TestLoadNightly(t *testing.T) {
	path := nightlyFiles(t, `
plan: plan.yaml
baseline: base/line.json
completed_at_least: 75%
inconclusive: pass
gates:
  - {strategy: rlm, metric: answer, may_fall_by: 6 points}
  - {strategy: rlm, metric: answer, type: phone/id, may_fall_by: 1 point, allow_underpowered: true}
  - {strategy: "window( size = 2 )", metric: stale, may_rise_by: 2.5 points}
  - {strategy: rlm, model: sim:nano, metric: cost_usd, may_rise_by: 15 %}
  - {metric: failure_rate, at_most: 0%}
`, smallPlan)
	n, err := load(path, lab.Models{})
	require.NoError(t, err)
	require.Equal(t, "night", n.Name)
	require.Equal(t, filepath.Join(filepath.Dir(path), "base", "line.json"), n.Baseline)
	require.True(t, n.Indecision)
	require.InDelta(t, 0.75, n.Completed, 1e-12)
	require.Equal(t, []Gate{
		{Strategy: "rlm", Model: "sim:nano", Metric: "answer", Margin: 0.06},
		{Strategy: "rlm", Model: "sim:nano", Metric: "answer", Type: "phone/id", Margin: 0.01, AllowUnderpowered: true},
		{Strategy: "window(size=2)", Model: "sim:nano", Metric: "stale", Margin: 0.025},
		{Strategy: "rlm", Model: "sim:nano", Metric: "cost_usd", Margin: 0.15},
		{Metric: "failure_rate"},
	}, n.Gates)

	first, err := n.night("2026-11-21")
	require.NoError(t, err)
	again, err := n.night("2026-11-21")
	require.NoError(t, err)
	other, err := n.night("2026-11-22")
	require.NoError(t, err)
	n.Plan.Probes, n.Plan.Scenarios = 2, []string{"early-fact-recall"}
	var asked [][]arena.Probe
	for _, label := range []string{"2026-11-21", "2026-11-22"} {
		p, err := n.night(label)
		require.NoError(t, err)
		r, err := (&lab.Lab{}).Resolve(p)
		require.NoError(t, err)
		require.Len(t, r.Played[0].Probes, 2)
		asked = append(asked, r.Played[0].Probes)
	}
	require.Equal(t, asked[0], asked[1], "the same probes every night")
	require.Equal(t, first, again)
	require.NotEqual(t, first.Seed, other.Seed)
	require.Equal(t, "night 2026-11-22", other.Name)
	require.Less(t, other.Seed, int64(1)<<48)
	for _, label := range []string{"", "../x", "a b", ".x", "a/b"} {
		_, err := n.night(label)
		require.Error(t, err, label)
	}
}

func TestNightlyFaultsAllAtOnce(t *testing.T) {
	path := nightlyFiles(t, `
plan: plan.yaml
baseline: b.json
inconclusive: perhaps
gates:
  - {strategy: rml, metric: answer, may_fall_by: 6 points}
  - {strategy: rlm, metric: answr, may_fall_by: 6 points}
  - {strategy: rlm, metric: answer, may_fall_by: 6%}
  - {strategy: rlm, metric: answer, may_rise_by: 6 points}
  - {strategy: rlm, metric: cost_usd, may_rise_by: 6 points}
  - {strategy: rlm, metric: tokens, may_rise_by: -3%}
  - {metric: failure_rate, at_most: 101%}
  - {metric: answer, may_fall_by: 0 points}
  - {strategy: rlm, metric: tasks, type: date, may_fall_by: 5 points}
  - {strategy: rlm, metric: context, type: dates, may_fall_by: 5 points}
  - {strategy: rlm, metric: final}
  - {strategy: rlm, model: sim:nan, metric: final, may_fall_by: 5 points, may_fal_by: 3}
  - {strategy: rlm, metric: memory, may_fall_by: 5 points}
  - {strategy: "rlm()", metric: memory, may_fall_by: 7 points}
`, smallPlan+"repeat: 3\n")
	_, err := load(path, lab.Models{})
	var faults strictyaml.Faults
	require.ErrorAs(t, err, &faults)
	require.ErrorContains(t, err, `plan.yaml:6:1: unknown field "repeat" (did you mean repeats?`)
	for _, want := range []string{
		`night.yaml:4:15: inconclusive: want fail or pass, have "perhaps"`,
		`night.yaml:7:29: unknown metric "answr" (did you mean answer?`,
		`night.yaml:8:50: may_fall_by of answer: want up to 100 points such as 6 points, have "6%"`,
		`night.yaml:9:50: answer takes may_fall_by, not may_rise_by`,
		`night.yaml:10:52: may_rise_by of cost_usd: want up to 1000 % such as 15%, have "6 points"`,
		`night.yaml:11:50: may_rise_by of tokens: want up to 1000 % such as 15%, have "-3%"`,
		`night.yaml:12:37: at_most of failure_rate: want up to 100 % such as 15%, have "101%"`,
		`name the strategy whose answer is gated`,
		`night.yaml:13:35: may_fall_by: want more than nothing, have "0 points"`,
		`night.yaml:14:42: tasks isn't counted by fact type`,
		`unknown fact type "dates" (did you mean date?`,
		`night.yaml:16:29: final needs a limit: may_fall_by: 6 points`,
		`unknown field "may_fal_by" (did you mean may_fall_by?`,
	} {
		require.ErrorContains(t, err, want)
	}

	// names are looked up once the plan can be read
	path = nightlyFiles(t, `
plan: plan.yaml
baseline: b.json
gates:
  - {strategy: rml, metric: answer, may_fall_by: 6 points}
  - {strategy: rlm, model: sim:nan, metric: final, may_fall_by: 5 points}
  - {strategy: rlm, metric: memory, may_fall_by: 5 points}
  - {strategy: "rlm()", metric: memory, may_fall_by: 7 points}
`, smallPlan)
	_, err = load(path, lab.Models{})
	require.ErrorContains(t, err, `night.yaml:5:16: the plan doesn't play "rml" (did you mean rlm? it plays rlm, window(size=2))`)
	require.ErrorContains(t, err, `night.yaml:6:28: the plan doesn't ask "sim:nan" (did you mean sim:nano? it asks sim:nano)`)
	require.ErrorContains(t, err, `night.yaml:8:5: there are two gates on rlm memory, sim:nano`)

	_, err = load(nightlyFiles(t, "plan: gone.yaml\nbaseline: night 1\ngates: []\n", ""), lab.Models{})
	require.ErrorContains(t, err, "gone.yaml")
	require.ErrorContains(t, err, "gates: must not be empty")
	require.ErrorContains(t, err, `baseline: want a file whose name ends in .json, have "night 1"`)
}

// TestExample keeps the example of the docs one that loads.
func TestExample(t *testing.T) {
	n, err := load("../../docs/examples/nightly.yaml", lab.Models{})
	require.NoError(t, err)
	require.Equal(t, "rlm-nightly", n.Name)
	require.Len(t, n.Gates, 5)
}

// TestNights plays nights of the simulated model: another night passes, and the first one's
// baseline survives its file.
func TestNights(t *testing.T) {
	l := labtest.New(t)
	path := nightlyFiles(t, `
plan: plan.yaml
baseline: b.json
gates:
  - {strategy: rlm, metric: answer, may_fall_by: 40 points}
  - {strategy: rlm, metric: tokens, may_rise_by: 50%}
  - {metric: failure_rate, at_most: 2%}
`, smallPlan)
	n, err := load(path, lab.Models{})
	require.NoError(t, err)
	_, err = n.loadBaseline()
	require.ErrorIs(t, err, os.ErrNotExist)

	first, err := n.night("1")
	require.NoError(t, err)
	forecasts, err := n.foresee(t.Context(), l, first, nil)
	require.NoError(t, err)
	require.Equal(t, "there is no baseline yet", forecasts[0].Undecidable)
	_, r := labtest.Run(t, l, first)
	gates := n.judge("", nil, forecasts, r).Gates
	require.Equal(t, stats.Inconclusive, gates[0].Result)
	require.Equal(t, stats.Pass, gates[2].Result, "the failure rate needs no baseline")
	require.False(t, n.passed(gates))

	fresh, err := newBaseline("1", r)
	require.NoError(t, err)
	text, err := fresh.encode()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(n.Baseline, text, 0o600))
	b, err := n.loadBaseline()
	require.NoError(t, err)
	require.Equal(t, fresh, *b)
	again, err := b.encode()
	require.NoError(t, err)
	require.Equal(t, string(text), string(again))

	// the same night passes as its own baseline, unless its figures are others
	forecasts, err = n.foresee(t.Context(), l, first, b)
	require.NoError(t, err)
	require.Empty(t, forecasts[0].refused())
	same := n.judge("1", b, forecasts, r)
	require.True(t, same.Passed)
	require.Contains(t, same.title(), "against baseline 1, SIMULATED: the same night")
	other := *b
	other.Arms = other.Arms[1:]
	forecasts, err = n.foresee(t.Context(), l, first, &other)
	require.NoError(t, err)
	require.Contains(t, forecasts[0].refused(), "this very night")

	second, err := n.night("2")
	require.NoError(t, err)
	forecasts, err = n.foresee(t.Context(), l, second, b)
	require.NoError(t, err)
	require.Empty(t, forecasts[0].refused())
	require.Positive(t, *forecasts[0].MDE)
	_, r2 := labtest.Run(t, l, second)
	require.NotEqual(t, r.Trials[0].Key, r2.Trials[0].Key)
	gates = n.judge("", b, forecasts, r2).Gates
	require.True(t, n.passed(gates), "%+v", gates)
	require.NotEqual(t, *gates[0].Baseline, 0.0)
	require.Empty(t, b.changed(r2.Planned))

	// another plan is no secret
	second.Budgets = []int{3000}
	_, r3 := labtest.Run(t, l, second)
	require.Equal(t, []string{"token_budget was not set and is 3000"}, b.changed(r3.Planned))
}

// TestBaselineFilesAreChecked: a file that isn't a whole baseline is refused by name.
func TestBaselineFilesAreChecked(t *testing.T) {
	l := labtest.New(t)
	p := labtest.Plan(t, "rlm")
	p.Repeats = 2
	_, r := labtest.Run(t, l, p)
	fresh, err := newBaseline("n1", r)
	require.NoError(t, err)
	n := nightly{Baseline: filepath.Join(t.TempDir(), "b.json")}
	for name, c := range map[string]struct {
		change func(b *Baseline)
		text   func(s string) string
		want   string
	}{
		"cut":       {text: func(s string) string { return s[:len(s)/2] }, want: "cut short"},
		"foreign":   {text: func(string) string { return `{"schema":"other"}` }, want: `its schema is "other"`},
		"no JSON":   {text: func(string) string { return "plan: x" }, want: "not a baseline"},
		"unknown":   {text: func(s string) string { return `{"extra":1,` + s[1:] }, want: `unknown field "extra"`},
		"night":     {change: func(b *Baseline) { b.Night = "../../etc" }, want: `its night "../../etc" is no label`},
		"edited":    {text: func(s string) string { return strings.Replace(s, `"repeats":2`, `"repeats":3`, 1) }, want: "edited since it was written"},
		"unchanged": {},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := fresh.encode()
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(n.Baseline, text, 0o600))
			copied, err := n.loadBaseline()
			require.NoError(t, err)
			if c.change != nil {
				c.change(copied)
				text, err = copied.encode()
				require.NoError(t, err)
			}
			if c.text != nil {
				text = []byte(c.text(string(text)))
			}
			require.NoError(t, os.WriteFile(n.Baseline, text, 0o600))
			_, err = n.loadBaseline()
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, c.want)
		})
	}
	r.Trials = r.Trials[:1]
	_, err = newBaseline("n1", r)
	require.ErrorContains(t, err, "rlm on early-fact-recall with sim:nano: 1 completed trial; a baseline needs 2 or more")
	require.ErrorContains(t, err, "rlm on rapid-fire-corrections with sim:nano: no completed trial")
}
