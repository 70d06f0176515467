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

// told is what a story says of one finding, whose fact replaced another one's value.
func told(t *testing.T, f *probes.Finding, answer probes.Result) string {
	t.Helper()
	for _, level := range arena.Levels {
		v := probes.Verdict{Level: level, Result: probes.Kept}
		if level == arena.LevelAnswer {
			v.Result = answer
		}
		f.Verdicts = append(f.Verdicts, v)
	}
	s := Story{
		Trial: lab.Trial{
			Trial: store.Trial{Strategy: "rlm", Outcome: arena.Completed},
			Score: probes.Score{Findings: []*probes.Finding{f}},
		},
		Scenario: &arena.Scenario{
			Name:   "Trip",
			Facts:  []arena.Fact{{ID: "old"}, {ID: "new", Supersedes: "old"}},
			Probes: []arena.Probe{{ID: "budget", Fact: "new", Kind: arena.Current, Question: "How much?"}},
		},
		Record: arena.Record{Probes: []arena.Reply{{Text: "$8,500", Stop: llm.StopEnd}}},
	}
	return string(reportstest.Written(t, s.Document(), "table", ""))
}

func TestStoryOfAFact(t *testing.T) {
	nats := -0.5
	text := told(t, &probes.Finding{
		Exposed: 2, LostAt: 4, Place: probes.PlaceLostLater, History: []probes.Result{probes.Kept, probes.Stale, probes.Lost}, Superseded: 4,
		Before: "- budget: $8,500\x1b[2J", After: "- a budget", Old: true, Again: []probes.Result{probes.Lost, probes.Void}, Confidence: &nats,
	}, probes.Stale)
	require.Contains(t, text, `    left the window with cycle 2; lost from the memory at cycle 4
    exposed at cycle 2: kept at 2, stale at 3, lost at 4
    superseded from cycle 4 on
    memory of cycle 3: "- budget: $8,500`)
	require.Contains(t, text, `    memory of cycle 4: "- a budget"`)
	require.Contains(t, text, "    asked again: lost, void\n    the answer says the old value\n    log-probability of the new value less that of the old: -0.50 nats\n")
	require.NotContains(t, text, "\x1b")

	text = told(t, &probes.Finding{Exposed: 1, LostAt: 1, Place: probes.PlaceNotWritten, History: []probes.Result{probes.Lost}, Before: "The budget is $8,500."}, probes.Lost)
	require.Contains(t, text, "    exposed at cycle 1: lost at 1\n    conversation: \"The budget is $8,500.\"\n    memory of cycle 1: no line comes near it\n")
	require.Contains(t, text, "the answer says neither the new nor the old value")

	text = told(t, &probes.Finding{Place: probes.PlaceKept, New: true}, probes.Kept)
	require.Contains(t, text, "    never left the window; kept\n    memory: kept\n")
	require.Contains(t, text, "the answer says the new value\n")
	require.NotContains(t, text, "asked again")
	require.NotContains(t, text, "nats")

	require.Contains(t, told(t, &probes.Finding{Place: probes.PlaceStale, New: true, Old: true}, probes.Stale), "the answer says the new value, and the old one as if it still held\n")
	require.NotContains(t, told(t, &probes.Finding{Place: probes.PlaceVoid}, probes.Void), "the answer says")
}

func TestStoryTellsTheDeliveryOfACycle(t *testing.T) {
	s := Story{Scenario: &arena.Scenario{}, Record: arena.Record{
		Messages: []arena.Message{{Index: 1}, {Index: 2}},
		Cycles: []arena.CycleRecord{
			{After: 1, Cycle: arena.Cycle{Delivery: arena.Delivery{Asked: 5, Parsed: 2, Empty: 1, Dropped: 3}}},
			{After: 2, Cycle: arena.Cycle{Delivery: arena.Delivery{Asked: 1, Parsed: 1}}},
			{After: 2},
		},
	}}
	have := string(reportstest.Written(t, s.Document(), "table", ""))
	require.Contains(t, have, "---\nasked 5 replies, 2 parsed, 1 empty, 2 unreadable, 3 items dropped\n")
	require.Contains(t, have, "---\nasked 1 reply, 1 parsed\n")
	require.Equal(t, 2, strings.Count(have, "asked"))
}
