package episodic

import (
	"slices"
	"strings"

	"contextarena.internal/llm/form"
	"contextarena.internal/words"
)

// factKind is a kind of fact, and how it is asked for.
type factKind struct {
	name     string // in outcomes
	question string // which facts of the kind there are
	further  string // what a second look is to ask
}

func (k factKind) heading() string { return strings.ToUpper(k.name) }

// factKinds are the kinds in the order of reports.
var factKinds = []factKind{
	{"identifiers", "Which phone numbers, codes, references, serial numbers and addresses occur, and whose are they?", "Which of them are only mentioned in passing, or are much like another? Copy each character for character, with what it belongs to."},
	{"amounts", "Which amounts, prices, counts, rates and percentages occur, and of what?", "Is there a number of anything else, even in passing? Copy each exactly, with its unit and what it is of."},
	{"dates", "Which dates, days, times and deadlines occur, and of what?", "Is there a day or time of anything else, even in passing? Copy each exactly, with what happens then."},
	{"names", "Which people, companies, products and other things have a name, and what is each of them?", "Who or what is only mentioned once? Give each name in full, with its role."},
	{"places", "Where is each person and thing, and on which floor, at which table, in which room or city?", "Who or what moved or is beside something else? Give each with its place as it is now."},
	{"changes", "What was changed or corrected, and which value holds now?", "Was anything changed without being called a correction? Give each thing with the new value."},
	{"decisions", "What was decided, chosen, agreed or ruled out?", "Was anything settled in passing? Give each with what was chosen."},
}

func kindNames() []string {
	var out []string
	for _, k := range factKinds {
		out = append(out, k.name)
	}
	return out
}

// foundReply is facts of one kind.
type foundReply struct {
	Facts []foundFact `json:"facts" about:"the facts of this kind"`
}

type foundFact struct {
	What  string `json:"what" about:"what the fact is of"`
	Value string `json:"value" about:"copied exactly"`
}

// statedReply is facts of all kinds.
type statedReply struct {
	Facts []statedFact `json:"facts" about:"the facts, each once"`
}

type statedFact struct {
	Kind  string `json:"kind" about:"the kind of fact"`
	What  string `json:"what" about:"what the fact is of"`
	Value string `json:"value" about:"copied exactly"`
}

var (
	foundForm  = form.New[foundReply]("found")
	statedForm = form.New[statedReply]("stated", form.Enum("kind", kindNames()...))
)

// mostOfKind bounds how many facts of a kind a memory is asked for: those stated last.
const mostOfKind = 8

// stated are the facts that a conversation has stated until now and not replaced, each thing once, those
// stated last last.
type stated []statedFact

// add takes facts in, each in the place of what was stated of the same thing before.
func (s *stated) add(facts []statedFact) {
	for _, f := range facts {
		*s = append(slices.DeleteFunc(*s, func(old statedFact) bool { return words.SameName(old.What, f.What) }), f)
	}
	for _, k := range kindNames() {
		for over := len(s.of(k)) - mostOfKind; over > 0; over-- {
			i := slices.IndexFunc(*s, func(f statedFact) bool { return f.Kind == k })
			*s = slices.Delete(*s, i, i+1)
		}
	}
}

// of are the values of a kind.
func (s stated) of(kind string) []string {
	var out []string
	for _, f := range s {
		if f.Kind == kind {
			out = append(out, f.Value)
		}
	}
	return out
}
