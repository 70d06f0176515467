package match

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// asks are questions of many kinds, with words for what they ask for and a reply that gives it.
var asks = []struct {
	question string
	kind     []string
	answer   string
}{
	{"What is the plumber's name?", []string{"name", "surname"}, "Lev Adler"},
	{"Who is the florist for the wedding?", []string{"name", "florist"}, "Petal Works"},
	{"When does the lease run out?", []string{"date", "day", "end date"}, "On 31 August"},
	{"Where will the reunion be held?", []string{"place", "venue", "location"}, "In the boathouse"},
	{"How much did the boiler repair come to?", []string{"amount", "figure", "total"}, "$310"},
	{"How many people are coming?", []string{"number", "count", "headcount"}, "22"},
	{"What is the landlord's phone number?", []string{"number", "phone number"}, "555-0147"},
	{"What is the translator's email address?", []string{"email", "address"}, "ilse@brandt.example"},
	{"Why was the rehearsal called off?", []string{"reason", "explanation"}, "Because the hall flooded"},
	{"How old is Wren?", []string{"age"}, "7"},
	{"Which bank holds the account?", []string{"bank"}, "Harbor Trust"},
	{"What colour is the new van?", []string{"colour"}, "Dark green"},
}

// To deny the kind of thing that is asked for is to abstain, however it is done.
func TestKindDenied(t *testing.T) {
	for _, a := range asks {
		for _, kind := range a.kind {
			for _, manner := range []string{
				"No %s.", "I have no %s.", "You gave me no %s.", "It's mentioned, without any %s.", "It comes up, but no %s does.", "There's a note on it, and the %s isn't there.",
				"You haven't given me the %s.", "The %s isn't in my notes.", "It's in your notes, the %s isn't.", "%s: null", "%s: unknown", "| %s | – |", "I know a lot about it, but not the %s.",
				"There's nothing in our conversation about the %s.", "The %s isn't something either of you mentioned.", "You told me about it, though not which %s.", "There were three others. The %s, however, was never said.", "I don't think I ever got the %s.",
				"The %s isn't among the things you told me.", "The rest came up, but the %s didn't.", "That isn't anywhere in what you told me: I mean the %s.", "There's one, but nobody was given the %s.",
				"You've told me about it, but you never said what the %s was. It should be on the agreement.",
			} {
				reply := fmt.Sprintf(manner, kind)
				why, ok := Abstains(a.question, reply)
				assert.True(t, ok, "%s %s: taken for an answer: %q", a.question, reply, why)
			}
		}
	}
}

// What else isn't known takes nothing from an answer, and a reply that says nothing else gives none.
func TestOtherDenied(t *testing.T) {
	for _, a := range asks {
		for _, other := range []string{
			"The parking isn't mentioned.", "I don't know anything about the parking.", "Nothing was said about the parking.", "You never told me about the parking.", "The parking hasn't come up.",
		} {
			why, ok := Abstains(a.question, a.answer+". "+other)
			assert.False(t, ok, "%s %s. %s: taken for an abstention: %q", a.question, a.answer, other, why)
			why, ok = Abstains(a.question, other)
			assert.True(t, ok, "%s %s: taken for an answer: %q", a.question, other, why)
		}
	}
}

// What a question asks for decides what a denial is about.
func TestConcerns(t *testing.T) {
	for _, c := range []struct {
		question, text string
		of             concern
	}{
		{"Who is the florist for the wedding?", "who it is", ofAsked},
		{"Who is the florist for the wedding?", "since when", ofOther},
		{"Who is the florist for the wedding?", "a name", ofAsked},
		{"Who is the florist for the wedding?", "the caterer's name", ofOther},
		{"Who is the florist for the wedding?", "the caterer", ofOther},
		{"Who is the florist for the wedding?", "anything in my notes", ofNothing},
		{"When did Emeka start working here?", "since when", ofAsked},
		{"When did Emeka start working here?", "who hired him", ofOther},
		{"How many goats does the farm have?", "how many", ofAsked},
		{"How many goats does the farm have?", "how old they are", ofOther},
		{"What does Petra's brother do for a living?", "his name", ofOther},
	} {
		require.Equal(t, c.of, readAsked(c.question).concerns(c.text), "%s %s", c.question, c.text)
	}
}
