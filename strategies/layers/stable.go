package layers

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// stableStore keeps values word for word, in the order in which they were said. Nothing in it is
// changed but by a transition.
type stableStore struct{ entries []stableEntry }

// stableEntry is a value that a paraphrase would destroy.
type stableEntry struct {
	kind  string // phone, mail, id, or exact for what only the model found
	label string // what the model calls it; may be empty
	value string
	code  string // the value as values are compared
	text  string // the sentence that said it, or a stretch of it around the value
	cycle int    // in which it was last said
}

func (e *stableEntry) set(value string) { e.value, e.code = value, codeKey(value) }

// line is the entry as the model reads it.
func (e stableEntry) line() string {
	if e.label != "" {
		return "[STABLE:" + e.kind + "] " + e.label + ": " + e.value
	}
	return "[STABLE:" + e.kind + "] " + e.text
}

// name is what the entry is, as far as that is known.
func (e stableEntry) name() string {
	if e.label != "" {
		return e.label
	}
	return e.kind
}

// text are the entries. A sentence with two identifiers stands there once.
func (s *stableStore) text() string {
	var lines, said []string
	for _, e := range s.entries {
		if e.label == "" {
			if slices.Contains(said, e.text) {
				continue
			}
			said = append(said, e.text)
		}
		lines = append(lines, e.line())
	}
	return strings.Join(lines, "\n")
}

// find returns the place of a value, whatever its punctuation, or -1.
func (s *stableStore) find(value string) int {
	key := codeKey(value)
	return slices.IndexFunc(s.entries, func(e stableEntry) bool {
		return e.value == value || key != "" && e.code == key
	})
}

// labelled returns the place of what goes by a label, or -1.
func (s *stableStore) labelled(label string) int {
	key := canonical(label)
	return slices.IndexFunc(s.entries, func(e stableEntry) bool { return e.label != "" && canonical(e.label) == key })
}

// move puts a new value in the place of an old one, in every sentence that has it.
func (s *stableStore) move(at int, value string, cycle int) (was string) {
	was = s.entries[at].value
	for i := range s.entries {
		e := &s.entries[i]
		e.text = strings.ReplaceAll(e.text, was, value)
	}
	s.entries[at].set(value)
	s.entries[at].cycle = cycle
	return was
}

// fit drops entries, those first that were said longest ago and of these the older, until the text
// keeps to a budget, and says how many.
func (s *stableStore) fit(budget int, tokens func(string) int) (dropped int) {
	for len(s.entries) > 0 {
		n := tokens(s.text())
		if n <= budget {
			break
		}
		byAge := make([]int, len(s.entries))
		for i := range byAge {
			byAge[i] = i
		}
		slices.SortStableFunc(byAge, func(a, b int) int { return s.entries[a].cycle - s.entries[b].cycle })
		gone := byAge[:max(1, len(byAge)*(n-budget)/n)]
		slices.Sort(gone)
		kept := s.entries[:0:0]
		for i, e := range s.entries {
			if _, out := slices.BinarySearch(gone, i); !out {
				kept = append(kept, e)
			}
		}
		s.entries, dropped = kept, dropped+len(gone)
	}
	return dropped
}

// What says that a sentence gives a thing's new identifier, and what says that it only tells two
// things apart.
var (
	renews   = regexp.MustCompile(`(?i)\b(?:changed|switched|updated|corrected|moved) (?:it |that |them )?(?:to|from)\b|\bis now\b|\b\w+'s now\b|\bnew (?:one|number|code|id|reference|address|mobile|serial)\b|\bno longer\b|\breplaces\b|\binstead of\b|\bfrom now on\b`)
	contrast = regexp.MustCompile(`(?i)\b(?:mix(?:ed)? up|confuse\w*|different from|as well|too|also|other|another|second)\b`)
)

// renewed finds the entry whose value a sentence replaces by another identifier of its kind: one whose
// old value the sentence names, else the one with which it shares most words, at least two and half
// of the entry's. It returns -1 if there is none, or if two would do equally.
func (s *stableStore) renewed(sentence string, id identifier) int {
	if !renews.MatchString(sentence) || contrast.MatchString(sentence) {
		return -1
	}
	best, most, tie := -1, 1, false
	words := contentWords(sentence)
	for i, e := range s.entries {
		if e.kind != id.kind || e.value == id.value {
			continue
		}
		if strings.Contains(sentence, e.value) {
			return i
		}
		said := contentWords(strings.ReplaceAll(e.text, e.value, ""))
		shared := 0
		for _, w := range said {
			if slices.Contains(words, w) {
				shared++
			}
		}
		if 2*shared < len(said) {
			continue
		}
		tie = shared == most && best >= 0 || tie && shared <= most
		if shared > most {
			best, most, tie = i, shared, false
		}
	}
	if tie {
		return -1
	}
	return best
}

// contentWords are the words of a sentence that name something, in lower case.
func contentWords(sentence string) []string {
	words := strings.FieldsFunc(strings.ToLower(sentence), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.DeleteFunc(words, func(w string) bool { return len(w) < 4 || emptyWords[w] })
}

// emptyWords say nothing about what a sentence is about.
var emptyWords = map[string]bool{
	"that": true, "this": true, "with": true, "from": true, "they": true, "them": true, "their": true, "your": true,
	"have": true, "been": true, "will": true, "what": true, "when": true, "which": true, "would": true, "there": true,
	"here": true, "please": true, "also": true, "just": true, "then": true, "than": true, "some": true, "into": true,
	"number": true, "code": true, "changed": true, "longer": true, "instead": true,
}

// longestText bounds what is kept around an identifier, in characters.
const longestText = 240

// quotation is a sentence without its ends if it is long, so that the identifier stays in.
func quotation(sentence string, id identifier) string {
	text := strings.TrimSpace(sentence)
	if utf8.RuneCountInString(text) <= longestText {
		return strings.Join(strings.Fields(text), " ")
	}
	before, after := []rune(sentence[:id.start]), []rune(sentence[id.end:])
	room := max(0, longestText-utf8.RuneCountInString(id.value)) / 2
	head, tail := string(before[max(0, len(before)-room):]), string(after[:min(len(after), room)])
	if len(before) > room {
		if _, rest, ok := strings.Cut(head, " "); ok {
			head = rest
		}
	}
	if i := strings.LastIndexByte(tail, ' '); len(after) > room && i >= 0 {
		tail = tail[:i]
	}
	return strings.Join(strings.Fields(head+id.value+tail), " ")
}
