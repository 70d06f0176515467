package words

import (
	"strings"

	"github.com/kljensen/snowball/english"
)

// leastVerb is how many letters a verb has at least whose past in -ed is taken for it: who moved isn't at the move.
const leastVerb = 4

// notInflected end like inflections of other words and are none.
var notInflected = Set("evening wedding spring string thing nothing during hundred building ceiling speed species news")

// Root is what the inflections of a word have in common, by Porter's second stemmer: load of loads, copi of copied. It is no word.
// Two that share it may still be different words; it is for labels, which a value stands beside.
func Root(word string) string {
	if base := irregular[word]; base != "" {
		word = base
	}
	if notInflected[word] || strings.HasSuffix(word, "ed") && len(word) < leastVerb+2 {
		return word
	}
	if strings.HasSuffix(word, "ings") { // openings are positions, what opens is a door
		return strings.TrimSuffix(word, "s")
	}
	return stems.Of(word, func() string { return english.Stem(word, false) })
}

// stems are those of words that texts have, over and over.
var stems = Memo[string, string]{Most: 1 << 15}

// irregular are the verbs whose past has no ending, by the past. Those that are words of their own (left, found, ground, paid) aren't here.
var irregular = pasts(`bend bent, sell sold, send sent, lend lent, spend spent, hold held, buy bought, bring brought, teach taught, catch caught,
	take took taken, give gave given, go went gone, drive drove driven, ride rode ridden, write wrote written, speak spoke spoken, break broke broken,
	choose chose chosen, freeze froze frozen, wear wore worn, begin began begun, come came, become became, stand stood, sleep slept, keep kept, sit sat,
	feed fed, lead led, meet met, run ran, swim swam, sing sang, fly flew flown, grow grew grown, know knew known, draw drew drawn, throw threw thrown,
	build built, make made, win won, lose lost, tell told, hang hung, stick stuck, hide hid hidden, eat ate eaten, drink drank, get got, weave woven`)

// pasts are lists of a verb and its forms, by form.
func pasts(lists string) map[string]string {
	out := map[string]string{}
	for list := range strings.SplitSeq(lists, ",") {
		verb := strings.Fields(list)
		for _, past := range verb[1:] {
			out[past] = verb[0]
		}
	}
	return out
}

// Forms are the words of the text that are inflections of a word, and the word itself, in the order in
// which the text has them first.
func (t *Text) Forms(word string) []string {
	return t.forms.Of(word, func() []string {
		roots := t.roots.Of("", func() []string {
			out := make([]string, len(t.vocab))
			for i, e := range t.vocab {
				out[i] = Root(e.word)
			}
			return out
		})
		var out []string
		root := Root(word)
		for i, e := range t.vocab {
			if e.word == word || roots[i] == root {
				out = append(out, e.word)
			}
		}
		return out
	})
}
