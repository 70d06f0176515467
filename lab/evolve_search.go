package lab

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/llm"
	"contextarena.internal/space"
	"contextarena.internal/store"
)

// Evolving is how far an evolution is.
type Evolving struct {
	Phase           string // baselines, whole space, search, fresh repeats, other model
	Evaluations, Of int    // of the search
	Distinct        int    // genomes among them
	emas.Summary
}

// EvolveRan is what an evolution did, and what it has found.
type EvolveRan struct {
	Ran
	Evolved
}

// Evolve plays an evolution: the baselines, the whole space if it is exhaustive, the search batch by
// batch, then the elites on fresh repeats, on held-out scenarios and on another model. Trials are
// measured like those of any run, but only their verdicts and costs are kept: their keys say how to
// play them in full. What is measured is kept, so the same settings go on where they stopped and find
// the same archive, at any parallelism. watch, if set, is told of every phase and batch.
//
// If ctx ends, the experiment is interrupted and ctx's error is returned with what was done. Trials
// that fail stop the search, since a batch is told whole; the same settings try them again.
func (l *Lab) Evolve(ctx context.Context, e Evolution, watch func(Evolving)) (EvolveRan, error) {
	v, err := l.newEvolving(e)
	if err != nil {
		return EvolveRan{}, err
	}
	v.watch = watch
	planned, err := v.experiment()
	if err != nil {
		return EvolveRan{}, err
	}
	if v.player, err = l.Player(v.cast); err != nil {
		return EvolveRan{}, err
	}
	ran, err := v.player.Conduct(ctx, planned, func(ctx context.Context) error {
		err := v.whole(ctx)
		if errors.Is(err, ErrUnmeasured) {
			v.player.Incomplete()
			return nil
		}
		return err
	})
	out := EvolveRan{Ran: ran, Evolved: v.out}
	out.Evolved.Experiment = ran.Experiment
	return out, err
}

// evolving is an evolution under way, or one being read back.
type evolving struct {
	Evolution
	lab               *Lab
	cast              Cast
	player            *Player
	space             *space.Space
	emitters          []emas.Emitter
	model, other      llm.Model
	all, search, held []*arena.Scenario
	baselines         []contestant
	versions          map[string]string // of the matchers, by scenario
	made              map[emas.Genome]contestant
	cap               int
	quiet             bool // measurements found are not counted
	watch             func(Evolving)

	descriptors []emas.Descriptor
	leftOut     int
	out         Evolved
}

// whole runs every phase. Each leaves what it found in v.out.
func (v *evolving) whole(ctx context.Context) error {
	v.player.Expect(v.baselineTrials() + v.enumerationTrials() + v.searchTrials())
	v.out = Evolved{
		Settings: v.Evolution, Space: v.space, Scenarios: v.all, Search: ids(v.search), Held: ids(v.held),
		Experiment: v.player.Experiment,
	}
	defer func() { v.out.LeftOut = v.leftOut }()
	phases := []func(context.Context) error{v.playBaselines, v.evolve, v.judgeElites, v.judgeElsewhere}
	if v.Exhaustive && !v.cast.Reading {
		phases = slices.Insert(phases, 1, v.enumerate)
	}
	for _, phase := range phases {
		if err := phase(ctx); err != nil {
			return err
		}
	}
	v.out.Complete = true
	return nil
}

// tell reports how far the search is.
func (v *evolving) tell(phase string, s *emas.Search) {
	if v.watch == nil {
		return
	}
	now := Evolving{Phase: phase, Of: v.Evaluations}
	if s != nil {
		now.Evaluations, now.Distinct, now.Summary = s.Evaluations(), s.Distinct(), s.Archive().Summary()
	}
	v.watch(now)
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

func (v *evolving) baselineNames() []string { return []string{v.Baseline, fullContext, hybrid} }

func (v *evolving) baselineTrials() int { return len(v.baselines) * len(v.all) * baselineRepeats }

func (v *evolving) searchTrials() int { return v.Evaluations * v.Repeats * len(v.search) }

// playBaselines plays the baselines on all scenarios, held-out ones too: what a probe weighs is not to
// depend on which are held out.
func (v *evolving) playBaselines(ctx context.Context) error {
	v.tell("baselines", nil)
	trials, err := v.measure(ctx, series{v.baselines, v.all, v.model, v.Seed, upTo(baselineRepeats)})
	if err != nil {
		return err
	}
	for i, c := range v.baselines {
		if len(trials[i]) == 0 {
			return fmt.Errorf("baseline %s: no trial was completed, so nothing can be held against it", c.label)
		}
		v.out.Baselines = append(v.out.Baselines, Yardstick{c.label, trials[i]})
	}
	v.out.Scorer = emas.NewScorer(trials[0], trials[1], trials[2])
	v.out.Scorer.Tasks = v.required(trials[1])
	v.descriptors, err = v.descriptorsOf(trials[2])
	v.out.Descriptors = v.descriptors
	return err
}

// hopelessTasks is the share of tasks passed with everything in view below which they say nothing of a
// memory.
const hopelessTasks = 0.25

// required is the share of tasks that must be passed.
func (v *evolving) required(full []emas.Trial) float64 {
	passed := 0
	for _, t := range full {
		if t.Passed {
			passed++
		}
	}
	if float64(passed) < hopelessTasks*float64(len(full)) {
		return 0
	}
	return v.Tasks
}

// evolve searches, batch by batch.
func (v *evolving) evolve(ctx context.Context) error {
	archive, err := emas.NewArchive(emas.Axes(v.descriptors), emas.Rules{Margin: v.Margin})
	if err != nil {
		return err
	}
	v.out.Archive = archive
	stored, err := v.lab.DB.Evaluations(ctx, v.player.Experiment.ID)
	if err != nil {
		return err
	}
	script := &script{left: stored}
	s, err := emas.NewSearch(v.space, archive, emas.Settings{Emitters: script.over(v.emitters), Seed: uint64(v.Seed), Repeats: v.Again})
	if err != nil {
		return err
	}
	v.tell("search", s)
	played := map[emas.Genome][]emas.Trial{}
	for batch := 0; s.Evaluations() < v.Evaluations; batch++ {
		if v.cast.Reading && len(script.left) == 0 {
			return nil
		}
		before := s.Evaluations()
		asked, recorded, err := script.ask(s, min(v.Batch, v.Evaluations-before))
		if err != nil {
			return fmt.Errorf("%w: the search was stored by another version of this program; evolve again with another --seed", err)
		}
		if len(asked) == 0 {
			break
		}
		steps, err := v.evaluate(ctx, asked, played)
		if err != nil {
			return err
		}
		told := make([]emas.Evaluation, len(steps))
		for i, st := range steps {
			told[i] = st.Evaluation
		}
		statuses, err := s.Tell(told)
		if err != nil {
			return err
		}
		var rows []store.Evaluation
		for i := range steps {
			steps[i].Batch, steps[i].Status = batch, statuses[i]
			steps[i].After = archive.Summary()
			rows = append(rows, store.Evaluation{Batch: batch, Genome: int(asked[i].Genome), Repeat: asked[i].Repeat, Emitter: steps[i].Emitter, Status: statuses[i].String()})
		}
		if !recorded {
			if err := v.lab.DB.SaveEvaluations(ctx, v.player.Experiment.ID, before, rows); err != nil {
				return err
			}
		}
		v.out.Steps = append(v.out.Steps, steps...)
		v.tell("search", s)
	}
	v.player.Skip((v.Evaluations - s.Evaluations()) * v.Repeats * len(v.search))
	return nil
}

// evaluate measures a batch. An evaluation is of all repeats of its genome so far; played keeps them.
func (v *evolving) evaluate(ctx context.Context, asked []emas.Proposal, played map[emas.Genome][]emas.Trial) ([]Step, error) {
	s := series{scenarios: v.search, model: v.model, seed: v.Seed, repeats: func(i int) (int, int) {
		return asked[i].Repeat*v.Repeats + 1, (asked[i].Repeat + 1) * v.Repeats
	}}
	for _, p := range asked {
		c, err := v.contestant(p.Genome)
		if err != nil {
			return nil, err
		}
		s.who = append(s.who, c)
	}
	trials, err := v.measure(ctx, s)
	if err != nil {
		return nil, err
	}
	steps := make([]Step, len(asked))
	for i, p := range asked {
		played[p.Genome] = append(played[p.Genome], trials[i]...)
		steps[i] = Step{Proposal: p, Trials: slices.Clone(played[p.Genome])}
		steps[i].Evaluation, steps[i].Fitness, err = v.judge(p.Genome, v.out.Scorer, played[p.Genome], nil, (p.Repeat+1)*v.Repeats*len(v.search))
		if err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// script has a search repeat what it asked for before it was interrupted, without asking its emitters:
// fitting a surrogate anew takes longer than all the rest of reading an archive.
type script struct {
	mu    sync.Mutex
	left  []store.Evaluation // batches that are stored
	fresh []emas.Genome      // of the batch at hand, in the order of emitters
}

// over puts the script before each emitter.
func (s *script) over(emitters []emas.Emitter) []emas.Emitter {
	var out []emas.Emitter
	for _, e := range emitters {
		out = append(out, scripted{e, s})
	}
	return out
}

// ask asks a search for its next batch, and says whether that is stored. It is an error if the search
// doesn't ask for what is stored.
func (s *script) ask(search *emas.Search, n int) (asked []emas.Proposal, recorded bool, err error) {
	var batch []store.Evaluation
	for len(s.left) > 0 && (len(batch) == 0 || s.left[0].Batch == batch[0].Batch) {
		batch, s.left = append(batch, s.left[0]), s.left[1:]
	}
	s.fresh = nil
	for _, e := range batch {
		if e.Repeat == 0 {
			s.fresh = append(s.fresh, emas.Genome(e.Genome))
		}
	}
	asked, err = search.Ask(n)
	if err != nil || len(batch) == 0 {
		return asked, false, err
	}
	same := len(asked) == len(batch)
	for i := 0; same && i < len(asked); i++ {
		same = asked[i].Genome == emas.Genome(batch[i].Genome) && asked[i].Repeat == batch[i].Repeat
		asked[i].Emitter = batch[i].Emitter
	}
	if !same {
		return nil, true, fmt.Errorf("batch %d of the stored search can't be repeated", batch[0].Batch+1)
	}
	return asked, true, nil
}

// scripted is an emitter behind a script.
type scripted struct {
	emas.Emitter
	script *script
}

// Emit gives what is stored, and asks the emitter where nothing is.
func (e scripted) Emit(n int, known emas.Known, r *rand.Rand) ([]emas.Genome, error) {
	e.script.mu.Lock()
	defer e.script.mu.Unlock()
	if have := e.script.fresh; len(have) >= n {
		e.script.fresh = have[n:]
		return slices.Clone(have[:n]), nil
	}
	return e.Emitter.Emit(n, known, r)
}
