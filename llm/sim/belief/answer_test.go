package belief

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm/sim/read"
)

// told are the clauses of what a user says, message by message, with the assistant's nods.
func told(messages ...string) []*read.Clause {
	var out []*read.Clause
	for _, m := range messages {
		for _, c := range read.Clauses(m) {
			c.Speaker = "user"
			out = append(out, &c)
		}
		for _, c := range read.Clauses("Noted, thank you.") {
			c.Speaker = "assistant"
			out = append(out, &c)
		}
	}
	return out
}

// conversation is what a user says, message by message, and what has to be answered from it: the
// words have to be in the answer, those after "!" must not be, and "" is no answer.
type conversation struct {
	name string
	said []string
	asks [][2]string
}

// conversations are of one phenomenon each.
var conversations = []conversation{
	{"stock", []string{
		"Hi, I run the shop. Let me give you the stock: we have 120 lanterns, 80 ropes and 45 stoves.",
		"We sold 30 lanterns this morning.",
		"A delivery came in: we received 60 more stoves.",
		"We sold another 15 lanterns after lunch. The radio played all day.",
		"We threw away 5 ropes because they were wet.",
	}, [][2]string{
		{"How many lanterns do we have?", "75 !120"},
		{"How many stoves are in stock?", "105 !45"},
		{"How many ropes are left?", "75 !80"},
		{"How many kayaks do we have?", ""},
	}},
	{"stock of named items", []string{
		"Widget-A: 200 units in stock. Widget-B: 150 units in stock.",
		"We shipped 40 units of Widget-A to Oslo.",
		"Received 100 more units of Widget-B.",
	}, [][2]string{
		{"What is the current stock of Widget-A?", "160"},
		{"What is the current stock of Widget-B?", "250"},
		{"How many units do we have in total?", "410"},
	}},
	{"seating", []string{
		"Tom, Ann and Lee sit at table 1. Bob and Sue sit at table 2.",
		"Ann moves from table 1 to table 2.",
		"Kim joins table 1.",
		"Bob can't come after all.",
	}, [][2]string{
		{"Who sits at table 1?", "Tom Lee Kim !Ann"},
		{"Who sits at table 2?", "Sue Ann !Bob"},
		{"How many people sit at table 1?", "3"},
		{"List every table with all its guests.", "Tom Kim Sue"},
	}},
	{"swap", []string{
		"Mia and Jon are in room 12. Eva and Max are in room 14.",
		"Mia and Eva swap places.",
	}, [][2]string{
		{"Who is in room 12?", "Eva Jon !Mia"},
		{"Who is in room 14?", "Mia Max !Eva"},
	}},
	{"budget", []string{
		"The budget for the offsite is $8,000.",
		"The venue costs $2,500 and the bus is $700.",
		"Actually, the budget is $8,500 now.",
		"Lunch is $35 per person, and we are 60 people.",
	}, [][2]string{
		{"What is the budget for the offsite?", "$8,500"},
		{"What was the budget originally?", "$8,000"},
		{"How much is the bus?", "700"},
		{"What do venue and bus cost together?", "3,200"},
		{"What does lunch cost in total?", "2,100"},
		{"What does the photographer cost?", ""},
	}},
	{"corrections", []string{
		"The meeting with Halden is on March 12. It takes place in room 204.",
		"My flight leaves at 9:40.",
		"Correction: the meeting with Halden is on March 19, not March 12.",
		"The room changed to 310.",
		"My doctor is Dr. Weiss. My dentist is Dr. Paolini.",
		"Actually, my dentist is Dr. Amari now.",
	}, [][2]string{
		{"When is the meeting with Halden?", "March 19"},
		{"When does my flight leave?", "9:40"},
		{"Who is my dentist?", "Amari !Weiss"},
		{"Who is my doctor?", "Weiss"},
	}},
	{"schedule", []string{
		"The kickoff is on April 3, 2027. The launch is on April 24, 2027.",
		"The retro starts at 14:15 and ends at 15:45.",
	}, [][2]string{
		{"How many days lie between the kickoff and the launch?", "21"},
		{"When is the launch?", "April 24"},
		{"At what time does the retro start?", "14:15"},
		{"When is the audit?", ""},
	}},
	{"recipe", []string{
		"For the soup: 2 kg of carrots, 500 g of onions and 3 l of stock.",
		"Make it 3 kg of carrots.",
		"The soup has to simmer for 40 minutes. The bread bakes at 220 degrees.",
	}, [][2]string{
		{"How long does the soup simmer?", "40 minutes"},
		{"How many carrots do we need for the soup?", "3 kg"},
		{"At how many degrees does the bread bake?", "220"},
	}},
	{"contacts", []string{
		"The plumber is Greta Lund, her phone number is 555-0147.",
		"The electrician is Paul Ferrer, he is at 555-0182.",
		"My landlord's e-mail is k.moss@example.com.",
		"Greta has a new phone number: 555-0199.",
	}, [][2]string{
		{"What is the phone number of the plumber?", "555-0199"},
		{"What is the electrician's phone number?", "555-0182"},
		{"What is my landlord's e-mail?", "k.moss@example.com"},
		{"What is the gardener's phone number?", ""},
	}},
	{"list of questions", []string{
		"We fly on June 3. The budget is $4,000. The hotel is the Hotel Miramar.",
		"The flight costs $620.",
	}, [][2]string{
		{"Please give me the travel date, the budget, the hotel and what the flight costs.", "June 3 4,000 Miramar 620"},
	}},
	{"chains of operations", []string{
		"The price of the red lamp is $40. The price of the blue lamp is $55. The discount voucher is worth $10.",
	}, [][2]string{
		{"Add the price of the red lamp and the price of the blue lamp. What comes out?", "95"},
		{"Add the price of the red lamp and the price of the blue lamp, then take off the discount voucher: what is the result?", "85"},
	}},
	{"stock of every item", []string{
		"Current stock: 40 bolts, 25 hinges and 60 screws.",
		"We sold 10 bolts. We also received 30 hinges.",
		"All the screws are gone.",
		"Two people asked about the opening hours.",
	}, [][2]string{
		{"List the current stock of every item.", "30 bolts 55 hinges 0 screws"},
		{"How many bolts are there now?", "30 !40"},
		{"How many hinges do we have now?", "55 !25"},
	}},
	{"all of a kind", []string{
		"For the tart we need 300 g of flour, 4 eggs and 200 ml of cream.",
		"The oven was cleaned yesterday. My sister is visiting next week.",
		"For the soup we need 1 kg of leeks.",
	}, [][2]string{
		{"Give me all ingredients for the tart with their amounts.", "300 4 eggs 200"},
		{"What do we need for the soup?", "leeks"},
	}},
	{"money left", []string{
		"The total budget for the party is $3,000.",
		"The hall costs $1,200. The band charges $800.",
		"Food is $25 per person and we expect 24 guests.",
	}, [][2]string{
		{"What does the food cost altogether?", "600"},
		{"How much do the hall and the band cost together?", "2,000"},
		{"How much of the budget is left after the hall?", "1,800"},
		{"By how much does the hall cost more than the band?", "400"},
	}},
	{"teams", []string{
		"Red team: Ava, Ben, Cleo. Blue team: Dan, Eli.",
		"Fay joins the blue team.",
		"Ben switches from the red team to the blue team.",
		"Dan drops out.",
	}, [][2]string{
		{"Who is on the blue team?", "Eli Fay Ben !Dan"},
		{"How many people are on the red team?", "2"},
		{"List every team with its members.", "Ava Cleo Eli Fay Ben !Dan"},
	}},
	{"a change asked for", []string{
		"Our rent is $1,450 a month.",
		"The landlord called: from May on the rent is $1,520.",
	}, [][2]string{
		{"What is our rent?", "1,520"},
		{"By how much did the rent go up?", "70"},
		{"What was the rent before?", "1,450"},
	}},
	{"notes", []string{
		"- Budget: $40 (was $30)\n- Venue: Town Hall\n- Contact: Ida Berg",
	}, [][2]string{
		{"What is the budget?", "$40"},
		{"Where is the venue?", "Town Hall"},
		{"Who is the contact?", "Ida Berg"},
	}},
}

func TestConversations(t *testing.T) { answered(t, conversations) }

// answered checks what is answered from conversations.
func answered(t *testing.T, all []conversation) {
	for _, c := range all {
		t.Run(c.name, func(t *testing.T) {
			facts := Fold(told(c.said...), Slips{})
			for _, ask := range c.asks {
				got := strings.Join(Answer(ask[0], facts, Slips{}), "\n")
				if ask[1] == "" {
					require.Empty(t, got, ask[0])
					continue
				}
				for word := range strings.FieldsSeq(ask[1]) {
					if not, ok := strings.CutPrefix(word, "!"); ok {
						require.NotContains(t, got, not, ask[0])
					} else {
						require.Contains(t, got, word, ask[0])
					}
				}
			}
		})
	}
}
