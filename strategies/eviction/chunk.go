// Package eviction keeps a context under a hard budget by dropping whole pieces of it, by their expected
// future value (RWOE, "Relevance-Decay Optimal Memory Eviction for LLM Agents") or by a rival rule. Nothing is asked of
// a model.
//
//  1. A Chunk is a piece of context: its class, size, relevance and how often it was used (chunk.go).
//  2. Parameters value a chunk: how relevant it still is, how likely it is referenced, what keeping it
//     is worth (value.go).
//  3. A Policy gives every chunk of a pool a key (policy.go), and an Evictor drops those of the lowest
//     keys until the pool fits (evictor.go).
//  4. In the arena a message is a chunk, and a tool call with its results is one. classify says what kind of context it
//     is (classify.go), and package discourse which earlier ones a message refers to. When the user speaks,
//     everything of the turns before has to fit the budget; a message that refers to something that was dropped
//     brings it back first (memory.go).
//  5. The strategies differ in their policy alone (strategies.go).
//
// 1 to 3 are pure, and the simulations of lab/simulate/eviction run on them too.
package eviction

import "contextarena.internal/llm"

// Class is what kind of context a chunk is.
type Class uint8

// The classes.
const (
	Permanent  Class = iota // system prompt, the user's constraints: never evicted
	Structural              // established facts, results that hold
	Transient               // intermediate steps, work in progress
	Ephemeral               // tool metadata, failed branches, scaffolding
	Classes    = 4
)

// String is the class's name.
func (c Class) String() string {
	return [Classes]string{"PERMANENT", "STRUCTURAL", "TRANSIENT", "EPHEMERAL"}[c]
}

// Chunk is a piece of context. Turns are whole numbers from anywhere; only their differences count.
type Chunk struct {
	ID        string
	Class     Class
	Size      int     // tokens
	Inserted  int     // the turn it came at
	Relevance float64 // r(0), how much it matters when it comes, 0 to 1
	Decay     float64 // λ, by which relevance falls a turn
	Rebuild   float64 // R, tokens that fetching it again would take
	Refs      []int   // the turns at which it was referenced, ascending; a turn may stand twice
	Vector    llm.Vector
	At        int // the caller's own: where in its lists the chunk stands
}

// lastRef is the newest turn at which the chunk was referenced.
func (c *Chunk) lastRef() (turn int, ok bool) {
	for _, t := range c.Refs {
		if !ok || t > turn {
			turn, ok = t, true
		}
	}
	return turn, ok
}
