package store

import "contextarena.internal/llm"

// Served is what answered for a model.
type Served struct {
	Model   llm.Model
	By      string // as the provider names it; empty where its reply isn't stored here
	Calls   int
	Counted int // calls whose usage is our own count, as the provider told none that can be true
}
