// Package belief is what a reader holds to be true after reading clauses in order: the newest
// value of each thing, the running total of what was added and taken away, who belongs to which
// group. It answers questions from that. It draws nothing at random: what goes wrong on the way
// is asked of Slips, which package sim fills from its parameters.
package belief

import "contextarena.internal/llm/sim/read"

// Fact is one thing believed: what a clause stated, with the values that hold now.
type Fact struct {
	Clause *read.Clause // the newest clause that states it
	Now    []read.Value // its values that hold, corrected, added up or moved since
	Was    []read.Value // values they replaced, newest first
	Said   int          // how often it was stated, repetitions and restatements included
	First  int          // index of the first clause that stated it, in reading order
	Last   int          // of the newest one
	Gone   bool         // dropped: "we no longer have any", "forget the second address"
	Sum    bool         // Now was calculated from several clauses
}

// Slips decides what goes wrong. A nil func means that nothing does.
type Slips struct {
	// Resists says whether an old belief holds against a clause that corrects it. The new value
	// is then not taken over.
	Resists func(old *Fact, correction *read.Clause) bool
	// Miscalculates says whether a calculation with the given operands goes wrong; the reader
	// then gives the operands without a result, or the last result it knew.
	Miscalculates func(shape uint64, operands int) bool
}
