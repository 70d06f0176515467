package lab

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// Evolution says how the space of pipelines is searched (MAP-Elites, package emas). Start from
// DefaultEvolution. Everything in it is part of the experiment's identity; trials are shared by all
// experiments whose settings agree in what decides a trial.
type Evolution struct {
	Suite       string   `json:"suite"`
	Scenarios   []string `json:"scenarios,omitempty"` // ids; empty for the whole suite
	Model       string   `json:"model"`
	Evaluations int      `json:"evaluations"` // further ones of elites included
	Batch       int      `json:"batch"`       // genomes asked for at once
	Repeats     int      `json:"repeats"`     // trials of each scenario in one evaluation
	Again       int      `json:"again"`       // how often an elite is evaluated in the end
	Emitters    []string `json:"emitters"`
	Bins        int      `json:"bins"` // of each descriptor
	Descriptors []string `json:"descriptors"`
	Margin      float64  `json:"margin"`           // emas.Rules.Margin
	Layers      []string `json:"layers,omitempty"` // further genes, each there or not
	Seed        int64    `json:"seed"`             // of the search, and with the repeat of every request

	HeldOut  int    `json:"held_out"` // scenarios that choose nothing
	Rotate   int    `json:"rotate"`   // which: the next ones for each step
	Fresh    int    `json:"fresh"`    // repeats that elites are judged by in the end, none of which chose them
	Baseline string `json:"baseline"` // strategy by which fact types are weighted
	// Tasks is the share of final tasks that must be passed, of those that full_context passes where it
	// passes fewer; 0: none. Where full_context passes fewer than a quarter nothing is required: then
	// the model fails them, not the memory.
	Tasks   float64 `json:"tasks"`
	Recheck string  `json:"recheck,omitempty"`

	Exhaustive bool `json:"exhaustive,omitempty"` // measures every genome too
	Draws      int  `json:"draws,omitempty"`      // evaluations of every genome that a search may see
	Truth      int  `json:"truth,omitempty"`      // fresh repeats of every genome, by which searches are judged
}

// DefaultEvolution is a search without flags.
func DefaultEvolution() Evolution {
	return Evolution{
		Suite: "extended", Model: "sim:nano", Evaluations: 720, Batch: 16, Repeats: 1, Again: 3,
		Emitters: []string{"uniform", "mutation", "crossover", "guided"}, Bins: emas.Bins,
		Descriptors: []string{string(arena.Correction), string(arena.PhoneID)}, Margin: 1,
		Seed: 1, HeldOut: 2, Fresh: 5, Baseline: "rlm", Tasks: 0.75, Draws: 1,
	}
}

// freshSeeds is how far the seed of fresh repeats lies from the search's.
const freshSeeds = 1_000_000

// FreshSeed is the plan seed of the repeats that chose nothing.
func (e Evolution) FreshSeed() int64 { return e.Seed + freshSeeds }

// check reports every mistake that can be seen in the settings alone.
func (e Evolution) check() []error {
	var errs []error
	for _, n := range []struct {
		flag              string
		have, least, most int
	}{
		{"evaluations", e.Evaluations, 1, 1 << 24},
		{"batch", e.Batch, 1, 10000},
		{"repeats", e.Repeats, 1, 1000},
		{"again", e.Again, 1, 1000},
		{"bins", e.Bins, 1, 1000},
		{"held-out", e.HeldOut, 0, 1000},
		{"rotate", e.Rotate, 0, 1 << 20},
		{"fresh", e.Fresh, 0, 1000},
		{"draws", e.Draws, 1, 1000},
		{"truth", e.Truth, 0, 1000},
	} {
		if n.have < n.least || n.have > n.most {
			errs = append(errs, fmt.Errorf("%s %d: want %d to %d", n.flag, n.have, n.least, n.most))
		}
	}
	if e.Seed < 0 || e.Seed >= freshSeeds {
		errs = append(errs, fmt.Errorf("seed %d: want 0 to %d; those above are for fresh repeats", e.Seed, freshSeeds-1))
	}
	if !(e.Margin >= 0 && e.Margin <= 100) {
		errs = append(errs, fmt.Errorf("margin %g: want 0 to 100 standard errors", e.Margin))
	}
	if !(e.Tasks >= 0 && e.Tasks <= 1) {
		errs = append(errs, fmt.Errorf("tasks %g: want a share, 0 (none) to 1", e.Tasks))
	}
	if !e.Exhaustive && (e.Truth > 0 || e.Draws > 1) {
		errs = append(errs, errors.New("truth and draws are of the whole space: they need exhaustive"))
	}
	return append(errs, NamedTwice("descriptor", e.Descriptors), NamedTwice("layer", e.Layers))
}

// EvolutionPlan is what the database keeps of an evolution.
type EvolutionPlan struct {
	Evolution
	Search []string `json:"search"`        // ids of the scenarios that choose
	Held   []string `json:"held"`          // ids of those that don't
	Prices string   `json:"nominal_price"` // of the model: costs are part of fitness
}

type evolvePlan struct {
	Evolve *EvolutionPlan `json:"evolve"`
}

// CheckEvolution reports every mistake in an evolution. It asks no one.
func (l *Lab) CheckEvolution(e Evolution) error {
	_, err := l.newEvolving(e)
	return err
}

// EvolutionSize is what an evolution is going to do, at most.
type EvolutionSize struct {
	Genomes, Cells                    int
	Search, Held                      []string // ids
	Baselines, Searching, Enumeration int      // trials
}

// EvolutionSize looks an evolution up without asking anything.
func (l *Lab) EvolutionSize(e Evolution) (EvolutionSize, error) {
	v, err := l.newEvolving(e)
	if err != nil {
		return EvolutionSize{}, err
	}
	cells := 1
	for range e.Descriptors {
		cells *= e.Bins
	}
	return EvolutionSize{
		Genomes: v.space.Size(), Cells: cells, Search: ids(v.search), Held: ids(v.held),
		Baselines: v.baselineTrials(), Searching: v.searchTrials(), Enumeration: v.enumerationTrials(),
	}, nil
}

func ids(scenarios []*arena.Scenario) []string {
	out := []string{}
	for _, s := range scenarios {
		out = append(out, s.ID)
	}
	return out
}

// EstimateEvolution estimates the search, without its baselines and fresh repeats, from some genomes
// spread over the space.
func (l *Lab) EstimateEvolution(ctx context.Context, e Evolution) (Estimate, error) {
	v, err := l.newEvolving(e)
	if err != nil {
		return Estimate{}, err
	}
	p := DefaultPlan()
	p.Suite, p.Scenarios, p.ScenariosDir, p.Models = e.Suite, ids(v.search), l.ScenariosDir, []string{e.Model}
	p.Strategies, p.Repeats, p.Dialogue = nil, 1, arena.Scripted
	const sampled = 24 // genomes
	n := min(sampled, v.space.Size())
	for i := range n {
		c, err := v.contestant(emas.Genome(i * v.space.Size() / n))
		if err != nil {
			return Estimate{}, err
		}
		p.Points = append(p.Points, Point{Strategy: c.strategy})
	}
	out, err := l.Estimate(ctx, p)
	if err != nil {
		return out, err
	}
	played := out.Trials
	out.Trials = v.searchTrials()
	if e.Exhaustive {
		out.Trials = v.enumerationTrials() // the search sees the same trials
	}
	for i, m := range out.ByModel {
		scale := func(n int) int { return n * out.Trials / played }
		out.ByModel[i].Calls, out.ByModel[i].Input, out.ByModel[i].Output = scale(m.Calls), scale(m.Input), scale(m.Output)
		out.ByModel[i].USD = m.USD * float64(out.Trials) / float64(played)
	}
	return out, nil
}

// newEvolving looks up everything an evolution names. All mistakes are reported at once, as an
// arena.Mistake.
func (l *Lab) newEvolving(e Evolution) (*evolving, error) {
	v := &evolving{Evolution: e, lab: l, versions: map[string]string{}, made: map[emas.Genome]contestant{}}
	errs := e.check()
	var err error
	v.model, err = l.Models.Resolve(e.Model)
	errs = append(errs, err)
	if e.Recheck != "" {
		if v.other, err = l.Models.Resolve(e.Recheck); err == nil && v.other == v.model {
			err = fmt.Errorf("recheck %s: that is the model of the search; name another", e.Recheck)
		}
		errs = append(errs, err)
	}
	for _, name := range v.baselineNames() {
		c, err := named(name)
		errs = append(errs, err)
		v.baselines = append(v.baselines, c)
	}
	v.emitters, err = emittersOf(e.Emitters)
	errs = append(errs, err)
	v.space, err = spaceOf(e.Layers)
	errs = append(errs, err)
	p := Plan{Suite: e.Suite, Scenarios: e.Scenarios, ScenariosDir: l.ScenariosDir, Models: []string{"sim:nano"}}
	r, err := resolve(p, l.Models)
	errs = append(errs, err)
	if err == nil {
		v.all = r.Played
		v.search, v.held, err = rotated(r.Played, e.sources(), e.HeldOut, e.Rotate)
		errs = append(errs, err)
	}
	errs = append(errs, e.checkDescriptors())
	if err := errors.Join(errs...); err != nil {
		return nil, arena.Mistake{Err: err}
	}
	for _, s := range v.all {
		v.versions[s.ID] = probes.Version(s)
	}
	v.cast = Cast{Scenarios: v.all, Models: []llm.Model{v.model}, Worlds: r.Worlds, Share: true, AllAtOnce: true}
	if e.Recheck != "" {
		v.cast.Models = append(v.cast.Models, v.other)
	}
	return v, nil
}

// experiment is the evolution as the database keeps it. Its id hashes the settings and what decides
// the trials and their scores.
func (v *evolving) experiment() (store.Experiment, error) {
	planned := EvolutionPlan{Evolution: v.Evolution, Search: ids(v.search), Held: ids(v.held), Prices: v.prices()}
	planned.Scenarios = ids(v.all)
	text, err := json.Marshal(evolvePlan{&planned})
	if err != nil {
		return store.Experiment{}, fmt.Errorf("encode the settings of an evolution: %w", err)
	}
	h := sha256.New()
	fmt.Fprintf(h, "evolve %s\n", text)
	first, err := v.contestant(0)
	if err != nil {
		return store.Experiment{}, err
	}
	for _, s := range v.all {
		for _, c := range append(slices.Clone(v.baselines), first) {
			key := v.trial(c, s, v.model, v.Seed, 1).Key()
			h.Write(key[:])
		}
		fmt.Fprintln(h, v.versions[s.ID])
	}
	simulated := v.model.Provider == "sim" || v.Recheck != "" && v.other.Provider == "sim"
	return v.lab.NewExperiment(store.KindEvolution, h.Sum(nil), "evolve", text, simulated), nil
}

// prices are the nominal prices that fitness is made with.
func (v *evolving) prices() string {
	var out []string
	for _, m := range v.cast.Models {
		if p, ok := v.lab.Prices.Of(m, v.cast.PricesAsOf); ok {
			out = append(out, fmt.Sprintf("%s %g/%g", m, p.Input, p.Output))
		} else {
			out = append(out, m.String()+" unknown")
		}
	}
	return strings.Join(out, ", ")
}
