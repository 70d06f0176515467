package scenarios

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
)

// plain are facts as somebody writes them who knows no patterns: a text, a question, and one value as it is said.
var plain = []struct {
	kind                  arena.FactType
	text, question, value string
}{
	{arena.Quantity, "the budget for the move is $48,000", "What is the budget for the move?", "$48,000"},
	{arena.Quantity, "the movers charge $5,200", "What do the movers charge?", "$5,200"},
	{arena.Quantity, "the new office has 64 desks", "How many desks does the new office have?", "64 desks"},
	{arena.Quantity, "the lease runs for 36 months", "For how many months does the lease run?", "36 months"},
	{arena.Date, "the move is on 14 March", "On what day is the move?", "14 March"},
	{arena.Date, "the lease is signed on 2 February", "On what day is the lease signed?", "2 February"},
	{arena.Date, "the lift is booked for 7:30 am", "At what time is the lift booked?", "7:30 am"},
	{arena.Entity, "the landlord is called Petra Lindqvist", "What is the landlord called?", "Petra Lindqvist"},
	{arena.Entity, "the movers are Harbour Haulage", "Which company are the movers?", "Harbour Haulage"},
	{arena.Entity, "the electrician is Tomas Abara", "Who is the electrician?", "Tomas Abara"},
	{arena.PhoneID, "the booking number of the lift is LX-4471", "What is the booking number of the lift?", "LX-4471"},
	{arena.PhoneID, "the caretaker's phone number is 555-0182", "What is the caretaker's phone number?", "555-0182"},
	{arena.PhoneID, "the contract is filed as HC-90210", "As what is the contract filed?", "HC-90210"},
	{arena.Spatial, "the server room is on floor 4", "On which floor is the server room?", "floor 4"},
	{arena.Spatial, "the kitchen is on floor 2", "On which floor is the kitchen?", "floor 2"},
	{arena.Relationship, "Ruben reports to Camille", "Who does Ruben report to?", "Camille"},
	{arena.Relationship, "Ines shares a room with Oskar", "Who does Ines share a room with?", "Oskar"},
	{arena.Decision, "the old chairs are donated", "What did we decide to do with the old chairs?", "donated"},
	{arena.Decision, "we cross the river by ferry", "How did we decide to cross the river?", "by ferry"},
	{arena.Correction, "the internet line comes from Nordlink after all", "Which provider does the internet line come from?", "Nordlink"},
}

// What is derived of facts without a pattern tells right answers from wrong ones, and each fact from its neighbours.
func TestFactsWithoutPatterns(t *testing.T) {
	s := &arena.Scenario{ID: "office"}
	types := map[arena.FactType]bool{}
	for i, f := range plain {
		id := string(rune('a' + i))
		s.Facts = append(s.Facts, arena.Fact{ID: id, Turn: 1, Text: f.text, Question: f.question, Value: arena.Pattern{Text: f.value}})
		s.Probes = append(s.Probes, arena.Probe{ID: id, Fact: id, Type: f.kind, Kind: arena.Current, Question: f.question})
		types[f.kind] = true
	}
	require.Len(t, types, len(arena.FactTypes))
	tried := TryAnswers([]*arena.Scenario{s})
	require.Greater(t, tried.Answers, 10*len(plain))
	for _, m := range tried.Misjudged {
		t.Error(m)
	}
}
