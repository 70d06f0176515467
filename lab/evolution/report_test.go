package evolution

import (
	"bytes"
	"encoding/csv"
	"image/png"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/space"
)

// evolvedRun is an evolution of a small space on five scenarios, one of them held out. Who keeps
// corrections is decided by the store, who keeps identifiers by the encoder.
func evolvedRun(t *testing.T) Run {
	over, err := space.New(
		space.Choice("encode", "narrative_summary", "fact_extraction", "targeted_delegation", "dual_track", "type_specific"),
		space.Choice("store", "replace", "layered", "versioned"), space.Steps("compress_every", "every", 4, 6, 8, 12), space.Steps("depth", "depth", 1, 2, 3),
	)
	require.NoError(t, err)
	e := blank(over)
	e.Settings.Fresh, e.Search, e.Held = 3, []string{"a", "b", "c", "d"}, []string{"e"}
	texts := map[string]string{"a": "servers and deploys", "b": "gardens and beans", "c": "servers and errors", "d": "gardens and slugs", "e": "beans and errors"}
	for _, id := range []string{"a", "b", "c", "d", "e"} {
		s := &arena.Scenario{ID: id, Probes: []arena.Probe{{Type: arena.Correction, Kind: arena.Current}, {Type: arena.PhoneID, Kind: arena.Current}}}
		for range 4 {
			s.Turns = append(s.Turns, arena.Exchange{User: texts[id]})
		}
		e.Scenarios = append(e.Scenarios, s)
	}
	return played(t, e, 3, func(genes []int, scenario string, r *rand.Rand) emas.Trial {
		out := emas.Trial{Scenario: scenario, Passed: true, Cost: 0.01}
		more := 0.05 * float64(scenario[0]-'a')
		for ft, share := range []float64{0.2 + 0.3*float64(genes[1]), 0.1 + 0.17*float64(genes[0])} {
			kept := 20 * min(1, share+more)
			if r != nil {
				kept = 0
				for range 20 {
					if r.Float64() < share+more {
						kept++
					}
				}
			}
			out.Probes = append(out.Probes, emas.Tally{Type: []string{"correction", "phone/id"}[ft], Kept: kept, Asked: 20})
		}
		return out
	})
}

func TestReport(t *testing.T) {
	e := evolvedRun(t).report()
	require.Equal(t, 60, e.Found.Distinct)
	require.Len(t, e.Elites, e.Searched.Elites)
	require.Len(t, e.Grid.Searched, e.Searched.Elites)
	for _, s := range e.Document().Sections {
		require.Contains(t, Views, s.View, s.Title)
	}
	reportstest.Golden(t, e.Document(), "report", "table", "svg/archive")
	require.Equal(t, reportstest.Written(t, e.Document(), "table", ""), reportstest.Written(t, evolvedRun(t).report().Document(), "table", ""), "equal runs give equal bytes")
	page := string(reportstest.Written(t, e.Document(), "md", ""))
	require.Contains(t, page, "# Evolution of pipelines on sim:nano, SIMULATED, extended suite")
}

// Without fresh repeats or anything that passes there is less to say, and the report says so.
func TestReportWithLess(t *testing.T) {
	run := evolvedRun(t)
	run.Complete, run.LeftOut, run.Edited, run.Search = false, 2, true, run.Search[:2]
	have := string(reportstest.Written(t, run.report().Document(), "table", ""))
	for _, want := range []string{"isn't finished", "2 trials refused", "Trials of other code of the same version"} {
		require.Contains(t, have, want)
	}

	run = evolvedRun(t)
	run.grid = emas.NewArchive(run.Axes, 0)
	run.Elites, run.Searched, run.Scorer.Tasks = []Elite{}, run.grid.Summary(), 2
	for i := range run.Steps {
		run.Steps[i].Infeasible = true
	}
	d := run.report().Document()
	require.Contains(t, string(reportstest.Written(t, d, "table", "")), "0 of 25 cells")
	require.NoError(t, d.Write(io.Discard, "svg", chartArchive), "an empty map is a map")
	require.NoError(t, d.Write(io.Discard, "json", ""))
}

// A terminal has the grid alone, and the elites where there is no room for it.
func TestBrief(t *testing.T) {
	e := evolvedRun(t).report()
	have := string(reportstest.Written(t, e.Brief(), "table", ""))
	require.Contains(t, have, "Down: correction retention; across: phone/id retention")
	require.NotContains(t, have, "fitness ± SE")
	e.Grid.Y.Bins = 40
	require.Contains(t, string(reportstest.Written(t, e.Brief(), "table", "")), "fitness ± SE")
}

func TestPictures(t *testing.T) {
	e := evolvedRun(t).report()
	for _, which := range Charts {
		require.Contains(t, string(reportstest.Written(t, e.Document(), "svg", which)), "SIMULATED")
		_, err := png.Decode(bytes.NewReader(reportstest.Written(t, e.Document(), "png", which)))
		require.NoError(t, err)
	}
	e.Settings.Model = "<script>\x1b[31m"
	e.Axes[0].Name = "<b>"
	require.NotContains(t, string(reportstest.Written(t, e.Document(), "svg", chartArchive)), "<script>")
}

func TestRecords(t *testing.T) {
	e := evolvedRun(t).report()
	e.Elites[0].Strategy = "=pipeline"
	rows, err := csv.NewReader(bytes.NewReader(reportstest.Written(t, e.Document(), "csv", ""))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+len(e.Elites))
	require.Equal(t, []string{"correction retention", "phone/id retention"}, rows[0][11:])
	require.Equal(t, "'=pipeline", rows[1][1])
}

func TestSchema(t *testing.T) {
	names := map[string]string{"evolution.form": "Evolution", "emas.Axis": "EvolutionAxis", "evolution.Elite": "EvolutionElite"}
	for _, name := range []string{"Settings", "Found", "Grid", "Square", "Measured", "Corrected"} {
		names["evolution."+name] = "Evolution" + name
	}
	less := evolvedRun(t)
	less.Search = less.Search[:2]
	reportstest.Schema(t, "schema.json", "Context Arena evolution", form{}, names, evolvedRun(t).report().Document(), less.report().Document())
}
