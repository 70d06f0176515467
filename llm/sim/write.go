package sim

import (
	"math"
	"slices"
	"strings"
)

// line is a statement as it is written down.
type line struct {
	text  string
	fact  int // -1 for a sentence that belongs to no fact
	old   bool
	place int // in the list that it is put into
}

// written are the statements that the reader writes down, in the order of the material. A value that
// holds no more is marked as old; one that follows from others is left to whoever is asked.
func (r *reading) written() []line {
	b := r.belief()
	var out []line
	wanted := r.wanted()
	for _, i := range b.ordered() {
		f := b.facts[i]
		unwanted := !wanted[r.world.Facts[i].Kind] && !wanted[r.world.first(i).Kind]
		if f.quote != "" && !unwanted && !r.leavesOut(i, f.told, f.noted) {
			out = append(out, line{text: b.says(i), fact: i, old: !f.holds})
		}
	}
	for n, l := range b.unclaimed() {
		if !r.leavesOut(-1-n, l.talk, !l.talk) {
			out = append(out, line{text: l.text, fact: -1})
		}
	}
	return out
}

// wanted are the kinds of facts that are written about: those that a part of the material which states
// nothing itself describes ("identifiers: phone numbers, codes ..."), or all. The name before the colon
// says more than what stands behind it.
func (r *reading) wanted() (kind [kinds]bool) {
	most := 0
	var said [kinds]int
	for _, p := range r.parts {
		if l := r.looks.of(r.world, p.text, newLook); p.talk || len(l.sightings) > 0 || len(l.loose) > 0 || len(p.text) > longestFocus {
			continue
		}
		words, name := contentWords(p.text), nameOf(p.text)
		for k := range said {
			of := contentWords(saidOfKind[k])
			said[k] += common(words, of) + weightOfName*common(name, of)
			most = max(most, said[k])
		}
	}
	for k := range kind {
		kind[k] = most < 2 || 2*said[k] >= most
	}
	return kind
}

// nameOf are the words before the colon of a description in one line.
func nameOf(text string) map[string]bool {
	name, _, ok := strings.Cut(text, ":")
	if !ok || strings.Contains(text, "\n") {
		return nil
	}
	return contentWords(name)
}

// weightOfName is how many more words of a description one of its name is worth.
const weightOfName = 2

// longestFocus is how long a description of what is wanted is at most, in bytes.
const longestFocus = 600

// leavesOut reports whether a fact that was taken in isn't written down. It is told, and then kept by
// what it is, by whether anything asks for its kind and by how much is told; or it stands in earlier
// notes, and is carried over. What comes from both is left out only if both leave it out.
func (r *reading) leavesOut(fact int, told, noted bool) bool {
	occasion := r.occasionOf(fact)
	drop := func(mechanism int, p, load float64) bool {
		return r.unit(mechanism, occasion, fact) < chance(p, r.Strength[mechanism]*load)
	}
	if told && !drop(keeping, 1-r.keeps(fact), r.load()) && !(r.unordered() && drop(brevity, r.Brief, r.load())) {
		return false
	}
	return !noted || r.unit(carrying, r.stretch(), fact) < chance(1-r.Carry, r.Strength[carrying])
}

// load is how much harder it is to write down what is told than if it were 1,000 tokens: it grows with
// the square root of its length.
func (r *reading) load() float64 {
	return math.Sqrt(float64(r.stated().size) / bytesPerThousand)
}

// unordered reports whether a request asks for statements without saying of what: by no heading, its
// own or of the notes that it brings, and by no schema but a list of texts.
func (r *reading) unordered() bool {
	if r.form == nil {
		return len(r.headings) == 0 && !slices.ContainsFunc(r.parts, func(p part) bool { return !p.talk && heading.MatchString(p.text) })
	}
	return r.form.plain()
}

// keeps is the chance that a fact is written down when it is told.
func (r *reading) keeps(fact int) float64 {
	if fact < 0 {
		return r.KeepRest
	}
	switch r.world.Facts[fact].Kind {
	case Amount:
		return r.KeepAmounts
	case Identifier:
		return r.KeepIdentifiers
	case Changed:
		return r.KeepChanges
	}
	return r.KeepRest
}

// text is a line by itself.
func (l line) String() string {
	if l.old {
		return earlierMark + strings.TrimSuffix(strings.TrimPrefix(l.text, earlierMark), ".")
	}
	return sentenceText(l.text)
}

// notes writes down what is known, a line each, under the headings that the instruction has. Empty if
// nothing is known.
func (r *reading) notes() string {
	lines := r.written()
	if len(lines) == 0 {
		return ""
	}
	if len(r.headings) == 0 {
		return bulleted(lines)
	}
	under, choose := make([][]line, len(r.headings)), chooser(r.asksUnder())
	for _, l := range lines {
		at := 0
		if l.fact >= 0 {
			at = choose(r.kindWords(l.fact, l.old))
		}
		under[at] = append(under[at], l)
	}
	var b strings.Builder
	for i, h := range r.headings {
		b.WriteString(h + "\n")
		if len(under[i]) > 0 {
			b.WriteString(bulleted(under[i]) + "\n")
		}
	}
	return strings.TrimSpace(b.String())
}

func bulleted(lines []line) string {
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = "- " + l.String()
	}
	return strings.Join(texts, "\n")
}

// asksUnder are the headings, each with what the instruction says under it.
func (r *reading) asksUnder() []string {
	out := slices.Clone(r.headings)
	at := heading.FindAllStringIndex(r.instruction, -1)
	for i, a := range at {
		end := len(r.instruction)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		body, _, _ := strings.Cut(strings.TrimSpace(r.instruction[a[1]:end]), "\n\n")
		out[i] += " " + body
	}
	return out
}

// saidOfKind are the words by which people call the kinds of facts.
var saidOfKind = [kinds]string{
	Name:       "entities people persons names who things companies products relationships relations belongs decisions decided chosen owner role",
	Identifier: "identifiers identifier phone numbers codes references addresses serial account ids copied exactly",
	Amount:     "amounts numbers quantities counts prices costs sizes rates limits percentages units values",
	Date:       "dates times days deadlines durations when schedule",
	Place:      "places location located where spatial room floor city beside seat",
	Changed:    "corrections changes changed corrected replaced superseded supersedes updates new value now was",
}

// kindWords are the words for what a fact is.
func (r *reading) kindWords(fact int, old bool) map[string]bool {
	f := r.world.Facts[fact]
	text := saidOfKind[f.Kind]
	if old {
		text = saidOfKind[Changed]
	}
	return contentWords(text + " " + f.Label)
}

// chooser finds the option that has most of some words, for its length; the first of equal ones.
func chooser(options []string) func(words map[string]bool) int {
	has := make([]map[string]bool, len(options))
	for i, o := range options {
		has[i] = contentWords(o)
	}
	return func(words map[string]bool) int {
		best, most := 0, 0.
		for i, option := range has {
			if s := float64(common(words, option)) / float64(4+len(option)); s > most {
				best, most = i, s
			}
		}
		return best
	}
}

// common is how many words are in both.
func common(a, b map[string]bool) (n int) {
	for k := range a {
		if b[k] {
			n++
		}
	}
	return n
}
