package leaderboard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab/tally"
	"contextarena.internal/probes"
	"contextarena.internal/reports/reportstest"
)

func TestLossSections(t *testing.T) {
	reportstest.Golden(t, New(experiment(), Ask{Views: []string{"loss"}}).Document(), "loss", "table")
}

func TestEveryProbeHasOnePlace(t *testing.T) {
	for _, l := range tally.Losses(experiment()) {
		require.Len(t, l.Rows, 3)
		for _, row := range l.Rows {
			sum, shares := 0, 0.0
			for _, p := range row.Places {
				sum += p.Count
				shares += p.Share.Estimate().Mean
			}
			require.Equal(t, row.Probes, sum, l.Strategy)
			if row.Probes > 0 {
				require.InDelta(t, 1, shares, 1e-9, l.Strategy)
			}
		}
		require.Equal(t, l.Rows[0].Probes, l.Rows[1].Probes+l.Rows[2].Probes, "exposed or not")
		headlines := 14 // probes of the four scenarios, historical ones left out
		if l.Strategy == "rlm" {
			require.Equal(t, 2*headlines-4, l.Rows[0].Probes, "b has four and failed once")
		} else {
			require.Equal(t, 2*headlines, l.Rows[0].Probes)
		}
	}
}

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
	require.Empty(t, tally.Losses(r))
	require.Empty(t, cascades(r))
	require.Empty(t, corrections(r))
	require.Empty(t, survivals(r).Strategies)
}
