package sim_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
)

func words(s string) int { return len(strings.Fields(s)) }

func request(texts ...string) llm.Request {
	req := llm.Request{Model: llm.Model{Provider: "sim", Name: "standard"}, Seed: 1}
	for i, text := range texts {
		role := llm.User
		if i == 0 {
			role = llm.System
		}
		req.Messages = append(req.Messages, llm.Message{Role: role, Text: text})
	}
	return req
}

func ask(t *testing.T, req llm.Request) llm.Response {
	t.Helper()
	r, err := sim.New(words).Complete(t.Context(), req)
	require.NoError(t, err)
	return r
}

func TestAnswersFromTheRequest(t *testing.T) {
	talk := []string{"You help.", "The budget is $347,250 and not a cent more.", "Dr. Sarah Chen leads the project.", "We had soup for lunch."}
	for question, want := range map[string]string{
		"What is the budget?":        "347,250",
		"Who leads the project?":     "Sarah Chen",
		"Please tell me the budget.": "347,250",
	} {
		require.Contains(t, ask(t, request(append(talk, question)...)).Text, want, question)
	}
	require.Contains(t, ask(t, request("You help.", "What is the budget?")).Text, "don't know")
}

func TestTheNewestValueWins(t *testing.T) {
	r := ask(t, request("You help.", "The budget is $5,000.", "The budget is $8,500.", "What is the budget?"))
	require.Contains(t, r.Text, "8,500")
	require.NotContains(t, r.Text, "5,000")
}

func TestALongQuestionIsAnsweredPartByPart(t *testing.T) {
	r := ask(t, request("You help.", "The budget is $5,000.", "Our hotel is the Aman.", "Kenji lives in Shinjuku.",
		"Please give me the final summary for my boss: the budget, the name of the hotel, and where Kenji lives."))
	for _, want := range []string{"5,000", "Aman", "Shinjuku"} {
		require.Contains(t, r.Text, want)
	}
}

func TestAStatementIsAcknowledgedWithoutRestating(t *testing.T) {
	r := ask(t, request("You help.", "The alarm code is 8472."))
	require.NotContains(t, r.Text, "8472")
	require.NotEmpty(t, r.Text)
}

const notesPrompt = "Keep notes.\n<knowledge>\n- The hotel is the Park Hyatt at $450.\n- The flight costs $1,200.\n</knowledge>\n<transcript>\nuser: The hotel has changed: it is now the Aman at $800. I like trains.\nassistant: The 12 monkeys say hello.\n</transcript>\n"

func TestNotes(t *testing.T) {
	for form, want := range map[string]string{
		"Write prose.":              "Aman at $800.",
		"Write a numbered list.":    "1. ",
		"Use headings:\n## NUMBERS": "## NUMBERS\n- The flight costs $1,200.",
		"Write notes.":              "- The flight costs $1,200.",
	} {
		r := ask(t, request("", notesPrompt+form))
		require.Contains(t, r.Text, want, form)
		require.Contains(t, r.Text, "Aman", form)
		require.NotContains(t, r.Text, "Park Hyatt", "what was replaced goes: %s", form)
		require.NotContains(t, r.Text, "monkeys", "what the assistant said isn't noted: %s", form)
		require.NotContains(t, r.Text, "I like trains", "small talk isn't noted: %s", form)
	}
}

func TestTheCapCuts(t *testing.T) {
	req := request("You help.", "The budget is $347,250 and it was signed off by the whole board after a long debate.", "What is the budget?")
	req.MaxTokens = 5
	r := ask(t, req)
	require.Equal(t, llm.StopLength, r.Stop)
	require.LessOrEqual(t, words(r.Text), 5)
	require.Equal(t, words(r.Text), r.Usage.Output)
	req.MaxTokens = 500
	require.Equal(t, llm.StopEnd, ask(t, req).Stop)
}

func TestRefusals(t *testing.T) {
	c := sim.New(words)
	_, err := c.Complete(t.Context(), llm.Request{Model: llm.Model{Provider: "sim", Name: "huge"}, Messages: request("a").Messages})
	require.ErrorContains(t, err, "sim:nano, sim:mini, sim:standard")
	_, err = c.Complete(t.Context(), llm.Request{Model: llm.Model{Provider: "sim", Name: "nano"}})
	require.ErrorContains(t, err, "at least one message")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = c.Complete(ctx, request("You help.", "Hello"))
	require.ErrorIs(t, err, context.Canceled)
}

func TestResolve(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range sim.Names() {
		m, err := sim.Resolve(llm.Model{Provider: "sim", Name: name})
		require.NoError(t, err)
		require.Contains(t, m.Options, "parameters=")
		require.False(t, seen[m.Options], "readers differ")
		seen[m.Options] = true
		require.Equal(t, "sim:"+name, m.String())
	}
	_, err := sim.Resolve(llm.Model{Provider: "sim", Name: "nanoo"})
	require.ErrorContains(t, err, "sim:nano")
	_, err = sim.Resolve(llm.Model{Provider: "sim", Name: "nano", Options: "x=1"})
	require.ErrorContains(t, err, "no options")
}

// TestTheSameRequestAlwaysGetsTheSameReply asks many requests in any order, on clients that
// have seen other things, and concurrently.
func TestTheSameRequestAlwaysGetsTheSameReply(t *testing.T) {
	var reqs []llm.Request
	for i := range 60 {
		texts := []string{"You help."}
		for j := range i {
			texts = append(texts, fmt.Sprintf("Item %d costs $%d since %d May.", j, 100*j+i, j%28+1))
		}
		req := request(append(texts, fmt.Sprintf("What does item %d cost?", i/2))...)
		req.Model.Name, req.Seed = "nano", int64(i%3)
		reqs = append(reqs, req)
	}
	shared := sim.New(words)
	got := make([]string, len(reqs))
	var wg sync.WaitGroup
	for i := len(reqs) - 1; i >= 0; i-- {
		wg.Go(func() {
			r, err := shared.Complete(t.Context(), reqs[i])
			if err != nil {
				t.Error(err)
			}
			got[i] = r.Text
		})
	}
	wg.Wait()
	for i, req := range reqs {
		require.Equal(t, ask(t, req).Text, got[i])
	}
}

func TestSeedsDiffer(t *testing.T) {
	texts := []string{"You help."}
	for j := range 200 {
		texts = append(texts, fmt.Sprintf("The %s number of customer Nr%d is %d.", []string{"order", "phone", "house"}[j%3], j, 1000+j))
	}
	replies := map[string]bool{}
	for seed := range 40 {
		req := request(append(texts, "What is the phone number of customer Nr100?")...)
		req.Model.Name, req.Seed = "nano", int64(seed)
		replies[ask(t, req).Text] = true
	}
	require.Greater(t, len(replies), 1, "what is overlooked depends on the seed")
}

// TestRenamingAValueChangesNoDraw replaces every number by another of its kind: the reply is the
// old one with the numbers replaced.
func TestRenamingAValueChangesNoDraw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 120).Draw(t, "sentences")
		seed := rapid.Int64Range(0, 1<<40).Draw(t, "seed")
		build := func(offset int) llm.Request {
			texts := []string{"You help."}
			for j := range n {
				texts = append(texts, fmt.Sprintf("Parcel %s weighs %d kilos.", string(rune('a'+j%26))+strings.Repeat("x", j/26), offset+j))
			}
			req := request(append(texts, "How much does parcel b weigh?")...)
			req.Model.Name, req.Seed = "nano", seed
			return req
		}
		c := sim.New(words)
		a, err := c.Complete(context.Background(), build(1000))
		require.NoError(t, err)
		b, err := c.Complete(context.Background(), build(5000))
		require.NoError(t, err)
		renamed := a.Text
		for j := range n {
			renamed = strings.ReplaceAll(renamed, fmt.Sprint(1000+j), fmt.Sprint(5000+j))
		}
		require.Equal(t, renamed, b.Text)
	})
}

func FuzzReply(f *testing.F) {
	f.Add("You help.", notesPrompt)
	f.Add("<knowledge>\n", "<transcript>\nuser: x\n</transcript> numbered list ?")
	f.Add("1. a\n2) b", "what? \xff\xfe .")
	f.Fuzz(func(t *testing.T, system, user string) {
		req := request(system, user)
		req.MaxTokens = 20
		r, err := sim.New(words).Complete(t.Context(), req)
		require.NoError(t, err)
		require.LessOrEqual(t, words(r.Text), 20)
	})
}

func BenchmarkComplete(b *testing.B) {
	texts := []string{"You help."}
	for j := range 60 {
		texts = append(texts, fmt.Sprintf("We agreed that item %d costs $%d from 3 May on, and Dr. Chen signed it. The weather is nice.", j, 100*j))
	}
	req := request(append(texts, "What does item 30 cost?")...)
	c := sim.New(llm.NewCounter().Count)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Complete(b.Context(), req); err != nil {
			b.Fatal(err)
		}
	}
}
