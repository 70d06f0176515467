package arena

import "contextarena.internal/llm"

// Bank is the experience of earlier sessions as it was when a trial began: a snapshot that nothing
// changes. An empty one is a beginning, which leaves experience and has none; no bank at all (nil)
// means that a strategy neither uses experience nor leaves any.
type Bank interface {
	// Hash names the contents: equal hashes mean equal experiences.
	Hash() string
	// Experiences are what the sessions taught, in the order of the sessions. They are shared:
	// nobody may change them.
	Experiences() []Experience
}

// Experience is what one session taught a strategy about its own memory. It has no word of the
// conversation: of how it began a vector, of what it said the kinds of facts alone.
type Experience struct {
	Session  int                  // from 1, the time of its outcomes; set by the bank
	Model    llm.Model            // that wrote the memory
	Type     int                  // of conversation, from 1, as the strategy told types apart
	Opening  llm.Vector           // how it began
	Outcomes []CompressionOutcome // in the order in which they were diagnosed
}

// CompressionOutcome says what became of one fact in one cycle, as a strategy found out by itself:
// it knows neither scenario nor probes.
type CompressionOutcome struct {
	Cycle    int    // from 1
	Kind     string // of fact, in the strategy's own words
	Kept     bool
	Question string // names the question that was to extract it
}
