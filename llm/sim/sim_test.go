package sim_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
)

func words(s string) int { return len(strings.Fields(s)) }

// model is a simulated model by its name and options.
func model(name string) llm.Model {
	name, options, _ := strings.Cut(name, "?")
	return llm.Model{Provider: "sim", Name: name, Options: options}
}

// perfect is a reader that does nothing wrong.
const perfect = "standard?attention=off&arithmetic=off&entrenchment=off&restating=off&staleness=off&volunteering=off&slips=off"

func request(texts ...string) llm.Request {
	req := llm.Request{Model: model(perfect), Seed: 1}
	for i, text := range texts {
		role := llm.User
		if i == 0 {
			role = llm.System
		}
		req.Messages = append(req.Messages, llm.Message{Role: role, Text: text})
	}
	return req
}

func complete(t require.TestingT, req llm.Request) llm.Response {
	r, err := sim.New(words).Complete(context.Background(), req)
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
		require.Contains(t, complete(t, request(append(talk, question)...)).Text, want, question)
	}
	for _, unknown := range []string{"What is the alarm code?", "Who owns the violin?"} {
		require.Regexp(t, "don't know|isn't mentioned|no information", complete(t, request(append(talk, unknown)...)).Text)
	}
}

func TestAnswersFromWhatIsQuoted(t *testing.T) {
	for name, c := range map[string]struct{ system, user string }{
		"notes in the system prompt": {"You help.\n\nYour notes:\n\n<knowledge>\n- The budget is $347,250.\n</knowledge>", "What is the budget?"},
		"a document":                 {"You help.", "Answer from this document.\n---\nThe budget is $347,250.\n---\nWhat is the budget?"},
		"a transcript":               {"You help.", "<transcript>\nuser: The budget is $347,250.\nassistant: Noted.\n</transcript>\n\nWhat is the budget?"},
	} {
		require.Contains(t, complete(t, request(c.system, c.user)).Text, "347,250", name)
	}
}

func TestMessagesWinOverNotes(t *testing.T) {
	r := complete(t, request("You help.\n\n<knowledge>\n- The budget is $5,000.\n</knowledge>", "The budget is $8,500.", "What is the budget?"))
	require.Contains(t, r.Text, "8,500")
	require.NotContains(t, r.Text, "5,000")
}

func TestLimitsAreKept(t *testing.T) {
	talk := []string{"You help.", "The budget is $347,250. The manager is Sarah Chen. The site is in Oslo.", ""}
	for question, want := range map[string]string{
		"What is the budget? Answer with the number only.":                     `^\$?347,250$`,
		"What is the budget, who is the manager and where is the site?":        `(?s)347,250.*Chen.*Oslo`,
		"In one sentence: what is the budget, who manages, where is the site?": `^[^\n]*$`,
	} {
		talk[2] = question
		require.Regexp(t, want, complete(t, request(talk...)).Text, question)
	}
}

func TestAStatementIsAcknowledged(t *testing.T) {
	req := request("You help.", "The alarm code is 8472.")
	require.NotContains(t, complete(t, req).Text, "8472")
	req.Model = model("nano?restated=1")
	require.Contains(t, complete(t, req).Text, "8472")
}

const notesPrompt = "Keep notes.\n<knowledge>\n- The hotel is the Park Hyatt at $450.\n- The flight costs $1,200.\n</knowledge>\n<transcript>\nuser: The hotel has changed: it is now the Aman at $800. I like trains.\nassistant: The monkeys say hello.\n</transcript>\n"

func TestNotes(t *testing.T) {
	for form, want := range map[string]string{
		"Write prose.":                         "Aman",
		"Write a numbered list.":               "1. ",
		"Use headings:\n## NUMBERS\n## PEOPLE": "## NUMBERS\n",
		"Write notes, one fact a line.":        "- The flight costs $1,200",
	} {
		r := complete(t, request("", notesPrompt+form))
		require.Contains(t, r.Text, want, form)
		require.Contains(t, r.Text, "Aman", form)
		require.Contains(t, r.Text, "1,200", form)
		require.NotContains(t, r.Text, "I like trains", "small talk isn't noted: %s", form)
	}
}

func TestHeadingsDecideWhatGoesWhere(t *testing.T) {
	r := complete(t, request("", "Write notes of this.\n<transcript>\nuser: The clinic's phone number is 555-0147.\nuser: Sarah Chen is the dentist.\nuser: We decided against the crown.\n</transcript>\n## CODES\nWhich phone numbers and identifiers?\n## PEOPLE\nWho is who?\n## DECISIONS\nWhat was decided?"))
	require.Regexp(t, `(?s)^## CODES\n[^#]*555-0147[^#]*## PEOPLE\n[^#]*Chen[^#]*## DECISIONS\n[^#]*crown`, r.Text)
}

func TestARecapIsWrittenFromTheConversation(t *testing.T) {
	r := complete(t, request("You help.", "The budget is $347,250.", "Lovely weather!", "Summarise our conversation so far in prose."))
	require.Contains(t, r.Text, "347,250")
	require.NotContains(t, r.Text, "weather")
}

func TestTheCapCuts(t *testing.T) {
	req := request("You help.", "The budget is $347,250 and the manager is Sarah Chen.", "What is the budget, and who is the manager?")
	req.MaxTokens = 3
	r := complete(t, req)
	require.Equal(t, llm.StopLength, r.Stop)
	require.LessOrEqual(t, words(r.Text), 3)
	require.Equal(t, words(r.Text), r.Usage.Output)
	req.MaxTokens = 500
	require.Equal(t, llm.StopEnd, complete(t, req).Stop)
}

func TestRefusals(t *testing.T) {
	c := sim.New(words)
	_, err := c.Complete(t.Context(), llm.Request{Model: model("huge"), Messages: request("a").Messages})
	require.ErrorContains(t, err, "sim:nano, sim:mini, sim:standard")
	_, err = c.Complete(t.Context(), llm.Request{Model: model("nano?loud=1"), Messages: request("a").Messages})
	require.ErrorContains(t, err, "loud: no such option")
	_, err = c.Complete(t.Context(), llm.Request{Model: model("nano")})
	require.ErrorContains(t, err, "at least one message")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = c.Complete(ctx, request("You help.", "Hello"))
	require.ErrorIs(t, err, context.Canceled)
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
		req := request(append(texts, []string{fmt.Sprintf("What does item %d cost?", i/2), notesPrompt}[i%2])...)
		req.Model, req.Seed, req.LogProbs = model("nano?overlook_notes=0.5"), int64(i%3), i%3
		reqs = append(reqs, req)
	}
	shared := sim.New(words)
	got := make([]llm.Response, len(reqs))
	var wg sync.WaitGroup
	for i := len(reqs) - 1; i >= 0; i-- {
		wg.Go(func() {
			r, err := shared.Complete(t.Context(), reqs[i])
			if err != nil {
				t.Error(err)
			}
			got[i] = r
		})
	}
	wg.Wait()
	for i, req := range reqs {
		require.Equal(t, complete(t, req), got[i])
	}
}

func TestLatencyIsVirtual(t *testing.T) {
	short, long := request("You help.", "Hello"), request("You help.", strings.Repeat("Hello there. ", 20000))
	short.Model, long.Model = model("nano?jitter=0"), model("nano?jitter=0")
	a, b := complete(t, short), complete(t, long)
	require.Equal(t, a.Latency, complete(t, short).Latency)
	require.Greater(t, a.Latency, 2600*time.Millisecond)
	require.InDelta(t, 2, (b.Latency - a.Latency).Seconds(), 0.2, "40,000 tokens at 20,000 a second, and the reply's")
	short.Model = model("nano?latency=off")
	require.Zero(t, complete(t, short).Latency)
}

func TestLogProbsShowTheOlderValueAsTheRival(t *testing.T) {
	req := request("You help.", "The hotel is the Hyatt.", "Actually, the hotel is the Aman.", "Which hotel is it?")
	req.Model, req.LogProbs, req.Seed = model("nano?volunteering=off&attention=off"), 3, 2
	r := complete(t, req)
	var text strings.Builder
	rivals := 0
	for _, token := range r.LogProbs {
		text.WriteString(token.Token)
		require.LessOrEqual(t, token.LogProb, 0.0)
		require.Equal(t, token.Token, token.Top[0].Token, "what is said is the likeliest")
		if len(token.Top) > 1 {
			rivals++
			require.Contains(t, token.Token, "Aman")
			require.Contains(t, token.Top[1].Token, "Hyatt")
			require.Less(t, token.Top[1].LogProb, token.LogProb-1)
		}
	}
	require.Equal(t, r.Text, text.String())
	require.Equal(t, 1, rivals, r.Text)
	req.LogProbs = 0
	require.Nil(t, complete(t, req).LogProbs)
}

func FuzzComplete(f *testing.F) {
	f.Add("You help.", notesPrompt, "nano")
	f.Add("<knowledge>\n", "<transcript>\nuser: x\n</transcript> numbered list ?", "mini?brevity=off")
	f.Add("1. a\n2) b", "what? \xff\xfe .", "standard?whim=3&list_facts=1")
	f.Add("Notes:\n- The code is ABCD-EFGH-1234-5678-XY.", "## a\n## b\n---\nx is 3\n---", "nano?slip_rate=9")
	f.Fuzz(func(t *testing.T, system, user, name string) {
		req := request(system, user, user)
		req.Model, req.LogProbs = model(name), 2
		r, err := sim.New(words).Complete(t.Context(), req)
		if err != nil {
			return // no such model
		}
		again, err := sim.New(words).Complete(t.Context(), req)
		require.NoError(t, err)
		require.Equal(t, r, again)
		req.Model, req.MaxTokens = model("nano"), 20
		require.LessOrEqual(t, words(complete(t, req).Text), 20)
	})
}

// TestRenamingAValueChangesNoDraw replaces every number by another of its kind: the reply is the
// old one with the numbers replaced.
func TestRenamingAValueChangesNoDraw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "sentences")
		seed := rapid.Int64Range(0, 1<<40).Draw(t, "seed")
		build := func(offset int) llm.Request {
			texts := []string{"You help."}
			for j := range n {
				texts = append(texts, fmt.Sprintf("The code of locker %s is ZX-%d.", string(rune('a'+j%26))+strings.Repeat("x", j/26), offset+j))
			}
			req := request(append(texts, "What is the code of locker b?")...)
			req.Model, req.Seed = model("nano?overlook_answers=0.3"), seed
			return req
		}
		a, b := complete(t, build(1000)), complete(t, build(5000))
		renamed := a.Text
		for j := range n {
			renamed = strings.ReplaceAll(renamed, fmt.Sprint(1000+j), fmt.Sprint(5000+j))
		}
		require.Equal(t, renamed, b.Text)
	})
}

// growing is a conversation of n messages, each of two or three clauses.
func growing(n int) []string {
	texts := []string{"You help."}
	people := strings.Fields("Ann Tom Lee Mia Sam Zoe Ben Eva Hugo Ida")
	things := strings.Fields("room tent boat stall lamp drum cake sofa bike tram kiln loom")
	for i := range n {
		who, thing := people[i%10], things[i%12]
		texts = append(texts, fmt.Sprintf([]string{
			"%s's %s costs $%d from 3 May on. The weather is nice, isn't it?",
			"We agreed that %s takes the %s, number KX-%d. I slept badly.",
			"Actually, %s wants the %s painted by June %[4]d. My neighbour laughed about it.",
			"%s moved the %s to hall %[4]d, behind the old stairs. What a day.",
			"By the way, %s sold %[4]d tickets for the %[2]s. Nobody had expected that.",
		}[i%5], who, thing, 100+17*i, 1+i%28))
	}
	return texts
}

func BenchmarkComplete(b *testing.B) {
	count := llm.NewCounter().Count
	c := sim.New(count)
	talk := growing(50) // some 1,000 tokens
	quoted := "\n<%s>\nuser: " + strings.Join(talk[1:], "\nuser: ") + "\n</%s>\n"
	question := "What does Ann's room cost?"
	for name, req := range map[string]llm.Request{
		"answer":            request(append(talk, question)...),
		"answer from notes": request("You help."+fmt.Sprintf(quoted, "notes", "notes"), question),
		"nod":               request(talk...),
		"notes":             request("", "Write notes."+fmt.Sprintf(quoted, "transcript", "transcript")+"\n## PEOPLE\n## NUMBERS"),
	} {
		b.Run(name, func(b *testing.B) {
			req.Model = model("nano")
			tokens := 0
			for _, m := range req.Messages {
				tokens += count(m.Text)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.Complete(b.Context(), req); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(tokens), "tokens")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
		})
	}
}
