package evolution

import (
	"encoding/json"
	"testing"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/reports/reportstest"
	"github.com/stretchr/testify/require"
)

// sampleArchive has two elites, the longest name there is, and a model with a control character.
func sampleArchive() Archive {
	one := CellElite{
		Evaluated: Evaluated{Genome: 4319, Cell: []int{4, 0}, Fitness: 0.75, SE: 0.02, Descriptors: []float64{0.9, 0.1}, Cost: 1.25, Passed: 0.5, Required: 0.375},
		Name:      "targeted_delegation/append_deduplicate/system_prefix/every12/recent6/depth3/adaptive", Strategy: "pipeline(store=append_deduplicate)",
	}
	two := one
	two.Genome, two.Cell, two.Fitness, two.Name = 7, []int{1, 3}, 0.5, "dual_track/layered/on_demand/every4/recent2/depth1"
	fresh := []Evaluated{one.Evaluated, two.Evaluated}
	fresh[0].Fitness, fresh[0].Cell = 0.625, []int{3, 0}
	low, high := 0.25, 0.875
	settings := Default()
	settings.Model = "ollama:\x1b[2Jmodel"
	return Archive{
		Simulated: true, Settings: settings, Held: []string{"clinic-intake", "community-garden"}, Required: 0.75,
		Axes:       []emas.Axis{{Name: "correction retention", High: 1, Bins: 5}, {Name: "phone/id retention", High: 1, Bins: 5}},
		Searched:   emas.Summary{Elites: 2, Cells: 25, QDScore: 1.25, Max: 0.75},
		Corrected:  &Corrected{HeldoutMean: 0.5625, SearchedMean: 0.625, Stayed: 1, Elites: fresh},
		OtherModel: &OtherModel{Model: "sim:mini", Rho: 0.75, Bounds: Bounds{&low, &high}},
		Elites:     []CellElite{one, two},
		History: []Evaluation{
			{Emitter: "uniform", Status: "discovered", Evaluated: two.Evaluated},
			{Batch: 1, Emitter: "guided", Status: "discovered", Evaluated: one.Evaluated},
		},
	}
}

func TestArchiveDocument(t *testing.T) {
	have := string(reportstest.Written(t, sampleArchive().Document(), "table", ""))
	for _, want := range []string{
		"0.8  0.750    ·    ·      ·    ·\n", "0.2      ·    ·    ·  0.500    ·\n",
		"4,0   0.750 ± 0.020  0.625       –             1.25       50\n", "/adaptive\n",
		"mean fitness of the elites 0.562,\nsearched 0.625; 1 of 2 stayed", "(95 % interval 0.25 to\n0.88)", "! not finished",
	} {
		require.Contains(t, have, want)
	}

	// Three descriptors have no grid on a page, nor have too many bins.
	a := sampleArchive()
	a.Axes[1].Bins = 40
	require.Contains(t, string(reportstest.Written(t, a.Document(), "table", "")), "40 bins are too many")
	a = sampleArchive()
	a.Required = 0
	require.Contains(t, string(reportstest.Written(t, a.Document(), "table", "")), "No task need be passed")
}

func TestArchiveCell(t *testing.T) {
	d, err := sampleArchive().Cell("4,0")
	require.NoError(t, err)
	have := string(reportstest.Written(t, d, "table", ""))
	for _, want := range []string{"Cell 4,0, genome 4319", "on fresh repeats", "0.625 ± 0.020, in cell 3,0\n", "--strategy 'pipeline(store=append_deduplicate)'", "2  guided   discovered"} {
		require.Contains(t, have, want)
	}
	require.NotContains(t, have, "uniform", "another cell's history")
	require.NotContains(t, have, "\x1b")
	for name, why := range map[string]string{"0,0": "cell 0,0 is empty", "9,0": "want the bins 0 to 4 of correction retention", "4": "want the bins"} {
		_, err = sampleArchive().Cell(name)
		require.ErrorAs(t, err, new(arena.Mistake))
		require.ErrorContains(t, err, why)
	}
}

func TestArchiveJSONComesBack(t *testing.T) {
	var back Archive
	require.NoError(t, json.Unmarshal(reportstest.Written(t, sampleArchive().Document(), "json", ""), &back))
	require.Equal(t, sampleArchive(), back)
}
