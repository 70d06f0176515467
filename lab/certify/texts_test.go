package certify

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// text is a memory or an answer to the final task, with what a reader found in it. What none of the lists has is lost.
type text struct {
	Scenario             string
	Level                arena.Level
	Manner               string
	Upto                 string // the last turn that its writer had seen
	Text                 string
	Kept, Stale, Unclear []string // probes
}

func readTexts(t testing.TB, set string) []text {
	t.Helper()
	data, err := os.ReadFile("testdata/texts/" + set + ".yaml")
	require.NoError(t, err)
	var out []text
	require.NoError(t, yaml.Load(data, &out, yaml.WithKnownFields()))
	return out
}

// label is what the reader said of a probe; Unclear if nothing is measured by it.
func (x text) label(probe string) probes.Result {
	switch {
	case slices.Contains(x.Kept, probe):
		return probes.Kept
	case slices.Contains(x.Stale, probe):
		return probes.Stale
	case slices.Contains(x.Unclear, probe):
		return Unclear
	}
	return probes.Lost
}

// textsOf are the verdicts on the probes of a set's texts that have a fact, by scenarios as they are given.
func textsOf(t *testing.T, known []*arena.Scenario, set string) (out part) {
	t.Helper()
	subjects, scorers := map[string]*arena.Scenario{}, map[string]*probes.Scorer{}
	for _, s := range known {
		var err error
		subjects[s.ID] = s
		scorers[s.ID], err = probes.NewScorer(s)
		require.NoError(t, err)
	}
	for _, x := range readTexts(t, set) {
		s := subjects[x.Scenario]
		require.NotNil(t, s, "scenario %s", x.Scenario)
		ids := map[string]bool{}
		for i, v := range scorers[s.ID].ScoreText(x.Level, x.Text) {
			p := s.Probes[i]
			ids[p.ID] = true
			if label := x.label(p.ID); p.Kind != arena.Absent && label != Unclear {
				out.judged = append(out.judged, judged{
					Reply: Reply{Scenario: s.ID, Probe: p.ID, Label: label, Kind: string(x.Level), Manner: x.Manner}, factType: string(p.Type), verdict: v.Result,
				})
			}
		}
		for _, id := range slices.Concat(x.Kept, x.Stale, x.Unclear) {
			require.True(t, ids[id], "scenario %s has no probe %s", s.ID, id)
		}
	}
	return out
}
