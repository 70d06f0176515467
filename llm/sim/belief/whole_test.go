package belief

import "testing"

// What follows from several statements.
func TestCalculations(t *testing.T) {
	answered(t, []conversation{
		{"everything", []string{"Our budget is $10,000.", "The venue costs $2,500.", "Catering is $3,000.", "The DJ charges $500."}, [][2]string{
			{"What is the total cost?", "6,000"},
			{"How much will we spend in total?", "6,000"},
			{"How much of the budget is left?", "4,000"},
		}},
		{"start and duration", []string{"The train leaves at 9:00.", "The ride takes 2 hours."}, [][2]string{
			{"At what time does the train arrive?", "11:00"},
		}},
		{"first and last day", []string{"The workshop starts on March 3 and lasts 4 days."}, [][2]string{
			{"When does the workshop end?", "March 6"},
		}},
		{"start and end", []string{"The meeting starts at 10:15.", "The meeting ends at 11:45."}, [][2]string{
			{"How long does the meeting last?", "90 minutes"},
		}},
		{"the day before", []string{"The fair is on May 15.", "The tents go up the day before the fair."}, [][2]string{
			{"On what date do the tents go up?", "May 14"},
		}},
		{"of each", []string{"We have 3 rooms with 4 beds each."}, [][2]string{{"How many beds do we have?", "12"}}},
		{"a percentage", []string{"There are 120 guests.", "15% of the guests are vegetarian."}, [][2]string{{"How many guests are vegetarian?", "18"}}},
		{"more than", []string{"Alice has 12 apples.", "Bob has 8 apples."}, [][2]string{
			{"How many more apples does Alice have than Bob?", "4"},
			{"How many apples do Alice and Bob have together?", "20"},
		}},
		{"a rate in other units", []string{"Salt goes into the dough at 20 grams per litre.", "We make 4 litres of dough."}, [][2]string{
			{"How many grams of salt go into the dough?", "80"},
		}},
	})
}
