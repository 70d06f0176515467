package sim

import (
	"cmp"
	"slices"
	"strings"

	"contextarena.internal/words"
)

// look is what one text says in a world: the sightings in the order of the text, and the sentences
// that belong to no fact.
type look struct {
	text      string
	sightings []sighting
	loose     []words.Span // telling sentences without a sighting
}

// sighting is a statement with what its neighbourhood says of it.
type sighting struct {
	Sighting
	old     bool       // the words next to the value say that it holds no more
	earlier bool       // its line begins with Earlier, as the reader marks old values itself
	around  words.Span // the sentence, or the sentences, in which it stands
}

// newLook reads a text, and says how many bytes what it found takes.
func newLook(w *World, text string) (*look, int) {
	out := &look{text: text}
	w.ready()
	for _, s := range w.Find(text) {
		rivals := len(w.chains[w.chain[s.Fact]]) > 1
		own := rivals && markedEarlier(text, s.Value)
		out.sightings = append(out.sightings, sighting{Sighting: s, old: own || rivals && markedOld(text, s.Value), earlier: own, around: s.Span})
	}
	slices.SortFunc(out.sightings, func(a, b sighting) int { return cmp.Or(a.Start-b.Start, a.Fact-b.Fact) })
	for _, s := range sentenceSpans(text) {
		claimed := false
		for i := range out.sightings {
			if f := &out.sightings[i]; f.Overlaps(s) {
				claimed = true
				f.around.Start, f.around.End = min(f.around.Start, s.Start), max(f.around.End, s.End)
			}
		}
		if !claimed && telling(text[s.Start:s.End]) {
			out.loose = append(out.loose, s)
		}
	}
	return out, 40 * len(out.sightings)
}

// Words next to a value that say it holds no more. They are looked for in the few words around it
// alone: "instead of Tramontane", "Tramontane is out", "Earlier: the budget is $500".
var (
	oldBefore = words.MustExpression(`(\b(was|were|used to be|instead of|rather than|not|no longer|from|previous(ly)?|former(ly)?|original(ly)?|old|at first|over|before|forget|scratch|drop|replac(es|ed|ing)|isn't|aren't)|n['’]t) (\w+ ){0,2}[$€£"'*(]{0,3}$|(?m)^\W*(Earlier|Old|Previously|Formerly):[^.\n]*\z`)
	oldBehind = words.MustExpression(`^\W{0,3}(\w+ ){0,2}((is|are|has been|have been|was|were|got) (out|gone|dead|off|cancelled|canceled|dropped|scrapped|replaced|withdrawn|wrong|closed)|→|->|=>|\(old|\(former|\(was|died|no longer|fell through)`)
)

// nearby is how far the marks are looked for, in bytes.
const nearby = 60

// earlierMark begins a line with a value that holds no more.
const earlierMark = "Earlier: "

func markedEarlier(text string, value words.Span) bool {
	line := text[strings.LastIndexByte(text[:value.Start], '\n')+1 : value.Start]
	return strings.HasPrefix(line[listMark(line):], earlierMark)
}

func markedOld(text string, value words.Span) bool {
	before := text[max(0, value.Start-nearby):value.Start]
	behind := text[value.End:min(len(text), value.End+nearby*2/3)]
	return oldBefore.MatchString(before) || oldBehind.MatchString(behind)
}
