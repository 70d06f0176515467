package evolution

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/emas"
	"contextarena.internal/scenarios"
	"contextarena.internal/space"
	"contextarena.internal/stats"
	"contextarena.internal/store"
)

// space is a small one of pipelines.
func pipelines(t require.TestingT) *space.Space {
	s, err := space.New(
		space.Choice("encode", "narrative_summary", "fact_extraction", "targeted_delegation", "dual_track", "type_specific"),
		space.Choice("store", "replace", "versioned"),
		space.Steps("compress_every", "every", 4, 6, 8, 12), space.Steps("depth", "depth", 1, 2),
	)
	require.NoError(t, err)
	return s
}

// kindsOf are the kinds of scenarios: on plans the stores differ, elsewhere the encoders do.
var kindsOf = Kinds{"clinic-intake": "medical", "travel-desk": "travel", "family-reunion": "planning", "festival-logistics": "planning", "legal-intake": "legal", "film-shoot": "planning"}

// share is what a genome truly keeps of a fact type on a scenario.
func share(genes []int, scenario, factType string) float64 {
	encode, versioned := float64(genes[0]), genes[1] == 1
	switch {
	case kindsOf[scenario] == "planning" && factType == "correction" && versioned:
		return 0.95
	case kindsOf[scenario] == "planning":
		return 0.05 + 0.02*encode
	case factType == "phone/id":
		return 0.3 + 0.12*encode
	case versioned:
		return 0.2
	}
	return 0.65
}

// trial is one scenario played with a genome; r draws how lucky it is, nil for luck as it should be.
func trial(genes []int, scenario string, r *rand.Rand) emas.Trial {
	t := emas.Trial{Scenario: scenario, Passed: true, USD: 0.01, Turns: 10}
	for _, ft := range []string{"correction", "phone/id"} {
		const asked = 20.0
		kept := asked * share(genes, scenario, ft)
		if r != nil {
			kept = 0
			for range int(asked) {
				if r.Float64() < share(genes, scenario, ft) {
					kept++
				}
			}
		}
		t.Probes = append(t.Probes, emas.Tally{Type: ft, Kept: kept, Asked: asked})
	}
	return t
}

// made is an evolution by these shares. Every genome was seen once, with luck; a complete one was
// enumerated too, with so many draws.
func made(t require.TestingT, draws int) Run {
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	e := Run{
		Experiment: store.Experiment{ID: "0123456789abcdef", Number: 3, Simulated: true, Status: store.Complete},
		Settings:   Settings{Suite: "extended", Model: "sim:nano", Repeats: 1, Fresh: 2, Again: 2, Margin: 1, Draws: draws, Truth: 20, Emitters: []string{"uniform"}, Seed: 1},
		Space:      pipelines(t), Complete: true,
		Descriptors: []emas.Descriptor{emas.Retained("correction", 5), emas.Retained("phone/id", 5)},
	}
	for _, s := range all {
		if _, ok := kindsOf[s.ID]; ok {
			e.Scenarios = append(e.Scenarios, s)
			e.Search = append(e.Search, s.ID)
		}
	}
	e.Held, e.Search = e.Search[:1], e.Search[1:]
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
				s.Trials = append(s.Trials, trial(e.Space.Levels(g), id, luck))
			}
		}
		s.Evaluation, s.Fitness, err = emas.Evaluate(g, e.Scorer, e.Descriptors, s.Trials)
		require.NoError(t, err)
		return s
	}
	for g := range emas.Genome(e.Space.Size()) {
		s := measure(g, e.Search, 1, r)
		s.Status, _, err = e.Archive.Add(s.Evaluation)
		require.NoError(t, err)
		e.Steps = append(e.Steps, s)
	}
	judge := func(on []string) *Judged {
		var j Judged
		var again []emas.Evaluation
		for _, x := range e.Archive.Elites() {
			j.Steps = append(j.Steps, measure(x.Genome, on, 2, r))
			again = append(again, j.Steps[len(j.Steps)-1].Evaluation)
		}
		j.Archive, j.Shrinkage, err = emas.Corrected(e.Archive, again)
		require.NoError(t, err)
		return &j
	}
	e.Repeats, e.Unseen = judge(e.Search), judge(e.Held)
	here, there := []float64{0.1, 0.2, 0.3, 0.4, 0.5}, []float64{0.2, 0.1, 0.3, 0.5, 0.4}
	e.Elsewhere = &Elsewhere{Model: "sim:mini", Here: here, There: there, Ranks: stats.Spearman(here, there, 0.05)}
	if draws > 0 {
		enumerate(t, &e, draws, measure, r)
	}
	return e
}

func enumerate(t require.TestingT, e *Run, draws int, measure func(emas.Genome, []string, int, *rand.Rand) Step, r *rand.Rand) {
	l := &emas.Landscape{Space: e.Space, Axes: emas.Axes(e.Descriptors)}
	e.ByScenario, e.Noise = make([][]float64, len(e.Search)), make([][]float64, len(e.Search))
	for g := range emas.Genome(e.Space.Size()) {
		truth := measure(g, e.Search, 1, nil)
		l.Truth = append(l.Truth, truth.Evaluation)
		for i, id := range e.Search {
			f, err := e.Scorer.Score([]emas.Trial{trial(e.Space.Levels(g), id, nil)})
			require.NoError(t, err)
			e.ByScenario[i], e.Noise[i] = append(e.ByScenario[i], f.Value), append(e.Noise[i], 0)
		}
	}
	for range draws {
		var draw []emas.Evaluation
		for g := range emas.Genome(e.Space.Size()) {
			draw = append(draw, measure(g, e.Search, 1, r).Evaluation)
		}
		l.Draws = append(l.Draws, draw)
	}
	require.NoError(t, l.Check())
	e.Landscape = l
}

func TestTrialsAreTheLatestOfEachGenome(t *testing.T) {
	a, b := emas.Trial{Scenario: "a"}, emas.Trial{Scenario: "b"}
	step := func(g emas.Genome, trials ...emas.Trial) Step {
		return Step{Proposal: emas.Proposal{Genome: g}, Trials: trials}
	}
	r := Run{
		Steps:  []Step{step(7, a), step(2, b), step(7, a, a)},
		Unseen: &Judged{Steps: []Step{step(7, b)}},
	}.sorted()
	require.Equal(t, []measured{{7, []emas.Trial{a, a}}, {2, []emas.Trial{b}}}, r.seen)
	require.Equal(t, []emas.Trial{b}, trialsOn(r.again, 7, "b"))
	require.Empty(t, trialsOn(r.seen, 7, "b"))
}

func TestCellNames(t *testing.T) {
	r := made(t, 0).sorted()
	require.Equal(t, "correction retention 0.4–0.6, phone/id retention 0.8–1", cellName(r.Descriptors, 2*5+4))
	require.Equal(t, "correction retention 0–0.2, phone/id retention 0–0.2", cellName(r.Descriptors, 0))
}

func TestGridsShowTheFittest(t *testing.T) {
	e := made(t, 0)
	e.Descriptors = append(e.Descriptors, emas.FactTypeBias(2))
	a, err := emas.NewArchive(emas.Axes(e.Descriptors), emas.Rules{})
	require.NoError(t, err)
	for i, bias := range []float64{-0.5, 0.5} {
		_, _, err := a.Add(emas.Evaluation{Genome: emas.Genome(i), Fitness: 0.3 + 0.1*float64(i), Descriptors: []float64{0.1, 0.9, bias}})
		require.NoError(t, err)
	}
	e.Archive, e.Repeats = a, nil
	grids := e.grids()
	require.Len(t, grids, 3, "a grid for every two descriptors")
	require.Equal(t, []Square{{0, 4, 0.4}}, grids[0].Searched, "whatever the bias")
	require.Equal(t, []Square{{0, 0, 0.3}, {0, 1, 0.4}}, grids[1].Searched)
}

func TestFront(t *testing.T) {
	r := made(t, 0).sorted()
	a, err := emas.NewArchive(emas.Axes(r.Descriptors), emas.Rules{})
	require.NoError(t, err)
	for i, d := range [][]float64{{0.9, 0.1}, {0.5, 0.5}, {0.45, 0.3}, {0.1, 0.9}} {
		_, _, err := a.Add(emas.Evaluation{Genome: emas.Genome(i), Fitness: 0.5, Descriptors: d})
		require.NoError(t, err)
	}
	front, err := r.front(a)
	require.NoError(t, err)
	var have []emas.Genome
	for _, x := range front {
		have = append(have, x.Genome)
	}
	require.Equal(t, []emas.Genome{3, 1, 0}, have, "by rising first descriptor, the beaten one left out")
	r.Descriptors = r.Descriptors[:1]
	front, err = r.front(a)
	require.NoError(t, err)
	require.Empty(t, front)
}

// A fold without the only source of a descriptor has a grid without it, so that nothing of the scenario
// is in it.
func TestArchiveWithoutTheOnlySource(t *testing.T) {
	e := made(t, 0)
	var only string
	for _, s := range e.Scenarios {
		if s.ID == "travel-desk" {
			only = s.ID
			continue
		}
		for i := range s.Probes {
			if s.Probes[i].Type == "phone/id" {
				s.Probes[i].Type = "date"
			}
		}
	}
	for i := range e.Steps {
		for j := range e.Steps[i].Trials {
			if tr := &e.Steps[i].Trials[j]; tr.Scenario != only {
				tr.Probes = tr.Probes[:1]
			}
		}
	}
	r := e.sorted()
	for left, want := range map[string]int{"": 25, "legal-intake": 25, only: 5} {
		a, descriptors, err := r.without(left)
		require.NoError(t, err, left)
		require.Equal(t, want, a.Cells(), left)
		require.NotEmpty(t, cellName(descriptors, 0))
	}
	r.Descriptors = r.Descriptors[1:]
	a, _, err := r.without(only)
	require.NoError(t, err)
	require.Equal(t, 1, a.Cells(), "without any descriptor all share a cell")
	_, err = r.Route(t.Context(), kindsOf, After)
	require.NoError(t, err)
}
