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
	"contextarena.internal/stats"
	"contextarena.internal/store"
)

// evolvedRun is an evolution of a small space on five scenarios, one of them held out. Who keeps
// corrections is decided by the store, who keeps identifiers by the encoder. whole adds what
// --exhaustive measures.
func evolvedRun(t *testing.T, whole bool) Run {
	pipelines, err := space.New(
		space.Choice("encode", "narrative_summary", "fact_extraction", "targeted_delegation", "dual_track", "type_specific"),
		space.Choice("store", "replace", "layered", "versioned"), space.Steps("compress_every", "every", 4, 6, 8, 12), space.Steps("depth", "depth", 1, 2, 3),
	)
	require.NoError(t, err)
	e := Run{
		Experiment: store.Experiment{ID: "0123456789abcdef", Number: 3, Simulated: true, Status: store.Complete},
		Settings: Settings{
			Suite: "extended", Model: "sim:nano", Repeats: 1, Fresh: 3, Again: 2, Margin: 1, Draws: 1, Truth: 20, Seed: 1, Emitters: []string{"uniform", "mutation"},
		},
		Space: pipelines, Complete: true, Search: []string{"a", "b", "c", "d"}, Held: []string{"e"},
		Descriptors: []emas.Descriptor{emas.Retained("correction", 5), emas.Retained("phone/id", 5)},
	}
	texts := map[string]string{"a": "servers and deploys", "b": "gardens and beans", "c": "servers and errors", "d": "gardens and slugs", "e": "beans and errors"}
	for _, id := range []string{"a", "b", "c", "d", "e"} {
		s := &arena.Scenario{ID: id, Probes: []arena.Probe{{Type: arena.Correction, Kind: arena.Current}, {Type: arena.PhoneID, Kind: arena.Current}}}
		for range 4 {
			s.Turns = append(s.Turns, arena.Exchange{User: texts[id]})
		}
		e.Scenarios = append(e.Scenarios, s)
	}
	trial := func(genes []int, scenario string, r *rand.Rand) emas.Trial {
		out := emas.Trial{Scenario: scenario, Passed: true, USD: 0.01, Turns: 10}
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
	}
	var baseline []emas.Trial
	for _, s := range e.Scenarios {
		baseline = append(baseline, trial([]int{0, 0, 0, 0}, s.ID, nil))
	}
	e.Scorer = emas.NewScorer(baseline, baseline, baseline)
	e.Baselines = []Yardstick{{Strategy: "rlm", Trials: baseline}, {Strategy: "full_context", Trials: baseline}, {Strategy: "hybrid", Trials: baseline}}
	e.Archive, err = emas.NewArchive(emas.Axes(e.Descriptors), emas.Rules{Margin: 1})
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(1, 0))
	measure := func(g emas.Genome, on []string, times int, luck *rand.Rand) Step {
		s := Step{Proposal: emas.Proposal{Genome: g}}
		for range times {
			for _, id := range on {
				s.Trials = append(s.Trials, trial(pipelines.Levels(g), id, luck))
			}
		}
		var err error
		s.Evaluation, s.Fitness, err = emas.Evaluate(g, e.Scorer, e.Descriptors, s.Trials)
		require.NoError(t, err)
		return s
	}
	for g := emas.Genome(0); int(g) < pipelines.Size(); g += 3 {
		s := measure(g, e.Search, 1, r)
		s.Status, _, err = e.Archive.Add(s.Evaluation)
		require.NoError(t, err)
		e.Steps = append(e.Steps, s)
	}
	judge := func(on []string) *Judged {
		var j Judged
		var again []emas.Evaluation
		for _, x := range e.Archive.Elites() {
			s := measure(x.Genome, on, 3, r)
			j.Steps, again = append(j.Steps, s), append(again, s.Evaluation)
		}
		j.Archive, j.Shrinkage, err = emas.Corrected(e.Archive, again)
		require.NoError(t, err)
		return &j
	}
	e.Repeats, e.Unseen = judge(e.Search), judge(e.Held)
	e.Elsewhere = &Elsewhere{Model: "sim:mini", Ranks: stats.Spearman([]float64{1, 2, 3, 4, 5}, []float64{2, 1, 3, 5, 4}, 0.05)}
	if !whole {
		return e.sorted()
	}
	l := &emas.Landscape{Space: pipelines, Axes: emas.Axes(e.Descriptors), Draws: make([][]emas.Evaluation, 1)}
	e.ByScenario, e.Noise = make([][]float64, len(e.Search)), make([][]float64, len(e.Search))
	for g := range emas.Genome(pipelines.Size()) {
		l.Truth = append(l.Truth, measure(g, e.Search, 1, nil).Evaluation)
		l.Draws[0] = append(l.Draws[0], measure(g, e.Search, 1, r).Evaluation)
		for i, id := range e.Search {
			f, err := e.Scorer.Score([]emas.Trial{trial(pipelines.Levels(g), id, nil)})
			require.NoError(t, err)
			e.ByScenario[i], e.Noise[i] = append(e.ByScenario[i], f.Value), append(e.Noise[i], 1e-5)
		}
	}
	e.Landscape = l
	return e.sorted()
}

// reportOf is the whole report of a run.
func reportOf(t *testing.T, r Run) Report {
	out, err := r.report()
	require.NoError(t, err)
	out.Race, err = r.Race()
	require.NoError(t, err)
	require.NoError(t, out.explain(t.Context(), r, Kinds{"a": "technical", "b": "inventory", "c": "technical", "d": "inventory", "e": "other"}))
	out.Expected = r.expected(out.Insight, out.Routing)
	return out
}

// less is the report of a run that nothing but the search is known of.
func less(t *testing.T, r Run, why string) Report {
	out, err := r.report()
	require.NoError(t, err)
	out.NoRouting = why
	return out
}

func TestReport(t *testing.T) {
	e := reportOf(t, evolvedRun(t, true))
	require.Equal(t, 60, e.Found.Distinct)
	require.Len(t, e.Elites, e.Found.Filled)
	require.Len(t, e.Grids, 1)
	require.Len(t, e.Grids[0].Searched, e.Found.Filled)
	require.NotEmpty(t, e.Front)
	for _, f := range e.Front {
		require.GreaterOrEqual(t, f.Elite, 0)
	}
	require.Len(t, e.Expected, 3)
	for _, s := range e.Document().Sections {
		require.Contains(t, Views, s.View, s.Title)
	}
	reportstest.Golden(t, e.Document(), "report", "table", "svg/archive", "svg/search")
	require.Equal(t, reportstest.Written(t, e.Document(), "table", ""), reportstest.Written(t, reportOf(t, evolvedRun(t, true)).Document(), "table", ""), "equal runs give equal bytes")
	page := string(reportstest.Written(t, e.Document(), "md", ""))
	require.Contains(t, page, "# Evolution of pipelines on sim:nano, SIMULATED, extended suite")
	require.Contains(t, page, "## What fitness depends on")
}

// A terminal has room for two descriptors. What one of them says of the others is beside its name, and USD
// per turn, far below a cent, isn't 0.00.
func TestReportAlongFourDescriptors(t *testing.T) {
	e := less(t, evolvedRun(t, false), "no router")
	e.Found.Descriptors = append(e.Found.Descriptors, "USD per turn", "fact-type bias")
	for i := range e.Elites {
		x := &e.Elites[i]
		x.Descriptors = append(x.Descriptors, 0.000094, -0.02)
	}
	require.Contains(t, string(reportstest.Written(t, e.Document(), "table", "")), "1: narrative_summary/replace/every6/depth1, USD per turn 0.000094, fact-type\nbias -0.02\n")
}

// Without --exhaustive, a second descriptor or anything that passes there is less to say, and the report
// says so.
func TestReportWithLess(t *testing.T) {
	run := evolvedRun(t, false)
	run.Complete, run.LeftOut = false, 2
	d := less(t, run, "nothing to route to").Document()
	have := string(reportstest.Written(t, d, "table", ""))
	for _, want := range []string{"No router: nothing to route to", "arena evolve --exhaustive", "isn't finished", "2 trials refused"} {
		require.Contains(t, have, want)
	}
	require.ErrorContains(t, d.Write(io.Discard, "svg", ChartSearch), "--exhaustive")

	run = evolvedRun(t, false)
	empty, err := emas.NewArchive(emas.Axes(run.Descriptors), emas.Rules{})
	require.NoError(t, err)
	run.Archive, run.Repeats, run.Unseen, run.Elsewhere = empty, nil, nil, nil
	d = less(t, run, "no elite").Document()
	require.Contains(t, string(reportstest.Written(t, d, "table", "")), "0 of 25 cells filled")
	require.NoError(t, d.Write(io.Discard, "svg", chartArchive), "an empty map is a map")
	require.NoError(t, d.Write(io.Discard, "json", ""))

	run.Descriptors = run.Descriptors[:1]
	run.Archive, err = emas.NewArchive(emas.Axes(run.Descriptors), emas.Rules{})
	require.NoError(t, err)
	require.ErrorContains(t, less(t, run, "no elite").Document().Write(io.Discard, "svg", chartArchive), "one descriptor")
}

func TestPictures(t *testing.T) {
	e := reportOf(t, evolvedRun(t, true))
	for _, which := range Charts {
		require.Contains(t, string(reportstest.Written(t, e.Document(), "svg", which)), "SIMULATED")
		_, err := png.Decode(bytes.NewReader(reportstest.Written(t, e.Document(), "png", which)))
		require.NoError(t, err)
	}
	e.Found.Model = "<script>\x1b[31m"
	e.Grids[0].X.Name = "<b>"
	require.NotContains(t, string(reportstest.Written(t, e.Document(), "svg", chartArchive)), "<script>")
}

// The colours of the map run one way from pale to dark, and neither end is the white of empty cells.
func TestShadesOfTheMap(t *testing.T) {
	light := func(x float64) int {
		c := shadeOf(x, 0, 1)
		return 299*int(c.R) + 587*int(c.G) + 114*int(c.B)
	}
	for i := range 10 {
		require.Greater(t, light(float64(i)/10), light(float64(i+1)/10))
	}
	require.Less(t, light(0), 900*255, "not white")
	require.Equal(t, shadeOf(0.4, 0.4, 0.4), shadeOf(0.5, 0, 1), "one value alone is in the middle")
}

func TestRecords(t *testing.T) {
	e := reportOf(t, evolvedRun(t, false))
	e.Elites[0].Strategy = "=pipeline"
	rows, err := csv.NewReader(bytes.NewReader(reportstest.Written(t, e.Document(), "csv", ""))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+len(e.Elites))
	require.Equal(t, []string{"correction retention", "phone/id retention"}, rows[0][12:])
	require.Equal(t, "'=pipeline", rows[1][1])
}

func TestSchema(t *testing.T) {
	names := map[string]string{"evolution.form": "Evolution", "emas.Axis": "EvolutionAxis", "evolution.Mean": "EvolutionSum", "evolution.Part": "EvolutionShare"}
	for _, name := range []string{"Found", "Grid", "Square", "Elite", "Shrinkage", "Trade", "Carried", "Ranks", "Race", "Curve", "Ahead", "Believed", "Insight", "Option", "Routing", "Router", "Choice"} {
		names["evolution."+name] = "Evolution" + name
	}
	reportstest.Schema(t, "schema.json", "Context Arena evolution", form{}, names,
		reportOf(t, evolvedRun(t, true)).Document(), less(t, evolvedRun(t, false), "no router").Document())
}
