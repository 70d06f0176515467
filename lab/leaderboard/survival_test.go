package leaderboard

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally/tallytest"
	"contextarena.internal/probes"
	"contextarena.internal/reports/reportstest"
)

// What becomes of facts: see tallytest.
type fate = tallytest.Fate

var (
	good, poor, none, open = tallytest.Good, tallytest.Poor, tallytest.None, tallytest.Open
	played                 = tallytest.Played
)

func experiment() lab.Result {
	r := played(2, map[string][]fate{"full_context": open, "rlm": good, "window(messages=4)": poor, "none": none}, "full_context", "rlm", "window(messages=4)", "none")
	for i := range r.Trials { // one failed trial
		if r.Trials[i].Scenario == "b" && r.Trials[i].Strategy == "rlm" && r.Trials[i].Repeat == 2 {
			r.Trials[i].Outcome, r.Trials[i].Score = arena.Failed, probes.Score{}
		}
	}
	return r
}

func TestSurvivalSections(t *testing.T) {
	reportstest.Golden(t, New(experiment(), Ask{Views: []string{"survival"}}).Document(), "survival", "table")

	nothing := New(played(1, map[string][]fate{"full_context": open}, "full_context"), Ask{Views: []string{"survival"}})
	require.Len(t, nothing.Document().Sections, 1)
	require.Contains(t, written(t, nothing, "table"), "nothing was at risk")
}

func TestViewsWithLongNamesFit(t *testing.T) {
	name := "pipeline(correction_format=structured_diff)"
	r := played(2, map[string][]fate{"rlm": good, name: poor}, "rlm", name)
	r.Planned.Models = append(r.Planned.Models, "openai:some-model")
	written(t, read(t, r, Ask{Views: []string{"survival", "loss", "probes"}}), "table")
}

func TestSurvivalCountsWhatItSays(t *testing.T) {
	v := survivals(experiment())
	var names []string
	for _, s := range v {
		names = append(names, s.Strategy)
	}
	require.Equal(t, []string{"rlm", "window(messages=4)", "none"}, names, "full context exposes nothing")

	none := v[2]
	require.InDelta(t, 1, none.LostAtOnce.Estimate().Mean, 0)
	require.InDelta(t, 1, *none.Half.Time, 0)
	require.InDelta(t, 0, none.Steps[0].Survival.Estimate().Mean, 0)
	require.False(t, none.Half.Banded, "all agree: no band")

	rlm := v[0]
	require.Equal(t, 7, rlm.Trials, "one failed")
	require.Equal(t, 1, rlm.LostAtEnd.About().LeftOut)
	require.Greater(t, rlm.EverLost.Estimate().Mean, rlm.LostAtEnd.Estimate().Mean, "some came back")
	require.Positive(t, rlm.Resurrections)
	for _, s := range v {
		ended := 0
		for i, step := range s.Steps {
			require.Equal(t, s.Steps[0].AtRisk-ended, step.AtRisk)
			ended += step.Lost + step.Censored
			require.InDelta(t, float64(i+1), step.Time, 0)
		}
		require.Equal(t, s.Steps[0].AtRisk, ended)
		require.InDelta(t, s.Half.Watched, float64(len(s.Steps)), 0)
	}
}

// Two scenarios are too few for a band.
func TestSurvivalOfFewScenarios(t *testing.T) {
	r := on(experiment(), func(id string) bool { return id == "a" || id == "c" })
	s := survivals(r)[0]
	require.Nil(t, s.Steps[0].Survival.Estimate().Interval)
	require.Contains(t, s.Steps[0].Survival.Estimate().Note, "not estimable across scenarios")
	require.False(t, s.Half.Banded)
}

func TestSurvivalAsJSON(t *testing.T) {
	b, err := json.Marshal(survivals(experiment()))
	require.NoError(t, err)
	again, err := json.Marshal(survivals(experiment()))
	require.NoError(t, err)
	require.Equal(t, string(b), string(again))
	for _, key := range []string{`"level":"memory"`, `"estimand":"scenarios sampled"`, `"at_risk"`, `"left_out":1`} {
		require.True(t, bytes.Contains(b, []byte(key)), key)
	}
}

// An experiment of 100,000 verdicts: 10 strategies, 20 trials each, 500 probes.
func BenchmarkSurvivals(b *testing.B) {
	fates, order := map[string][]fate{}, []string{}
	for i := range 10 {
		order = append(order, fmt.Sprintf("rlm(depth=%d)", i+1))
		fates[order[i]] = append(append([]fate{}, good[i%5:]...), poor[:i%5+1]...)
	}
	r := played(5, fates, order...)
	for _, s := range r.Scenarios {
		for i := len(s.Probes); i < 500; i++ {
			p := s.Probes[i%3]
			p.ID, p.Type = fmt.Sprint(p.ID, i), arena.FactTypes[i%len(arena.FactTypes)]
			s.Probes = append(s.Probes, p)
		}
	}
	spells := 0
	for i, t := range r.Trials {
		for _, s := range r.Scenarios {
			for k := len(t.Score.Findings); s.ID == t.Scenario && k < len(s.Probes); k++ {
				f := t.Score.Findings[k%3]
				f.Probe = s.Probes[k].ID
				t.Score.Findings = append(t.Score.Findings, f)
			}
		}
		r.Trials[i] = t
		spells += len(t.Score.Findings)
	}
	for b.Loop() {
		survivals(r)
	}
	b.ReportMetric(float64(spells), "verdicts")
}
