package reply_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/probes/reply"
	"contextarena.internal/words"
)

// rule is what one rule says of any values: a question and its truth, and replies in which the value {X} is given, and others
// in which it isn't, beside {Y}. {L} is any thing that they are about, {N} a number and {M} another one, {D} a day and {E} another one.
type rule struct {
	name, question, truth string
	given, not            []string
}

// rules are those that need more than the words before a value.
var rules = []rule{
	{
		"it was the one who", "Who sent her back to the {L}?", "{X} sent her back to the {L}",
		[]string{"It was {X}, her doctor, who sent her back to the {L}. {Y} only worked there for the {L}."},
		[]string{"Last time it was {X}; this time {Y} sent her back to the {L}."},
	},
	{
		"what it faces", "Where is the {L}?", "the {L} is in {X} north of the tower",
		[]string{"In {X}, north of the tower, facing south.", "In {X} to the north of the tower."},
		[]string{"In {X}, south of the tower, facing north.", "On the south side of {X}, looking across to the north."},
	},
	{
		"counted from it", "When is the {L} due?", "the {L} is due on {D}",
		[]string{"The {L} is due on {X}.", "It's due on {X}, and has to be sent two days before that."},
		[]string{"It's due two days before {X}.", "The {L} is due three days later than {X}."},
	},
	{
		"words that say the same as the question's", "What does the club charge for one of the {L}?", "the fee is {X} for one of the {L}",
		[]string{"Each of the {L} costs you {X}.", "The club charges {X}."},
		[]string{"{Y}; the {X} is for the tower."},
	},
	{
		"what somebody asked for, in his words", "How much {L} did I ask for?", "you asked for {X}",
		[]string{"You asked for {X} of {L}, so the kettle is taken until tomorrow.", "You wanted {X}. Zadok helped."},
		[]string{"You hoped for {X}, so it's Zadok now."},
	},
	{
		"a plan that stands", "On which day is the {L}?", "the {L} is on {X}",
		[]string{"The {L} is planned for {X}. It had been {Y}, but Zadok moved it."},
		[]string{"The {L} was planned for {X}, but Zadok moved it to {Y}."},
	},
	{
		"a remark on a value", "What does the {L} hold?", "the {L} holds {X}",
		[]string{"The {L} holds {X}, too few for a wedding but fine for Zadok."},
		[]string{"{X} is too small, so it's the one from Zadok."},
	},
	{
		"what so begins denies nothing before it", "Who gives her a ride to the {L}?", "{X} gives her a ride to the {L}",
		[]string{"She's getting a ride with {X}, so she won't need the list.", "{X} does, so nobody has to wait."},
		[]string{"{X} isn't driving her, so she needs the list."},
	},
	{
		"more of the same one", "Who is the {L}?", "the {L} is {X}",
		[]string{"Your {L} is {X}. He also mentors {Y}, who wants to be {L} one day.", "The {L} is {X}. She reports to {Y}, the {L} of the club."},
		[]string{"{Y} is the {L}. {X} is a cousin of his."},
	},
	{
		"it is what was asked", "Which {L} runs empty most?", "the {L} that runs empty most is {X}",
		[]string{"One of them runs empty. It's {X} that does so most. The next {L} that runs empty is {Y}.", "There were two on the {L} map. The choice fell on {X}, as {Y} will be empty."},
		[]string{"It isn't {X}, it's {Y}."},
	},
	{
		"the question's own old", "What did we decide about the old {L}?", "the {L} is {X}",
		[]string{"You're having the old {L} {X} and not {Y}."},
		[]string{"It was the earlier {X}; now it's {Y}."},
	},
	{
		"a place before that was left again", "How many {L} come?", "{X} {L} come",
		[]string{"There are {X} of the {L} again. They had cut it to {Y} for a while."},
		[]string{"They had cut it to {X} for a while. It's {Y} again."},
	},
	{
		"now of somebody else's", "When is the {L} due?", "the {L} is due before {X}",
		[]string{"The {L} is due before {X}. You're currently at {Y}."},
		[]string{"The {L} was due before {X}. It's currently {Y}."},
	},
	{
		"a list behind a colon", "Who sits on the {L}?", "{X} sits on the {L}",
		[]string{"The {L} has one member of {Y}: {X}."},
		[]string{"{Y} sits on the {L}; {X} only takes notes."},
	},
	{
		"a lead is the answer", "Which {L} do we take?", "we take the {X}",
		[]string{"{X}. The {Y} is for somebody else.", "{X}; the {Y} was too dear.", "The {X}, though the {Y} was nearer.", "Sure! The {L} we take is {X}.", "Good question. It's {X}.", "No wait: {X}.", "{Y}. No wait, {X}.", "{Y} for somebody else, {X} for the {L}.", "{Y}? No, {X}."},
		[]string{"{Y}. The {X} is for somebody else.", "{Y}; the {X} has been lent out.", "The {Y}, though the {X} was nearer.", "By {Y}, and {X} for the way home."},
	},
	{
		"a detail is the truth's", "Where is the {L}?", "the {L} is in {X} on the third floor",
		[]string{"In {X} on the third floor.", "In {X}.", "It's in {X}, floor 3.", "The {L} is in {X}. Something else is on the second floor of the annexe."},
		[]string{"In {X} on the second floor.", "It's in {X}, floor 4.", "The {L} is in {X}, on the top floor."},
	},
	{
		"and a number", "Where is the {L}?", "the {L} is in {X}, cage {N}",
		[]string{"In {X}, cage {N}.", "{X}; the cage is {N}."},
		[]string{"In {X}, cage {M}."},
	},
	{
		"the other side", "Where is the {L}?", "the {L} is in {X} north of the tower",
		[]string{"In {X}, to the north of the tower.", "In {X}. What lies south of it is another."},
		[]string{"In {X}, to the south of the tower."},
	},
	{
		"the other hand", "Where is the {L}?", "the {L} is in {X} to the left of the door",
		[]string{"In {X}, on the left of the door.", "In {X}, right now on the left of the door.", "In {X} right now."},
		[]string{"In {X}, to the right of the door."},
	},
	{
		"one way and there and back", "What does the {L} cost there and back?", "the {L} costs {X} round trip",
		[]string{"{X} there and back.", "{X} for the round trip."},
		[]string{"{X} each way.", "You'd pay {X} per direction."},
	},
	{
		"both of which one is asked for", "Which of the two {L} did we take?", "we took {X}",
		[]string{"{X}.", "We took {X}, not both."},
		[]string{"Both of them, {X} as well as {Y}."},
	},
	{
		"what was, and is elsewhere", "Where is the {L}?", "the {L} is in {X}",
		[]string{"The {L} is in {X}.", "It was in {Y}, and somebody has moved it to {X}."},
		[]string{"It was in {X}, and somebody has moved it to the yard.", "It used to be {X}. Now it's another."},
	},
	{
		"what follows", "Who runs the {L}?", "{X} runs the {L}",
		[]string{"That was Dr {X}. ({Y} is the cook.)", "{X} again, now that {Y} is away.", "{Y} has hurt his back, so {X} runs the {L}.", "{Y} resigned, hence {X}.", "It was Dr {X}, and {Y} only sent it."},
		[]string{"{X} has hurt his back, so the {L} is run by {Y}."},
	},
	{
		"who is named for something else", "Who runs the {L}?", "{X} runs the {L}",
		[]string{"{X} is the one. {Y} cooks.", "{X}; {Y} is the cook.", "The {L} is run by {X}, and {Y} is the cook."},
		[]string{"It's {Y}; {X} is the cook.", "Her name is {Y}; {X} bakes the bread.", "The {L} is run by {Y}, and {X} is the cook."},
	},
	{
		"what would be", "What does the {L} cost?", "the {L} costs {X}",
		[]string{"The {L} costs {X}. It would be {Y} with the other one.", "That would be {X}."},
		[]string{"The {L} costs {Y}. It would be {X} with the other one."},
	},
	{
		"what gave way to another", "Who runs the {L}?", "{X} runs the {L}",
		[]string{"{Y} has been replaced by {X}.", "{Y} was turned down in favour of {X}.", "We've dropped {Y} and {X} is running it.", "{Y} is out; it's {X}.", "Cross out {Y}: it's {X}.", "They took {Y} off and it's {X}."},
		[]string{"{X} has been replaced by {Y}.", "{X} was turned down in favour of {Y}.", "We've dropped {X} and {Y} is running it.", "Cross out {X}: it's {Y}.", "It isn't {Y} and {X} isn't asked."},
	},
	{
		"what held for a while", "What does the {L} cost?", "the {L} costs {X}",
		[]string{"It was raised to {Y} for a while. The {L} costs {X}.", "Moved to {Y} briefly, but the {L} costs {X}."},
		[]string{"It was raised to {X} for a while. The {L} costs {Y}."},
	},
	{
		"each line is of its own thing", "Where is the {L}?", "the {L} is in {X}",
		[]string{"Places:\n- {L} → {X}\n- another → {Y}", "First:\n{Y}\n→ {X}", "{Y} → {X}"},
		[]string{"{X}\n→ {Y}", "{X} → {Y}"},
	},
	{
		"what tells more of a subject, or of the value", "Whom does the keeper of the {L} answer to?", "the keeper of the {L} answers to {X}",
		[]string{"{Y}, who's the keeper of the {L}, answers to {X}.", "The keeper answers to {X}. She's expected at noon, on the way from the yard of {Y}.", "{X}, while the {L} is in the yard of {Y}."},
		[]string{"{X}, who's the keeper of the {L}, answers to {Y}."},
	},
	{
		"what a sum comes to", "What does the {L} cost in the end?", "the {L} costs {X}",
		[]string{"{Y} minus the $31 for the cups is {X}.", "{M} plates times $9 is {X} for the {L}.", "{Y} less $31 leaves {X}."},
		[]string{"{X} minus the $31 for the cups is {Y}.", "It isn't {X}."},
	},
	{
		"what was before a change stands behind it", "What does the {L} cost?", "the {L} costs {X}",
		[]string{"The {L} costs {X} (before the change it was {Y}).", "{X}. Before that it was {Y}."},
		[]string{"The {L} costs {Y} (before the change it was {X}).", "{X} before the change, and now {Y}."},
	},
	{
		"where a change came to rest", "What does the {L} cost?", "the {L} costs {X}",
		[]string{"It crept up from {Y} and settled at {X}.", "It went down from {Y} and landed at {X}."},
		[]string{"It crept up from {X} and settled at {Y}."},
	},
	{
		"another that was dropped", "Which {L} did we choose?", "we chose {X}",
		[]string{"They preferred {X}. {Y} was dropped.", "{X} — the {Y} idea was dropped.", "{X}, which you refused to give up."},
		[]string{"They preferred {X}, but it was dropped for {Y}.", "{X} — which was dropped. So {Y}."},
	},
	{
		"what was put back", "What does the {L} cost?", "the {L} costs {X}",
		[]string{"The {L} costs {X}. They had raised it to {Y}, and then put it back.", "It would cost {X}. That's quite enough for the {L}."},
		[]string{"The {L} costs {Y}. They had raised it to {X}, and then put it back."},
	},
	{
		"a condition isn't a question", "Where is the {L}?", "the {L} is in {X}",
		[]string{"If nothing goes wrong you'll find the {L} in {X}.", "It's in {X}, if the yard isn't blocked.", "In {X}. Shall I note it down?"},
		[]string{"Is it in {X}?", "If it's {X} I don't know.", "Should it be in {X}?"},
	},
}

// Whatever the values are, a rule says the same.
func TestRules(t *testing.T) {
	word := rapid.StringMatching(`[bdgklmnrstv][aeiou]zb[aeiou][bgkmnrtv]`) // -ed would be a verb
	for _, c := range rules {
		t.Run(c.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				x, y := titled(word.Draw(t, "value")), titled(word.Draw(t, "other"))
				n, m := rapid.IntRange(2, 99).Draw(t, "number"), rapid.IntRange(2, 99).Draw(t, "another number")
				if x == y || n == m || words.Stem(strings.ToLower(x)) == words.Stem(strings.ToLower(y)) {
					t.Skip("the same twice")
				}
				switch {
				case strings.Contains(c.question, "cost"):
					x, y = "$"+strconv.Itoa(1000+n), "$"+strconv.Itoa(2000+m)
				case strings.Contains(c.truth, "{D}"):
					x, y = "May "+strconv.Itoa(2+n%9), "June "+strconv.Itoa(2+m%9)
				}
				fill := strings.NewReplacer("{X}", x, "{Y}", y, "{L}", "zo"+word.Draw(t, "thing"), "{N}", strconv.Itoa(n), "{M}", strconv.Itoa(m), "{D}", x, "{E}", y)
				for _, of := range []struct {
					replies []string
					given   bool
				}{{c.given, true}, {c.not, false}} {
					said, question, truth := fill.Replace(rapid.SampledFrom(of.replies).Draw(t, "reply")), fill.Replace(c.question), fill.Replace(c.truth)
					plain := words.Read(reply.Plain(said))
					values, _ := reply.Read(question, truth, plain, false).Weigh(places(plain, x), places(plain, y))
					given := slices.ContainsFunc(values, func(v reply.Value) bool { return v.Standing == reply.Given })
					require.Equal(t, of.given, given, "%s\n%s\n%s: %v", question, truth, said, values)
				}
			})
		})
	}
}

// titled is a word as a name.
func titled(word string) string { return strings.ToUpper(word[:1]) + word[1:] }
