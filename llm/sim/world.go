package sim

import (
	"crypto/sha256"
	"fmt"
	"math"
	"strings"
	"sync"
	"unicode"

	"contextarena.internal/words"
)

// World is a closed world: all that can be said in a conversation, probed or not. A model that is
// given one knows at a request only what Find finds in the request's own text. Its fields are set by
// whoever makes it and never changed afterwards.
type World struct {
	ID      string
	Facts   []Fact
	Version string // of whatever Find finds by; part of the world's hash
	// Find says where a text states facts, in any order. It must depend on nothing but the text.
	Find func(text string) []Sighting

	once   sync.Once
	sought memo[[]candidate]
	tasks  memo[bool] // whether a text is one at length
	index
}

// nowhere is the world of requests that are about no other: it has no facts.
var nowhere = &World{Find: func(string) []Sighting { return nil }}

// Fact is something that can be said.
type Fact struct {
	Text       string // as a reader states it, without a full stop
	Label      string // what the value is of, in the words of those who say it; may be empty
	Question   string // asks for it
	Value      string // names the value: equal values have equal names
	Kind       Kind
	Supersedes int   // index of the fact whose value this one replaces; -1 for none
	Operands   []int // of a value that nobody needs to state: the facts it follows from
}

// Kind is what form a value has. It decides how well notes keep it and under which heading they put it.
type Kind int

// The kinds of facts.
const (
	Name Kind = iota
	Identifier
	Amount
	Date
	Place
	Changed // a value that takes the place of another, whatever its form
	kinds
)

// Sighting is a statement of a fact in a text: the value with whatever tells what it is of.
type Sighting struct {
	Fact int
	words.Span
	Value words.Span // the value alone
}

// index is what is worked out of a world once.
type index struct {
	hash   string
	salt   uint64  // of draws: worlds of other facts meet others, and one whose values were renamed the same
	chain  []int   // of each fact: its place in chains
	chains [][]int // facts that replace each other, in the order of the facts
	words  []map[string]bool
	asked  []asked        // the questions
	old    []bool         // of each fact: another replaces it
	count  map[string]int // of a word: how many facts have it
	spread [][]int        // of each fact: others whose statement its text holds
}

// ready works out the index.
func (w *World) ready() {
	w.once.Do(func() {
		h := sha256.New()
		fmt.Fprintf(h, "%q %q", w.ID, w.Version)
		for _, f := range w.Facts {
			fmt.Fprintf(h, "\n%q %q %q %q %d %d %v", f.Text, f.Label, f.Question, f.Value, f.Kind, f.Supersedes, f.Operands)
		}
		w.hash = fmt.Sprintf("%x", h.Sum(nil)[:8])
		for _, f := range w.Facts {
			w.salt = mix(w.salt ^ occasionOf(append([]int{int(f.Kind), f.Supersedes}, f.Operands...)...))
		}
		w.link()
		w.weigh()
		w.spread = make([][]int, len(w.Facts))
		for i, f := range w.Facts {
			for _, s := range w.Find(f.Text) {
				if s.Fact != i && w.Facts[s.Fact].Value != f.Value {
					w.spread[i] = append(w.spread[i], s.Fact)
				}
			}
		}
	})
}

// Hash names the world: its facts and the version of what finds them.
func (w *World) Hash() string {
	w.ready()
	return w.hash
}

// link finds the chains of facts that replace each other.
func (w *World) link() {
	w.chain = make([]int, len(w.Facts))
	begun := map[int]int{}
	for i := range w.Facts {
		first := i
		for range w.Facts { // as often as a chain can be long
			if w.Facts[first].Supersedes < 0 {
				break
			}
			first = w.Facts[first].Supersedes
		}
		at, ok := begun[first]
		if !ok {
			at = len(w.chains)
			begun[first] = at
			w.chains = append(w.chains, nil)
		}
		w.chain[i] = at
		w.chains[at] = append(w.chains[at], i)
	}
}

// weigh counts the content words of the facts and reads their questions.
func (w *World) weigh() {
	w.count = map[string]int{}
	w.old = make([]bool, len(w.Facts))
	subject := w.subject()
	for _, f := range w.Facts {
		if f.Supersedes >= 0 {
			w.old[f.Supersedes] = true
		}
		all := contentWords(f.Text + " " + f.Label + " " + f.Question)
		if pronouns.MatchString(f.Question) {
			for _, k := range subject {
				all[k] = true
			}
		}
		w.words = append(w.words, all)
		for k := range all {
			w.count[k]++
		}
	}
	for i, f := range w.Facts {
		q := w.newAsked(f.Question)
		if q.form == "" {
			q.form = formOfKind[w.first(i).Kind]
		}
		if (q.form == "" || q.form == "many") && strings.ContainsAny(f.Text, "$€£") {
			q.form = "money"
		}
		w.asked = append(w.asked, q)
	}
}

// subject is the name that most questions have, in words; empty if fewer than three have it. Who is
// named so often is meant by a pronoun too.
func (w *World) subject() []string {
	count, most := map[string]int{}, 3
	var out []string
	for _, f := range w.Facts {
		for _, name := range namesIn(f.Question) {
			if !unicode.IsDigit(rune(name[0])) {
				count[name]++
			}
		}
	}
	for name, n := range count {
		switch {
		case n > most:
			out, most = []string{name}, n
		case n == most:
			out = append(out, name)
		}
	}
	return out
}

// pronouns stand for a person.
var pronouns = words.MustExpression(`\b(she|her|hers|herself|he|him|his|himself)\b`)

// rarity is the inverse document frequency ln(1 + n/count), in steps small enough, so that sums don't depend on their order.
func rarity(n float64, count int) float64 {
	const steps = 1 << 20
	return math.Round(steps*math.Log(1+n/float64(count))) / steps
}

// replaces reports whether fact i took the place of j, directly or through others.
func (w *World) replaces(i, j int) bool {
	for range w.Facts {
		if i = w.Facts[i].Supersedes; i < 0 || i == j {
			break
		}
	}
	return i == j && i >= 0
}

// first is the fact at the beginning of a chain.
func (w *World) first(i int) *Fact { return &w.Facts[w.chains[w.chain[i]][0]] }

// label is what a fact's value is of, for a field of its own: the same for all values of a chain.
func (w *World) label(i int) string {
	f := w.first(i)
	if f.Label != "" {
		return f.Label
	}
	return keyWords(f.Question, math.MaxInt)
}

// keyWords are at most so many of the words of a text that say what it is about.
func keyWords(text string, most int) string {
	var out []string
	for word := range strings.FieldsSeq(text) {
		if word = strings.Trim(word, `.,;:?!"()`); len(contentWords(word)) > 0 && len(out) < most {
			out = append(out, word)
		}
	}
	return strings.Join(out, " ")
}

// sentenceText is a text as a sentence of its own.
func sentenceText(s string) string {
	if s == "" {
		return s
	}
	if c := s[0]; 'a' <= c && c <= 'z' {
		s = string(c-'a'+'A') + s[1:]
	}
	if !strings.ContainsRune(".!?", rune(s[len(s)-1])) {
		s += "."
	}
	return s
}
