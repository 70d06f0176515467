package sim_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/llm"
)

// fuzzed makes 100 conversations out of those that conversations reads, the same for equal seeds:
// messages that stand alone are shuffled, values replaced by random ones, and users write with
// typos, emoji, markdown, in lower case, with blocks of code or in several languages. Values that
// answers are checked for, and the words of questions, are spared the typos.
func fuzzed(t testing.TB, seed uint64) []talk {
	t.Helper()
	written := conversations(t)
	var talks []talk
	for i := range 100 {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		talks = append(talks, fuzzTalk(r, written[i%len(written)]))
	}
	return talks
}

func fuzzTalk(r *rand.Rand, t talk) talk {
	t.Messages = slices.Clone(t.Messages)
	t.Facts = slices.Clone(t.Facts)
	if r.IntN(4) > 0 {
		t = shuffledTalk(r, t)
		t.Fuzz = append(t.Fuzz, "shuffled")
	}
	if r.IntN(4) > 0 {
		t = revaluedTalk(r, t)
		t.Fuzz = append(t.Fuzz, "revalued")
	}
	for _, s := range r.Perm(len(talkStyles))[:1+r.IntN(3)] {
		style := talkStyles[s]
		t.Fuzz = append(t.Fuzz, style.name)
		spared := newSpared(t)
		for i, m := range t.Messages {
			if m.Role == string(llm.User) && r.IntN(3) > 0 {
				t.Messages[i].Text = style.write(r, m.Text, spared)
			}
		}
	}
	return t
}

// shuffledTalk puts what stands alone, each with the replies to it, in each other's places.
func shuffledTalk(r *rand.Rand, t talk) talk {
	var exchanges [][]said
	for _, m := range t.Messages {
		if m.Role == string(llm.User) {
			exchanges = append(exchanges, nil)
		}
		last := len(exchanges) - 1
		exchanges[last] = append(exchanges[last], m)
	}
	var places []int
	for i, e := range exchanges {
		if e[0].Alone {
			places = append(places, i)
		}
	}
	moved := slices.Clone(exchanges)
	turns := make([]int, len(exchanges)+1) // by old turn: the new one
	for i := range exchanges {
		turns[i+1] = i + 1
	}
	for i, j := range r.Perm(len(places)) {
		moved[places[i]] = exchanges[places[j]]
		turns[places[j]+1] = places[i] + 1
	}
	t.Messages = slices.Concat(moved...)
	for i, f := range t.Facts {
		f.Turn = turns[f.Turn]
		f.Operands = slices.Clone(f.Operands)
		for j := range f.Operands {
			f.Operands[j].Turn = turns[f.Operands[j].Turn]
		}
		if len(f.Operands) > 0 {
			f.Turn = slices.MaxFunc(f.Operands, func(a, b operand) int { return a.Turn - b.Turn }).Turn
		}
		t.Facts[i] = f
	}
	return t
}

// inventedNames are words that stand for names and places.
var inventedNames = strings.Fields(`Abelund Brivane Corvath Dellimor Estrava Fennick Gordale Hestrin Ilvane Jorrik Kelmora Lantry
	Morvane Nestrik Orlaith Pellwick Quorin Rastan Selwyth Torvald Umbrey Vantor Wexley Yorvane Zellick Ardith Belrose
	Calder Dorrance Elvery Fairlow Gantry Hollis Ingram Jessop Kirwan Lorrimer Maddock Norwell Ostler`)

var (
	plainWord = regexp.MustCompile(`^[\pL\pN]+$`) // of one word
	dayForm   = regexp.MustCompile(`^\d{1,2} \pL+`)
	// fictional are the beginnings of phone numbers that are kept free for fiction, and must stay so.
	fictional = regexp.MustCompile(`^(555-01|020 7946 0|07700 900)`)
	// nameParts are words of names that say what is named.
	nameParts = []string{"The", "Street", "Lane", "Yard", "And", "Wick"}
)

// revaluedTalk replaces the values of facts, wherever they stand, also in questions: digits by digits,
// names by invented ones. What a total adds up stays, as do relations and decisions.
func revaluedTalk(r *rand.Rand, t talk) talk {
	var taken string // everything a new value must not be mixed up with
	for _, f := range t.Facts {
		taken += "\n" + f.Question
	}
	for _, m := range t.Messages {
		taken += "\n" + m.Text
	}
	var stay []string
	for _, f := range t.Facts {
		for _, o := range f.Operands {
			stay = append(stay, o.Text)
		}
		if len(f.Operands) > 0 {
			stay = append(stay, f.Value...)
		}
	}
	changed := map[string]string{}
	change := func(old string, draw func() string) {
		if changed[old] != "" || slices.ContainsFunc(stay, func(s string) bool { return holdsWord(s, old) }) {
			return
		}
		for range 20 {
			if s := draw(); !holdsWord(taken, s) {
				changed[old] = s
				taken += "\n" + s
				return
			}
		}
	}
	for _, f := range t.Facts {
		if len(f.Operands) > 0 || f.Kind == "relation" || f.Kind == "decision" {
			continue
		}
		for _, v := range append(slices.Clone(f.Value), f.Old) {
			if v != "" && strings.ContainsFunc(v, unicode.IsDigit) && f.Kind != "place" {
				change(v, func() string { return redrawnValue(r, v) })
				continue
			}
			for _, w := range strings.Fields(v) {
				first, _ := utf8.DecodeRuneInString(w)
				if unicode.IsUpper(first) && plainWord.MatchString(w) && !slices.Contains(nameParts, w) {
					change(w, func() string { return inventedNames[r.IntN(len(inventedNames))] })
				}
			}
		}
	}
	for i, m := range t.Messages {
		t.Messages[i].Text = reworded(m.Text, changed)
	}
	for i, f := range t.Facts {
		f.Question, f.Old = reworded(f.Question, changed), reworded(f.Old, changed)
		f.Value = slices.Clone(f.Value)
		for j, v := range f.Value {
			f.Value[j] = reworded(v, changed)
		}
		t.Facts[i] = f
	}
	return t
}

// redrawnValue is a value of the same form: another day of the same month, or other digits and capitals.
func redrawnValue(r *rand.Rand, v string) string {
	if dayForm.MatchString(v) && !strings.HasSuffix(v, "mg") {
		_, month, _ := strings.Cut(v, " ")
		return fmt.Sprint(10+r.IntN(19), " ", month)
	}
	out := []byte(v)
	for i := len(fictional.FindString(v)); i < len(out); i++ {
		switch c := out[i]; {
		case c == '0' && i == 0: // it stays the code of a country or region
		case '0' <= c && c <= '9' && i > 0 && out[i-1] == ':': // seconds or minutes
			out[i] = byte('1' + r.IntN(5))
		case '0' <= c && c <= '9':
			out[i] = byte('1' + r.IntN(9))
		case 'A' <= c && c <= 'Z' && i > 0 && unicode.IsUpper(rune(out[i-1])):
			out[i] = byte('A' + r.IntN(26))
		}
	}
	return string(out)
}

// reworded is text with the keys of words replaced by their values, where they stand as words.
func reworded(text string, words map[string]string) string {
	var keys []string
	for k := range words {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int { return len(b) - len(a) })
	var b strings.Builder
	for i := 0; i < len(text); {
		k := slices.IndexFunc(keys, func(k string) bool { return strings.HasPrefix(text[i:], k) && standsAlone(text, i, i+len(k)) })
		if k >= 0 {
			b.WriteString(words[keys[k]])
			i += len(keys[k])
			continue
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		b.WriteString(text[i : i+size])
		i += size
	}
	return b.String()
}

// holdsWord reports whether word, which may be several, stands in text as such.
func holdsWord(text, word string) bool { return len(wordsAt(text, word)) > 0 }

// wordsAt is where word begins in text.
func wordsAt(text, word string) []int {
	var at []int
	for i := 0; i <= len(text)-len(word); i++ {
		if text[i:i+len(word)] == word && standsAlone(text, i, i+len(word)) {
			at = append(at, i)
		}
	}
	return at
}

// standsAlone reports whether neither end of text[i:j] is inside of a word.
func standsAlone(text string, i, j int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	after, _ := utf8.DecodeRuneInString(text[j:])
	in := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return !in(before) && !in(after)
}
