package emas

// For tests of how a search moves in a space.
var (
	Mutate     = mutate
	Cross      = cross
	Neighbours = neighbours
)
