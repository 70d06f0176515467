package emas

// For tests of how a search moves in a space.
var (
	Mutate     = mutate
	Cross      = cross
	Neighbours = neighbours
)

// Distinct is how many different genomes were told: what a search is charged by.
func (s *Search) Distinct() int { return len(s.evaluations) }

// Latest is the latest evaluation of each genome.
func (s *Search) Latest() []Evaluation { return s.evaluations }
