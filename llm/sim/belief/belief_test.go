package belief

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/llm/sim/read"
)

// smallTalk is about nothing that the questions ask for.
var smallTalk = []string{
	"What a day, the rain just won't stop.",
	"I burnt the toast again this morning, honestly.",
	"My neighbour's cat sat on the wall and looked at me.",
	"They played that old song in the supermarket.",
	"I should really go to bed earlier.",
}

// A question about what was never mentioned isn't answered.
func TestUnmentionedThings(t *testing.T) {
	things := []string{"submarine", "violin", "tax return", "greenhouse", "Zanzibar trip", "saxophonist", "Mr Quillfeather"}
	for _, c := range conversations {
		facts := Fold(told(c.said...), Slips{})
		for _, thing := range things {
			for _, q := range []string{"How much does the %s cost?", "When is the %s?", "What is the phone number of the %s?", "Who looks after the %s?"} {
				require.Empty(t, Answer(fmt.Sprintf(q, thing), facts, Slips{}), "%s: "+q, c.name, thing)
			}
		}
	}
}

// Small talk between the messages changes few answers.
func TestSmallTalkChangesLittle(t *testing.T) {
	asked, changed := 0, 0
	for _, c := range conversations {
		plain := Fold(told(c.said...), Slips{})
		var mixed []string
		for i, m := range c.said {
			mixed = append(mixed, smallTalk[i%len(smallTalk)], m)
		}
		talk := Fold(told(mixed...), Slips{})
		for _, ask := range c.asks {
			asked++
			if strings.Join(Answer(ask[0], plain, Slips{}), "\n") != strings.Join(Answer(ask[0], talk, Slips{}), "\n") {
				changed++
			}
		}
	}
	t.Logf("%d of %d answers changed", changed, asked)
	require.LessOrEqual(t, 20*changed, asked, "small talk changes more than one answer of twenty")
}

// Renaming the values of a conversation renames its answers.
func TestRenamingRenames(t *testing.T) {
	said := "The caterer is %s. The code of the gate is %s. %s sits at table 4. The invoice of %s is %s."
	rapid.Check(t, func(t *rapid.T) {
		name := func(label string) string {
			return rapid.SampledFrom([]string{"Ottilie", "Bramwell", "Quentin", "Rosalind", "Ferdinand", "Isolde"}).Draw(t, label)
		}
		code := func(label string) string {
			return rapid.StringMatching(`[A-Z]{2}-[1-9][0-9]{4}`).Draw(t, label)
		}
		caterer, guest := name("caterer")+" Karrow", name("guest")
		gate, invoice := code("gate"), code("invoice")
		if gate == invoice {
			t.Skip("two codes alike")
		}
		facts := Fold(told(fmt.Sprintf(said, caterer, gate, guest, caterer, invoice)), Slips{})
		for _, ask := range [][2]string{
			{"Who is the caterer?", caterer},
			{"What is the code of the gate?", gate},
			{"Who sits at table 4?", guest},
			{"What is the number of the invoice?", invoice},
		} {
			got := strings.Join(Answer(ask[0], facts, Slips{}), "\n")
			if !strings.Contains(got, ask[1]) {
				t.Fatalf("%s: have %q, want %q", ask[0], got, ask[1])
			}
		}
	})
}

// An old belief that holds against its correction keeps the old value, and a calculation that goes
// wrong gives no result.
func TestSlips(t *testing.T) {
	stubborn := Slips{Resists: func(*Fact, *read.Clause) bool { return true }}
	facts := Fold(told("The budget is $8,000.", "Actually, the budget is $8,500."), stubborn)
	require.Contains(t, strings.Join(Answer("What is the budget?", facts, stubborn), "\n"), "8,000")

	wrong := Slips{Miscalculates: func(uint64, int) bool { return true }}
	facts = Fold(told("We have 120 lanterns.", "We sold 30 lanterns."), wrong)
	require.Contains(t, strings.Join(Answer("How many lanterns do we have?", facts, wrong), "\n"), "120")
}

// A question with more words and forms than are looked for is answered from those that are.
func TestEndlessQuestion(t *testing.T) {
	facts := Fold(told("The caterer is Ottilie Karrow."), Slips{})
	endless := "Who is the caterer"
	for i := range 900 {
		endless += fmt.Sprintf("-w%[1]d x%[1]d and y%[1]der-z%[1]d", i)
	}
	require.NotPanics(t, func() { Answer(endless+"?", facts, Slips{}) })
}

func FuzzAnswer(f *testing.F) {
	for _, c := range conversations {
		f.Add(strings.Join(c.said, "\n"), c.asks[0][0])
	}
	f.Add("", "?")
	f.Add("Tom and Ann swap. Table 0: ,", "add and, then")
	f.Fuzz(func(t *testing.T, said, asked string) {
		facts := Fold(told(said), Slips{})
		for i := range facts {
			facts[i].Line()
		}
		for _, line := range Answer(asked, facts, Slips{}) {
			if line == "" {
				t.Fatal("an empty line")
			}
		}
	})
}

func BenchmarkFoldAndAnswer(b *testing.B) {
	var said []string
	for i, c := range conversations {
		said = append(append(said, c.said...), smallTalk[i%len(smallTalk)])
	}
	clauses := told(append(said, conversations[0].said...)...)[:80]
	b.ReportAllocs()
	for b.Loop() {
		Answer("What is the current stock of Widget-A?", Fold(clauses, Slips{}), Slips{})
	}
}
