package nightly

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
	"contextarena.internal/stats"
	"contextarena.internal/store"
)

// gates are one of each result, with names a stranger might have chosen.
func gates() []Gated {
	of := func(x float64) *float64 { return &x }
	gate := func(g Gate, result stats.GateResult, reason string, figures ...float64) Gated {
		out := Gated{Forecast: Forecast{Gate: g, Name: g.Name()}, Result: result, Reason: reason, Completed: 40, Planned: 40}
		if len(figures) == 6 {
			out.Baseline, out.Tonight, out.Change, out.Low, out.High, out.MDE = of(figures[0]), of(figures[1]), of(figures[2]), of(figures[3]), of(figures[4]), of(figures[5])
			out.N, out.Scenarios = 1133.4, 8
		}
		return out
	}
	nasty := "x<script>]]>&\"'|*_\x1b[31m\x00\u0085"
	out := []Gated{
		gate(Gate{Strategy: "rlm(depth=2)", Model: "sim:nano", Metric: "answer", Margin: 0.06}, stats.Pass, "", 0.85, 0.843, -0.007, -0.031, 0.0171, 0.041),
		gate(Gate{Strategy: nasty, Model: "openai:" + nasty, Metric: "stale", Type: "phone/id", Margin: 0.1}, stats.Fail, "", 0.1, 0.4, 0.3, 0.25, 0.35, 0.05),
		gate(Gate{Strategy: "rlm", Model: "sim:nano", Metric: "cost_usd", Margin: 0.15}, stats.Inconclusive, "", 0.012345678, 0.0137, 0.11, 0.03, 0.19, 0.1),
		gate(Gate{Strategy: "rlm", Model: "sim:nano", Metric: "tokens", Margin: 0.15}, stats.Inconclusive, "only 3 of 40 planned trials were completed"),
	}
	rate := gate(Gate{Metric: failureRate, Margin: 0.02}, stats.Pass, "")
	rate.Tonight, rate.Low, rate.High, rate.N = of(0.0), of(0.0), of(0.088), 40
	return append(out, rate)
}

func reported(n nightly) Night {
	return n.report("2026-11-21", &Baseline{Night: "2026-11-01", Program: "test"}, lab.Result{
		Experiment: store.Experiment{ID: "0123456789abcdef", Status: store.Complete, Program: "test", Simulated: true},
	}, gates())
}

func TestNightTable(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, reported(nightly{Name: "rlm"}).Document().Write(&b, "table", ""))
	for line := range strings.Lines(b.String()) {
		require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimRight(line, "\n")), 80, line)
	}
	for _, want := range []string{
		"Nightly rlm, 2026-11-21 against baseline 2026-11-01, SIMULATED: FAILED",
		"PASS: rlm(depth=2) answer, sim:nano: 84.3 % of 1,133 probes in 8 scenarios after",
		"85.0 %, a change of −0.7 points [−3.1, +1.7]; it may fall by 6 points.",
		"INCONCLUSIVE: rlm cost_usd, sim:nano: 0.01370 over 1,133 trials in 8 scenarios",
		"after 0.01235, a change of +11.0 % [+3.0, +19.0]; it may rise by 15 %. The",
		"INCONCLUSIVE: rlm tokens, sim:nano: not decided; it may rise by 15 %. Only 3 of",
		"PASS: failure_rate: 0.0 % of the 40 trials played were not completed [0.0, 8.8]",
		"! Simulated:",
	} {
		require.Contains(t, b.String(), want)
	}
	require.NotContains(t, b.String(), "\x1b")
	require.NotContains(t, b.String(), "\x00")
}

// A night that decided nothing says so: it didn't find a regression.
func TestNightTitle(t *testing.T) {
	for name, c := range map[string]struct {
		gates []Gated
		n     nightly
		want  string
	}{
		"all pass":              {gates()[:1], nightly{}, "passed"},
		"one failed":            {gates(), nightly{Indecision: true}, "FAILED"},
		"undecided":             {gates()[2:], nightly{}, "INCONCLUSIVE"},
		"undecided, and it may": {gates()[2:], nightly{Indecision: true}, "passed"},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			require.NoError(t, c.n.report("n", nil, lab.Result{}, c.gates).Document().Write(&b, "table", ""))
			require.Contains(t, b.String(), "\nNightly , n against no baseline: "+c.want+"\n")
		})
	}
}

func TestForecastsSayWhatMDEIs(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, forecastDocument([]Forecast{gates()[0].Forecast}).Write(&b, "table", ""))
	require.Regexp(t, `rlm\(depth=2\) answer, sim:nano +−6pt +4\.1pt +ready`, b.String())
	require.Contains(t, b.String(), "MDE: the least regression")
}

func TestNightMarkdownEscapes(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, reported(nightly{Name: "rlm"}).Document().Write(&b, "md", ""))
	require.NotContains(t, b.String(), "<script>")
	rows := 0
	for line := range strings.Lines(b.String()) {
		if strings.HasPrefix(line, "|") {
			rows++
			require.Equal(t, 11, strings.Count(strings.ReplaceAll(line, `\|`, ""), "|"), line)
		}
	}
	require.Equal(t, 7, rows)
}

func TestNightJSON(t *testing.T) {
	var b bytes.Buffer
	n := reported(nightly{Name: "rlm"})
	require.NoError(t, n.Document().Write(&b, "json", ""))
	var back Night
	d := json.NewDecoder(&b)
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(&back))
	require.Equal(t, n.Gates[0], back.Gates[0])
	require.Equal(t, "context-arena/nightly/1", back.Schema)
	require.False(t, back.Passed)
}

func TestJUnit(t *testing.T) {
	type suite struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Skipped  int `xml:"skipped,attr"`
		Cases    []struct {
			Name    string `xml:"name,attr"`
			Failure *struct {
				Message string `xml:"message,attr"`
				Type    string `xml:"type,attr"`
			} `xml:"failure"`
			Skipped *struct {
				Message string `xml:"message,attr"`
			} `xml:"skipped"`
		} `xml:"testcase"`
	}
	read := func(n nightly) suite {
		var b bytes.Buffer
		require.NoError(t, reported(n).Document().Write(&b, "junit", ""))
		require.True(t, strings.HasPrefix(b.String(), "<?xml"))
		var s suite
		d := xml.NewDecoder(&b)
		d.Strict = true
		require.NoError(t, d.Decode(&s))
		_, err := d.Token()
		require.NoError(t, err, "only the last line end follows")
		require.Len(t, s.Cases, 5)
		require.Equal(t, 5, s.Tests)
		return s
	}
	strict := read(nightly{Name: "rlm"})
	require.Equal(t, 3, strict.Failures)
	require.Zero(t, strict.Skipped)
	require.Nil(t, strict.Cases[0].Failure)
	require.Equal(t, "rlm(depth=2) answer, sim:nano may fall by 6 points", strict.Cases[0].Name)
	require.Equal(t, "fail", strict.Cases[1].Failure.Type)
	require.Contains(t, strict.Cases[1].Failure.Message, "x<script>]]>&\"'|*_[31m stale of phone/id")
	require.Equal(t, "inconclusive", strict.Cases[2].Failure.Type)

	lenient := read(nightly{Name: "rlm", Indecision: true})
	require.Equal(t, 1, lenient.Failures)
	require.Equal(t, 2, lenient.Skipped)
	require.Contains(t, lenient.Cases[3].Skipped.Message, "Only 3 of 40")
}
