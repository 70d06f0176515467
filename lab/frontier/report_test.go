package frontier

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/space"
)

// toySpace has 12 points: enough for a surface.
const toySpace = `name: toy
dimensions:
  - name: method
    categorical: [window, structured]
  - name: trigger
    ordinal: [4, 8, 16]
    when: {method: structured}
  - name: recent
    ordinal: [2, 4, 8]
strategies:
  - when: {method: window}
    spec: window(size=$recent)
  - when: {method: structured}
    spec: structured(compress_every=$trigger, recent_window=$recent)
`

// toyShow: structured costs more and keeps more, the more often it compresses.
func toyShow(p space.Point, scenario, repeat int) (float64, func(int) bool) {
	usd, n := 0.001, 3
	if p.Levels[0] == "structured" {
		usd, n = 0.004, 8
		if p.Levels[1] == "4" {
			usd, n = 0.008, 10
		}
	}
	if p.Levels[2] == "8" {
		usd += 0.0005
	}
	return usd, func(k int) bool { return k < n-(scenario+repeat)%2 }
}

func toySwept(t *testing.T, scenarios, repeats int) Swept {
	t.Helper()
	return sweptBy(t, toySpace, scenarios, repeats, toyShow)
}

func toyFrontier(t *testing.T, s Swept) Frontier {
	t.Helper()
	f, err := analyse(s)
	require.NoError(t, err)
	return f
}

func TestFrontier(t *testing.T) {
	r := toyFrontier(t, toySwept(t, 4, 2))
	require.Equal(t, "USD", r.Unit)
	require.Len(t, r.Points, 12)
	var front []string
	for _, i := range r.Front {
		front = append(front, r.Points[i].name)
	}
	require.Equal(t, []string{"window recent=2", "window recent=4", "structured trigger=8 recent=2", "structured trigger=8 recent=4", "structured trigger=16 recent=2", "structured trigger=16 recent=4", "structured trigger=4 recent=2", "structured trigger=4 recent=4"}, front, "equals are all on it")
	p := r.Points[r.Front[2]]
	require.Equal(t, "method=structured trigger=8 recent=2", p.Settings)
	require.InDelta(t, 7.5/12, p.Retention.Estimate().Mean, 1e-12)
	require.Equal(t, "answer", p.Retention.About().Level)
	require.InDelta(t, 0.004, p.Cost, 1e-12)
	require.InDelta(t, 0.003, p.USD.Write, 1e-12)
	require.Contains(t, strings.Join(r.Warnings, "\n"), "Simulated")
}

func TestFrontierWarns(t *testing.T) {
	s := toySwept(t, 2, 1)
	s.Experiment.Status = "interrupted"
	s.Stale = 3
	s.put(11, 0, 0, lab.Shown{})
	s.put(10, 0, 0, lab.Shown{Ended: arena.Refused})
	r := toyFrontier(t, s)
	warned := strings.Join(r.Warnings, "\n")
	for _, want := range []string{
		"The sweep is interrupted", "1 of 12 points are in no figure: they were dropped", "a trial of them was not completed",
		"3 trials were judged by other matchers than today's: arena rescore 1", "not estimable across scenarios (fewer than 3)",
	} {
		require.Contains(t, warned, want)
	}
	require.Nil(t, r.Effects[0].Retention.Low, "two scenarios bound nothing")
	one := toyFrontier(t, toySwept(t, 1, 2))
	require.Contains(t, strings.Join(one.Warnings, "\n"), "not estimable across scenarios (fewer than 3)")
}

// TestGolden has all that a report can have.
func TestGolden(t *testing.T) {
	s := toySwept(t, 4, 2)
	s.Points[0].MemoryModel = "=sim:nano"
	change(s.Points[1:2], func(t *lab.Shown) { t.Latency = 0 })
	f := toyFrontier(t, s)
	f.Points[f.Front[0]].name = "a very long name of a <configuration> with\x1b[31m colours in it and more than that"
	for _, s := range f.Document().Sections {
		require.Contains(t, Views, s.View, s.Title)
	}
	reportstest.Golden(t, f.Document(), "toy", "table", "md", "csv", "svg/cost")
}

func TestEditedCodeIsWarnedOf(t *testing.T) {
	s := toySwept(t, 4, 2)
	s.Edited = 3
	require.Contains(t, strings.Join(toyFrontier(t, s).Warnings, "\n"), "3 trials of other code of the same version")
}

func TestSweepDocument(t *testing.T) {
	f := toyFrontier(t, toySwept(t, 4, 2))
	for size, want := range map[Size]string{
		{Exhaustive: true}: "all played to the end",
		{Repeats: 2}:       "are never\ndropped",
	} {
		table := string(reportstest.Written(t, Ran{Size: size}.Document(&f), "table", ""))
		require.Contains(t, table, want)
		require.Contains(t, table, "Cost-retention frontier, SIMULATED: toy, 4 scenarios × 2, sim:nano, scripted\non the front")
		require.Contains(t, table, "The rest: arena report frontier 1")
	}
	require.NotContains(t, string(reportstest.Written(t, Ran{}.Document(nil), "table", "")), "Cost-retention frontier")
}

func TestSchema(t *testing.T) {
	free := toySwept(t, 3, 1)
	change(free.Points, func(t *lab.Shown) { t.Cost.Priced = false })
	names := map[string]string{
		"frontier.form": "Frontier", "frontier.Played": "FrontierSwept", "frontier.Hypervolume": "FrontierVolume",
	}
	for _, name := range []string{"Dimension", "Point", "Charge", "Effect"} {
		names["frontier."+name] = "Frontier" + name
	}
	reportstest.Schema(t, "schema.json", "Context Arena cost-retention frontier", form{}, names,
		toyFrontier(t, toySwept(t, 4, 2)).Document(),
		toyFrontier(t, toySwept(t, 2, 1)).Document(), toyFrontier(t, free).Document())
}

func TestChartsWithoutIntervals(t *testing.T) {
	few := toyFrontier(t, toySwept(t, 2, 2))
	require.NoError(t, few.Document().Write(io.Discard, "svg", ""), "without intervals there are no bars")
}

func TestUnsigned(t *testing.T) {
	for in, want := range map[string]string{"-0.0": "0.0", "-0": "0", "-0.1": "-0.1", "0.0": "0.0", "12.0": "12.0"} {
		require.Equal(t, want, unsigned(in), fmt.Sprintf("of %s", in))
	}
}
