package evolution

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/emas"
	"contextarena.internal/scenarios"
	"contextarena.internal/space"
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
	t := emas.Trial{Scenario: scenario, Passed: true, Cost: 0.01}
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

// made is an evolution by these shares. Every genome was seen once, with luck, as if it had been drawn.
func made(t require.TestingT) Run {
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	r := blank(pipelines(t))
	r.Settings.Fresh = 2
	for _, s := range all {
		if _, ok := kindsOf[s.ID]; ok {
			r.Scenarios = append(r.Scenarios, s)
			r.Search = append(r.Search, s.ID)
		}
	}
	r.Held, r.Search = r.Search[:1], r.Search[1:]
	return played(t, r, 1, trial)
}

// blank is a run of a space with nothing played.
func blank(over *space.Space) Run {
	return Run{
		Archive: Archive{
			Simulated: true, Complete: true, Elites: []Elite{},
			Settings: Settings{
				Suite: "extended", Model: "sim:nano", Repeats: 1, Again: 2, Margin: 1, Seed: 1, Bins: 5,
				Descriptors: []string{"correction", "phone/id"}, Tasks: 0.75,
			},
		},
		Experiment: store.Experiment{ID: "0123456789abcdef", Number: 3, Simulated: true, Status: store.Complete},
		Space:      over,
	}
}

// played plays a run: the baselines are the first genome, every so many-th genome was drawn, and what is found was
// measured again.
func played(t require.TestingT, e Run, every int, trial func(genes []int, scenario string, luck *rand.Rand) emas.Trial) Run {
	var baseline []emas.Trial
	for _, s := range e.Scenarios {
		baseline = append(baseline, trial(e.Space.Levels(0), s.ID, nil))
	}
	e.Baselines = []Baseline{{"rlm", baseline}, {"full_context", baseline}, {"hybrid", baseline}}
	e.yardsticks()
	e.grid = emas.NewArchive(e.Axes, e.Settings.Margin)
	r := rand.New(rand.NewPCG(1, 0))
	measure := func(g emas.Genome, on []string, times int) Measured {
		var trials []emas.Trial
		for range times {
			for _, id := range on {
				trials = append(trials, trial(e.Space.Levels(g), id, r))
			}
		}
		m, err := emas.Evaluate(g, e.Scorer, e.Descriptors, trials)
		require.NoError(t, err)
		return e.placed(m, trials)
	}
	for g := emas.Genome(0); int(g) < e.Space.Size(); g += emas.Genome(every) {
		s := Step{Measured: measure(g, e.Search, 1)}
		e.grid.Add(s.Evaluation)
		e.Steps = append(e.Steps, s)
	}
	search := &search{Run: e}
	search.settle()
	for i := range search.Elites {
		x := &search.Elites[i]
		for _, again := range []struct {
			m  **Measured
			on []string
		}{{&x.Fresh, e.Search}, {&x.Unseen, e.Held}} {
			*again.m = new(measure(x.Genome, again.on, e.Settings.Fresh))
		}
	}
	return search.Run
}

func TestTrialsAreAllOfEachGenome(t *testing.T) {
	a, b := emas.Trial{Scenario: "a"}, emas.Trial{Scenario: "b"}
	of := func(g emas.Genome, fitness float64, trials ...emas.Trial) Measured {
		return Measured{Evaluation: emas.Evaluation{Genome: g, Fitness: fitness}, Trials: trials}
	}
	r := Archive{
		Steps: []Step{{Measured: of(7, 0.1, a)}, {Measured: of(2, 0.2, b)}, {Measured: of(7, 0.3, a)}},
	}
	require.Equal(t, []Measured{of(7, 0.3, a, a), of(2, 0.2, b)}, r.pipelines())
	require.Equal(t, []emas.Trial{a, a}, trialsOn(r.pipelines(), 7, "a"))
	require.Empty(t, trialsOn(r.pipelines(), 7, "b"))
}

func TestCellNames(t *testing.T) {
	r := made(t)
	require.Equal(t, "correction retention 0.4–0.6, phone/id retention 0.8–1", placeName(r.Axes, []int{2, 4}))
	require.Equal(t, "correction retention 0–0.2, phone/id retention 0–0.2", placeName(r.Axes, []int{0, 0}))
}

// A fold without the only source of a descriptor has a grid without it, so that nothing of the scenario
// is in it.
func TestArchiveWithoutTheOnlySource(t *testing.T) {
	e := made(t)
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
	cells := func(of []emas.Descriptor) int {
		n := 1
		for _, axis := range emas.Axes(of) {
			n *= axis.Bins
		}
		return n
	}
	r := e
	for left, want := range map[string]int{"": 25, "legal-intake": 25, only: 5} {
		_, descriptors, err := r.without(left)
		require.NoError(t, err, left)
		require.Equal(t, want, cells(descriptors), left)
		require.NotEmpty(t, descriptors)
	}
	r.Descriptors = r.Descriptors[1:]
	_, none, err := r.without(only)
	require.NoError(t, err)
	require.Equal(t, 1, cells(none), "without any descriptor all share a cell")
	_, err = r.policy(kindsOf, After)
	require.NoError(t, err)
}
