package reply_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/probes/reply"
	"contextarena.internal/words"
)

// places are where a value stands in a text, as it is written.
func places(t *words.Text, value string) []words.Span {
	var out []words.Span
	for at := 0; value != ""; {
		i := strings.Index(t.Source()[at:], value)
		if i < 0 {
			break
		}
		out = append(out, words.Span{Start: at + i, End: at + i + len(value)})
		at += i + len(value)
	}
	return out
}

// standings are how a value stands in a plain reply, place by place, beside others.
func standings(question, text, value string, others ...string) []reply.Standing {
	t := words.Read(reply.Plain(text))
	var rivals []words.Span
	for _, o := range others {
		rivals = append(rivals, places(t, o)...)
	}
	slices.SortFunc(rivals, words.Span.Compare)
	values, _ := reply.Read(question, "", t, false).Weigh(places(t, value), rivals)
	var out []reply.Standing
	for _, v := range values {
		out = append(out, v.Standing)
	}
	return out
}

const (
	room  = "Which room is the keynote in?"
	price = "How much does the flight cost?"
	clerk = "Who runs the archive?"
)

func TestWeigh(t *testing.T) {
	for _, c := range []struct {
		name, question, text, value, other string
		want                               reply.Standing
	}{
		{"bare", room, "R14", "R14", "", reply.Given},
		{"in a sentence", room, "The keynote is in R14.", "R14", "", reply.Given},
		{"not sure, but", room, "I'm not sure, but I think R14.", "R14", "", reply.Given},
		{"no denial of what is unchanged", price, "$420; that hasn't changed since.", "$420", "", reply.Given},
		{"an end of a sentence before", room, "I can't say when. R14.", "R14", "", reply.Given},

		{"not", room, "It's not R14.", "R14", "", reply.Denied},
		{"not, with words between", room, "It isn't in the big R14.", "R14", "", reply.Denied},
		{"behind it", room, "R14 was ruled out.", "R14", "", reply.Denied},
		{"rather than", room, "R12 rather than R14.", "R14", "R12", reply.Denied},
		{"not A but B", room, "Not R12 but R14.", "R14", "R12", reply.Given},
		{"not A but B, the first", room, "Not R14 but R12.", "R14", "R12", reply.Denied},
		{"crossed out", room, "~~R14~~ R12", "R14", "R12", reply.Denied},
		{"a reason denies another", room, "R14, because R12 has no lift.", "R14", "R12", reply.Given},
		{"turned out wrong", price, "The $420 turned out to be wrong.", "$420", "", reply.Denied},
		{"outdone", clerk, "Ines was suggested, but Tove outvoted her, so it fell short.", "Ines", "", reply.Aside},

		{"before", price, "$510; it was $420 before.", "$420", "$510", reply.Old},
		{"from to", price, "It went from $420 to $510.", "$420", "$510", reply.Old},
		{"from to, the second", price, "It was raised from $420 to $510.", "$510", "$420", reply.Given},
		{"withdrawn", price, "$420, no wait, $510.", "$420", "$510", reply.Old},
		{"in brackets", price, "$510 (was $420)", "$420", "$510", reply.Old},
		{"brackets say it was so", price, "$420 (old quote), $510", "$420", "$510", reply.Old},
		{"brackets name the old one", price, "Ines (previously Tove)", "Ines", "Tove", reply.Given},
		{"arrow", price, "$420 → $510", "$420", "$510", reply.Old},
		{"label says old", price, "Previously: $420\nNow: $510", "$420", "$510", reply.Old},

		{"of another", room, "R14; R12 is the backup.", "R12", "R14", reply.Elsewhere},
		{"the other way round", room, "R14; R12 is the backup.", "R14", "R12", reply.Given},
		{"when something else", "When does the course begin?", "March 3 is when the hiring closes.", "March 3", "", reply.Elsewhere},
		{"boss", "Who does Ines report to?", "Tove reports to Ines.", "Tove", "", reply.Elsewhere},
		{"a label of its own", price, "train: $420\nflight: $510", "$420", "$510", reply.Elsewhere},
		{"contrast", room, "R14 is the quiet corner; the keynote sits in the one behind it.", "R14", "", reply.Elsewhere},

		{"question", room, "Is it R14?", "R14", "", reply.Asked},
		{"did you mean", room, "Did you mean R14?", "R14", "", reply.Asked},
		{"whether", room, "You asked whether it's R14.", "R14", "", reply.Asked},
		{"a question behind the answer", room, "It's R14, right?", "R14", "", reply.Given},
		{"an offer", room, "It's R14. Shall I book it?", "R14", "", reply.Given},

		{"or", room, "R14 or R12.", "R14", "R12", reply.Open},
		{"the second of or", room, "R12 or R14.", "R14", "R12", reply.Open},
		{"or, and a pick", room, "R12 or R14, most likely the latter.", "R14", "R12", reply.Given},
		{"as likely", room, "R14, though another is just as likely.", "R14", "", reply.Open},

		{"because", room, "R14, because R12 was full.", "R12", "R14", reply.Aside},
		{"since it stands first", room, "Since R12 was full, it's R14.", "R12", "R14", reply.Aside},
		{"considered", clerk, "Tove was considered, but Ines does.", "Tove", "Ines", reply.Aside},
		{"considered, then chosen", clerk, "Tove was considered, but in the end it's Ines.", "Ines", "Tove", reply.Given},
		{"settled on", clerk, "They discussed Tove, and settled on Ines.", "Ines", "Tove", reply.Given},

		{"no record", room, "I have no record of R14.", "R14", "", reply.Unknown},
		{"doesn't come up", room, "R14 in the hall upstairs doesn't come up.", "R14", "", reply.Unknown},
		{"supposed", price, "If it were cheaper, it would be $420.", "$420", "", reply.Unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, []reply.Standing{c.want}, standings(c.question, c.text, c.value, c.other), c.text)
		})
	}
}

func TestAPastQuestionAsksForWhatWasBefore(t *testing.T) {
	text := words.Read("It was $420 at first, now it's $510.")
	read := reply.Read("What did the flight cost at first?", "", text, true)
	values, others := read.Weigh(places(text, "$420"), places(text, "$510"))
	require.Equal(t, reply.Given, values[0].Standing)
	require.Equal(t, reply.Elsewhere, others[0].Standing)
}

// What is true of the value denies nothing of it.
func TestTheTruthIsNoDenial(t *testing.T) {
	const question, truth, said = "Which trips are dropped?", "Trips below 90 seconds are dropped.", "90 seconds are dropped"
	text := words.Read(said)
	standing := func(truth string) reply.Standing {
		values, _ := reply.Read(question, truth, text, false).Weigh(places(text, "90 seconds"), nil)
		return values[0].Standing
	}
	require.Equal(t, reply.Given, standing(truth))
	require.Equal(t, reply.Denied, standing(""))
}

func TestSaidOld(t *testing.T) {
	for text, want := range map[string]bool{
		"The price used to be $420.": true, "$420 is the old price.": true, "It was $420 originally.": true,
		"The price is $420.": false, "$420": false, "$420 is what it costs now.": false,
	} {
		read := words.Read(text)
		require.Equal(t, want, reply.Read(price, "", read, false).SaidOld(places(read, "$420")[0]), text)
	}
}

// A condition leaves a value open, unless the question asks what would be under one.
func TestWhatWouldBe(t *testing.T) {
	const text = "Should the lease stand, they would pay $840 a month."
	require.Equal(t, []reply.Standing{reply.Unknown}, standings("What do they pay a month?", text, "$840"))
	require.Equal(t, []reply.Standing{reply.Given}, standings("What would they pay a month under the lease?", text, "$840"))
}
