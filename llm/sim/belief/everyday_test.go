package belief_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
)

// What somebody types first to see whether the model is awake.
func TestEverydayQuestions(t *testing.T) {
	for _, x := range []struct{ said, asked, want string }{
		{"My phone number is 555-0147 and I live in Leeds.", "What is my phone number?", "555-0147"},
		{"My phone number is 555-0147 and I live in Leeds.", "Where do I live?", "Leeds"},
		{"The budget is $4,000. Tom leads the project.", "Who leads the project?", "Tom"},
		{"The budget is $4,000. Tom leads the project.", "What's the budget?", "$4,000"},
		{"The code of the door is 4711.", "What is the code of the door?", "4711"},
		{"My dog is called Rex.", "What is my dog's name?", "Rex"},
		{"We have 30 chairs. Bob brought 5 more chairs.", "How many chairs do we have?", "35"},
		{"The meeting is on Friday at 3pm. Let's move it to Monday.", "When is the meeting?", "Monday"},
		{"I'm allergic to peanuts.", "What am I allergic to?", "peanuts"},
		{"Ann is Bob's sister.", "How are Ann and Bob related?", "sister"},
	} {
		var clauses []*read.Clause
		said := read.Clauses(x.said)
		for i := range said {
			clauses = append(clauses, &said[i])
		}
		facts := belief.Fold(clauses, belief.Slips{})
		require.Contains(t, strings.Join(belief.Answer(x.asked, facts, belief.Slips{}), "\n"), x.want, x.asked)
	}
}
