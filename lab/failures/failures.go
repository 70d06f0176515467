// Package failures lists the facts of an experiment that strategies lost, by how often, with the cycle and
// the place where they went.
//
//  1. Load reads the scores of the trials that names choose (lab.Names).
//  2. Failures is the result: a Fact for each probe whose answer wasn't kept at least once. Absent probes
//     ask for no fact and aren't counted; nor are controls, unless one is named.
//  3. Document says it: the facts lost most often first, and one to look at.
package failures

import (
	"cmp"
	"context"
	_ "embed"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// Schema describes Failures as JSON.
//
//go:embed schema.json
var Schema []byte

// Failures are the lost facts of an experiment.
type Failures struct {
	Simulated  bool   `json:"simulated"`
	Experiment int64  `json:"experiment"`         // its number in this database
	Strategy   string `json:"strategy,omitempty"` // empty: all but the controls
	Scenario   string `json:"scenario,omitempty"` // empty: all
	Strategies int    `json:"strategies"`         // that were counted
	Trials     int    `json:"trials"`             // of them, completed ones
	Probes     int    `json:"probes"`             // that were asked in them
	Facts      []Fact `json:"facts"`              // lost at least once, most often first

	elsewhere string // what arena show has to be told to find the experiment
}

// Fact is one probe with what became of its fact over all trials.
type Fact struct {
	Scenario   string         `json:"scenario"`
	Probe      string         `json:"probe"`
	Type       arena.FactType `json:"type,omitempty"` // empty where the scenario isn't loaded; so are Kind and Question
	Kind       arena.Kind     `json:"kind,omitempty"`
	Question   string         `json:"question,omitempty"`
	Lost       int            `json:"lost"`       // answers that were lost or stale
	Judged     int            `json:"judged"`     // of so many with a verdict
	Strategies int            `json:"strategies"` // that lost it at least once
	Losses     []Loss         `json:"losses"`     // by strategy and model, most often first
}

// Loss is what one strategy with one model lost of a fact.
type Loss struct {
	Strategy string  `json:"strategy"`
	Model    string  `json:"model"`
	Lost     int     `json:"lost"`
	Judged   int     `json:"judged"`
	Repeat   int     `json:"repeat"` // the first that lost it
	Where    []Where `json:"where"`  // most often first
}

// Where is where a fact went, how often.
type Where struct {
	Place probes.Place `json:"place"`
	Cycle int          `json:"cycle"` // 0 where no cycle did it
	Times int          `json:"times"`
}

// Load counts what the trials lost that names choose.
func Load(ctx context.Context, l *lab.Lab, n lab.Names) (Failures, error) {
	e, trials, err := l.Named(ctx, n)
	if err != nil {
		return Failures{}, err
	}
	scores, err := l.DB.Scores(ctx, e.ID)
	if err != nil {
		return Failures{}, err
	}
	known, err := lab.Scenarios(l.ScenariosDir)
	if err != nil {
		return Failures{}, err
	}
	f := Failures{Simulated: e.Simulated, Experiment: e.Number, Scenario: n.Scenario, Facts: []Fact{}, elsewhere: n.Experiment}
	if n.Strategy != "" {
		f.Strategy = trials[0].Strategy // as the plan calls it
	}
	f.count(trials, scores, known)
	return f, nil
}

// count fills in the facts.
func (f *Failures) count(trials []store.Trial, scores map[arena.TrialKey]store.ScoreRow, known []*arena.Scenario) {
	type which struct{ scenario, probe string }
	at := map[which]int{}
	strategies := map[string]bool{}
	var all []Fact
	for _, t := range trials {
		if t.Outcome != arena.Completed || f.Strategy == "" && lab.IsControl(t.Strategy) {
			continue
		}
		f.Trials++
		strategies[t.Strategy] = true
		for _, found := range scores[t.Key].Score.Findings {
			w := which{t.Scenario, found.Probe}
			i, ok := at[w]
			if !ok {
				i = len(all)
				at[w], all = i, append(all, factOf(known, t.Scenario, found.Probe))
			}
			if all[i].Kind != arena.Absent {
				all[i].add(t, found)
			}
		}
	}
	f.Strategies = len(strategies)
	for _, fact := range all {
		if fact.Judged > 0 {
			f.Probes++
		}
		if fact.Lost == 0 {
			continue
		}
		fact.Losses = slices.DeleteFunc(fact.Losses, func(l Loss) bool { return l.Lost == 0 })
		losers := map[string]bool{}
		for _, l := range fact.Losses {
			losers[l.Strategy] = true
			slices.SortStableFunc(l.Where, func(a, b Where) int { return b.Times - a.Times })
		}
		fact.Strategies = len(losers)
		slices.SortStableFunc(fact.Losses, func(a, b Loss) int { return b.Lost - a.Lost })
		f.Facts = append(f.Facts, fact)
	}
	// The larger share first, then the larger number; ties stay in the order of the experiment.
	slices.SortStableFunc(f.Facts, func(a, b Fact) int {
		return cmp.Or(cmp.Compare(b.Lost*a.Judged, a.Lost*b.Judged), b.Lost-a.Lost)
	})
}

// factOf is a fact nobody has been asked for yet.
func factOf(known []*arena.Scenario, scenario, probe string) Fact {
	f := Fact{Scenario: scenario, Probe: probe}
	for _, s := range known {
		for _, p := range s.Probes {
			if s.ID == scenario && p.ID == probe {
				f.Type, f.Kind, f.Question = p.Type, p.Kind, p.Question
			}
		}
	}
	return f
}

// add counts what one trial shows of the fact.
func (f *Fact) add(t store.Trial, found *probes.Finding) {
	result := found.At(arena.LevelAnswer).Result
	if !result.Counts() {
		return
	}
	i := slices.IndexFunc(f.Losses, func(l Loss) bool { return l.Strategy == t.Strategy && l.Model == t.Model })
	if i < 0 {
		i = len(f.Losses)
		f.Losses = append(f.Losses, Loss{Strategy: t.Strategy, Model: t.Model})
	}
	l := &f.Losses[i]
	f.Judged++
	l.Judged++
	if result == probes.Kept {
		return
	}
	f.Lost++
	if l.Lost++; l.Lost == 1 {
		l.Repeat = t.Repeat
	}
	w := Where{Place: found.Place}
	switch found.Place {
	case probes.PlaceNotWritten, probes.PlaceLostLater:
		w.Cycle = found.LostAt
	case probes.PlaceStale:
		if i := slices.Index(found.History, probes.Stale); i >= 0 {
			w.Cycle = found.Exposed + i
		}
	}
	l.Where = counted(l.Where, w, 1)
}

// counted adds to how often a fact went somewhere.
func counted(all []Where, w Where, times int) []Where {
	i := slices.IndexFunc(all, func(o Where) bool { return o.Place == w.Place && o.Cycle == w.Cycle })
	if i < 0 {
		return append(all, Where{Place: w.Place, Cycle: w.Cycle, Times: times})
	}
	all[i].Times += times
	return all
}

// Where is where the fact went over all strategies, most often first.
func (f Fact) Where() []Where {
	var out []Where
	for _, l := range f.Losses {
		for _, w := range l.Where {
			out = counted(out, w, w.Times)
		}
	}
	slices.SortStableFunc(out, func(a, b Where) int { return b.Times - a.Times })
	return out
}
