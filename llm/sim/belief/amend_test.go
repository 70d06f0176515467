package belief

import "testing"

// What people take back without saying of what.
func TestAmendments(t *testing.T) {
	answered(t, []conversation{
		{"in the same breath", []string{
			"Tickets cost $18. Actually no, we decided on $22.",
			"The call is on Friday at 3pm. Let's move it to Monday.",
		}, [][2]string{
			{"What does a ticket cost?", "22 !18"},
			{"When is the call?", "Monday 3pm !Friday"},
		}},
		{"there and back", []string{
			"The wedding is on June 12.",
			"Sorry, we had to move it: the wedding is June 19 now.",
			"Good news, we got the old date back, June 12 it is.",
		}, [][2]string{{"When is the wedding?", "12 !19"}}},
		{"one after the other", []string{
			"We need 40 chairs.", "Make that 45 chairs.", "Hmm, my sister says 50 chairs to be safe.", "No, let's go back to 45.",
		}, [][2]string{{"How many chairs do we need?", "45 !50"}}},
		{"what is full and where one goes instead", []string{
			"The venue is the Grand Hotel.", "The Grand Hotel is fully booked, so we're going to the Harbor Club.",
		}, [][2]string{{"What is the venue?", "Harbor !Grand"}}},
		{"something else", []string{
			"The venue costs $2,500. Actually, the bus is $700.",
		}, [][2]string{{"What does the venue cost?", "2,500"}}},
		{"raised and lowered", []string{
			"The budget is $10,000.", "They cut the budget by $2,000.",
		}, [][2]string{{"What is the budget?", "8,000 !10,000"}}},
		{"from one place to another", []string{
			"Shelf 2 holds 300 jars.", "Shelf 5 holds 450 jars.", "We moved 50 jars from shelf 5 to shelf 2.",
		}, [][2]string{{"How many jars does shelf 2 hold?", "350"}, {"How many jars does shelf 5 hold?", "400"}}},
	})
}

// A choice that is talked over first, and settled some clauses later.
func TestConclusions(t *testing.T) {
	answered(t, []conversation{
		{"settled later", []string{
			"We argued about the roof for an hour. Tiles are pretty, slate is dear. Bea had a drawing. In the end the slate won.",
			"Lunch was late again.",
		}, [][2]string{{"What was decided about the roof?", "slate won"}}},
		{"two choices", []string{
			"Should the hall be painted or papered? So it's paint for the hall.",
			"There was a vote on the lift. Some wanted a ramp. We're going with the ramp.",
		}, [][2]string{{"How did the vote on the lift end?", "ramp"}}},
	})
}
