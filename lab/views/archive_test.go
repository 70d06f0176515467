package views_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
	"contextarena.internal/lab/views"
)

// sampleArchive has two elites, the longest name there is, and a model with a control character.
func sampleArchive() views.Archive {
	one := views.ArchiveElite{
		ArchiveEvaluated: views.ArchiveEvaluated{Genome: 4319, Cell: []int{4, 0}, Fitness: 0.75, SE: 0.02, Descriptors: []float64{0.9, 0.1}, Cost: 1.25, Passed: 0.5, Required: 0.375},
		Name:             "targeted_delegation/append_deduplicate/system_prefix/every12/recent6/depth3/adaptive", Strategy: "pipeline(store=append_deduplicate)",
	}
	two := one
	two.Genome, two.Cell, two.Fitness, two.Name = 7, []int{1, 3}, 0.5, "dual_track/layered/on_demand/every4/recent2/depth1"
	fresh := []views.ArchiveEvaluated{one.ArchiveEvaluated, two.ArchiveEvaluated}
	fresh[0].Fitness, fresh[0].Cell = 0.625, []int{3, 0}
	low, high := 0.25, 0.875
	settings := lab.DefaultEvolution()
	settings.Model = "ollama:\x1b[2Jmodel"
	return views.Archive{
		Simulated: true, Settings: settings, Held: []string{"clinic-intake", "community-garden"}, Required: 0.75,
		Axes:       []views.ArchiveAxis{{Name: "correction retention", High: 1, Bins: 5}, {Name: "phone/id retention", High: 1, Bins: 5}},
		Searched:   views.ArchiveSummary{Elites: 2, Cells: 25, QDScore: 1.25, Max: 0.75},
		Corrected:  &views.ArchiveCorrected{HeldoutMean: 0.5625, SearchedMean: 0.625, Stayed: 1, Elites: fresh},
		OtherModel: &views.ArchiveElsewhere{Model: "sim:mini", Rho: 0.75, Low: &low, High: &high},
		Elites:     []views.ArchiveElite{one, two},
		History: []views.ArchiveStep{
			{Emitter: "uniform", Status: "discovered", ArchiveEvaluated: two.ArchiveEvaluated},
			{Batch: 1, Emitter: "guided", Status: "discovered", ArchiveEvaluated: one.ArchiveEvaluated},
		},
	}
}

func TestArchiveTable(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, sampleArchive().Table(&b))
	for line := range strings.SplitSeq(b.String(), "\n") {
		require.LessOrEqual(t, utf8.RuneCountInString(line), 80, line)
		require.NotContains(t, line, "\x1b")
	}
	for _, want := range []string{
		"       0.8    0.750      ·      ·      ·      ·\n", "       0.2        ·      ·      ·  0.500      ·\n",
		"4,0       0.750 ± 0.020     0.625   –        1.25; 50 %\n", "/adaptive\n",
		"mean fitness of the elites 0.562,\nsearched 0.625; 1 of 2 stayed", "(95 % interval 0.25 to\n0.88)", "! not finished",
	} {
		require.Contains(t, b.String(), want)
	}

	// Three descriptors have no grid on a page, nor have too many bins.
	a := sampleArchive()
	a.Axes[1].Bins = 40
	b.Reset()
	require.NoError(t, a.Table(&b))
	require.Contains(t, b.String(), "40 bins are too many")
	a = sampleArchive()
	a.Required = 0
	b.Reset()
	require.NoError(t, a.Table(&b))
	require.Contains(t, b.String(), "No task need be passed")
}

func TestArchiveCell(t *testing.T) {
	var b bytes.Buffer
	there, err := sampleArchive().Cell(&b, []int{4, 0})
	require.NoError(t, err)
	require.True(t, there)
	for _, want := range []string{"Cell 4,0, genome 4319\n", "on fresh repeats         0.625 ± 0.020, in cell 3,0\n", "--strategy 'pipeline(store=append_deduplicate)'", "batch 2    guided       discovered"} {
		require.Contains(t, b.String(), want)
	}
	require.NotContains(t, b.String(), "uniform", "another cell's history")
	require.NotContains(t, b.String(), "\x1b")
	b.Reset()
	there, err = sampleArchive().Cell(&b, []int{0, 0})
	require.NoError(t, err)
	require.False(t, there)
	require.Empty(t, b.String())
}

func TestArchiveJSONComesBack(t *testing.T) {
	var b bytes.Buffer
	a := sampleArchive()
	require.NoError(t, a.JSON(&b))
	var back views.Archive
	require.NoError(t, json.Unmarshal(b.Bytes(), &back))
	require.Equal(t, a, back)
}
