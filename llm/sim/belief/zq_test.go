package belief_test

import (
	"fmt"
	"testing"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
)

func TestZQ(t *testing.T) {
	for _, x := range [][2]string{
		{"My phone number is 555-0147 and I live in Leeds.", "What is my phone number?"},
		{"My phone number is 555-0147 and I live in Leeds.", "Where do I live?"},
		{"The budget is $4,000. Tom leads the project.", "Who leads the project?"},
		{"The budget is $4,000. Tom leads the project.", "What's the budget?"},
		{"The code of the door is 4711.", "What is the code of the door?"},
		{"Tickets cost $18. Actually no, we decided on $22.", "What does a ticket cost?"},
		{"My dog is called Rex.", "What is my dog's name?"},
		{"We have 30 chairs. Bob brought 5 more chairs.", "How many chairs do we have?"},
		{"The meeting is on Friday at 3pm. Let's move it to Monday.", "When is the meeting?"},
		{"I'm allergic to peanuts.", "What am I allergic to?"},
		{"We chose Postgres over MySQL.", "Which database did we choose?"},
		{"Ann is Bob's sister.", "How are Ann and Bob related?"},
	} {
		cs := read.Clauses(x[0])
		var p []*read.Clause
		for i := range cs {
			p = append(p, &cs[i])
		}
		fmt.Printf("%-60s | %-40s -> %q\n", x[0], x[1], belief.Answer(x[1], belief.Fold(p, belief.Slips{}), belief.Slips{}))
	}
}
