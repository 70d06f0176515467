package leaderboard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/reports/reportstest"
)

func TestCorrectionSections(t *testing.T) {
	r := experiment()
	sure := 0.75
	for i := range r.Trials {
		if r.Trials[i].Strategy == "rlm" && r.Trials[i].Outcome == arena.Completed {
			sure := sure + float64(i)/8
			r.Trials[i].Score.Findings[0].Confidence = &sure
		}
	}
	reportstest.Golden(t, New(r, Ask{Views: []string{"corrections"}}).Document(), "corrections", "table")
}

func TestCascadesOfWholeExperiment(t *testing.T) {
	lost := []fate{{Exposed: 1, History: "lllll", Place: probes.PlaceNotWritten}}
	r := played(2, map[string][]fate{"none": lost, "full_context": open[:1]}, "none", "full_context")
	all := cascades(r)
	none, full := all[0], all[1]
	require.InDelta(t, 1, none.WrongRootLost.Estimate().Mean, 0)
	require.InDelta(t, 4, none.WrongRootLost.Estimate().N, 1e-12, "one derived value in each of four scenarios, repeats averaged")
	require.False(t, none.WrongRootsHeld.Defined(), "nothing to divide by")
	require.InDelta(t, 1, none.Size.Estimate().Mean, 0)
	require.InDelta(t, 8, none.Size.Estimate().N, 1e-12, "two lost roots each")
	require.InDelta(t, 0, none.Old.Estimate().Mean, 0)
	require.InDelta(t, 0, full.WrongRootsHeld.Estimate().Mean, 0)
	require.False(t, full.WrongRootLost.Defined())
	require.False(t, full.Size.Defined())

	c := corrections(r)
	require.InDelta(t, 0, c[0].Acknowledged.Estimate().Mean, 0)
	require.InDelta(t, 1, c[1].Acknowledged.Estimate().Mean, 0)
	require.InDelta(t, 1, c[1].Integrated.Estimate().Mean, 0)
	require.False(t, c[1].Confidence.Defined(), "no log-probabilities")
}

func TestFailedTrialsAreInNoCascadeOrLoss(t *testing.T) {
	r := experiment()
	for i := range r.Trials {
		r.Trials[i].Outcome = arena.Failed
	}
	require.Empty(t, read(t, r, Ask{Views: []string{"loss"}}).asked["loss"][0].Rows)
	require.Empty(t, cascades(r))
	require.Empty(t, corrections(r))
	require.Empty(t, survivals(r).Strategies)
}
