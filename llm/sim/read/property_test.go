package read

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// fillings are values of one kind and form each.
var fillings = map[string][]string{
	"N": {"Tom", "Priya", "Zedekiah", "Ünal", "Lars", "Marisol", "Quentin", "Jo"},
	"F": {"Sarah Chen", "Pieter Vos", "Amina Okoye", "Dale Whitlock"},
	"W": {"Widget-A", "MegaPart-Q", "Turbo-X", "Nimbus-K"},
	"A": {"14", "40", "250", "4,000", "18000.5"},
	"M": {"$14", "$4,000", "$99.50", "$18k"},
	"D": {"March 15", "May 3", "October 21", "Jan 7"},
	"T": {"14:30", "9:05", "23:59"},
	"I": {"INC-30572", "HSM-77Q19", "TPC-40718", "VX-5521-KL"},
	"P": {"Lisbon", "Graz", "Kyoto"},
	"R": {"room 4", "table 12", "shelf C", "floor 3"},
}

// sayings have slots for them, some at the beginning of a sentence.
var sayings = []string{
	"{N} leads the team and {N} writes the report.",
	"{N} joins {R}. It's {A} now.",
	"{F} paid {M} per person on {D}.",
	"We sold {A} lamps, so {N} ordered {A} more lamps.",
	"Actually, the meeting with {N} is on {D}, not {D}.",
	"{N} moves from {R} to {R}.",
	"{W} costs {M} and {W} costs {M}.",
	"The ticket is {I}; the call with {F} starts at {T}.",
	"Is {N} in {P}? {N}'s flight leaves {P} on {D}.",
	"- {N}: {A} chairs\n- {F}: {A} chairs",
	"Maybe {N} can bring about {A} cups.",
	"The price rose from {M} to {M}.",
	"user: {N} and {F} swap places.\nassistant: Noted, {N}.",
	"I was wrong. The code is {I}.",
	"| Who | Where |\n|---|---|\n| {N} | {R} |\n| {N} | {R} |",
	"Please tell {N} that {F} can't come on {D}.",
}

func fill(t *rapid.T, saying, name string) string {
	var s strings.Builder
	for {
		before, rest, ok := strings.Cut(saying, "{")
		s.WriteString(before)
		if !ok {
			return s.String()
		}
		s.WriteString(rapid.SampledFrom(fillings[rest[:1]]).Draw(t, name))
		saying = rest[2:]
	}
}

func TestRenamingChangesNoShape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		saying := rapid.SampledFrom(sayings).Draw(t, "saying")
		a, b := Clauses(fill(t, saying, "a")), Clauses(fill(t, saying, "b"))
		require.Len(t, b, len(a))
		for i := range a {
			x, y := a[i], b[i]
			require.Equal(t, x.Shape, y.Shape, "%q %q", x.Text, y.Text)
			require.Equal(t, x.Topic, y.Topic, "%q %q", x.Text, y.Text)
			require.Equal(t, []any{x.Kind, x.How, x.Change, x.Asks, x.Denies, x.Unsure, x.Follows, x.Old},
				[]any{y.Kind, y.How, y.Change, y.Asks, y.Denies, y.Unsure, y.Follows, y.Old}, "%q %q", x.Text, y.Text)
			require.Len(t, y.Values, len(x.Values), "%q %q", x.Text, y.Text)
			for k := range x.Values {
				require.Equal(t, x.Values[k].Kind, y.Values[k].Kind, "%q %q", x.Text, y.Text)
				require.Equal(t, x.Values[k].Unit, y.Values[k].Unit)
				require.Equal(t, x.Values[k].Per, y.Values[k].Per)
			}
		}
	})
}

func TestShapeForgetsThePlaceInAList(t *testing.T) {
	c := Clauses("1. Tom brings 4 chairs\n2. Ann brings 6 chairs\n- Lee brings 9 chairs")
	require.Len(t, c, 3)
	require.Equal(t, c[0].Shape, c[1].Shape)
	require.Equal(t, c[0].Shape, c[2].Shape)
	require.NotEqual(t, c[0].Shape, Clauses("Tom sells 4 chairs")[0].Shape)
}

func TestSpellingsOfOneValueShareAKey(t *testing.T) {
	for _, spellings := range [][]string{
		{"It costs $1.5M.", "It costs 1.5 million dollars.", "It costs $1,500,000."},
		{"Call (406) 555-0147.", "Call 406-555-0147.", "Call 406.555.0147."},
		{"It ends on 2027-03-15.", "It ends on March 15, 2027.", "It ends on 15 March 2027.", "It ends on the 15th of March, 2027."},
		{"It starts at 2:30 pm.", "It starts at 14:30.", "It starts at 2:30pm.", "It starts at half past two pm."},
		{"Ask Dr. Smith.", "Ask Smith."},
		{"There are forty-two chairs.", "There are 42 chairs."},
		{"It takes 3 hours.", "It takes three hours.", "It takes 3h."},
		{"It is in room 4.", "It is in Room 4.", "It is in room no. 4.", "It is in room four."},
	} {
		want := Clauses(spellings[0])[0].Values[0]
		for _, s := range spellings[1:] {
			got := Clauses(s)[0].Values
			require.Len(t, got, 1, s)
			require.Equal(t, want.Key, got[0].Key, s)
			require.Equal(t, want.Unit, got[0].Unit, s)
		}
	}
}

func TestFollowingInheritsTheTopic(t *testing.T) {
	c := Clauses("The marquee holds 80 guests. It costs $300.")
	require.True(t, c[1].Follows)
	require.Contains(t, c[1].Topic, Hash("marquee"))
	require.NotContains(t, Clauses("It costs $300.")[0].Topic, Hash("marquee"))

	c = Clauses("user: The marquee is white.\nassistant: Lovely tent!\nuser: It costs $300.")
	require.Contains(t, c[2].Topic, Hash("marquee"), "its speaker's clause goes first")
}

func TestHeadingsAreNoTopic(t *testing.T) {
	c := Clauses("## Travel dates\n- Oslo: May 3")
	require.Equal(t, "Travel dates", c[0].Heading)
	require.Contains(t, c[0].Under, Hash("date"))
	require.NotContains(t, c[0].Topic, Hash("travel"))
	require.True(t, c[0].Listed)
}

// check says what no text may break.
func check(t require.TestingT, text string, clauses []Clause) {
	clean := strings.NewReplacer("*", "", "`", "", "_", "", "~", "").Replace(text)
	structured := strings.ContainsAny(text, "{[") // keys of JSON are put into words
	for _, c := range clauses {
		require.NotContains(t, c.Text, "\n")
		if !structured {
			for word := range strings.FieldsSeq(strings.NewReplacer("*", "", "_", "", "~", "").Replace(c.Text)) {
				require.True(t, strings.Contains(clean, strings.TrimRight(word, ":,")), "%q of %q", word, c.Text)
			}
		}
		at := 0
		for _, v := range c.Values {
			require.GreaterOrEqual(t, v.At, at)
			at = v.At + len(v.Text)
			require.LessOrEqual(t, at, len(c.Text))
			require.Equal(t, v.Text, c.Text[v.At:at])
			require.NotEmpty(t, v.Text)
			require.NotEmpty(t, v.Key)
			require.Contains(t, []Kind{Name, Place, Date, Amount, Identifier}, v.Kind)
		}
		for _, i := range c.Old {
			require.Less(t, i, len(c.Values))
		}
		require.True(t, slices.IsSorted(c.Topic) && slices.IsSorted(c.Keys) && slices.IsSorted(c.Under))
	}
}

func FuzzClauses(f *testing.F) {
	for _, s := range sayings {
		f.Add(s)
	}
	for _, s := range []string{
		"", " ", "\x00\xff", "| a |\n|", "{\"a\":[{\"name\":\"b\",\"c\":[1,2,{}]}]}", "```\n{\"a\":\"\\ud800\"}", "((((1) 2", "a@b.c@d.", "https://",
		"1.2.3.4-5/6:7", "$-.5", "’s’s", "“ ”", "- \n-", "#", "###### ", "**a**", "from 1 to", "half a", "March 99, 2027", "\u2028x\u0085y", "12:", "A. B. C. d.",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		check(t, text, Clauses(text))
	})
}
