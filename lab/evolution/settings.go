package evolution

import (
	"context"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/lab"
	"contextarena.internal/scenarios"
)

// Settings say how the space of pipelines is searched. Start from Default. Everything in them is part of
// the experiment's identity; trials are shared by all experiments whose settings agree in what decides a
// trial.
type Settings struct {
	Suite       string   `json:"suite"`
	Scenarios   []string `json:"scenarios,omitempty"` // ids; empty for the whole suite
	Stretch     int      `json:"stretch,omitempty"`   // least tokens of a transcript: small talk fills shorter ones up
	Model       string   `json:"model"`
	Evaluations int      `json:"evaluations"` // further ones of elites included
	Batch       int      `json:"batch"`       // genomes asked for at once
	Repeats     int      `json:"repeats"`     // trials of each scenario in one evaluation
	Again       int      `json:"again"`       // how often an elite is evaluated in the end
	Bins        int      `json:"bins"`        // of each descriptor
	Descriptors []string `json:"descriptors"`
	Margin      float64  `json:"margin"` // of emas.NewArchive
	Seed        int64    `json:"seed"`   // of the search, and with the repeat of every request

	HeldOut  int    `json:"held_out"` // scenarios that choose nothing; -1 for three eighths
	Rotate   int    `json:"rotate"`   // which: the next ones for each step
	Fresh    int    `json:"fresh"`    // repeats that elites are judged by in the end, none of which chose them
	Baseline string `json:"baseline"` // strategy by which fact types are weighted
	Random   int    `json:"random"`   // searches at random to compare with
	// Tasks is the share of final tasks that must be passed, of those that full_context passes at least half of the time;
	// 0: none.
	Tasks float64 `json:"tasks"`
}

// Default is a search without flags.
func Default() Settings {
	return Settings{
		Suite: "extended", Model: "sim:nano", Evaluations: 80, Batch: 16, Repeats: 1, Again: 3,
		Bins:        emas.Bins,
		Descriptors: []string{emas.Cost, emas.Upkeep}, Margin: 1,
		Seed: 1, HeldOut: -1, Fresh: 5, Random: 20, Baseline: "rlm", Tasks: 0.5,
	}
}

// freshSeeds is how far the seed of fresh repeats lies from the search's.
const freshSeeds = 1_000_000

// freshSeed is the plan seed of the repeats that chose nothing.
func (s Settings) freshSeed() int64 { return s.Seed + freshSeeds }

// check reports every mistake that can be seen in the settings alone.
func (s Settings) check() []error {
	var errs []error
	for _, n := range []struct {
		flag              string
		have, least, most int
	}{
		{"evaluations", s.Evaluations, 1, 1 << 24},
		{"batch", s.Batch, 1, 10000},
		{"repeats", s.Repeats, 1, 1000},
		{"again", s.Again, 1, 1000},
		{"bins", s.Bins, 1, 1000},
		{"held-out", s.HeldOut, -1, 1000},
		{"rotate", s.Rotate, 0, 1 << 20},
		{"fresh", s.Fresh, 0, 1000},
		{"random", s.Random, 0, 1000},
		{"stretch", s.Stretch, 0, scenarios.MostStretch},
	} {
		if n.have < n.least || n.have > n.most {
			errs = append(errs, fmt.Errorf("%s %d: want %d to %d", n.flag, n.have, n.least, n.most))
		}
	}
	if s.Seed < 0 || s.Seed >= freshSeeds {
		errs = append(errs, fmt.Errorf("seed %d: want 0 to %d; those above are for fresh repeats", s.Seed, freshSeeds-1))
	}
	if !(s.Margin >= 0 && s.Margin <= 100) {
		errs = append(errs, fmt.Errorf("margin %g: want 0 to 100 standard errors", s.Margin))
	}
	if !(s.Tasks >= 0 && s.Tasks <= 1) {
		errs = append(errs, fmt.Errorf("tasks %g: want a share, 0 (none) to 1", s.Tasks))
	}
	return append(errs, lab.NamedTwice("descriptor", s.Descriptors))
}

// plan is an evolution as the database keeps it.
type plan struct {
	Evolve struct {
		Settings
		Search []string `json:"search"`        // ids of the scenarios that choose
		Held   []string `json:"held"`          // ids of those that don't
		Prices string   `json:"nominal_price"` // of the model: costs are part of fitness
	} `json:"evolve"`
}

// Size is what an evolution is going to do, at most.
type Size struct {
	Genomes, Cells       int
	Random               int      // pipelines
	Held                 []string // ids
	Baselines, Searching int      // trials
}

// SizeOf looks an evolution up and reports every mistake in it. It asks no one.
func SizeOf(l *lab.Lab, of Settings) (Size, error) {
	s, err := newSearch(l, of)
	if err != nil {
		return Size{}, err
	}
	return Size{
		Genomes: s.Space.Size(), Cells: of.cells(), Random: s.sampled(), Held: s.Held, Baselines: s.baselineTrials(), Searching: s.searchTrials(),
	}, nil
}

func ids(scenarios []*arena.Scenario) []string {
	out := []string{}
	for _, s := range scenarios {
		out = append(out, s.ID)
	}
	return out
}

// estimatedFrom is how many genomes an estimate knows of at most.
const estimatedFrom = 240

// Estimate estimates the baselines and the search, from some genomes spread over the space, and what each elite asks that is
// played again: nobody knows how many there will be. That elites are measured again within the search counts as
// if they were others.
func Estimate(ctx context.Context, l *lab.Lab, of Settings) (search, elite lab.Workload, err error) {
	s, err := newSearch(l, of)
	if err != nil {
		return search, elite, err
	}
	p := lab.DefaultPlan()
	p.Suite, p.Scenarios, p.ScenariosDir, p.Models = of.Suite, s.Search, l.ScenariosDir, []string{of.Model}
	p.Strategies, p.Repeats, p.Dialogue, p.Stretch = nil, 1, arena.Scripted, of.Stretch
	n := min(estimatedFrom, s.Space.Size())
	for i := range n {
		p.Points = append(p.Points, lab.Point{Strategy: pipelineOf(s.Space, emas.Genome(i*s.Space.Size()/n))})
	}
	if search, err = l.EstimateStages(ctx, p, lab.Stage{Points: of.Evaluations + s.sampled(), Blocks: len(s.search) * of.Repeats}); err != nil {
		return search, elite, err
	}
	if elite, err = l.EstimateStages(ctx, p, lab.Stage{Points: 1, Blocks: len(s.Scenarios) * of.Fresh}); err != nil {
		return search, elite, err
	}
	p.Points, p.Scenarios, p.Repeats = nil, ids(s.Scenarios), baselineRepeats
	for _, c := range s.baselines {
		p.Strategies = append(p.Strategies, c.strategy)
	}
	baselines, err := l.Estimate(ctx, p)
	return baselines.Plus(search), elite, err
}

// cells is how many the archive has.
func (s Settings) cells() int {
	cells := 1
	for range s.Descriptors {
		cells *= s.Bins
	}
	return cells
}
