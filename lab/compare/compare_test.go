package compare_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab/compare"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/lab/story"
	"contextarena.internal/reports"
	"contextarena.internal/store"
)

var options = contrast.Options{Estimand: reports.Sampled, Alpha: 0.05, Smallest: 0.1}

func TestCompareTellsTheStoryOfEachFlip(t *testing.T) {
	l := labtest.New(t)
	labtest.Run(t, l, labtest.Plan(t, "rlm", "window"))
	c, err := compare.Run(t.Context(), l, "rlm", "window", "", options)
	require.NoError(t, err)
	require.Equal(t, "answer", c.Primary)
	require.Equal(t, []compare.InputPair{{What: "strategy", A: "rlm", B: "window"}}, c.Inputs)
	require.Len(t, c.Contrasts, 1)
	k := c.Contrasts[0]
	require.Equal(t, 4, k.Pairs, "two scenarios, two repeats")
	require.NotEmpty(t, k.Flips)
	for _, f := range k.Flips {
		require.NotEmpty(t, f.Question)
		for _, s := range []contrast.FlipSide{f.A, f.B} {
			require.NotEmpty(t, s.Answer)
			told, err := story.Load(t.Context(), l, s.Trial)
			require.NoError(t, err)
			require.Equal(t, f.Scenario, told.Scenario.ID)
			n := 0
			for _, p := range s.Places {
				n += p.N
			}
			require.Equal(t, 2, n, "every repeat has one place")
		}
	}
}

// TestCompareCountsSharedReplies: strategies that show the model the same for a question have one
// reply between them, and it says nothing about either.
func TestCompareCountsSharedReplies(t *testing.T) {
	l := labtest.New(t)
	labtest.Run(t, l, labtest.Plan(t, "rlm", "rlm(max_tokens=2000)", "window"))
	c, err := compare.Run(t.Context(), l, "rlm", "rlm(max_tokens=2000)", "", options)
	require.NoError(t, err)
	require.Positive(t, c.Contrasts[0].Shared)
	require.LessOrEqual(t, c.Contrasts[0].Shared, c.Contrasts[0].Questions)
	c, err = compare.Run(t.Context(), l, "rlm", "window", "", options)
	require.NoError(t, err)
	require.Less(t, c.Contrasts[0].Shared, c.Contrasts[0].Questions)
}

func TestCompareRefusesScoresOfOtherMatchers(t *testing.T) {
	l := labtest.New(t)
	_, r := labtest.Run(t, l, labtest.Plan(t, "rlm", "window"))
	require.NoError(t, l.DB.SaveScore(t.Context(), r.Trials[0].Key, "older", r.Trials[0].Score))
	_, err := compare.Run(t.Context(), l, "rlm", "window", "", options)
	require.ErrorContains(t, err, "experiment 1 was judged by other matchers than today's: bring it up to date with arena rescore 1")
}

func TestCompareLeavesRewrittenScenariosOut(t *testing.T) {
	l := labtest.New(t)
	text, err := os.ReadFile("../../scenarios/builtin/early-fact-recall.yaml")
	require.NoError(t, err)
	l.ScenariosDir = t.TempDir()
	file := filepath.Join(l.ScenariosDir, "mine.yaml")
	text = bytes.Replace(text, []byte("id: early-fact-recall"), []byte("id: mine"), 1)
	require.NoError(t, os.WriteFile(file, text, 0o600))
	p := labtest.Plan(t, "rlm", "window")
	p.ScenariosDir, p.Scenarios = l.ScenariosDir, []string{"mine", "rapid-fire-corrections"}
	labtest.Run(t, l, p)

	text = bytes.Replace(text, []byte("assistant: "), []byte("assistant: Well, "), 1)
	require.NoError(t, os.WriteFile(file, text, 0o600))
	c, err := compare.Run(t.Context(), l, "rlm", "window", "", options)
	require.NoError(t, err)
	require.Contains(t, fmt.Sprint(c.NotCompared), "scenario mine: it has been rewritten since experiment 1 played it")
	require.Equal(t, []string{"rapid-fire-corrections"}, c.Contrasts[0].Scenarios)
}

func TestCompareRefusesImports(t *testing.T) {
	l := labtest.New(t)
	labtest.Run(t, l, labtest.Plan(t, "rlm", "window"))
	_, _, err := l.DB.Begin(t.Context(), store.Experiment{ID: "imported0", Kind: store.KindImport, Name: "old", Plan: `{"imported":{}}`, Created: l.Now})
	require.NoError(t, err)
	_, err = compare.Run(t.Context(), l, "1", "old", "", options)
	require.ErrorContains(t, err, "imported")
}

func TestComparePrimary(t *testing.T) {
	l := labtest.New(t)
	labtest.Run(t, l, labtest.Plan(t, "rlm", "window"))
	o := options
	o.Primary = "context"
	c, err := compare.Run(t.Context(), l, "rlm", "window", "", o)
	require.NoError(t, err)
	require.False(t, c.Declared)
	for _, d := range c.Contrasts[0].Differences {
		require.Equal(t, d.Measure == "context", d.Family == "primary", d.Measure)
	}
	require.Contains(t, fmt.Sprint(c.Warnings), "chosen now")

	p := labtest.Plan(t, "rlm", "window")
	p.Primary = "context"
	labtest.Run(t, l, p)
	c, err = compare.Run(t.Context(), l, "rlm", "window", "", options)
	require.NoError(t, err)
	require.Equal(t, "context", c.Primary)
	require.True(t, c.Declared)
	require.Empty(t, c.Warnings)
	c, err = compare.Run(t.Context(), l, "1:rlm", "2:window", "", options)
	require.NoError(t, err)
	require.Equal(t, "answer", c.Primary)
	require.False(t, c.Declared)
	require.Contains(t, fmt.Sprint(c.Warnings), "declare different primary measures")
}

// TestCompareTheSameTrials: a plan with more repeats has the trials of the smaller one.
func TestCompareTheSameTrials(t *testing.T) {
	l := labtest.New(t)
	labtest.Run(t, l, labtest.Plan(t, "rlm", "window"))
	p := labtest.Plan(t, "rlm", "window")
	p.Repeats = 3
	labtest.Run(t, l, p)
	c, err := compare.Run(t.Context(), l, "1", "2", "", options)
	require.NoError(t, err)
	require.Len(t, c.Contrasts, 2)
	for _, k := range c.Contrasts {
		require.Equal(t, 4, k.Pairs)
		require.Equal(t, 4, k.Same)
		require.Equal(t, []contrast.LeftOut{{Side: "A", Reason: "not_planned", N: 2}}, k.LeftOut)
	}
	_, err = compare.Run(t.Context(), l, "1:rlm", "1:rlm", "", options)
	require.ErrorContains(t, err, "both sides are the same")
}
