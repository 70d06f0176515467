package probes_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/probes/match"
	"contextarena.internal/scenarios"
	"contextarena.internal/stats"
	"contextarena.internal/words"
)

// labelledText is a text with what a reader found in it, before the verdicts were known.
type labelledText struct {
	Scenario string
	Level    arena.Level
	Source   string // memory-log, final-answer or variant
	Text     string
	Labels   []struct {
		Probe      string
		Label      probes.Result
		Note       string
		Relabelled bool // read again and changed after the matchers had been run on it
	}
}

// pair is a labelled probe and text with its verdict.
type pair struct {
	labelledText
	probe            arena.Probe
	form             string // of the pattern of the fact's value
	label            probes.Result
	note             string
	verdict          probes.Verdict
	changed, present bool // label changed on a second reading; the value stands in the text, if perhaps for something else
}

func readLabels(t *testing.T) []labelledText {
	t.Helper()
	data, err := os.ReadFile("testdata/labelled.yaml")
	require.NoError(t, err)
	var out []labelledText
	require.NoError(t, yaml.Load(data, &out, yaml.WithKnownFields()))
	return out
}

// judged runs every labelled pair through the scorer.
func judged(t *testing.T) []pair {
	t.Helper()
	ss, err := scenarios.Builtin()
	require.NoError(t, err)
	type subject struct {
		*arena.Scenario
		scorer *probes.Scorer
	}
	subjects := map[string]subject{}
	for _, s := range ss {
		sc, err := probes.NewScorer(s)
		require.NoError(t, err)
		subjects[s.ID] = subject{s, sc}
	}
	var out []pair
	for _, text := range readLabels(t) {
		s, ok := subjects[text.Scenario]
		require.True(t, ok, "scenario %s", text.Scenario)
		verdicts := map[string]probes.Verdict{}
		for i, v := range s.scorer.ScoreText(text.Level, text.Text) {
			verdicts[s.Probes[i].ID] = v
		}
		for _, l := range text.Labels {
			p := pair{labelledText: text, label: l.Label, note: l.Note, changed: l.Relabelled}
			p.verdict, ok = verdicts[l.Probe]
			require.True(t, ok, "scenario %s has no probe %s", text.Scenario, l.Probe)
			for _, q := range s.Probes {
				if q.ID == l.Probe {
					p.probe = q
				}
			}
			for _, f := range s.Facts {
				if f.ID == p.probe.Fact {
					p.form = form(f.Value)
					compiled, err := match.CompileFact(f)
					require.NoError(t, err)
					p.present = len(compiled.Bare().Find(words.Read(text.Text))) > 0
				}
			}
			out = append(out, p)
		}
	}
	return out
}

// form names the pattern that decides.
func form(p arena.Pattern) string {
	switch {
	case p.Number != nil:
		return "number"
	case p.Date != nil:
		return "date"
	case p.Time != nil:
		return "time"
	case p.Identifier != "":
		return "identifier"
	case p.Regex != "":
		return "regex"
	case p.Near != nil:
		return "near"
	case len(p.All) > 0:
		return "all"
	case len(p.Any) > 0:
		for _, q := range p.Any {
			if q.Text == "" {
				return "any, of other patterns"
			}
		}
		return "any, of texts"
	}
	return "text"
}

func TestLabelsAreSound(t *testing.T) {
	n := 0
	seen := map[string]bool{}
	has := map[string]bool{}
	for _, text := range readLabels(t) {
		require.Contains(t, arena.Levels, text.Level, text.Text)
		require.Contains(t, []string{"memory-log", "final-answer", "variant"}, text.Source, text.Text)
		require.NotEmpty(t, text.Labels, text.Text)
		for _, l := range text.Labels {
			key := fmt.Sprintf("%s/%s at %s: %s", text.Scenario, l.Probe, text.Level, text.Text)
			require.False(t, seen[key], "twice: %s", key)
			seen[key] = true
			require.Contains(t, []probes.Result{probes.Kept, probes.Stale, probes.Lost}, l.Label, key)
			require.False(t, l.Relabelled && l.Note == "", "relabelled without a reason: %s", key)
			n++
		}
	}
	require.GreaterOrEqual(t, n, 300)
	for _, p := range judged(t) {
		require.False(t, p.label == probes.Stale && p.probe.Kind == arena.Historical, "a historical probe can't be stale: %s", p.probe.ID)
		has["level "+string(p.Level)] = true
		has["type "+string(p.probe.Type)] = true
		has["scenario "+p.Scenario] = true
	}
	for _, l := range arena.Levels {
		require.True(t, has["level "+string(l)], l)
	}
	for _, f := range arena.FactTypes {
		require.True(t, has["type "+string(f)], f)
	}
	ss, err := scenarios.Builtin()
	require.NoError(t, err)
	for _, s := range ss {
		require.True(t, s.Suite != "original" || has["scenario "+s.ID], s.ID)
	}
}

// share is how many of n pairs came out right.
type share struct{ k, n int }

func (s *share) add(ok bool) {
	s.n++
	if ok {
		s.k++
	}
}

func (s share) rate() float64 { return float64(s.k) / float64(s.n) }

// String is the share with its Wilson interval at 95 %.
func (s share) String() string {
	if s.n == 0 {
		return "–"
	}
	ci, err := stats.Wilson(s.k, s.n, 0.05)
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf("%.1f %% (%.1f–%.1f), %d of %d", 100*s.rate(), 100*ci.Low, 100*ci.High, s.k, s.n)
}

// accuracy is what the pairs of one group show.
type accuracy struct{ sensitivity, specificity, stale, notStale share }

func (a *accuracy) add(label, verdict probes.Result) {
	if label == probes.Kept {
		a.sensitivity.add(verdict == probes.Kept)
	} else {
		a.specificity.add(verdict != probes.Kept)
	}
	if label == probes.Stale {
		a.stale.add(verdict == probes.Stale)
	} else {
		a.notStale.add(verdict != probes.Stale)
	}
}

// property is a way to divide the pairs.
type property struct {
	name   string
	values []string
	of     func(pair) string
}

// group sums up the pairs by the values of a property.
func group(pairs []pair, by property) map[string]*accuracy {
	out := map[string]*accuracy{}
	for _, p := range pairs {
		v := by.of(p)
		if out[v] == nil {
			out[v] = &accuracy{}
		}
		out[v].add(p.label, p.verdict.Result)
	}
	return out
}

// properties are the ways to divide the pairs, with their values in the order of the data.
func properties(pairs []pair) []property {
	out := []property{
		{name: "Overall", of: func(pair) string { return "all pairs" }},
		{name: "Level", of: func(p pair) string { return string(p.Level) }},
		{name: "Pattern of the value", of: func(p pair) string { return p.form }},
		{name: "Fact type", of: func(p pair) string { return string(p.probe.Type) }},
		{name: "Source", of: func(p pair) string { return p.Source }},
		{name: "The value, label aside", of: func(p pair) string {
			if p.present {
				return "stands in the text"
			}
			return "is not found"
		}},
		{name: "Scenario", of: func(p pair) string { return p.Scenario }},
	}
	for i := range out {
		seen := map[string]bool{}
		for _, p := range pairs {
			if v := out[i].of(p); !seen[v] {
				seen[v] = true
				out[i].values = append(out[i].values, v)
			}
		}
	}
	return out
}

// TestMatcherAccuracy holds the matchers to what was measured of them. The floors leave room for
// a few pairs each: a better matcher may trade one for another, but not lose many.
func TestMatcherAccuracy(t *testing.T) {
	pairs := judged(t)
	byName := map[string]map[string]*accuracy{}
	for _, p := range properties(pairs) {
		byName[p.name] = group(pairs, p)
	}
	for _, floor := range []struct {
		property, value                 string
		sensitivity, specificity, stale float64 // no floor: 0
	}{
		{"Overall", "all pairs", 0.955, 0.94, 0.88},
		{"Level", "memory", 0.92, 0.935, 0.85},
		{"Level", "context", 0.94, 0.96, 0.85},
		{"Level", "answer", 0.97, 0.92, 0.89},
		{"Level", "final", 0.98, 0.96, 0.83},
		{"Pattern of the value", "text", 0.96, 0.88, 0.83},
		{"Pattern of the value", "number", 0.94, 0.945, 0.87},
		{"Pattern of the value", "date", 0.97, 0.90, 0.71},
		{"Pattern of the value", "identifier", 0.97, 0.92, 0.75},
		{"Pattern of the value", "near", 0.85, 0.92, 0.5},
		{"Pattern of the value", "regex", 0.92, 0.93, 0.66},
		{"Pattern of the value", "any, of texts", 0.96, 0.76, 0},
		{"Pattern of the value", "any, of other patterns", 0.93, 0.94, 0.86},
		{"Source", "memory-log", 0.96, 0.98, 0.88},
		{"Source", "final-answer", 0.98, 0.96, 0.77},
		{"Source", "variant", 0.89, 0.78, 0.77},
	} {
		name := floor.property + ": " + floor.value
		a := byName[floor.property][floor.value]
		require.NotNil(t, a, name)
		require.GreaterOrEqual(t, a.sensitivity.rate(), floor.sensitivity, "sensitivity, %s: %v", name, a.sensitivity)
		require.GreaterOrEqual(t, a.specificity.rate(), floor.specificity, "specificity, %s: %v", name, a.specificity)
		if floor.stale > 0 {
			require.GreaterOrEqual(t, a.stale.rate(), floor.stale, "stale found, %s: %v", name, a.stale)
		}
	}
}
