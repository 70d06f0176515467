package emas

import (
	"math/rand/v2"

	"contextarena.internal/space"
)

// Emitter proposes n genomes of the space. It is handed what the search knows and its randomness, keeps nothing
// itself, and may repeat genomes: the search then takes an unseen neighbour instead.
type Emitter func(n int, known Known, r *rand.Rand) []Genome

// Known is what a search has found out. Emitters only read it.
type Known struct {
	Space   *space.Space
	Archive *Archive
	seen    []bool
}

// Seen reports whether a genome was already evaluated or proposed.
func (k Known) Seen(g Genome) bool { return k.seen[g] }

// Proposal is a genome to be evaluated.
type Proposal struct {
	Genome Genome
	Repeat int // how often it was measured before: 0 the first time
}

// Settings are how a search goes about it.
type Settings struct {
	Emitters []Emitter // share each batch alike; naming one twice doubles its share
	Seed     uint64
	// Repeats is how often an elite gets measured in the end. What was measured once got its cell by
	// luck as much as by merit, so up to half of each batch measures elites again. 0 or 1: never.
	Repeats int
}

// Search is the loop's memory: Ask, evaluate, Tell, again. All it does follows from its settings and
// what it was told, so a search that was killed is resumed by asking and telling again from the
// start, with the same batch sizes and the evaluations that were stored. It is not safe for
// concurrent use; evaluate a batch in parallel, and tell it whole.
type Search struct {
	Known
	settings    Settings
	evaluations []Evaluation   // the latest of each genome, in the order they were first told
	place       map[Genome]int // in evaluations
	measured    []int          // how often, by place
	pending     []Proposal
	batches     uint64
	distinct    int // genomes proposed
	told        int
}

// NewSearch begins with an empty archive.
func NewSearch(over *space.Space, archive *Archive, settings Settings) *Search {
	return &Search{
		Known: Known{Space: over, Archive: archive, seen: make([]bool, over.Size())}, settings: settings, place: map[Genome]int{},
	}
}

// Evaluations is how many evaluations were told, further ones of elites included.
func (s *Search) Evaluations() int { return s.told }

// Ask proposes up to n genomes, each at most once: fewer where the space is nearly exhausted, none
// when there is nothing left to measure. All must be told before more are asked for.
func (s *Search) Ask(n int) []Proposal {
	r := rand.New(rand.NewPCG(s.settings.Seed, s.batches))
	left := s.Space.Size() - s.distinct
	again := n / 2
	if left < n-again {
		again = n - left
	}
	batch := s.again(again)
	fresh := min(n-len(batch), left)
	var proposed []Genome
	for i, emit := range s.settings.Emitters {
		share := fresh / len(s.settings.Emitters)
		// Who gets what can't be shared alike goes round.
		if (uint64(i)+s.batches)%uint64(len(s.settings.Emitters)) < uint64(fresh%len(s.settings.Emitters)) {
			share++
		}
		if share > 0 {
			proposed = append(proposed, emit(share, s.Known, r)...)
		}
	}
	for _, g := range proposed {
		g = s.unseen(g, r)
		s.seen[g] = true
		batch = append(batch, Proposal{Genome: g})
	}
	s.distinct += len(proposed)
	s.batches++
	s.pending = batch
	return batch
}

// again proposes elites that need more measurements, the least measured first, then by cell.
func (s *Search) again(n int) []Proposal {
	var batch []Proposal
	elites := s.Archive.Elites()
	for times := 1; times < s.settings.Repeats; times++ {
		for _, e := range elites {
			if len(batch) < n && s.measured[s.place[e.Genome]] == times {
				batch = append(batch, Proposal{e.Genome, times})
			}
		}
	}
	return batch
}

// nearby is how many genomes around a seen one are looked at for an unseen one.
const nearby = 500

// unseen is g or else one of its nearest neighbours that wasn't seen, in random order at equal
// distance; where all around are seen, the next one from a random number on. There must be one.
func (s *Search) unseen(g Genome, r *rand.Rand) Genome {
	if !s.seen[g] {
		return g
	}
	reached := map[Genome]bool{g: true}
	for ring := []Genome{g}; len(ring) > 0 && len(reached) < nearby; {
		var next []Genome
		for _, from := range ring {
			for _, to := range neighbours(s.Space, from) {
				if !reached[to] {
					reached[to] = true
					next = append(next, to)
				}
			}
		}
		r.Shuffle(len(next), func(i, j int) { next[i], next[j] = next[j], next[i] })
		for _, to := range next {
			if !s.seen[to] {
				return to
			}
		}
		ring = next
	}
	g = Genome(r.IntN(s.Space.Size()))
	for s.seen[g] {
		g = (g + 1) % Genome(s.Space.Size())
	}
	return g
}

// Tell hands over the evaluations of the last batch, in the order asked. Each is of everything
// measured of its genome so far: for Repeat 2, of the three repeats 0 to 2.
func (s *Search) Tell(evaluations []Evaluation) {
	var fresh []Evaluation
	for i, e := range evaluations {
		if s.pending[i].Repeat == 0 {
			fresh = append(fresh, e)
			continue
		}
		s.evaluations[s.place[e.Genome]] = e
		s.measured[s.place[e.Genome]]++
		if s.Archive.cellOf(e.Genome) >= 0 { // not ousted by another of this batch that moved into its cell
			s.refill(s.Archive.Remeasure(e))
		}
	}
	s.Archive.AddAll(fresh)
	for _, e := range fresh {
		s.place[e.Genome] = len(s.evaluations)
		s.evaluations, s.measured = append(s.evaluations, e), append(s.measured, 1)
	}
	s.told += len(evaluations)
}

// refill offers a cell whose elite was measured again the fittest other genome known to lie in it,
// the first told of equals: it may only have lost to luck.
func (s *Search) refill(cell int) {
	elite, filled := s.Archive.Elite(cell)
	var best *Evaluation
	for i, e := range s.evaluations {
		if filled && e.Genome == elite.Genome || e.Infeasible || s.Archive.Cell(e.Descriptors) != cell {
			continue
		}
		if best == nil || e.Fitness > best.Fitness {
			best = &s.evaluations[i]
		}
	}
	if best == nil {
		return
	}
	if status, _ := s.Archive.judge(*best, elite, filled); status != Rejected {
		s.Archive.put(*best, cell)
	}
}
