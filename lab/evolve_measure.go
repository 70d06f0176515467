package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// trial is one contestant on one scenario, as `arena run` would play it in a scripted dialogue.
func (v *evolving) trial(c contestant, s *arena.Scenario, m llm.Model, seed int64, repeat int) arena.Trial {
	return arena.Trial{
		Scenario: s, Strategy: c.strategy, Spec: c.label, Model: m, MemoryModel: m,
		Repeat: repeat, PlanSeed: seed, Dialogue: arena.Scripted, ReplyTokens: v.replyTokens(),
		World: v.run.plan.worlds.Name(s, m),
	}
}

// replyTokens is the default of a plan.
func (v *evolving) replyTokens() int {
	if v.cap == 0 {
		v.cap = DefaultPlan().ReplyTokens
	}
	return v.cap
}

// errUnmeasured says that some trials could not be measured: the money ran out, a provider failed, or,
// where nothing is played, they were not played yet.
var errUnmeasured = errors.New("not all trials are measured")

// series are trials to be measured: some contestants on some scenarios, each in its repeats.
type series struct {
	who       []contestant
	scenarios []*arena.Scenario
	model     llm.Model
	seed      int64
	repeats   func(i int) (first, last int) // of contestant i, from 1
}

// upTo are the repeats of a series in which all contestants have the same.
func upTo(last int) func(int) (int, int) { return func(int) (int, int) { return 1, last } }

// order lists the trials of a series so that those that ask much the same follow each other.
func (v *evolving) order(s series) (trials []arena.Trial, owner []int) {
	by := make([]int, len(s.who))
	least, most := 1, 0
	for i := range by {
		by[i] = i
		first, last := s.repeats(i)
		least, most = min(least, first), max(most, last)
	}
	slices.SortStableFunc(by, func(a, b int) int { return cmp.Compare(s.who[a].rank, s.who[b].rank) })
	for repeat := least; repeat <= most; repeat++ {
		for _, sc := range s.scenarios {
			for _, i := range by {
				if first, last := s.repeats(i); repeat >= first && repeat <= last {
					trials, owner = append(trials, v.trial(s.who[i], sc, s.model, s.seed, repeat)), append(owner, i)
				}
			}
		}
	}
	return trials, owner
}

// measure plays what isn't measured of a series and returns the completed trials by contestant, in the
// order of repeats and scenarios. Trials that were refused or truncated are left out and counted. It
// is errUnmeasured if a trial has no measurement.
func (v *evolving) measure(ctx context.Context, s series) ([][]emas.Trial, error) {
	trials, owner := v.order(s)
	measured, err := v.measureAll(ctx, trials)
	if err != nil {
		return nil, err
	}
	out := make([][]emas.Trial, len(s.who))
	for i, m := range measured {
		if m.Outcome != arena.Completed {
			v.leftOut++
			continue
		}
		out[owner[i]] = append(out[owner[i]], v.reduced(trials[i].Scenario, m))
	}
	return out, nil
}

// abreast is how many neighbouring trials one worker plays in turn: those of one encoder and manager,
// so that none waits for a reply that another has asked for.
const abreast = 12

// measureAll measures trials in parallel.
func (v *evolving) measureAll(ctx context.Context, trials []arena.Trial) ([]store.Measurement, error) {
	out := make([]store.Measurement, len(trials))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(max(1, v.run.lab.Parallel))
	runner := &arena.Runner{Client: v.run.clients, Embedder: embed.Local{}, Tokens: v.run.lab.Tokens, Sandbox: v.run.lab.Sandbox, Strategy: strategies.Parse}
	for begin := 0; begin < len(trials); {
		end := begin + 1
		for end < len(trials) && end-begin < abreast && trials[end].Scenario == trials[begin].Scenario && trials[end].Repeat == trials[begin].Repeat {
			end++
		}
		from, to := begin, end
		g.Go(func() error { return v.some(gctx, runner, trials[from:to], out[from:to]) })
		begin = end
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	for _, m := range out {
		if !m.Finished() {
			return nil, errUnmeasured
		}
	}
	return out, nil
}

// some measures a few trials one after the other. What was played is stored, even if ctx ends.
func (v *evolving) some(ctx context.Context, runner *arena.Runner, trials []arena.Trial, out []store.Measurement) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	keys := make([]arena.TrialKey, len(trials))
	for i, t := range trials {
		keys[i] = t.Key()
	}
	stored, err := v.run.lab.DB.Measurements(ctx, keys)
	if err != nil {
		return err
	}
	var played []store.Measurement
	defer func() {
		if len(played) > 0 {
			err = errors.Join(err, v.run.lab.DB.SaveMeasurements(context.WithoutCancel(ctx), played))
			v.run.tell()
		}
	}()
	for i, t := range trials {
		if m, ok := stored[keys[i]]; ok && m.Scorer == v.versions[t.Scenario.ID] {
			out[i] = m
			if !v.quiet {
				v.run.found()
			}
			continue
		}
		if v.reading || v.run.halted() {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if out[i], err = v.play(ctx, runner, t, keys[i]); err != nil {
			return err
		}
		if out[i].Finished() {
			played = append(played, out[i])
		}
	}
	return nil
}

// play plays a trial and judges its answers.
func (v *evolving) play(ctx context.Context, runner *arena.Runner, t arena.Trial, key arena.TrialKey) (store.Measurement, error) {
	rec, err := runner.Play(ctx, t)
	if err != nil {
		return store.Measurement{}, fmt.Errorf("%s on %s: %w", t.Spec, t.Scenario.ID, err)
	}
	scorer, err := v.run.scorers.of(t.Scenario)
	if err != nil {
		return store.Measurement{}, err
	}
	m := store.Measurement{Key: key, Scorer: scorer.Version(), Outcome: rec.Outcome, Reason: rec.Reason, Usage: charges(rec.Calls)}
	m.Results, m.Passed = scorer.Answers(rec)
	v.run.count(rec)
	return m, nil
}

// reduced is a completed trial as fitness needs it. What the memory costs is its upkeep and its
// contexts at nominal prices, the cost of asking probes left out.
func (v *evolving) reduced(s *arena.Scenario, m store.Measurement) emas.Trial {
	shown := Shown{Ended: m.Outcome, Results: m.Results}
	c := v.run.lab.cost(m.Usage, v.run.plan.PricesAsOf)
	t := emas.Trial{Scenario: s.ID, Passed: m.Passed, USD: c.Write.USD + c.Read.USD, Turns: len(s.Turns)}
	for _, ft := range arena.FactTypes {
		kept, asked := shown.Answered(s, func(p arena.Probe) bool { return headline(p) && p.Type == ft })
		if asked > 0 {
			t.Probes = append(t.Probes, emas.Tally{Type: string(ft), Kept: kept, Asked: asked})
		}
	}
	return t
}
