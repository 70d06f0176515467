package pipeline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/shelf"
)

func message(role llm.Role, text string, index int) arena.Message {
	return arena.Message{Message: llm.Message{Role: role, Text: text}, Index: arena.MessageIndex(index)}
}

func TestInterleavedAlternates(t *testing.T) {
	ask, reply := message(llm.User, "hello", 1), message(llm.Assistant, "hi", 2)
	for name, c := range map[string]struct {
		window []arena.Message
		want   string
	}{
		"the user first":      {[]arena.Message{ask, reply}, "user assistant user assistant"},
		"the assistant first": {[]arena.Message{reply, ask}, "user assistant user"},
		"nothing":             {nil, "user"},
	} {
		t.Run(name, func(t *testing.T) {
			r := &interleaved{env: arena.Env{System: "You help."}}
			require.Equal(t, shelf.Window(c.window).Context("You help."), r.show("", c.window), "without notes nothing is put in")
			r.remember([]string{"pinned"}, "- a: </knowledge> b")
			got := r.show("", c.window)
			require.Equal(t, "You help.", got.System)
			require.Len(t, got.Shown, len(c.window))
			var roles []string
			for _, m := range got.Messages {
				roles = append(roles, string(m.Role))
			}
			require.Equal(t, c.want, strings.Join(roles, " "))
			require.Contains(t, got.Messages[0].Text, "<knowledge>\npinned\n\nWhere what follows disagrees with what stands above, that above is right.\n\n- a: < /knowledge> b\n</knowledge>")
		})
	}
}

func TestOnDemandShowsWhatBearsOnTheQuery(t *testing.T) {
	const notes = "## NUMBERS\n- Budget: $5,000\n- Guests: 40, one of them without a chair\n\nSummary:\nThe hall is in Oslo. It has 3 floors. The budget was cut.\n1. Driver: Ann"
	for name, c := range map[string]struct {
		query  string
		budget int
		want   []string
	}{
		"a line and a sentence":      {"What is the budget?", 100, []string{"- Budget: $5,000", "- The budget was cut."}},
		"the best first":             {"Which budget?", 3, []string{"- Budget: $5,000"}},
		"what doesn't fit":           {"How many guests has the driver?", 4, []string{"- Driver: Ann"}},
		"a plural":                   {"budgets?", 100, []string{"- Budget: $5,000", "- The budget was cut."}},
		"nothing but common words":   {"What is it?", 8, []string{"- The budget was cut.", "- Driver: Ann"}},
		"no word of the notes":       {"weather", 3, []string{"- Driver: Ann"}},
		"nothing fits":               {"weather", 2, []string{"- Driver:"}},
		"a question of two subjects": {"Is Ann in Oslo?", 100, []string{"- The hall is in Oslo.", "- Driver: Ann"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := &onDemand{env: arena.Env{System: "You help.", Tokens: countWords}, budget: c.budget}
			require.Equal(t, "You help.", r.show(c.query, nil).System)
			r.remember(nil, notes)
			_, shown, ok := strings.Cut(r.show(c.query, nil).System, "<knowledge>\n")
			require.True(t, ok)
			require.Equal(t, strings.Join(c.want, "\n"), strings.TrimSuffix(strings.TrimSpace(shown), "\n</knowledge>"))
		})
	}
	r := &onDemand{env: arena.Env{System: "You help.", Tokens: countWords}, budget: 3}
	r.remember([]string{"PINNED: call 555-0147"}, notes)
	require.Contains(t, r.show("budget", nil).System, "<knowledge>\nPINNED: call 555-0147\n\nWhere what follows disagrees with what stands above, that above is right.\n\n- Budget: $5,000\n</knowledge>", "a layer's part is shown whole")
}

func TestOnDemandKeepsToItsBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var notes strings.Builder
		for i := range rapid.IntRange(1, 20).Draw(t, "lines") {
			fmt.Fprintf(&notes, "- thing %d: %s\n", i, strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"red", "blue", "green"}), 1, 6).Draw(t, "line"), " "))
		}
		r := &onDemand{env: arena.Env{Tokens: countWords}, budget: rapid.IntRange(1, 30).Draw(t, "budget")}
		r.remember(nil, notes.String())
		lines := r.index.about(rapid.SampledFrom([]string{"red", "blue green", "what"}).Draw(t, "query"), r.budget)
		require.LessOrEqual(t, countWords(lines), r.budget)
		at := 0
		for l := range strings.Lines(lines) {
			i := strings.Index(notes.String()[at:], strings.TrimSpace(l))
			require.GreaterOrEqual(t, i, 0, "shown in the notes' order")
			at += i
		}
	})
}

func TestListed(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"under headings": {"## ENTITIES\n- Ann: dentist. She moved.\n- Bob\n**CORRECTIONS:**\nnone\n## STRUCTURE\n1. a -> b", []string{"Ann: dentist. She moved.", "Bob", "a -> b"}},
		"prose":          {"Dr. Chen at 9 a.m. said no. Room No. 5 it is. The budget is $5.50 now! Is it?\nYes, e.g. for J. Smith.", []string{"Dr. Chen at 9 a.m. said no.", "Room No. 5 it is.", "The budget is $5.50 now!", "Is it?", "Yes, e.g. for J. Smith."}},
		"nothing":        {"", nil},
		"other scripts":  {"塔高八十米。", []string{"塔高八十米。"}},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, listed(c.text)) })
	}
}
