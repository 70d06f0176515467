package reply_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/probes/reply"
	"contextarena.internal/words"
)

// standingOf is how value stands in a reply to a question.
func standingOf(question, said, value string) reply.Standing {
	at := strings.Index(said, value)
	values, _ := reply.Read(question, "", words.Read(said), false).Weigh([]words.Span{{Start: at, End: at + len(value)}}, nil)
	return values[0].Standing
}

// Whoever they are, a name on the other side of the relation than is asked for isn't the answer.
func TestRoles(t *testing.T) {
	for _, kind := range []struct {
		questions, above, below []string // questions, replies that put V above or below A
	}{
		{
			[]string{"Who does A report to?", "Who mentors A?", "Who is A's boss?", "To whom does A report?", "Who is mentoring A?", "Who was the mentor of A?"},
			[]string{
				"V mentors A.", "A reports to V.", "V is A's boss.", "A's supervisor is V.", "A is on V's team.", "V has taken A under his wing.", "A is coached by V.",
				"It's V that A answers to.", "V is the one A reports to.", "V. She is his boss.", "A works under V.", "V looks after A.", "A's mentor is still V.",
			},
			[]string{
				"A mentors V.", "V reports to A.", "A is V's boss.", "V is on A's team.", "A has taken V under her wing.", "V is coached by A.", "V works under A.",
				"V reports to her.", "V's supervisor is A.", "A is the one V answers to.", "V is A's apprentice.", "A looks after V.", "The other way round: he trains V.",
			},
		},
		{
			[]string{"Who stands in for A?", "Who is standing in for A?"},
			[]string{"V stands in for A.", "A is represented by V.", "V takes A's place.", "A's stand-in is V.", "V is covering for A."},
			[]string{"A stands in for V.", "V is represented by A.", "A takes V's place.", "V's stand-in is A.", "She is covering for V."},
		},
	} {
		rapid.Check(t, func(t *rapid.T) {
			name := rapid.StringMatching(`[BDGKLMRSTVZ][aeiou]zb[aeiou][bdgkmnrtv]`)
			a, v := name.Draw(t, "asked about"), name.Draw(t, "value")
			if a == v {
				t.Skip()
			}
			with := strings.NewReplacer("A", a, "V", v)
			question := with.Replace(rapid.SampledFrom(kind.questions).Draw(t, "question"))
			right := with.Replace(rapid.SampledFrom(kind.above).Draw(t, "right"))
			wrong := with.Replace(rapid.SampledFrom(kind.below).Draw(t, "wrong"))
			require.Equal(t, reply.Given, standingOf(question, right, v), "%s %s", question, right)
			require.Equal(t, reply.Elsewhere, standingOf(question, wrong, v), "%s %s", question, wrong)
		})
	}
}

// Which side is asked for is told by the question; one that asks for neither has no wrong side.
func TestRolesOfOtherQuestions(t *testing.T) {
	require.Equal(t, reply.Given, standingOf("Who reports to Gudrun?", "Oksana reports to Gudrun.", "Oksana"))
	require.Equal(t, reply.Elsewhere, standingOf("Who reports to Gudrun?", "Gudrun reports to Oksana.", "Oksana"))
	require.Equal(t, reply.Given, standingOf("Who runs the bar?", "Bex reports to Imani.", "Bex"))
	require.Equal(t, reply.Given, standingOf("For whom is Concetta standing in?", "Concetta is covering for Beatrix.", "Beatrix"))
	require.Equal(t, reply.Elsewhere, standingOf("For whom is Concetta standing in?", "Beatrix is covering for Concetta.", "Beatrix"))
}
