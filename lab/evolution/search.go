package evolution

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
	"contextarena.internal/scenarios"
	"contextarena.internal/store"
)

// Evolve plays an evolution: the baselines, random pipelines, the search batch by batch, then the elites on fresh repeats and on
// held-out scenarios. Trials are measured like those of any run, but only their verdicts
// and costs are kept: their keys say how to play them in full. What is measured is kept, so the same settings
// go on where they stopped and find the same archive, at any parallelism. watch, if set, is told of every phase
// that begins: baselines, random pipelines, search, fresh repeats.
//
// If ctx ends, the experiment is interrupted and ctx's error is returned with what was done. Trials
// that fail stop the search, since a batch is told whole; the same settings try them again. In a round of shards
// its part of what is measured next is measured, and no archive kept before there is nothing left.
func Evolve(ctx context.Context, l *lab.Lab, by Settings, watch func(phase string)) (lab.Ran, Run, error) {
	s, err := newSearch(l, by)
	if err != nil {
		return lab.Ran{}, Run{}, err
	}
	s.watch = watch
	planned, err := s.experiment()
	if err != nil {
		return lab.Ran{}, Run{}, err
	}
	if s.player, err = l.Player(s.cast); err != nil {
		return lab.Ran{}, Run{}, err
	}
	ran, err := s.player.Conduct(ctx, planned, func(ctx context.Context) error {
		s.Experiment, s.Simulated = s.player.Experiment, s.player.Experiment.Simulated
		err := s.allPhases(ctx)
		if errors.Is(err, lab.ErrUnmeasured) {
			s.player.Incomplete()
			err = nil
		}
		if s.grid == nil || l.Shard.Round && !s.Complete { // what the search has found after a part of a round is nothing to be read
			return err
		}
		s.settle()
		return errors.Join(err, s.save(context.WithoutCancel(ctx), l.DB))
	})
	s.Experiment = ran.Experiment
	return ran, s.Run, err
}

// search is an evolution under way.
type search struct {
	Run
	lab          *lab.Lab
	cast         lab.Cast
	player       *lab.Player
	model        llm.Model
	search, held []*arena.Scenario
	baselines    []contestant
	made         map[emas.Genome]contestant
	sample       []emas.Evaluation // of random pipelines
	replyTokens  int               // the default of a plan
	watch        func(phase string)
}

// newSearch looks up everything an evolution names. All mistakes are reported at once, as an
// arena.Mistake.
func newSearch(l *lab.Lab, by Settings) (*search, error) {
	s := &search{lab: l, made: map[emas.Genome]contestant{}, replyTokens: lab.DefaultPlan().ReplyTokens}
	s.Archive = Archive{Schema: archiveSchema, Settings: by, Unit: "USD", Elites: []Elite{}}
	errs := by.check()
	var err error
	s.model, err = l.Models.Resolve(by.Model)
	errs = append(errs, err)
	for _, name := range []string{by.Baseline, fullContext, hybrid, "retrieval(by=bm25)", "retrieval(by=bm25,top_k=32)"} {
		c, err := named(name)
		errs = append(errs, err)
		s.baselines = append(s.baselines, c)
	}
	s.Space = emas.NewPipelineSpace()
	r, err := l.Resolve(lab.Plan{Suite: by.Suite, Scenarios: by.Scenarios, ScenariosDir: l.ScenariosDir, Drawn: l.Drawn, Stretch: min(by.Stretch, scenarios.MostStretch), Models: []string{"sim:nano"}})
	errs = append(errs, err)
	if err == nil {
		if by.HeldOut < 0 {
			by.HeldOut = 3 * len(r.Played) / 8
		}
		s.Scenarios, s.Settings.HeldOut = r.Played, by.HeldOut
		s.search, s.held, err = rotated(r.Played, by.sources(), by.HeldOut, by.Rotate)
		s.Search, s.Held = ids(s.search), ids(s.held)
		errs = append(errs, err)
	}
	errs = append(errs, by.checkDescriptors())
	if err := errors.Join(errs...); err != nil {
		return nil, arena.Mistake{Err: err}
	}
	s.cast = lab.Cast{Scenarios: s.Scenarios, Named: r.Named, Models: []llm.Model{s.model}, Worlds: r.Worlds, Share: true, AllAtOnce: true}
	return s, nil
}

// experiment is the evolution as the database keeps it. Its id hashes the settings and what decides
// the trials and their scores.
func (s *search) experiment() (store.Experiment, error) {
	var p plan
	p.Evolve.Settings, p.Evolve.Search, p.Evolve.Held, p.Evolve.Prices = s.Settings, s.Search, s.Held, s.prices()
	p.Evolve.Scenarios = ids(s.Scenarios)
	text, err := json.Marshal(p)
	if err != nil {
		return store.Experiment{}, fmt.Errorf("encode the settings of an evolution: %w", err)
	}
	h := sha256.New()
	fmt.Fprintf(h, "evolve %s\n", text)
	for _, sc := range s.Scenarios {
		for _, c := range append(slices.Clone(s.baselines), s.contestant(0)) {
			key := s.trial(c, sc, s.Settings.Seed, 1).Key()
			h.Write(key[:])
		}
		fmt.Fprintln(h, probes.Version(sc))
	}
	return s.lab.NewExperiment(store.KindEvolution, h.Sum(nil), "evolve", text, s.model.Provider == "sim"), nil
}

// prices are the nominal prices that fitness is made with.
func (s *search) prices() string {
	if p, ok := s.lab.Prices.Of(s.model, s.cast.PricesAsOf); ok {
		return fmt.Sprintf("%s %g/%g", s.model, p.Input, p.Output)
	}
	return s.model.String() + " unknown"
}

// allPhases runs every phase. Each leaves what it found in s.Run.
func (s *search) allPhases(ctx context.Context) error {
	s.player.Expect(s.baselineTrials() + s.searchTrials())
	for _, phase := range []func(context.Context) error{s.playBaselines, s.playRandom, s.layAxes, s.evolve, s.judgeElites, s.judgeRandom} {
		if err := phase(ctx); err != nil {
			return err
		}
	}
	s.Complete = true
	return nil
}

// begin says which phase begins.
func (s *search) begin(phase string) {
	if s.watch != nil {
		s.watch(phase)
	}
}

// The strategies that fitness is measured by, besides the baseline of the weights: what the whole
// conversation can pass, and what cost is held against.
const (
	fullContext = "full_context"
	hybrid      = "hybrid"
)

// baselineRepeats is how often baselines are played: what every fitness hangs on is measured more
// than once.
const baselineRepeats = 5

func (s *search) baselineTrials() int { return len(s.baselines) * len(s.Scenarios) * baselineRepeats }

func (s *search) searchTrials() int {
	return (s.Settings.Evaluations + s.sampled()) * s.Settings.Repeats * len(s.search)
}

// playBaselines plays the baselines on all scenarios, held-out ones too: what a probe weighs is not to
// depend on which are held out.
func (s *search) playBaselines(ctx context.Context) error {
	s.begin("baselines")
	trials, err := s.measure(ctx, series{s.baselines, s.Scenarios, s.Settings.Seed, upTo(baselineRepeats)})
	if err != nil {
		return err
	}
	for i, c := range s.baselines {
		if len(trials[i]) == 0 {
			return fmt.Errorf("baseline %s: no trial was completed, so nothing can be held against it", c.label)
		}
		s.Baselines = append(s.Baselines, Baseline{c.label, trials[i]})
	}
	s.Code = lab.CodeOf(s.richest())
	s.yardsticks()
	return nil
}

// evolve searches, batch by batch.
func (s *search) evolve(ctx context.Context) error {
	s.grid = emas.NewArchive(s.Axes, s.Settings.Margin)
	e := emas.NewSearch(s.Space, s.grid, emas.Settings{Emitters: emitters, Seed: uint64(s.Settings.Seed), Repeats: s.Settings.Again})
	s.begin("search")
	played := map[emas.Genome][]emas.Trial{}
	for batch := 0; e.Evaluations() < s.Settings.Evaluations; batch++ {
		asked := e.Ask(min(s.Settings.Batch, s.Settings.Evaluations-e.Evaluations()))
		if len(asked) == 0 {
			break
		}
		steps, told, err := s.evaluate(ctx, asked, played)
		if err != nil {
			return err
		}
		e.Tell(told)
		for i := range steps {
			steps[i].Batch = batch
		}
		s.Steps = append(s.Steps, steps...)
	}
	s.player.Skip((s.Settings.Evaluations - e.Evaluations()) * s.Settings.Repeats * len(s.search))
	return nil
}

// looks is in how many parts scenarios are played: after each, what can't pass enough tasks any more is given up.
const looks = 4

// evaluate measures a batch. An evaluation is of all repeats of its genome so far; played keeps them.
func (s *search) evaluate(ctx context.Context, asked []emas.Proposal, played map[emas.Genome][]emas.Trial) (steps []Step, told []emas.Evaluation, err error) {
	repeats := s.Settings.Repeats
	trials := make([][]emas.Trial, len(asked))
	for look := range looks {
		var part []*arena.Scenario
		for i := look; i < len(s.search); i += looks {
			part = append(part, s.search[i])
		}
		var left []int
		batch := series{scenarios: part, seed: s.Settings.Seed, repeats: func(i int) (int, int) {
			return asked[left[i]].Repeat*repeats + 1, (asked[left[i]].Repeat + 1) * repeats
		}}
		for i, p := range asked {
			if p.Repeat > 0 || !s.Scorer.Hopeless(trials[i]) {
				left, batch.who = append(left, i), append(batch.who, s.contestant(p.Genome))
			}
		}
		s.player.Skip((len(asked) - len(left)) * repeats * len(part))
		more, err := s.measure(ctx, batch)
		if err != nil {
			return nil, nil, err
		}
		for k, i := range left {
			trials[i] = append(trials[i], more[k]...)
		}
	}
	for i, p := range asked {
		played[p.Genome] = append(played[p.Genome], trials[i]...)
		e, err := s.judge(p.Genome, played[p.Genome], nil, (p.Repeat+1)*repeats*len(s.search))
		if err != nil {
			return nil, nil, err
		}
		steps = append(steps, Step{Repeat: p.Repeat, Measured: s.placed(e, trials[i])})
		told = append(told, e)
	}
	return steps, told, nil
}

// settle puts down what the search has found until now, unless the elites were judged already.
func (s *search) settle() {
	s.Searched = s.grid.Summary()
	if len(s.Elites) > 0 {
		return
	}
	for _, e := range s.grid.Elites() {
		x := Elite{Name: s.Space.Name(e.Genome), Strategy: s.Spec(e.Genome), Measured: s.placed(e, nil)}
		x.Place = placeName(s.Axes, x.Cell)
		s.Elites = append(s.Elites, x)
	}
}
