package eviction

import (
	"context"
	"math/rand/v2"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/strategies/evict"
)

// training is how many sessions of each seed rates are learned from; they aren't played.
const training = 100

// rated is RWOE's value with rates of use in the place of the source's prior and λ.
type rated struct {
	evict.Parameters
	rates [evict.Classes]rate
	turns int // for which the probability of use is
}

// Keys implements evict.Policy: P·r/σ with P the probability of a use within so many turns.
func (p rated) Keys(pool []*evict.Chunk, now evict.Now, keys []float64) {
	for i, c := range pool {
		keys[i] = p.rates[c.Class].within(now.Turn-c.Inserted, p.turns) * p.Relevance(c, now.Turn) / float64(max(1, c.Size))
	}
}

// decayed is a session whose uses follow the decay.
type decayed struct {
	best Optimum
	of   []Outcome
	seed [evict.Classes]foretold // by the source's P
	own  [evict.Classes]foretold // by the rates that were learned
}

// foretold compares a probability with whether a use came.
type foretold struct{ n, sum, soon, came, squares float64 }

// add notes a probability, and whether a use came in the turn and within the horizon.
func (f *foretold) add(p float64, soon, came bool) {
	y := 0.0
	if came {
		y = 1
	}
	if soon {
		f.soon++
	}
	f.n, f.sum, f.came, f.squares = f.n+1, f.sum+p, f.came+y, f.squares+(p-y)*(p-y)
}

// horizon is the number of turns that the source's P is about.
const horizon = 5

// foretell compares what a probability says of every chunk at every turn with what came of it, by class.
// Turns whose horizon is past the end are left out.
func (s *Session) foretell(p func(c *evict.Chunk, turn int) float64) (out [evict.Classes]foretold) {
	future := s.future()
	for i := range s.Chunks {
		c := &s.Chunks[i]
		c.Refs = c.Refs[:0]
		for turn := c.Inserted; turn+horizon <= len(s.Arrive); turn++ {
			for len(c.Refs) < len(future[i]) && future[i][len(c.Refs)] < turn {
				c.Refs = future[i][:len(c.Refs)+1]
			}
			soon, came := false, false
			for _, t := range future[i][len(c.Refs):] {
				soon, came = soon || t == turn, came || t < turn+horizon
			}
			out[c.Class].add(p(c, turn), soon, came)
		}
		c.Refs = nil
	}
	return out
}

// decayContenders are played in the workload of decay.
func decayContenders(rates [evict.Classes]rate) []contender {
	out := []contender{named("truncate"), named("lru"), named("lfu"), named("gdsf"), named("rwoe"), named("rwoe density")}
	by := func(rates [evict.Classes]rate) func(*Session, uint64) evict.Policy {
		return func(*Session, uint64) evict.Policy { return rated{evict.Source(), rates, horizon} }
	}
	return append(out, contender{"learned rates", by(rates)}, contender{"true rates", by(truth)}, named("Bélády fixed"), named("distance×size"))
}

// playDecay learns rates for each seed, and plays other sessions by them.
func playDecay(ctx context.Context, settings simulate.Settings) (played [][]decayed, rates [][evict.Classes]rate, err error) {
	lessons := settings
	lessons.Seed, lessons.Cases = settings.Seed+simulate.Most, training // seeds that aren't played
	taught, err := simulate.Each(ctx, lessons, func(r *rand.Rand, _, _ int) (*Session, error) { return decaying(r), nil })
	if err != nil {
		return nil, nil, err
	}
	for _, sessions := range taught {
		rates = append(rates, learned(sessions))
	}
	played, err = simulate.Each(ctx, settings, func(r *rand.Rand, seed, number int) (out decayed, err error) {
		s := decaying(r)
		budget := int(Budgets[middle] * float64(s.Tokens))
		out.best = s.optimum(budget, false)
		for _, c := range decayContenders(rates[seed]) {
			o, err := s.play(c.of(s, reseeded(settings, seed, number)), rules{budget: budget})
			if err != nil {
				return out, err
			}
			out.of = append(out.of, o)
		}
		source := coded()
		out.seed = s.foretell(func(c *evict.Chunk, turn int) float64 { return source.Probability(c, turn, 0) })
		out.own = s.foretell(func(c *evict.Chunk, turn int) float64 { return rates[seed][c.Class].within(turn-c.Inserted, horizon) })
		return out, nil
	})
	return played, rates, err
}

// decayTables are what was found where uses follow the decay.
func decayTables(played [][]decayed, rates [][evict.Classes]rate) []simulate.Table {
	hits := simulate.Table{
		ID: "decay", Title: "Where uses follow e^(−λ·age), at 10 %: hits, % of the optimum", Rows: "policy",
		Columns: []simulate.Column{{Name: "hits", Decimals: 1}},
		Notes:   []string{"learned rates: P·r/σ with the probability of a use within five turns, by rates learned from 100 other sessions; true rates: by those that the sessions were drawn by. " + bounded(played, func(d decayed) []Optimum { return []Optimum{d.best} })},
	}
	for i, c := range decayContenders(truth) {
		hits.Add(c.name, ratios(played, 100, func(d decayed) float64 { return d.of[i].Hits }, func(d decayed) float64 { return d.best.Value }))
	}
	rate := simulate.Table{
		ID: "learned", Title: "Rates of use a turn, learned from 100 sessions", Rows: "class",
		Columns: []simulate.Column{{Name: "true p", Decimals: 2}, {Name: "learned p", Decimals: 3}, {Name: "true λ", Decimals: 2}, {Name: "learned λ", Decimals: 3}, {Name: "source's λ", Decimals: 2}},
	}
	for class := range evict.Class(evict.Classes) {
		var p, decay []float64
		for _, r := range rates {
			p, decay = append(p, r[class].Start), append(decay, r[class].Decay)
		}
		rate.Add(class.String(), []float64{truth[class].Start}, p, []float64{truth[class].Decay}, decay, []float64{evict.Decays[class]})
	}
	return []simulate.Table{hits, rate}
}

// calibration sets the source's P beside how often chunks are used.
func calibration(id, title string, bySeed [][evict.Classes]foretold, own [][evict.Classes]foretold) simulate.Table {
	t := simulate.Table{
		ID: id, Title: title, Rows: "class",
		Columns: []simulate.Column{{Name: "P, %", Decimals: 0}, {Name: "used at once, %", Decimals: 1}, {Name: "in 5 turns, %", Decimals: 1}, {Name: "Brier of P", Decimals: 3}, {Name: "by class", Decimals: 3}},
		Notes:   []string{"Brier: mean square of probability less what came, over five turns; less is better. by class: if P were how often its class is used."},
	}
	if own != nil {
		t.Columns = append(t.Columns, simulate.Column{Name: "learned", Decimals: 3})
		t.Notes[0] += " learned: if it followed from the rates that were learned."
	}
	add := func(name string, of func(all [evict.Classes]foretold) foretold) {
		cells := make([][]float64, len(t.Columns))
		for seed, all := range bySeed {
			f := of(all)
			rate := f.came / f.n
			values := []float64{100 * f.sum / f.n, 100 * f.soon / f.n, 100 * rate, f.squares / f.n, rate * (1 - rate)}
			if own != nil {
				o := of(own[seed])
				values = append(values, o.squares/o.n)
			}
			for i, v := range values {
				cells[i] = append(cells[i], v)
			}
		}
		t.Add(name, cells...)
	}
	for class := range evict.Class(evict.Classes) {
		add(class.String(), func(all [evict.Classes]foretold) foretold { return all[class] })
	}
	return t
}

// foretoldOf sums what was foretold, by seed.
func foretoldOf[T any](played [][]T, of func(T) [evict.Classes]foretold) [][evict.Classes]foretold {
	var out [][evict.Classes]foretold
	for _, sessions := range played {
		var all [evict.Classes]foretold
		for _, s := range sessions {
			for class, f := range of(s) {
				a := &all[class]
				a.n, a.sum, a.soon, a.came, a.squares = a.n+f.n, a.sum+f.sum, a.soon+f.soon, a.came+f.came, a.squares+f.squares
			}
		}
		out = append(out, all)
	}
	return out
}
