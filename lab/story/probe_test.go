package story

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/store"
)

// A fact that was written and then lost, in a long conversation with long memories.
func lostLater() Story {
	memory := func(budget string) string {
		return "## NOTES\n" + strings.Repeat("- a line that stays as it is\n", 100) + budget + "- the end\n" + strings.Repeat("- one more line\n", 100)
	}
	return Story{
		Trial: lab.Trial{
			Trial: store.Trial{Strategy: "rlm", Model: "sim:nano", Repeat: 3, Dialogue: arena.Live, Outcome: arena.Completed},
			Score: probes.Score{Findings: []*probes.Finding{{
				Exposed: 1, LostAt: 2, Place: probes.PlaceLostLater, History: []probes.Result{probes.Kept, probes.Lost}, Before: "- the budget is $8,500",
				Verdicts: []probes.Verdict{{Level: arena.LevelAnswer, Result: probes.Lost}},
			}}},
		},
		Scenario: &arena.Scenario{
			ID: "trip", Name: "Trip",
			Facts:  []arena.Fact{{ID: "old", Turn: 1, Text: "the budget is $7,000", Value: arena.Pattern{Text: "7,000"}}, {ID: "budget", Turn: 2, Text: "the budget is $8,500", Value: arena.Pattern{Text: "8,500"}, Supersedes: "old"}},
			Probes: []arena.Probe{{ID: "budget", Fact: "budget", Type: arena.Quantity, Kind: arena.Current, Question: "How much?"}},
		},
		Record: arena.Record{
			Messages: []arena.Message{
				{Turn: 1, Message: llm.Message{Role: llm.User, Text: "The budget is $7,000."}},
				{Turn: 2, Message: llm.Message{Role: llm.User, Text: "So much has happened since we last met. " + "The budget is $8,500 now."}},
			},
			Cycles: []arena.CycleRecord{
				{Cycle: arena.Cycle{Left: []arena.MessageIndex{1, 2}, Text: memory("- the budget is $8,500\n")}},
				{Cycle: arena.Cycle{Left: []arena.MessageIndex{3}, Text: memory("- the budget was discussed\n")}},
			},
			Probes: []arena.Reply{{Text: "I am not sure about that."}},
		},
	}
}

func TestStoryOfOneProbe(t *testing.T) {
	d, err := lostLater().Probe("budget")
	require.NoError(t, err)
	reportstest.Golden(t, d, "probe", "table")

	_, err = lostLater().Probe("bugdet")
	require.EqualError(t, err, `scenario trip has no probe "bugdet" (did you mean budget? it has budget)`)

	failed := lostLater()
	failed.Outcome, failed.Reason, failed.Score, failed.Record.Messages = arena.Failed, "the provider said no", probes.Score{}, nil
	d, err = failed.Probe("budget")
	require.NoError(t, err)
	require.Contains(t, string(reportstest.Written(t, d, "table", "")), "no verdict: the provider said no")
}

func TestChanged(t *testing.T) {
	for name, c := range map[string]struct {
		before, after string
		want          []string
	}{
		"a word":             {"the budget is 8", "the budget is 9", []string{"  the budget is [-8-] {+9+}"}},
		"lines that stayed":  {"a\nb\nc\nd 1\ne\nf\ng", "a\nb\nc\nd 2\ne\nf\ng", []string{"  … 2 lines as before", "  c", "  d [-1-] {+2+}", "  e", "  … 2 lines as before"}},
		"marks end with it":  {"", "a\nb", []string{"  {+a+}", "  {+b+}"}},
		"nothing in between": {"a", "a", []string{"  … 1 line as before"}},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, strings.Join(c.want, "\n")+"\n", changed(c.before, c.after)) })
	}
}
