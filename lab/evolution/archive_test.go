package evolution

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/emas"
)

// sampleArchive has two elites, the longest name there is, and a model with a control character.
func sampleArchive() Archive {
	at := func(g emas.Genome, fitness float64, cell ...int) Measured {
		return Measured{Evaluation: emas.Evaluation{
			Genome: g, Fitness: fitness, SE: 0.02, Descriptors: []float64{0.9, 0.1}, Cost: 1.25, Tasks: emas.Tasks{Passed: 0.5, Required: 0.375},
		}, Cell: cell}
	}
	fresh := at(4319, 0.625, 3, 0)
	one := Elite{
		Name: "targeted_delegation/append_deduplicate/system_prefix/every12/recent6/depth3/adaptive", Strategy: "pipeline(store=append_deduplicate)",
		Measured: at(4319, 0.75, 4, 0), Fresh: &fresh,
	}
	two := Elite{Name: "dual_track/layered/on_demand/every4/recent2/depth1", Measured: at(7, 0.5, 1, 3)}
	settings := Default()
	settings.Model = "ollama:\x1b[2Jmodel"
	return Archive{
		Simulated: true, Settings: settings, Held: []string{"clinic-intake", "community-garden"}, Required: 0.75,
		Axes:     []emas.Axis{{Name: "correction retention", High: 1, Bins: 5}, {Name: "phone/id retention", High: 1, Bins: 5}},
		Searched: emas.Summary{Elites: 2, Cells: 25, QDScore: 1.25, Max: 0.75},
		Elites:   []Elite{one, two},
		Steps: []Step{
			{Measured: two.Measured},
			{Batch: 1, Measured: one.Measured},
		},
	}
}

func TestArchiveComesBack(t *testing.T) {
	text, err := json.Marshal(sampleArchive())
	require.NoError(t, err)
	var back Archive
	require.NoError(t, json.Unmarshal(text, &back))
	require.Equal(t, sampleArchive(), back)
}
