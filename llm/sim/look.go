package sim

import (
	"regexp"
	"slices"
	"strings"
	"sync"

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
	old     bool // the words next to the value say that it holds no more
	earlier bool // its line begins with Earlier, as the reader marks old values itself
}

// looks remembers what was found in texts, so that one that comes again isn't read again.
type looks struct {
	mu    sync.Mutex
	known map[lookKey]*look
	size  int
}

type lookKey struct {
	world *World
	text  string
}

// mostRemembered bounds the texts that are remembered, in bytes.
const mostRemembered = 8 << 20

// of is what a text says.
func (l *looks) of(w *World, text string) *look {
	key := lookKey{w, text}
	l.mu.Lock()
	found := l.known[key]
	l.mu.Unlock()
	if found != nil {
		return found
	}
	found = newLook(w, text)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.size += len(text) + 24*len(found.sightings) + 64; l.known == nil || l.size > mostRemembered {
		l.known, l.size = map[lookKey]*look{}, len(text)
	}
	l.known[key] = found
	return found
}

// newLook reads a text. A world of nil has no facts.
func newLook(w *World, text string) *look {
	out := &look{text: text}
	if w != nil {
		w.ready()
		for _, s := range w.Find(text) {
			rivals := len(w.chains[w.chain[s.Fact]]) > 1
			own := rivals && markedEarlier(text, s.Value)
			out.sightings = append(out.sightings, sighting{s, own || rivals && markedOld(text, s.Value), own})
		}
	}
	slices.SortFunc(out.sightings, func(a, b sighting) int {
		if a.Start != b.Start {
			return a.Start - b.Start
		}
		return a.Fact - b.Fact
	})
	for _, s := range sentenceSpans(text) {
		claimed := slices.ContainsFunc(out.sightings, func(f sighting) bool { return f.Overlaps(s) })
		if !claimed && telling(text[s.Start:s.End]) {
			out.loose = append(out.loose, s)
		}
	}
	return out
}

// Words next to a value that say it holds no more. They are looked for in the few words around it
// alone: "instead of Tramontane", "Tramontane is out", "Earlier: the budget is $500".
var (
	oldBefore = regexp.MustCompile(`(?i)(\b(was|were|used to be|instead of|rather than|not|no longer|from|previous(ly)?|former(ly)?|original(ly)?|old|at first|over|before|forget|scratch|drop|replac(es|ed|ing)|isn't|aren't)|n['’]t) (\w+ ){0,2}[$€£"'*(]{0,3}$|(?m)^\W*(Earlier|Old|Previously|Formerly):[^.\n]*\z`)
	oldBehind = regexp.MustCompile(`(?i)^\W{0,3}(\w+ ){0,2}((is|are|has been|have been|was|were|got) (out|gone|dead|off|cancelled|canceled|dropped|scrapped|replaced|withdrawn|wrong|closed)|→|->|=>|\(old|\(former|\(was|died|no longer|fell through)`)
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
