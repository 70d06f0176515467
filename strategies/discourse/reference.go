package discourse

import (
	"slices"
	"strings"
	"unicode"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/words"
)

// References knows which earlier items a message refers to. An item is what is shown or dropped as a whole: a
// message, or a tool call with its results. A message refers to
//
//   - those the script says it does (Message.Refs);
//   - the question that it answers: the user's message of its turn;
//   - those it quotes: four words in a row of theirs, of which two are of five letters or more, or a code of
//     theirs, which is a word of three signs or more with a digit in it. Whoever said it first is quoted.
//
// A result belongs to its call and is one item with it. Items are their places in the order in which they
// came.
type References struct {
	said     map[string]int // what can be quoted, by the first item that has it
	of       map[arena.MessageIndex]int
	question map[arena.Turn]int
}

// NewReferences knows nothing yet.
func NewReferences() *References {
	return &References{map[string]int{}, map[arena.MessageIndex]int{}, map[arena.Turn]int{}}
}

// Add notes a message of the item at a place, and returns which other items it refers to, ascending.
func (r *References) Add(m arena.Message, place int) (places []int) {
	for _, i := range m.Refs {
		if at, ok := r.of[i]; ok {
			places = append(places, at)
		}
	}
	if at, ok := r.question[m.Turn]; ok && m.Role == llm.Assistant {
		places = append(places, at)
	}
	for key := range quotable(m.Text) {
		if at, ok := r.said[key]; !ok {
			r.said[key] = place
		} else if at != place {
			places = append(places, at)
		}
	}
	if _, ok := r.question[m.Turn]; !ok && m.Role == llm.User {
		r.question[m.Turn] = place
	}
	r.of[m.Index] = place
	slices.Sort(places)
	return slices.Compact(places)
}

// quotable are the keys of all that another message could quote of a text.
func quotable(text string) map[string]bool {
	out := map[string]bool{}
	for _, word := range strings.Fields(text) {
		word = strings.ToLower(strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
		if len([]rune(word)) >= 3 && strings.ContainsFunc(word, unicode.IsDigit) {
			out[word] = true
		}
	}
	all := words.Split(text)
	for i := 0; i+4 <= len(all); i++ {
		long := 0
		for _, word := range all[i : i+4] {
			if len([]rune(word)) >= 5 {
				long++
			}
		}
		if long >= 2 {
			out[strings.Join(all[i:i+4], " ")] = true
		}
	}
	return out
}
