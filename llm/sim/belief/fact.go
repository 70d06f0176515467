// Package belief is what a reader holds to be true after reading clauses in order, and how it
// answers from that.
//
//  1. Fold goes through the clauses: a restatement counts, a correction takes the place of the
//     old value in the fact it corrects (match.go, amend.go, overhear.go), what is added or taken
//     away changes a running total (total.go), who joins, leaves or moves changes a group (group.go).
//  2. Fact.Line puts a fact as a note.
//  3. Answer splits what is asked into parts (question.go), finds for each part the fact that fits
//     best (find.go) or that took its place (renew.go), sees whether it is enough for an answer
//     (cover.go), and combines facts where the answer is said nowhere (derive.go).
//
// It draws nothing at random: what goes wrong on the way is asked of Slips, which package sim
// fills from its parameters.
package belief

import "contextarena.internal/llm/sim/read"

// Fact is one thing believed: what a clause stated, with the values that hold now.
type Fact struct {
	Clause   *read.Clause // the newest clause that states it
	Now      []read.Value // its values that hold, corrected, added up or moved since
	Was      []read.Value // values they replaced, newest first
	Earlier  []Telling    // the other clauses that state it, oldest first
	Said     int          // how often it was stated, repetitions and restatements included
	First    int          // index of the first clause that stated it, in reading order
	Last     int          // of the newest one
	Gone     bool         // dropped: "we no longer have any", "forget the second address"
	Sum      bool         // Now was calculated from several clauses
	Absorbed bool         // a movement that a running total has taken in: "sold 30"
	turn     int32        // in whose turn it was stated last, counted from 1
	Group    string       // what the values of Now belong to, as written, if it is a group: "table 2"
}

// Telling is a clause that states a fact, and where it stands in reading order.
type Telling struct {
	Clause *read.Clause
	At     int
	turn   int32
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
