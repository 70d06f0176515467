package leaderboard

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/reports/reportstest"
)

func TestSurvivalChart(t *testing.T) {
	doc := New(experiment(), Ask{Views: []string{"survival"}}).Document()
	require.Contains(t, string(reportstest.Written(t, doc, "svg", ChartSurvival)), "SIMULATED")
	reportstest.Golden(t, doc, "chart", "svg/cost", "svg/survival")

	nothing := New(played(1, map[string][]fate{"full_context": open}, "full_context"), Ask{Views: []string{"survival"}}).Document()
	require.ErrorContains(t, nothing.Write(io.Discard, "svg", ChartSurvival), "no survival curve to draw")
}

func TestSurvivalChartOfManyStrategies(t *testing.T) {
	fates, order := map[string][]fate{}, []string{"<script>alert(1)</script>"}
	fates[order[0]] = none
	for i := range 6 {
		name := fmt.Sprintf("rlm(depth=%d,correction_format=prose)", i+1)
		order = append(order, name)
		fates[name] = append(append([]fate{}, good[i:]...), poor[:i]...)
	}
	doc := New(played(2, fates, order...), Ask{Views: []string{"survival"}}).Document()
	have := string(reportstest.Written(t, doc, "svg", ChartSurvival))
	require.NotContains(t, have, "<script>")
	require.Equal(t, len(order), strings.Count(have, " facts</text>"), "a row each")
}

func TestCostChartOfModelsWithoutAPrice(t *testing.T) {
	r := experiment()
	r.Planned.Models = append(r.Planned.Models, "openai:some-model")
	for _, trial := range r.Trials {
		trial.Model, trial.Cost.Priced = "openai:some-model", false
		r.Trials = append(r.Trials, trial)
	}
	have := string(reportstest.Written(t, New(r, Ask{Type: "date"}).Document(), "svg", ""))
	require.Contains(t, have, "Facts of type date")
	require.Contains(t, have, ">openai:some-model<")
	require.Contains(t, have, "tokens of a trial")

	none := played(1, map[string][]fate{"none": none}, "none")
	none.Trials = nil
	require.ErrorContains(t, New(none, Ask{}).Document().Write(io.Discard, "png", ""), "no trial was completed")
}
