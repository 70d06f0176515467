package read

import (
	"slices"
	"strings"
)

// phrase is a run of words that means more than its parts.
type phrase struct {
	words []uint64
	how   Presentation
	does  Change
	also  sense // hedges, decides; loses: only with an amount

	initial bool
}

// phrases by the hash of their first word.
var phrases = idioms(idiomTable)

var idiomTable = []idiom{
	{how: Explicit, text: `scratch that|strike that|i was wrong|we were wrong|my mistake|my bad|i meant|i misspoke|it turns out|turns out it's|^turns out|on second thought|on second thoughts|let me correct|to correct|got that wrong|got it wrong|got this wrong|had that wrong|had it wrong|^that's wrong|^that was wrong|is wrong|wrong way round|that's not right|change of plan|change of plans|no wait|^wait|^sorry|^oh wait|take that back|or rather|should read|^update|^change|has been replaced|^no it's|^nope`},
	{how: Override, text: `disregard|strike what|strike the|supersedes|superseded|supersede|overrides|override|overridden|ignore the|ignore my|ignore what|ignore that|ignore any|use only|only use|effective immediately|takes precedence|take precedence|final answer|forget what i|no matter what|replaces all|replaces any|null and void|once and for all`},
	{how: Mild, text: `make it|make that|make them|from now on|is up to|are up to|is down to|are down to|we're up to|we're down to|it's up to|it's down to|is now|are now|now has|now have|now costs|now at|no longer|not anymore|any more|as of today|as of now|as of this|went up|went down|has become|now it's|it's now|we're now|they're now`},
	{does: Subtract, text: `can't come|can't attend|won't be coming|will not come|cannot come|can't make it|cannot make it|won't make it|won't come|isn't coming|not coming|not joining|drops out|dropped out|dropping out|pulled out|pulls out|backed out|backs out|has left|called in sick`},
	{does: Subtract, also: loses, text: `gave away|give away|given away|used up|ran out of|thrown away|threw away|wrote off|written off|went missing`},
	{does: Add, text: `came in|come in|coming in|also coming|is coming too|are coming too|topped up|signed up|signs up`},
	{does: Swap, text: `swap places|swapped places|change places|changed places|trade places|traded places|swap seats|swapped seats|trade seats|switch places|switched places|switch seats|switched seats|swap with|swaps with|swapped with|change seats`},
	{does: Drop, text: `forget the|forget about|no longer have|no longer need|don't have any|don't need the|do not need the|get rid of|got rid of|do away with|called off|call off|all gone|are gone|is gone|sold out|scrapped|is off|are off|no more|out of stock|we ran out`},
	{does: Restore, text: `after all|back on|back in force|is back|are back|put back|add back|added back|reinstate|reinstated|restore|restored|revert to|reverted to|back to the original|back to plan|go back to the|going back to the|stick with the original|keep the original|un-cancel`},
	{also: hedges, text: `not sure|or so|more or less|could be|for now|to be confirmed|i think|i believe|as far as i|if i remember|give or take|at the moment|leaning towards|something like`},
	{also: decides, text: `go with|going with|goes with|went with|let's go|let's do|let's use|let's take|let's book|we'll use|we'll take|we'll go|we'll do|i'll take|ruled out|rule out|signed off|sign off|settled on|final decision|the decision|made up|decided on|decided to|going for|went for|opt for|opted for|green light`},
}

// idiom is a row of the table: phrases parted by bars. One that begins with ^ means something only
// at the beginning of a clause.
type idiom struct {
	how  Presentation
	does Change
	also sense
	text string
}

func idioms(rows []idiom) map[uint64][]phrase {
	m := map[uint64][]phrase{}
	for _, row := range rows {
		for text := range strings.SplitSeq(row.text, "|") {
			text, initial := strings.CutPrefix(text, "^")
			p := phrase{how: row.how, does: row.does, also: row.also, initial: initial}
			for w := range strings.FieldsSeq(text) {
				p.words = append(p.words, hashed(w))
			}
			m[p.words[0]] = append(m[p.words[0]], p)
		}
	}
	for _, ps := range m { // the longest first
		slices.SortStableFunc(ps, func(a, b phrase) int { return len(b.words) - len(a.words) })
	}
	return m
}
