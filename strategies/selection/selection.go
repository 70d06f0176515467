// Package selection chooses, for each question, the messages that a model sees: those of the greatest total
// score whose tokens fit a budget.
//
//  1. Each message is scored against the question (score.go): a weighted sum of likeness, recency, importance
//     and, once something is chosen, of the scores of what it refers to.
//  2. A method chooses within the budget. greedy.go, dp.go and beam.go are those of the source document;
//     density.go has a guarantee; naive.go has what people do without.
//  3. What a chosen message refers to is added while the budget lasts (resolve.go); what stays missing is counted.
//  4. The strategies keep a conversation so (memory.go), and differ in their method alone (strategies.go).
//
// Methods are pure. They choose places in a list and never change it; handed negative sizes, IDs that occur twice or
// scores that aren't numbers one may choose anything that fits. Unless a method says otherwise, ties go to what comes
// first in the list.
//
// Source: "Context Window Optimization for AI Agents" (2026). Claims says which of its claims hold.
package selection

// Item is something that is shown as a whole or not at all: a message, or a tool call with its results.
type Item struct {
	ID              int     // unique in a list
	Tokens          int     // what showing it takes; 0 is allowed
	At              float64 // when it was said, in the unit of the decay (Weights.Decay)
	ToolCalls       int
	Decision, Error bool
	Refs            []int   // IDs of what it refers to; one named twice counts twice
	Score           float64 // what showing it is worth, references aside (Weights.Scored)
}

// Tokens is what showing the chosen items takes.
func Tokens(items []Item, chosen []int) int {
	n := 0
	for _, i := range chosen {
		n += items[i].Tokens
	}
	return n
}

// Score is the sum of the chosen items' scores, references aside.
func Score(items []Item, chosen []int) float64 {
	sum := 0.
	for _, i := range chosen {
		sum += items[i].Score
	}
	return sum
}

// places says where each ID stands in a list.
func places(items []Item) map[int]int {
	at := make(map[int]int, len(items))
	for i, it := range items {
		at[it.ID] = i
	}
	return at
}
