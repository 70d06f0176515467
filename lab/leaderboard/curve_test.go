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
	require.Contains(t, string(reportstest.Written(t, doc, "svg", "")), "SIMULATED")
	reportstest.Golden(t, doc, "survival", "svg")

	nothing := New(played(1, map[string][]fate{"full_context": open}, "full_context"), Ask{Views: []string{"survival"}}).Document()
	require.ErrorContains(t, nothing.Write(io.Discard, "svg", ""), "no survival curve to draw")
}

func TestSurvivalChartOfManyStrategies(t *testing.T) {
	fates, order := map[string][]fate{}, []string{"<script>alert(1)</script>"}
	fates[order[0]] = none
	for i := range 6 {
		name := fmt.Sprintf("rlm(depth=%d,correction_format=prose)", i+1)
		order = append(order, name)
		fates[name] = append(append([]fate{}, good[i:]...), poor[:i]...)
	}
	have := written(t, New(played(2, fates, order...), Ask{Views: []string{"survival"}}), "svg")
	require.NotContains(t, have, "<script>")
	require.Equal(t, len(order), strings.Count(have, "surviving, %"), "a panel each")
}
