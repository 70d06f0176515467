package sim_test

import (
	"context"
	"fmt"
	"testing"

	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
)

func TestZQ(t *testing.T) {
	c := sim.New(llm.NewCounter().Count)
	m, err := sim.Resolve(llm.Model{Provider: "sim", Name: "nano"})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range [][2]string{
		{"My phone number is 555-0147 and I live in Leeds.", "What is my phone number?"},
		{"My phone number is 555-0147 and I live in Leeds.", "Where do I live?"},
		{"The budget is $4,000. Tom leads the project.", "Who leads the project?"},
		{"The code of the door is 4711.", "What is the code of the door?"},
		{"We have 30 chairs. Bob brought 5 more chairs.", "How many chairs do we have?"},
		{"I'm allergic to peanuts.", "What am I allergic to?"},
	} {
		known := 0
		last := ""
		for seed := range int64(40) {
			r, err := c.Complete(context.Background(), llm.Request{Model: m, Seed: seed, Messages: []llm.Message{{Role: llm.User, Text: x[0]}, {Role: llm.Assistant, Text: "Noted."}, {Role: llm.User, Text: x[1]}}})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Text) < 4 || r.Text[:4] != "I do" {
				known++
				last = r.Text
			}
		}
		fmt.Printf("%-60s | %-40s -> %d/40 %q\n", x[0], x[1], known, last)
	}
}
