package scenarios

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/words"
)

func TestFitFindings(t *testing.T) {
	for _, tc := range []struct {
		name  string
		pairs []string
		want  []string
	}{
		{"a question for two facts", []string{"How many come from work?", "How many come?"}, []string{"fact guests: its question asks for fact guests-work too"}},
		{
			"a question for a fact and for what nobody says",
			[]string{"  - {fact: guests, type: quantity, kind: derived,", "  - {id: who, type: quantity, kind: absent, question: 'how many come from work',"},
			[]string{"fact guests-work: its question asks for absent probe who too"},
		},
		{"a text without its value", []string{"text: 8 guests from work", "text: guests from work"}, []string{`fact guests-work isn't recognised in its own text: "guests from work"`}},
		{"a text without its label", []string{"text: 8 guests from work", "text: '8'"}, []string{`fact guests-work isn't recognised in its own text: "8"`}},
		{"a derived text without its value", []string{"text: 12 guests", "text: guests"}, []string{`fact guests isn't recognised in its own text: "guests"`}},
		{"a name that isn't said", []string{"text: the budget is $500", "text: Zoe's budget is $500"}, []string{`fact budget: its text says "Zoe", which the words that state it don't`}},
		{"a name of another sentence", []string{"text: the budget is $500", "text: Frank's budget is $500"}, []string{`fact budget: its text says "Frank", which the words that state it don't`}},
		{"a name of the sentence", []string{"budget of $500 for the party", "budget of $500 for Zoe's party", "text: the budget is $500", "text: the budget for Zoe is $500"}, nil},
		{"a number that isn't said", []string{"text: the budget is $500", "text: the budget is $500 for 30 people"}, []string{`fact budget: its text says "30", which the words that state it don't`}},
		{"a number said otherwise", []string{"budget of $500 for", "budget of $500 and three cakes for", "text: the budget is $500", "text: the budget is $500 with 3 cakes"}, nil},
		{"a day that isn't said", []string{"text: the budget is $500", "text: on May 5 the budget is $500"}, []string{`fact budget: its text says "May 5", which the words that state it don't`}},
		{"a time that isn't said", []string{"text: the budget is $500", "text: at 5pm the budget is $500"}, []string{`fact budget: its text says "5pm", which the words that state it don't`}},
		{"an identifier that isn't said", []string{"text: the budget is $500", "text: the budget KX-7 is $500"}, []string{
			`fact budget: its text says "KX", which the words that state it don't`, `fact budget: its text says "7", which the words that state it don't`,
		}},
		{"what a derived value is made of", []string{"text: 12 guests", "text: '12 guests, 8 and 4'"}, nil},
		{"what a derived value isn't made of", []string{"text: 12 guests", "text: 12 guests and 5 dogs"}, []string{`fact guests: its text says "5", which the words that state it don't`}},
		{"what a derived value is asked for with", []string{"text: 12 guests", "text: 12 guests for Zoe", "question: How many come?", "question: How many come to Zoe?"}, nil},
		{"the value of another fact", []string{"text: 4 guests from school", "text: 4 guests from school, the budget is $500"}, []string{
			`fact guests-school: its text says "$500", which the words that state it don't`,
			`fact guests-school: its text holds the value of fact budget, which the words that state it don't: "budget is $500"`,
		}},
		{"the old value without a mark", []string{"text: the budget is $700", "text: the budget is $700, $500"}, []string{
			`fact budget-raised: its text says "$500", which the words that state it don't`,
			`fact budget-raised: its text holds the value of fact budget, which the words that state it don't: "budget is $700, $500"`,
		}},
		{"the old value with a mark", []string{"text: the budget is $700", "text: the budget is $700 instead of $500"}, nil},
		{"a rubric that asks for more", []string{"match: school}", "match: Frank}"}, []string{`rubric item "school" doesn't follow from the facts that hold at the end`}},
		{"a rubric that asks for what is no more so", []string{"match: school}", "match: {number: 500}}"}, []string{`rubric item "school" doesn't follow from the facts that hold at the end`}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var have []string
			for _, f := range Lint([]*arena.Scenario{edited(t, "party", tc.pairs...)}).Findings {
				require.True(t, f.Grave, f.Text)
				have = append(have, f.Text)
			}
			require.Equal(t, tc.want, have)
		})
	}
}

// A scenario that no file was read for may lack a question.
func TestFitNoQuestion(t *testing.T) {
	s := edited(t, "party")
	s.Facts[1].Question = ""
	require.Equal(t, []Finding{{"party", "fact guests-work has no question", true}}, Lint([]*arena.Scenario{s}).Findings)
}

func TestSentencesOf(t *testing.T) {
	const text = "Ask Dr. Pell at 5 p.m. on Monday. The price is $3.50, you know. Really?\nYes. No!"
	for quote, want := range map[string]string{
		"Pell":           "Ask Dr. Pell at 5 p.m. on Monday.",
		"Monday. The":    "Ask Dr. Pell at 5 p.m. on Monday. The price is $3.50, you know.",
		"$3.50":          "The price is $3.50, you know.",
		"Really":         "Really?",
		"Yes.":           "Yes.",
		"No!":            "No!",
		"Really?\nYes":   "Really?\nYes.",
		text:             text,
		"Ask Dr. Pell a": "Ask Dr. Pell at 5 p.m. on Monday.",
	} {
		at := strings.Index(text, quote)
		require.Equal(t, want, sentencesOf(text, words.Span{Start: at, End: at + len(quote)}), quote)
	}
}

// The text of a fact is an answer to its question: a reader who knows all facts and nothing else
// would be right in everything, the final task included.
func TestTextsAnswer(t *testing.T) {
	ss, err := Builtin()
	require.NoError(t, err)
	for _, s := range ss {
		sc, err := probes.NewScorer(s)
		require.NoError(t, err)
		texts, replaced := map[string]string{}, map[string]bool{}
		for _, f := range s.Facts {
			texts[f.ID], replaced[f.Supersedes] = f.Text, true
		}
		var last []string
		for _, f := range s.Facts {
			if !replaced[f.ID] {
				last = append(last, f.Text)
			}
		}
		rec := arena.Record{Outcome: arena.Completed, Final: arena.Reply{Context: &arena.Context{}, Text: strings.Join(last, "\n")}}
		for _, p := range s.Probes {
			text := texts[p.Fact]
			if p.Kind == arena.Absent {
				text = "I don't know."
			}
			rec.Probes = append(rec.Probes, arena.Reply{Context: &arena.Context{}, Text: text})
		}
		results, passed := sc.Answers(rec)
		require.Len(t, results, len(s.Probes))
		for i, r := range results {
			require.Equal(t, probes.Kept, r, "%s: %s: %s", s.ID, s.Probes[i].ID, rec.Probes[i].Text)
		}
		require.True(t, passed, s.ID)
	}
}

// Every stated fact is found in what the user says or a tool returns.
func TestFactsAreSaid(t *testing.T) {
	ss, err := Builtin()
	require.NoError(t, err)
	for _, s := range ss {
		sub := newSubject(s)
		for i, f := range s.Facts {
			if len(f.DerivedFrom) == 0 {
				require.NotEmpty(t, sub.stating(i), "%s: %s: %s", s.ID, f.ID, f.Text)
			}
		}
	}
}
