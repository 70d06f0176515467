package emas

// For tests of how a search moves in a space.
var (
	Mutate     = mutate
	Cross      = cross
	Neighbours = neighbours
)

// Distinct is how many different genomes were told: what a search is charged by.
func (s *Search) Distinct() int { return len(s.known.Evaluations) }

// Archive is what was found so far.
func (s *Search) Archive() *Archive { return s.archive }
