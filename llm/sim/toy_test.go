package sim_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
	"contextarena.internal/llm/providers"
	"contextarena.internal/llm/sim"
	"contextarena.internal/words"
)

// Facts of the toy world, by their place in it.
const (
	budget = iota
	newBudget
	lead
	phone
	fee
	total // budget and fee together
)

// toy is a world whose facts are found by words that anybody can read.
func toy() *sim.World {
	patterns := []string{`budget\D{0,20}(\$500)\b`, `budget\D{0,20}(\$600)\b`, `(Anna Berg)\W+(?:leads|is the lead)|lead\W+(?:is )?(Anna Berg)`, `phone\D{0,20}(555-0101)`, `fee\D{0,20}(\$40)\b`, `total\D{0,20}(\$640)\b`}
	w := &sim.World{ID: "toy", Version: "1", Facts: []sim.Fact{
		{Text: "the budget is $500", Label: "budget", Question: "What was the budget at first?", Value: "500", Kind: sim.Amount, Supersedes: -1},
		{Text: "the budget is $600", Label: "budget", Question: "What is the budget?", Value: "600", Kind: sim.Changed, Supersedes: budget},
		{Text: "Anna Berg leads the project", Label: "lead", Question: "Who leads the project?", Value: "anna", Supersedes: -1},
		{Text: "the phone number is 555-0101", Label: "phone", Question: "What is the phone number?", Value: "phone", Kind: sim.Identifier, Supersedes: -1},
		{Text: "the fee is $40", Label: "fee", Question: "How much is the fee?", Value: "40", Kind: sim.Amount, Supersedes: -1},
		{Text: "the total is $640", Label: "total", Question: "What do budget and fee come to in total?", Value: "640", Kind: sim.Amount, Supersedes: -1, Operands: []int{newBudget, fee}},
	}}
	var find []*regexp.Regexp
	for _, p := range patterns {
		find = append(find, regexp.MustCompile(`(?i)`+p))
	}
	w.Find = func(text string) []sim.Sighting {
		var out []sim.Sighting
		for i, re := range find {
			for _, m := range re.FindAllStringSubmatchIndex(text, -1) {
				s := sim.Sighting{Fact: i, Span: words.Span{Start: m[0], End: m[1]}, Value: words.Span{Start: m[0], End: m[1]}}
				for k := 2; k+1 < len(m); k += 2 {
					if m[k] >= 0 {
						s.Value = words.Span{Start: m[k], End: m[k+1]}
					}
				}
				out = append(out, s)
			}
		}
		return out
	}
	return w
}

func count(text string) int { return len(strings.Fields(text)) }

// told is a conversation that states everything of the toy world but what follows from it.
var told = []llm.Message{
	{Role: llm.System, Text: "You help."},
	{Role: llm.User, Text: "Hello! The budget is $500 and Anna Berg leads the whole thing."},
	{Role: llm.Assistant, Text: "Good."},
	{Role: llm.User, Text: "Her phone is 555-0101. The fee is $40."},
	{Role: llm.Assistant, Text: "Good."},
	{Role: llm.User, Text: "They raised it: the budget is now $600."},
	{Role: llm.Assistant, Text: "Good."},
}

func model(t testing.TB, name string) llm.Model {
	t.Helper()
	m, err := providers.Parse("sim:" + name)
	require.NoError(t, err)
	m, err = sim.Resolve(m)
	require.NoError(t, err)
	return m.In(toy().Hash())
}

// asked is the reply to a message behind some others.
func asked(t testing.TB, name string, seed int64, before []llm.Message, text string) string {
	t.Helper()
	r, err := sim.New(count, toy()).Complete(t.Context(), llm.Request{
		Model: model(t, name), Seed: seed, Messages: append(before[:len(before):len(before)], llm.Message{Role: llm.User, Text: text}),
	})
	require.NoError(t, err)
	return r.Text
}
