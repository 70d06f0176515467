package pruning

import (
	"slices"
	"time"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/strategies/pruning"
)

// policy is what memories are kept by.
type policy struct {
	name       string
	score      func(w *world, m worth) float64 // nil: nothing is pruned
	semantic   bool                            // goals and uniqueness are worked out
	protection pruning.Protection
}

// worth is what a score is made of.
type worth struct {
	place, day       int
	utility          pruning.Utility
	goal, uniqueness float64
}

// unprotected is what no protection holds: nothing is as relevant.
var unprotected = pruning.Protection{Relevance: 2}

// policies are those that are compared; thresholds are tried of some, by their place.
var policies = []policy{
	{"age", func(_ *world, m worth) float64 { return float64(m.place) }, false, unprotected},
	{"mus", func(_ *world, m worth) float64 { return m.utility.MUS() }, false, pruning.Source},
	{"mus, normalised", func(_ *world, m worth) float64 { return m.utility.Normalised() }, false, pruning.Source},
	{"mis", func(_ *world, m worth) float64 { return pruning.Importance(m.goal, m.uniqueness) }, true, pruning.Source},
	{"final", func(_ *world, m worth) float64 { return pruning.Joined(m.utility.MUS(), m.goal) }, true, pruning.Source},
	{"mus, grace 7", func(_ *world, m worth) float64 { return m.utility.MUS() }, false, pruning.Protection{Cooldown: 3, Relevance: .9, Grace: 7}},
	{"chance", func(w *world, m worth) float64 { return w.memories[m.place].chance }, false, unprotected},
	{"knows the future", soonest, false, unprotected},
}

// soonest is the policy that keeps what is needed soonest.
func soonest(w *world, m worth) float64 {
	for _, day := range w.memories[m.place].needs {
		if day > m.day {
			return -float64(day)
		}
	}
	return -2 * length
}

// rule is when memories go: when the store has more than a capacity or, if that is 0, when they are a week old and
// score less than a threshold.
type rule struct {
	capacity  int
	threshold float64
}

// begin is the first day of every world.
var begin = time.Date(2027, 1, 1, 12, 0, 0, 0, time.UTC)

// tally is of how many how many were.
type tally struct{ of, were float64 }

// outcome is what a policy came to.
type outcome struct {
	counts map[string]tally // kept, by kind and by earlier use; of what was pruned what was never retrieved
	size   float64          // of the store, as a share of what was said until then: mean over days
	end    float64          // of the store in the end, as a share of all
}

// Names of counts beside those of kinds and of earlier use.
const (
	allKept   = "kept"
	neverUsed = "never used"
)

// earlierUse are the names of how often a memory had been retrieved before it was needed.
var earlierUse = []string{"never", "once", "2 or 3 times", "more often"}

func used(times int) string { return earlierUse[min(times, 2)+min(1, times/4)] }

func (o *outcome) count(name string, was bool) {
	t := o.counts[name]
	t.of++
	if was {
		t.were++
	}
	o.counts[name] = t
}

// add adds the share of a count, which is none of nothing, to a case's figures.
func (o *outcome) add(c *simulate.Case, table, row, column, count string) {
	if t := o.counts[count]; t.of > 0 {
		c.Add(table, row, column, 100*t.were/t.of, 1)
	}
}

// store is the state of one play.
type store struct {
	w       *world
	said    int // memories so far
	places  []int
	usage   map[int]*pruning.Usage
	index   embed.Index
	changed bool
}

// hear takes in what is said on a day.
func (s *store) hear(day int) {
	for ; s.said < len(s.w.memories) && s.w.memories[s.said].day == day; s.said++ {
		s.places, s.usage[s.said], s.changed = append(s.places, s.said), &pruning.Usage{}, true
	}
}

// vectors are those of what is stored.
func (s *store) vectors() []llm.Vector {
	out := make([]llm.Vector, len(s.places))
	for i, place := range s.places {
		out[i] = s.w.memories[place].vector
	}
	return out
}

// retrieve notes which memories are nearest to a question.
func (s *store) retrieve(q question, at time.Time) error {
	if s.changed {
		s.index, s.changed = embed.Index{}, false
		for _, v := range s.vectors() {
			if err := s.index.Add(v); err != nil {
				return err
			}
		}
	}
	near, err := s.index.Nearest(q.vector, looked)
	for _, n := range near {
		s.usage[s.places[n.Place]].Retrieve(at, n.Cosine)
	}
	return err
}

// has reports whether what a memory says is among places.
func (w *world) has(places []int, need int) bool {
	return slices.ContainsFunc(places, func(p int) bool { return w.memories[p].says == w.memories[need].says })
}

// play plays the world. Where nothing is pruned it notes how often memories are retrieved before they are needed.
func (w *world) play(p policy, by rule) (outcome, error) {
	out := outcome{counts: map[string]tally{}}
	s := store{w: w, usage: map[int]*pruning.Usage{}}
	for day := range length {
		s.hear(day)
		at := begin.AddDate(0, 0, day)
		for _, q := range w.questions[day] {
			if p.score == nil && q.needs >= 0 {
				w.before[[2]int{q.needs, day}] = s.usage[q.needs].Count
			}
			if err := s.retrieve(q, at); err != nil {
				return out, err
			}
			if q.needs < 0 || day-w.memories[q.needs].day < later {
				continue
			}
			kept := w.has(s.places, q.needs)
			for _, name := range []string{allKept, w.memories[q.needs].kind, used(w.before[[2]int{q.needs, day}])} {
				out.count(name, kept)
			}
		}
		if p.score != nil && day%every == every-1 {
			if err := s.prune(p, by, day, &out); err != nil {
				return out, err
			}
		}
		out.size += float64(len(s.places)) / float64(s.said) / length
	}
	out.end = float64(len(s.places)) / float64(s.said)
	return out, nil
}

// prune lets go what a rule says.
func (s *store) prune(p policy, by rule, day int, out *outcome) error {
	list, err := s.scored(p, day)
	if err != nil {
		return err
	}
	at := begin.AddDate(0, 0, day)
	var gone []int
	if by.capacity > 0 {
		gone = pruning.Excess(list, at, by.capacity, p.protection)
	} else {
		for _, i := range pruning.Below(list, at, by.threshold, pruning.MinimumAge[pruning.Session]) {
			if !p.protection.Holds(list[i], at) {
				gone = append(gone, i)
			}
		}
	}
	going := map[int]bool{}
	for _, i := range gone {
		going[s.places[i]] = true
		out.count(neverUsed, list[i].Usage.Count == 0)
	}
	s.places = slices.DeleteFunc(s.places, func(place int) bool { return going[place] })
	s.changed = s.changed || len(gone) > 0
	return nil
}

// scored are the memories of the store with their scores.
func (s *store) scored(p policy, day int) ([]pruning.Memory, error) {
	at := begin.AddDate(0, 0, day)
	goal, unique := make([]float64, len(s.places)), make([]float64, len(s.places))
	if p.semantic {
		vectors := s.vectors()
		var err error
		if goal, err = pruning.GoalRelevance(vectors, s.w.goals[day]); err != nil {
			return nil, err
		}
		if unique, err = pruning.Uniqueness(vectors, 1); err != nil {
			return nil, err
		}
	}
	var list []pruning.Memory
	for i, place := range s.places {
		u := *s.usage[place]
		list = append(list, pruning.Memory{
			Created: begin.AddDate(0, 0, s.w.memories[place].day), Usage: u,
			Score: p.score(s.w, worth{place, day, u.Utility(at), goal[i], unique[i]}),
		})
	}
	return list, nil
}
