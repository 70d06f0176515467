package layers

import (
	"regexp"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// factKind is a kind of fact as the layer tells it by rules, and how it is asked for.
type factKind struct {
	name     string // in outcomes
	heading  string
	question string // which facts of the kind there are
	further  string // what a second look is to ask
}

// factKinds are the kinds, in the order of the template that has their questions.
var factKinds = readFactKinds(render("episodic_kinds.tmpl", nil))

// The places of the kinds that rules find in factKinds.
const (
	identifierFacts = iota
	amountFacts
	dateFacts
	nameFacts
	placeFacts
	changeFacts
	decisionFacts
	kindsOfFacts
)

// readFactKinds reads lines of "name | question | further question".
func readFactKinds(text string) []factKind {
	var out []factKind
	for line := range strings.Lines(text) {
		f := fields(line)
		out = append(out, factKind{f[0], strings.ToUpper(f[0]), f[1], f[2]})
	}
	if len(out) != kindsOfFacts {
		panic("layers: episodic_kinds.tmpl has other kinds than the rules")
	}
	return out
}

// recallQuestions are what the memory is asked.
func recallQuestions(memory string, kinds []factKind) string {
	var b strings.Builder
	for _, k := range kinds {
		b.WriteString("## " + k.heading + "\n" + k.question + "\n")
	}
	return render("episodic_verify.tmpl", struct{ Knowledge, Questions string }{quoted(memory), b.String()})
}

// mostOfKind bounds how many facts of a kind a memory is asked for: those stated last.
const mostOfKind = 8

// knownTokens bounds what is known of which value is of what.
const knownTokens = 1000

// stated are the facts of each kind that a conversation has stated until now and not replaced, each
// once, those stated last last. Rules alone tell them: the shape of words, and words of place and
// decision near them. The zero value is ready.
type stated struct {
	values [kindsOfFacts][]string
	known  knownValues
}

// read takes in what users and tools said, of a long message the beginning. What the assistant says
// repeats them.
func (s *stated) read(segment []arena.Message, cycle int, tokens func(string) int) {
	for _, m := range segment {
		if m.Role != llm.User && m.Role != llm.Tool {
			continue
		}
		text := head(m.Text)
		var codes []string
		for _, sentence := range sentencesOf(text) {
			for _, id := range identifiers(sentence) {
				codes = append(codes, id.value)
				s.add(identifierFacts, id.value)
			}
		}
		for _, st := range statements(text) {
			was, changed := s.known.differs(st, cycle)
			if changed && was != "" {
				s.drop(was)
			}
			if slices.ContainsFunc(codes, func(c string) bool { return strings.Contains(c, st.value) }) {
				continue
			}
			kind := kindOfStatement(st)
			if changed {
				kind = changeFacts
			}
			s.add(kind, st.value)
		}
	}
	s.known.fit(knownTokens, tokens)
}

func (s *stated) add(kind int, value string) {
	if !short(value, maxValue) {
		return
	}
	s.values[kind] = append(without(s.values[kind], value), value)
	if over := len(s.values[kind]) - mostOfKind; over > 0 {
		s.values[kind] = s.values[kind][over:]
	}
}

func (s *stated) drop(value string) {
	for kind := range s.values {
		s.values[kind] = without(s.values[kind], value)
	}
}

func without(values []string, value string) []string {
	return slices.DeleteFunc(values, func(v string) bool { return folded(v) == folded(value) })
}

var (
	decides = regexp.MustCompile(`(?i)\b(?:decided|decision|go(?:ing)? with|chose|chosen|picked|approved|agreed|settled on|ruled out|opted|rejected)\b`)
	placing = regexp.MustCompile(`(?i)\b(?:lives?|located|based|sits?|seated|stored|parked|stays?|floor|room|table|desk|shelf|aisle|bay|gate|hall|dock|building|wing|row|next to|across from|behind|beside)\b`)
)

// kindOfStatement is the kind of a stated value.
func kindOfStatement(s statement) int {
	switch s.kind {
	case "code":
		return identifierFacts
	case "date", "clock":
		return dateFacts
	case "money", "share":
		return amountFacts
	}
	switch {
	case decides.MatchString(s.sentence):
		return decisionFacts
	case placing.MatchString(s.sentence):
		return placeFacts
	case s.kind == "number":
		return amountFacts
	}
	return nameFacts
}
