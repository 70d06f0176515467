package store

import "contextarena.internal/arena"

// CycleCount counts the cycles of a trial.
type CycleCount struct {
	Cycles    int
	CutCycles int // those in which a memory reply was cut at its cap
	Tokens    int // of the memory text after the last; 0 where it wasn't counted
	arena.Delivery
}
