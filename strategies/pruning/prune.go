// Package pruning decides which memories a store lets go: by how useful they were when they were retrieved, by how
// near they are to what is wanted now and how unlike each other, or by age alone. Its strategies store every message and
// summaries of sessions and chapters, and show for each question what is most like it.
//
//  1. Usage is what retrieving a memory leaves behind (usage.go); MUS, its utility, is worked out when it is needed,
//     since its recency falls by the day.
//  2. GoalRelevance, Uniqueness and Importance (MIS) tell what a memory is worth without anybody having retrieved it;
//     Joined joins utility and goals (semantic.go).
//  3. Rules say which memories go, given their scores: those below a threshold, those too old, those too many
//     (rules.go). Protection keeps what was retrieved lately or was very relevant once.
//  4. What says the same is put together: Clusters, a Representative of each, and Consolidate, which remembers what a
//     memory was made of (cluster.go).
//
// All of that is pure; lists are never changed. Ties go to what comes first in the list. The strategies play it:
//
//  5. When the user speaks, what was said before becomes memories (memory.go): each message, or tool call with its
//     results, is one. A session that is over is summed up, and so are some sessions, a chapter (summary.go).
//  6. Every few messages, or when the store is too large, it is pruned (round.go). Goals are what the user asked for and
//     hasn't called off (goals.go).
//  7. What is most like the user's message is retrieved, which is the usage that utility goes by. Recall does the same
//     for any question and notes nothing (recall.go). The strategies differ in score and thresholds alone
//     (strategies.go).
//
// Source: "Advanced Memory Pruning Design Proposal" (Culture.ai), and the code of that project where the two differ
// and the document says it was implemented. Claims says which of its claims hold.
package pruning

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// Level is how much of a conversation a memory is of.
type Level int

// A message as it was said; the summary of a session (the source's L1); of a chapter, which is some sessions (L2).
const (
	Message Level = iota
	Session
	Chapter
	Levels = 3 // how many there are
)

// MinimumAge are the days before which no threshold applies, by level, as in the source's code. A message, of which
// that says nothing, has a session's.
var MinimumAge = [Levels]int{7, 7, 14}

// Memory is what a rule goes by.
type Memory struct {
	ID      string
	Level   Level
	Created time.Time // the zero time where it isn't known
	Usage   Usage
	Score   float64  // higher is kept longer
	From    []string // the memories that it was consolidated from; nil for one that wasn't
}

// Check names every fault of a list: ids that occur twice, scores that aren't numbers, usage that can't be.
func Check(list []Memory) error {
	var errs []error
	at := make(map[string]int, len(list))
	for i, m := range list {
		if first, twice := at[m.ID]; twice {
			errs = append(errs, fmt.Errorf("memory %q occurs twice, at places %d and %d", m.ID, first, i))
		} else {
			at[m.ID] = i
		}
		if math.IsNaN(m.Score) || math.IsInf(m.Score, 0) {
			errs = append(errs, fmt.Errorf("memory %q: its score is %g", m.ID, m.Score))
		}
		if err := m.Usage.Check(); err != nil {
			errs = append(errs, fmt.Errorf("memory %q: %w", m.ID, err))
		}
	}
	return errors.Join(errs...)
}

// day is a day of Usage and rules, whatever a calendar says.
const day = 24 * time.Hour

// days is how long ago something was, in days with their fractions; below 0 if it is yet to come.
func days(at, now time.Time) float64 { return float64(now.Sub(at)) / float64(day) }
