package emas

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"contextarena.internal/space"
)

// Emitter proposes genomes. It is handed its randomness and what the search knows, keeps nothing
// itself, and may repeat genomes: the search then takes an unseen neighbour instead.
type Emitter interface {
	// Name is what the emitter is called, in lower case.
	Name() string
	// Emit proposes n genomes of the space.
	Emit(n int, known Known, r *rand.Rand) []Genome
}

// Known is what a search has found out. Emitters only read it.
type Known struct {
	Space       *space.Space
	Archive     *Archive
	Evaluations []Evaluation // the latest of each genome, in the order they were first told
	seen        []bool
}

// Seen reports whether a genome was already evaluated or proposed.
func (k Known) Seen(g Genome) bool { return k.seen[g] }

// Proposal is a genome to be evaluated.
type Proposal struct {
	Genome  Genome
	Repeat  int    // how often it was measured before: 0 the first time
	Emitter string // who proposed it; "elite again" for another measurement of an elite
}

// elite again is what a Proposal says that measures an elite anew.
const eliteAgain = "elite again"

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
	space    *space.Space
	archive  *Archive
	settings Settings
	known    Known
	place    map[Genome]int // in known.Evaluations
	measured []int          // how often, by place
	pending  []Proposal
	batches  uint64
	distinct int // genomes proposed
	told     int
}

// NewSearch begins with an empty archive. All mistakes are reported at once.
func NewSearch(over *space.Space, archive *Archive, settings Settings) (*Search, error) {
	var faults []error
	if len(settings.Emitters) == 0 {
		faults = append(faults, errors.New("no emitters; Uniform alone is random search"))
	}
	if archive.added > 0 {
		faults = append(faults, errors.New("the archive isn't empty; tell its evaluations to the search instead"))
	}
	if len(faults) > 0 {
		return nil, fmt.Errorf("search: %w", errors.Join(faults...))
	}
	return &Search{
		space: over, archive: archive, settings: settings,
		known: Known{Space: over, Archive: archive, seen: make([]bool, over.Size())},
		place: map[Genome]int{},
	}, nil
}

// Evaluations is how many evaluations were told, further ones of elites included.
func (s *Search) Evaluations() int { return s.told }

// Ask proposes up to n genomes, each at most once: fewer where the space is nearly exhausted, none
// when there is nothing left to measure. All must be told before more can be asked.
func (s *Search) Ask(n int) ([]Proposal, error) {
	if n < 1 {
		return nil, fmt.Errorf("search: asked for %d genomes; ask for at least 1", n)
	}
	if len(s.pending) > 0 {
		return nil, fmt.Errorf("search: asked again before telling; tell the %d evaluations of the last batch first", len(s.pending))
	}
	r := rand.New(rand.NewPCG(s.settings.Seed, s.batches))
	left := s.space.Size() - s.distinct
	again := n / 2
	if left < n-again {
		again = n - left
	}
	batch := s.again(again)
	fresh := min(n-len(batch), left)
	var proposed []Proposal
	for i, e := range s.settings.Emitters {
		share := fresh / len(s.settings.Emitters)
		// Who gets what can't be shared alike goes round.
		if (uint64(i)+s.batches)%uint64(len(s.settings.Emitters)) < uint64(fresh%len(s.settings.Emitters)) {
			share++
		}
		if share == 0 {
			continue
		}
		for _, g := range e.Emit(share, s.known, r) {
			proposed = append(proposed, Proposal{g, 0, e.Name()})
		}
	}
	for _, p := range proposed {
		p.Genome = s.unseen(p.Genome, r)
		s.known.seen[p.Genome] = true
		batch = append(batch, p)
	}
	s.distinct += len(proposed)
	s.batches++
	s.pending = batch
	return slices.Clone(batch), nil
}

// again proposes elites that need more measurements, the least measured first, then by cell.
func (s *Search) again(n int) []Proposal {
	var batch []Proposal
	elites := s.archive.Elites()
	for times := 1; times < s.settings.Repeats; times++ {
		for _, e := range elites {
			if len(batch) < n && s.measured[s.place[e.Genome]] == times {
				batch = append(batch, Proposal{e.Genome, times, eliteAgain})
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
	if !s.known.seen[g] {
		return g
	}
	reached := map[Genome]bool{g: true}
	for ring := []Genome{g}; len(ring) > 0 && len(reached) < nearby; {
		var next []Genome
		for _, from := range ring {
			for _, to := range neighbours(s.space, from) {
				if !reached[to] {
					reached[to] = true
					next = append(next, to)
				}
			}
		}
		r.Shuffle(len(next), func(i, j int) { next[i], next[j] = next[j], next[i] })
		for _, to := range next {
			if !s.known.seen[to] {
				return to
			}
		}
		ring = next
	}
	g = Genome(r.IntN(s.space.Size()))
	for s.known.seen[g] {
		g = (g + 1) % Genome(s.space.Size())
	}
	return g
}

// Tell hands over the evaluations of the last batch, in the order asked. Each is of everything
// measured of its genome so far: for Repeat 2, of the three repeats 0 to 2. The statuses say what
// became of each; a further measurement of an elite is Improved where it is still one, or else
// Rejected. A mistake is told with its cure and changes nothing, so the batch can be told again.
func (s *Search) Tell(evaluations []Evaluation) ([]Status, error) {
	if len(s.pending) == 0 {
		return nil, errors.New("search: told without having asked; ask first, and tell each batch once")
	}
	if len(evaluations) != len(s.pending) {
		return nil, fmt.Errorf("search: told %d evaluations, %d were asked for; tell the whole batch at once", len(evaluations), len(s.pending))
	}
	var faults []error
	for i, e := range evaluations {
		if e.Genome != s.pending[i].Genome {
			faults = append(faults, fmt.Errorf("search: evaluation %d is of genome %d, asked was %d; tell them in the order asked", i+1, e.Genome, s.pending[i].Genome))
		} else if err := e.check(len(s.archive.axes)); err != nil {
			faults = append(faults, fmt.Errorf("search: evaluation %d: %w", i+1, err))
		}
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	statuses := make([]Status, len(evaluations))
	var fresh []Evaluation
	for i, e := range evaluations {
		if s.pending[i].Repeat == 0 {
			fresh = append(fresh, e)
			continue
		}
		s.known.Evaluations[s.place[e.Genome]] = e
		s.measured[s.place[e.Genome]]++
		if s.standing(e.Genome) == Rejected {
			continue // ousted by another of this batch that moved into its cell
		}
		cell, err := s.archive.Remeasure(e)
		if err != nil {
			return nil, err
		}
		s.refill(cell)
		statuses[i] = s.standing(e.Genome)
	}
	added, _, err := s.archive.AddAll(fresh)
	if err != nil {
		return nil, err
	}
	for i, e := range evaluations {
		if s.pending[i].Repeat == 0 {
			s.place[e.Genome] = len(s.known.Evaluations)
			s.known.Evaluations, s.measured = append(s.known.Evaluations, e), append(s.measured, 1)
			statuses[i], added = added[0], added[1:]
		}
	}
	s.told += len(evaluations)
	s.pending = nil
	return statuses, nil
}

// refill offers a cell whose elite was measured again the fittest other genome known to lie in it,
// the first told of equals: it may only have lost to luck.
func (s *Search) refill(cell int) {
	elite, filled := s.archive.Elite(cell)
	var best *Evaluation
	for i, e := range s.known.Evaluations {
		if filled && e.Genome == elite.Genome || e.Infeasible || s.archive.Cell(e.Descriptors) != cell {
			continue
		}
		if best == nil || e.Fitness > best.Fitness {
			best = &s.known.Evaluations[i]
		}
	}
	if best == nil {
		return
	}
	if status, _ := s.archive.judge(*best, elite, filled); status != Rejected {
		s.archive.put(*best, cell)
	}
}

// standing is whether a genome is an elite.
func (s *Search) standing(g Genome) Status {
	if s.archive.cellOf(g) < 0 {
		return Rejected
	}
	return Improved
}
