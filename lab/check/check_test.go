package check

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/stats"
	"contextarena.internal/strategies/foresight"
)

// counting is a lab with what checks need of one.
func counting(parallel int) *lab.Lab {
	return &lab.Lab{Tokens: llm.NewCounter().Count, Parallel: parallel}
}

// small is a study of some scenarios only.
func small(t *testing.T, ids ...string) *study {
	t.Helper()
	s, err := newStudy(counting(2))
	require.NoError(t, err)
	in := sample{name: "original"}
	for _, from := range s.samples {
		for _, sub := range from.subjects {
			if slices.Contains(ids, sub.ID) {
				in.subjects = append(in.subjects, sub)
			}
		}
	}
	require.Len(t, in.subjects, len(ids))
	s.samples = []sample{in}
	return s
}

// of is the figure of a measure on a sample.
func of(t *testing.T, figures []Figure, measure, by, sample string) Figure {
	t.Helper()
	i := slices.IndexFunc(figures, func(f Figure) bool { return f.Measure == measure && f.By == by && f.Sample == sample })
	require.GreaterOrEqual(t, i, 0, "%s of %s on %s", measure, by, sample)
	return figures[i]
}

func TestRunRefusesUnknownNames(t *testing.T) {
	_, err := Run(t.Context(), counting(1), []string{"chanels", "qpb", "nothing-like-it"})
	require.ErrorAs(t, err, new(arena.Mistake))
	require.ErrorContains(t, err, `unknown check "chanels" (did you mean channels? `)
	require.ErrorContains(t, err, `unknown check "nothing-like-it" (checks: `)
}

// Every check says what it measures, on every sample of scenarios, whatever runs at the same time.
func TestRunIsTheSameEveryTime(t *testing.T) {
	names := []string{"foresight", "channels"}
	first, err := Run(t.Context(), counting(1), names)
	require.NoError(t, err)
	again, err := Run(t.Context(), counting(4), names)
	require.NoError(t, err)
	require.Equal(t, reportstest.Written(t, first.Document(), "json", ""), reportstest.Written(t, again.Document(), "json", ""))
	require.Len(t, first.Checks, len(names))
	for i, c := range first.Checks {
		require.Equal(t, names[i], c.Proposal)
		for _, sample := range []string{"original", "extended", generated} {
			require.True(t, slices.ContainsFunc(c.Figures, func(f Figure) bool { return f.Sample == sample && f.Of > 0 }), "%s on %s", c.Proposal, sample)
		}
	}
}

// Scenarios that are played side by side are counted as one after the other.
func TestPlaysAreTheSameEveryTime(t *testing.T) {
	s := small(t, "cascading-corrections", "early-fact-recall", "rapid-fire-corrections")
	s.session.Parallel = 1
	first, err := s.figures(t.Context(), graph)
	require.NoError(t, err)
	s.session.Parallel = 3
	again, err := s.figures(t.Context(), graph)
	require.NoError(t, err)
	require.Equal(t, first, again)
	require.Positive(t, of(t, first, "all values", Simulated, "original").Of)
}

func TestVerdict(t *testing.T) {
	for name, c := range map[string]struct {
		found, of int
		predicted string
		want      stats.Ruling
	}{
		"nothing asked":       {5, 10, "", ""},
		"nothing counted":     {0, 0, "check/graph", ""},
		"above":               {95, 100, "check/graph", stats.Supported},
		"below":               {5, 100, "check/graph", stats.NotSupported},
		"too few to tell":     {3, 4, "check/graph", stats.Undecided},
		"all of a few":        {7, 7, "check/codes", stats.Supported},
		"all but one of many": {999, 1000, "check/codes", stats.NotSupported},
	} {
		f, err := tally{c.found, c.of}.figure(measure{name: "m", by: Rules, predicted: c.predicted}, "s")
		require.NoError(t, err, name)
		require.Equal(t, c.want, f.Verdict, name)
		require.Equal(t, c.of > 0, f.Low != nil, name)
	}
}

// What takes every word for an identifier finds all and is wrong in every message; what takes none
// misses all.
func TestClassifierIsCounted(t *testing.T) {
	s := small(t, "early-fact-recall", "long-horizon-noise")
	all, err := s.figures(t.Context(), identifiers(func(text string) []string { return []string{text, "zzz"} }))
	require.NoError(t, err)
	none, err := s.figures(t.Context(), identifiers(func(string) []string { return nil }))
	require.NoError(t, err)
	rules, err := s.figures(t.Context(), identifiers(channels))
	require.NoError(t, err)
	const recall, alarm = "identifiers found", "messages, false alarm"
	require.InDelta(t, 1, *of(t, all, recall, Rules, "original").Share, 0)
	require.InDelta(t, 0, *of(t, none, recall, Rules, "original").Share, 0)
	require.InDelta(t, 1, *of(t, all, alarm, Rules, "original").Share, 0)
	require.InDelta(t, 0, *of(t, none, alarm, Rules, "original").Share, 0)
	require.Less(t, *of(t, rules, alarm, Rules, "original").Share, 0.1)
	require.Greater(t, *of(t, rules, recall, Rules, "original").Share, 0.5)
}

// What flags every message flags every code, and is wrong wherever there is none; the detector does better
// than that.
func TestSurprisesAreCounted(t *testing.T) {
	s := small(t, "early-fact-recall", "long-horizon-noise")
	const recall, precision = "codes flagged", "code flags right"
	all, err := s.figures(t.Context(), surprises(func(ms []arena.Message) []foresight.Surprise {
		var out []foresight.Surprise
		for _, m := range ms {
			out = append(out, foresight.Surprise{Message: m.Index, Value: m.Text})
		}
		return out
	}))
	require.NoError(t, err)
	require.InDelta(t, 1, *of(t, all, recall, Rules, "original").Share, 0)
	rules, err := s.figures(t.Context(), surprises(surprising))
	require.NoError(t, err)
	require.Greater(t, *of(t, rules, precision, Rules, "original").Share, *of(t, all, precision, Rules, "original").Share)
}

// A graph of nothing holds nothing.
func TestGraphIsCounted(t *testing.T) {
	s := small(t, "cascading-corrections", "early-fact-recall", "festival-logistics")
	s.session.Client = llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) { return llmtest.Say("none"), nil })
	figures, err := s.figures(t.Context(), graph)
	require.NoError(t, err)
	held := of(t, figures, "all values", Simulated, "original")
	require.Positive(t, held.Of)
	require.Zero(t, held.Found)
}
