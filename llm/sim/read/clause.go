// Package read breaks text into clauses and notices what each of them states.
//
// It knows general English: how names, amounts, dates, places and identifiers are written, how
// people correct themselves, ask, decide and take things back. It knows no conversation in
// particular, draws nothing at random, and doesn't forget: that is package sim's part.
package read

// Kind is the kind of fact a clause states, and the kind of a value.
type Kind uint8

// Kinds, from the weakest to the strongest: a clause takes the strongest that applies, a value
// one of Name, Place, Date, Amount and Identifier. Correction is a clause that says a value
// changed, whatever the value's own kind.
const (
	Plain      Kind = iota // nothing that looks like a fact
	Name                   // a person, company, product or thing with a name
	Relation               // how two of them are connected
	Place                  // where something is
	Amount                 // a number with what it counts or measures
	Date                   // a day, month, year or time of day
	Identifier             // a phone number, code, serial or account number, address of a machine
	Decision               // something chosen or ruled out
	Correction             // a value takes the place of another
)

// Value is one value in a clause. The text of an amount includes its currency or measure ("45 kg"),
// but not the noun it counts nor what it is per, which belong to the topic: "12" of "12 guests".
type Value struct {
	Text   string  // as written: "$1.5M", "555-0147", "Sarah Chen", "March 15, 2027"
	Key    string  // the same for all spellings of one value: "1500000", "5550147", "sarah chen", "2027-03-15"; without a year "--03-15", times "14:30", ranges "30-40"
	Kind   Kind    // Name, Place, Date, Amount or Identifier
	Number float64 // of an Amount; of a range the lower end
	Unit   string  // of an Amount: what it counts or measures, singular and lower case: "$", "%", "guest", "kg"; "" if unknown
	Per    string  // of a rate: what it is per, singular: "night", "person", "each"; "" for none
	At     int     // where Text begins in Clause.Text
}

// Presentation is how a correction is put.
type Presentation uint8

// Presentations, from none to the strongest.
const (
	Unmarked Presentation = iota // the clause doesn't say that it corrects
	Mild                         // "it's 40 now", "make that 40"
	Explicit                     // "actually", "correction", "I was wrong", "it turns out"
	Contrast                     // both values beside each other: "40, not 30", "40 instead of 30", "from 30 to 40"
	Override                     // with authority: "disregard", "use only", "supersedes"
)

// Change is what a clause does to a quantity or to a set it speaks of.
type Change uint8

// Changes. Set is the ordinary statement.
const (
	Set      Change = iota
	Add             // "received 200 more", "Tom joins table 2"
	Subtract        // "sold 30", "Tom can't come": the values are taken away
	Move            // "Tom moves from table 2 to table 3": to the last group named
	Swap            // "Tom and Ann change places"
	Drop            // all of it goes: "forget the second address", "we no longer have any gizmos"
	Restore         // what was dropped or replaced holds again: "the first one after all"
)

// Clause is the smallest piece of text that states something: a sentence, a coordinate part of
// one, a list item, a table row with its column's heading.
type Clause struct {
	Text    string // as written, trimmed, one line
	Kind    Kind
	Values  []Value  // in order
	Old     []int    // indexes in Values of those it says hold no longer
	Topic   []uint32 // hashes of its stemmed content words that are in no value, ascending, distinct
	Keys    []uint32 // hashes of the words of its values' Keys, ascending, distinct
	Sig     uint64   // one bit for each of Topic and Keys, to tell quickly that two share nothing
	Shape   uint64   // hash of the clause with every value masked by its kind: renaming changes no shape
	How     Presentation
	Change  Change
	Asks    bool     // a question or a request, which states nothing
	Denies  bool     // says that something isn't so: "we won't need a projector"
	Unsure  bool     // "maybe", "around", "I think": an approximate or tentative statement
	Listed  bool     // stands in a list, a table or under a heading: notes rather than talk
	Heading string   // the heading or lead-in it stands under, "" for none
	Under   []uint32 // hashes of the heading's stemmed content words, ascending, distinct; not in Sig
	Speaker string   // who says it in a transcript: "user", "assistant", "tool", "system"; "" if unknown
	Follows bool     // has no subject of its own ("It's 40."): its Topic and Keys include those of the clause before
}
