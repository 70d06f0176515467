package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// Result is an experiment read back: what was planned, what was played, what it shows and what
// it cost.
type Result struct {
	Experiment store.Experiment
	Planned    Planned
	Scenarios  []*arena.Scenario // those of the plan, in its order
	Trials     []Trial           // those stored, in the plan's order
	Stretched  int               // scenarios that small talk was added to
	Stale      int               // trials whose score is of other matchers than today's (arena rescore)
	Served     []store.Served    // what answered for the models
}

// Trial is a stored trial with its score and cost.
type Trial struct {
	store.Trial // its Strategy as the plan names it: at its budget where there are several
	Score       probes.Score
	Cost        Cost
	store.CycleCount
	TranscriptTokens int // of the whole conversation
	// AnswerTokens is how many tokens a model was given on average to answer a probe; see store.Used.ContextTokens.
	AnswerTokens float64
	// Requests are those of the probes, as store.Requests has them; none until ReadRequests.
	Requests []string
}

// Cost is what a trial used at nominal prices, whether or not a cache answered. Write is the
// upkeep of the memory; Read the dialogue and the final task, the strategy's own calls in
// Recall included; Probe the cost of measuring, which no user would have.
type Cost struct {
	Write, Read, Probe Charge
	Calls              int  // of models, nominal ones left out
	WriteCalls         int  // of them, for the upkeep of the memory
	ContextTokens      int  // mean input of a probe's call: the context and its question
	Priced             bool // every model has a price
}

// Charge is tokens and money. CachedUSD is what USD would be with the part of the input that
// the provider reports as cached at its cached price.
type Charge struct {
	InputTokens, OutputTokens int
	USD, CachedUSD            float64
}

// Tokens is input and output together.
func (c Charge) Tokens() int { return c.InputTokens + c.OutputTokens }

// Load reads an experiment: "" for the newest, its number, its name, or the beginning of its id. It is an
// arena.Mistake to name a sweep, whose room is lab/frontier.
func (l *Lab) Load(ctx context.Context, which string) (Result, error) {
	e, err := l.Find(ctx, which)
	if err != nil {
		return Result{}, err
	}
	planned, err := PlannedOf(e)
	if err != nil {
		return Result{}, err
	}
	if e.Kind == store.KindSweep {
		return Result{}, arena.Mistake{Err: fmt.Errorf("experiment %d is a sweep: its figures are printed by arena report frontier %d", e.Number, e.Number)}
	}
	r := Result{Experiment: e, Planned: planned}
	if r.Scenarios, r.Stretched, err = l.ScenariosOf(ctx, e, planned); err != nil {
		return r, err
	}
	return r, r.ReadTrials(ctx, l)
}

// Each yields every planned trial of these first repeats with its scenario, in the plan's order: scenario, strategy, model,
// repeat. One that was never run is among them as such, but for those that another shard plays.
func (r Result) Each(repeats int) iter.Seq2[*arena.Scenario, *Trial] {
	type slot struct {
		scenario, strategy, model string
		repeat                    int
	}
	return func(yield func(*arena.Scenario, *Trial) bool) {
		shard := r.Experiment.Given != nil && r.Experiment.Given.Flags["shard"] != ""
		stored := map[slot]*Trial{}
		for i := range r.Trials {
			t := &r.Trials[i]
			stored[slot{t.Scenario, t.Strategy, t.Model, t.Repeat}] = t
		}
		for _, s := range r.Scenarios {
			for _, strategy := range r.Planned.Strategies {
				for _, model := range r.Planned.Models {
					for repeat := 1; repeat <= min(repeats, r.Planned.Repeats); repeat++ {
						t := stored[slot{s.ID, strategy, model, repeat}]
						if t == nil && shard {
							continue
						}
						if t == nil {
							t = &Trial{Trial: store.Trial{Scenario: s.ID, Strategy: strategy, Model: model, Repeat: repeat, Outcome: arena.NotRun}}
						}
						if !yield(s, t) {
							return
						}
					}
				}
			}
		}
	}
}

// Name is the first digits of the trial's key; empty if it was never run.
func (t *Trial) Name() string {
	if t.Outcome == arena.NotRun {
		return ""
	}
	return t.Key.Short()
}

// Finding is what the trial shows about a probe: nothing where it has no score, and no place of a fact that there isn't.
func (t *Trial) Finding(p arena.Probe) probes.Finding {
	i := slices.IndexFunc(t.Score.Findings, func(f *probes.Finding) bool { return f.Probe == p.ID })
	if i < 0 {
		return probes.Finding{}
	}
	f := *t.Score.Findings[i]
	if p.Kind == arena.Absent {
		f.Place = ""
	}
	return f
}

// ReadTrials fills in the trials of a result whose experiment, plan and scenarios are known. Their findings are
// shared between equal ones.
func (r *Result) ReadTrials(ctx context.Context, l *Lab) error {
	versions := map[string]string{}
	for _, s := range r.Scenarios {
		versions[s.ID] = probes.Version(s)
	}
	asOf, _ := time.Parse(time.DateOnly, r.Planned.PricesAsOf) // empty: the newest prices
	r.Trials = make([]Trial, 0, len(r.Planned.Scenarios)*len(r.Planned.Strategies)*len(r.Planned.Models)*r.Planned.Repeats)
	return l.DB.EachSummary(ctx, r.Experiment.ID, func(s store.Summary) {
		if v, known := versions[s.Scenario]; known && s.Scorer != v {
			r.Stale++
		}
		r.Planned.call(&s.Trial)
		cost := costOf(s.Charges, l.Prices, asOf)
		if s.ContextTokens > 0 { // what a memory asks for a probe is no part of the context
			cost.ContextTokens = int(s.ContextTokens)
		}
		r.Trials = append(r.Trials, Trial{
			Trial: s.Trial, Score: s.Score, Cost: cost, CycleCount: s.CycleCount,
			TranscriptTokens: s.TranscriptTokens, AnswerTokens: s.ContextTokens,
		})
		for _, by := range s.Served {
			r.Served = store.AddServed(r.Served, by)
		}
	})
}

// ReadRequests has the database say what asked the probes.
func (r *Result) ReadRequests(ctx context.Context, l *Lab) error {
	asked, err := l.DB.Requests(ctx, r.Experiment.ID)
	for i, t := range r.Trials {
		r.Trials[i].Requests = asked[t.Key]
	}
	return err
}

// Find looks an experiment up: "" is the newest, others are named by number, name or the beginning of
// their id. It is an arena.Mistake if none or several are meant.
func (l *Lab) Find(ctx context.Context, which string) (store.Experiment, error) {
	all, err := l.DB.Experiments(ctx)
	if err != nil {
		return store.Experiment{}, err
	}
	if which == "" {
		if len(all) == 0 {
			return store.Experiment{}, arena.Mistake{Err: fmt.Errorf("the database has its tables and no experiment yet: begin one with arena run; if one has run, its log, the file of this name with -wal behind it, is missing: put it back beside it")}
		}
		return all[0], nil
	}
	number, _ := strconv.ParseInt(which, 10, 64)
	var found []store.Experiment
	for _, e := range all {
		if e.Number == number && number > 0 {
			return e, nil
		}
		if len(which) >= 4 && len(e.ID) >= len(which) && e.ID[:len(which)] == which || e.Name != "" && e.Name == which {
			found = append(found, e)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return store.Experiment{}, arena.Mistake{Err: fmt.Errorf("no experiment %q (see arena experiments)", which)}
	}
	return store.Experiment{}, arena.Mistake{Err: fmt.Errorf("experiment %q is ambiguous: %d begin so or are named so; use its number (see arena experiments)", which, len(found))}
}

// FindKind is Find with the newest experiment of a kind for "". It is an arena.Mistake, with the text
// of none, if there is none.
func (l *Lab) FindKind(ctx context.Context, which string, kind store.Kind, none string) (store.Experiment, error) {
	if which != "" {
		return l.Find(ctx, which)
	}
	all, err := l.DB.Experiments(ctx)
	if err != nil {
		return store.Experiment{}, err
	}
	if i := slices.IndexFunc(all, func(e store.Experiment) bool { return e.Kind == kind }); i >= 0 {
		return all[i], nil
	}
	return store.Experiment{}, arena.Mistake{Err: errors.New(none)}
}

// PlannedOf reads the plan of a run or a sweep. Other kinds of experiments have none.
func PlannedOf(e store.Experiment) (Planned, error) {
	if err := playedOnly(e); err != nil {
		return Planned{}, err
	}
	var p Planned
	if err := json.Unmarshal([]byte(e.Plan), &p); err != nil {
		return p, fmt.Errorf("experiment %d: its stored plan can't be read: %w", e.Number, err)
	}
	return p, nil
}

// costOf prices what a trial used.
func costOf(charges []store.Charge, prices *llm.Prices, asOf time.Time) Cost {
	c := Cost{Priced: true}
	asked := 0
	for _, ch := range charges {
		price, ok := prices.Of(ch.Model, asOf)
		c.Priced = c.Priced && ok
		c.Calls += ch.Calls - ch.Nominal
		to := &c.Read
		switch ch.Purpose {
		case arena.Write:
			to = &c.Write
			c.WriteCalls += ch.Calls - ch.Nominal
		case arena.Probing:
			to = &c.Probe
			asked += ch.Calls
		}
		to.add(ch.Usage, price)
	}
	if asked > 0 {
		c.ContextTokens = c.Probe.InputTokens / asked
	}
	return c
}

func (c *Charge) add(u llm.Usage, p llm.Price) {
	c.InputTokens += u.Input
	c.OutputTokens += u.Output
	c.USD += p.USD(u)
	c.CachedUSD += p.USDCached(u)
}

// playedOnly is an error for an experiment that has no trials of a plan: an imported one, which has
// none at all, and a learning run.
func playedOnly(e store.Experiment) error {
	switch e.Kind {
	case store.KindImport:
		return arena.Mistake{Err: fmt.Errorf("experiment %d was imported: it has no trials of ours (arena report %d shows its figures)", e.Number, e.Number)}
	case store.KindServed:
		return arena.Mistake{Err: fmt.Errorf("experiment %d is what arena serve-model paid for the token %s, and has no trials: arena experiments has the sum", e.Number, e.Name)}
	case store.KindLearning:
		return arena.Mistake{Err: fmt.Errorf("experiment %d is a learning run: arena report %d shows its curves", e.Number, e.Number)}
	case store.KindEvolution:
		return arena.Mistake{Err: fmt.Errorf("experiment %d is an evolution: arena archive show %d prints its grid", e.Number, e.Number)}
	}
	return nil
}

// Incomplete lists the trials of a result that ended otherwise than completed.
func Incomplete(r Result) []Trial {
	return slices.DeleteFunc(slices.Clone(r.Trials), func(t Trial) bool { return t.Outcome == arena.Completed })
}
