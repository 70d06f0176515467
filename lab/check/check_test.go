package check

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/measured"
	"contextarena.internal/stats"
	"contextarena.internal/strategies/foresight"
)

// small is a sample of some scenarios only.
func small(t *testing.T, ids ...string) []sample {
	t.Helper()
	all, err := samples()
	require.NoError(t, err)
	in := sample{name: "original"}
	for _, from := range all {
		for _, sub := range from.subjects {
			if slices.Contains(ids, sub.ID) {
				in.subjects = append(in.subjects, sub)
			}
		}
	}
	require.Len(t, in.subjects, len(ids))
	return []sample{in}
}

// of is the figure of a measure on a sample.
func of(t *testing.T, figures []Figure, measure, sample string) Figure {
	t.Helper()
	i := slices.IndexFunc(figures, func(f Figure) bool { return f.Measure == measure && f.Sample == sample })
	require.GreaterOrEqual(t, i, 0, "%s on %s", measure, sample)
	return figures[i]
}

var update = flag.Bool("update", false, "write docs/research/checks.md anew")

// The page shows what is measured: every check on every sample of scenarios.
func TestChecksPage(t *testing.T) {
	in, err := samples()
	require.NoError(t, err)
	var b strings.Builder
	b.WriteString("| | sample | found | % [95 %] | asked |\n|---|---|---:|---|---|\n")
	for _, c := range list {
		figures, err := c.figures(in)
		require.NoError(t, err)
		for _, sample := range []string{"original", "extended", generated} {
			require.True(t, slices.ContainsFunc(figures, func(f Figure) bool { return f.Sample == sample && f.Of > 0 }), "%s on %s", c.Proposal, sample)
		}
		for _, f := range figures {
			asked := ""
			if f.Asked > 0 {
				asked = fmt.Sprintf("%.0f %%: %s", 100*f.Asked, f.Verdict)
			}
			fmt.Fprintf(&b, "| %s: %s | %s | %d/%d | %.1f [%.0f–%.0f] | %s |\n", c.Proposal, f.Measure, f.Sample, f.Found, f.Of, 100**f.Share, 100**f.Low, 100**f.High, asked)
		}
	}
	measured.Page(t, "../../docs/research/checks.md", *update, map[string]string{"checks": b.String()})
}

func TestVerdict(t *testing.T) {
	for name, c := range map[string]struct {
		found, of int
		predicted string
		want      stats.Ruling
	}{
		"nothing asked":       {5, 10, "", ""},
		"nothing counted":     {0, 0, "check/identifiers", ""},
		"above":               {95, 100, "check/identifiers", stats.Supported},
		"below":               {5, 100, "check/identifiers", stats.NotSupported},
		"too few to tell":     {3, 4, "check/identifiers", stats.Undecided},
		"all of a few":        {7, 7, "check/codes", stats.Supported},
		"all but one of many": {999, 1000, "check/codes", stats.NotSupported},
	} {
		f, err := tally{c.found, c.of}.figure(measure{name: "m", predicted: c.predicted}, "s")
		require.NoError(t, err, name)
		require.Equal(t, c.want, f.Verdict, name)
		require.Equal(t, c.of > 0, f.Low != nil, name)
	}
}

// What takes every word for an identifier finds all and is wrong in every message; what takes none
// misses all.
func TestClassifierIsCounted(t *testing.T) {
	s := small(t, "early-fact-recall", "long-horizon-noise")
	all, err := identifiers(func(text string) []string { return []string{text, "zzz"} }).figures(s)
	require.NoError(t, err)
	none, err := identifiers(func(string) []string { return nil }).figures(s)
	require.NoError(t, err)
	rules, err := identifiers(channels).figures(s)
	require.NoError(t, err)
	const recall, alarm = "identifiers found", "messages, false alarm"
	require.InDelta(t, 1, *of(t, all, recall, "original").Share, 0)
	require.InDelta(t, 0, *of(t, none, recall, "original").Share, 0)
	require.InDelta(t, 1, *of(t, all, alarm, "original").Share, 0)
	require.InDelta(t, 0, *of(t, none, alarm, "original").Share, 0)
	require.Less(t, *of(t, rules, alarm, "original").Share, 0.1)
	require.Greater(t, *of(t, rules, recall, "original").Share, 0.5)
}

// What flags every message flags every code, and is wrong wherever there is none; the detector does better
// than that.
func TestSurprisesAreCounted(t *testing.T) {
	s := small(t, "early-fact-recall", "long-horizon-noise")
	const recall, precision = "codes flagged", "code flags right"
	all, err := surprises(func(ms []arena.Message) []foresight.Surprise {
		var out []foresight.Surprise
		for _, m := range ms {
			out = append(out, foresight.Surprise{Message: m.Index, Value: m.Text})
		}
		return out
	}).figures(s)
	require.NoError(t, err)
	require.InDelta(t, 1, *of(t, all, recall, "original").Share, 0)
	rules, err := surprises(surprising).figures(s)
	require.NoError(t, err)
	require.Greater(t, *of(t, rules, precision, "original").Share, *of(t, all, precision, "original").Share)
}
