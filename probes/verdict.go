package probes

import "contextarena.internal/arena"

// Result is the verdict on one probe at one level.
type Result string

// The results. Only Kept counts as retained; Kept, Stale and Lost are the denominator. The answer to
// an absent probe is Kept if it says that the value isn't known, and Lost if it gives one all the
// same (Abstains).
const (
	Kept      Result = "kept"
	Stale     Result = "stale"     // the old value is used, or stands beside the new one unmarked
	Lost      Result = "lost"      // neither value is there
	Unexposed Result = "unexposed" // memory level: the value never left the raw window (or nothing ever does), so compaction could not lose it; at every level but the answer, of an absent probe: there is no value to lose, and of a confined one (arena.Probe.Only): none is in these words
	Void      Result = "void"      // the reply to this probe can't be judged: VoidReply
	Unscored  Result = "unscored"  // the trial was not completed
)

// VoidReply says in words what makes the reply to a probe void.
const VoidReply = "cut, refused, or in another language where the value is words"

// Counts reports whether the verdict is in the denominator: the fact was at risk, and the reply could
// be judged.
func (r Result) Counts() bool { return r == Kept || r == Stale || r == Lost }

// Legacy is what the original benchmark's rule says: all patterns occur somewhere, as
// substrings, whatever the case.
type Legacy string

// Outcomes of the legacy rule. An extended probe has no legacy patterns.
const (
	LegacyNone Legacy = ""
	LegacyHit  Legacy = "hit"
	LegacyMiss Legacy = "miss"
)

// Verdict is the judgement on one probe at one level.
type Verdict struct {
	Level  arena.Level
	Result Result
	Legacy Legacy
	Why    string // the words that decided, cut short; empty if nothing was found
}

// Place says where, on the way from the conversation to the answer, a fact was lost.
type Place string

// The places, in the order of the way. Exactly one holds for every probe of a completed trial.
const (
	PlaceKept       Place = "kept"
	PlaceStale      Place = "stale"
	PlaceNotWritten Place = "not_written" // exposed, and missing from the memory after that very cycle
	PlaceLostLater  Place = "lost_later"  // written at first, missing after a later cycle (Finding.LostAt)
	PlaceNotShown   Place = "not_shown"   // in the memory, or never compacted, but not in the context; of a confined probe, the context lacks a message of its evidence
	PlaceMisread    Place = "misread"     // in the context, but answered wrong; of an absent probe, answered although it isn't known
	PlaceVoid       Place = "void"
)

// Places are all places of a stated fact, in the order of the way from the conversation to the answer.
var Places = []Place{PlaceKept, PlaceStale, PlaceNotWritten, PlaceLostLater, PlaceNotShown, PlaceMisread, PlaceVoid}

// Finding is all that a record shows about one probe.
type Finding struct {
	Probe    string    `json:"probe"`
	Exposed  int       `json:"exposed,omitempty"` // the cycle (from 1) after which no message that states the value was left in the window; 0 if never
	LostAt   int       `json:"lost_at,omitempty"` // the cycle (from 1) from which on the memory lacked it until the end; 0 if it had it then
	Place    Place     `json:"place"`
	Verdicts []Verdict `json:"verdicts,omitempty"` // one for each of arena.Levels, in their order

	// History is the memory verdict after each cycle from Exposed on. It is empty for a fact that
	// was never exposed.
	History []Result `json:"history,omitempty"`
	// Superseded is the first cycle (from 1) that came after a newer value of the fact had been
	// stated: from there on the memory may drop the old one. It is 0 if there is none.
	Superseded int `json:"superseded,omitempty"`
	// Before and After tell a loss from the memory: the line that held the value before cycle
	// LostAt (of a fact that was never written, the sentence of the conversation that states it),
	// and the line of the memory after it that comes nearest. Empty if nothing was lost.
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	// New and Old say what the answer mentions: the value that is asked for, and, unmarked, the
	// value it replaced.
	New bool `json:"new,omitempty"`
	Old bool `json:"old,omitempty"`
	// Layers is the verdict on the layers' own part of the memory after the last cycle. It is empty where the fact was never
	// exposed or the layers have no part.
	Layers Result `json:"layers,omitempty"`
	// Again are the answer-level results of Record.Again, one for each further sample.
	Again []Result `json:"again,omitempty"`
	// Confidence is how much likelier, in nats, the answer's model found the new value than the
	// old one at the token where they part; below zero where the answer says the old one. Nil
	// without log-probabilities, or if the value that it doesn't say was not among the
	// alternatives.
	Confidence *float64 `json:"confidence,omitempty"`
}

// At is the finding's verdict at level.
func (f *Finding) At(level arena.Level) Verdict {
	for _, v := range f.Verdicts {
		if v.Level == level {
			return v
		}
	}
	return Verdict{Level: level, Result: Unscored}
}

// Score is the judgement on a whole record.
type Score struct {
	Findings []*Finding // one for each probe, in the scenario's order; those that are read of a database may be shared by trials, so none is written into
	Rubric   []Item     // one for each check of the final task's rubric
	Passed   bool       // the task was passed; false where the trial is not completed
}

// Item is the judgement on one check of a rubric.
type Item struct {
	Item string
	OK   bool
	Why  string
}
