package store

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
)

var model = llm.Model{Provider: "sim", Name: "reader", Options: "seed=1"}

// open opens a database that the test closes.
func open(t testing.TB, path string) *DB {
	t.Helper()
	d, err := Open(t.Context(), path, Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

// fresh opens a new database.
func fresh(t testing.TB) *DB {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "arena.db"))
}

func begin(t testing.TB, d *DB, id string) Experiment {
	t.Helper()
	e, _, err := d.Begin(t.Context(), sampleExperiment(id))
	require.NoError(t, err)
	return e
}

func sampleExperiment(id string) Experiment {
	return Experiment{
		ID: id, Kind: KindRun, Name: "smoke", Plan: "strategies: [rlm]\n", Program: "v1 abc",
		Created: time.Date(2026, 3, 4, 5, 6, 7, 8, time.UTC), Simulated: true,
		Given: &Given{Command: "arena run", Args: []string{"plan.yaml"}, Flags: map[string]string{"repeats": "5"}},
	}
}

// pay has an experiment pay for one attempt.
func pay(t testing.TB, d *DB, experiment string, usd float64) {
	t.Helper()
	l, err := d.Ledger(t.Context(), experiment)
	require.NoError(t, err)
	n, err := l.Begin(llm.Attempt{Key: llm.Key{1}, Model: model, ReservedUSD: 2 * usd})
	require.NoError(t, err)
	l.End(n, llm.AttemptEnd{Fate: llm.Answered, PaidUSD: usd})
}

func sampleTrial(n int) Trial {
	return Trial{
		Key: sha256.Sum256(fmt.Append(nil, "trial", n)), Scenario: "early-fact-recall", ScenarioHash: "beef",
		Strategy: "rlm(depth=2)", Model: "sim:reader", MemoryModel: "sim:reader", Repeat: n, PlanSeed: 7, Dialogue: arena.Live, Budget: 500,
	}
}

func sampleReply(n int) (llm.Key, llm.Request, llm.Response) {
	req := llm.Request{Model: model, Messages: []llm.Message{{Role: llm.User, Text: fmt.Sprint("question ", n)}}}
	return req.Key(), req, llm.Response{Text: fmt.Sprint("answer ", n), Stop: llm.StopEnd, Usage: llm.Usage{Input: n, Output: 3}, Latency: 5}
}

// sampleRecord is the evidence of a typical trial: 41 messages, 5 cycles, 15 contexts and 40
// calls. Trials with different n share no text of the assistant.
func sampleRecord(n int) arena.Record {
	rec := arena.Record{Outcome: arena.Completed, Warnings: []string{"the context of turn 3 was cut"}}
	at := time.Date(2026, 11, 2, 9, 15, 0, 0, time.UTC)
	var chat []llm.Message
	var shown []arena.MessageIndex
	var contexts []*arena.Context
	memory := "The user plans an event."
	for i := 1; i <= 41; i++ {
		m := arena.Message{
			Message: llm.Message{Role: llm.User, Text: fmt.Sprintf("turn %d: our budget moved once more, and the caterer said yes to all we asked", i)},
			Index:   arena.MessageIndex(i), Turn: arena.Turn((i + 1) / 2), At: at.Add(time.Duration(i) * time.Minute), Tokens: 18,
		}
		if i%2 == 0 {
			m.Role, m.Text = llm.Assistant, fmt.Sprintf("noted in trial %d at message %d; what else should I keep in mind for the event?", n, i)
			if i%4 == 0 {
				contexts = append(contexts, &arena.Context{System: "Be brief.\n" + memory, Messages: chat[:len(chat):len(chat)], Shown: shown[:len(shown):len(shown)]})
			}
			if len(contexts) > 0 {
				m.Saw = contexts[len(contexts)-1]
			}
		}
		if i%8 == 0 {
			memory += fmt.Sprintf("\n- in trial %d the budget of message %d stands", n, i)
			rec.Cycles = append(rec.Cycles, arena.CycleRecord{After: m.Index, Tokens: len(memory) / 4, Cycle: arena.Cycle{Left: shown[:4], Text: memory, Stop: llm.StopEnd, Delivery: arena.Delivery{Asked: 2, Parsed: 1, Empty: i / 16, Dropped: i}}})
		}
		chat, shown = append(chat, m.Message), append(shown, m.Index)
		rec.Messages = append(rec.Messages, m)
	}
	for i := range 5 {
		contexts = append(contexts, &arena.Context{System: memory, Messages: chat, Shown: shown, Fetched: shown[:i+1]})
	}
	last := contexts[len(contexts)-1]
	rec.Final = arena.Reply{Context: last, Text: fmt.Sprint("the plan of trial ", n), Stop: llm.StopEnd}
	for i := range 18 {
		rec.Probes = append(rec.Probes, arena.Reply{Context: contexts[len(contexts)-1-i%5], Text: fmt.Sprintf("answer %d of trial %d", i, n), Stop: llm.StopEnd})
		rec.Probes[i].Key = sha256.Sum256([]byte(rec.Probes[i].Text))
	}
	rec.Probes[2].LogProbs = []llm.LogProb{{Token: "answer", LogProb: -0.25, Top: []llm.LogProb{{Token: "reply", LogProb: -1.5}}}}
	for sample := range 2 {
		again := slices.Clone(rec.Probes)
		for i := range again {
			again[i].Text += fmt.Sprint(", sample ", sample+1)
			again[i].Key, again[i].LogProbs = sha256.Sum256([]byte(again[i].Text)), nil
		}
		rec.Again = append(rec.Again, again)
	}
	for i := range 40 {
		c := arena.Call{
			Purpose: arena.Purposes[i/8], Turn: arena.Turn(i + 1), Model: model, Prompt: chat[:i+1], Reply: fmt.Sprintf("reply %d of trial %d", i, n),
			Stop: llm.StopEnd, Usage: llm.Usage{Input: 10 * i, CachedInput: i, Output: 5},
		}
		if c.Purpose == arena.Talk {
			c.Nominal, c.Prompt = true, nil
		} else {
			c.Key = sha256.Sum256([]byte(c.Reply))
		}
		if c.Purpose == arena.Probing {
			c.Probe = fmt.Sprint("probe-", i)
		}
		rec.Calls = append(rec.Calls, c)
	}
	rec.Experience = sampleExperience(n)
	return rec
}

func sampleExperience(n int) *arena.Experience {
	return &arena.Experience{Model: model, Type: n, Opening: llm.Vector{0.5, -0.25}, Outcomes: []arena.CompressionOutcome{
		{Cycle: 1, Kind: "identifiers", Kept: n%2 == 0, Question: "identifiers/standard"}, {Cycle: 2, Kind: "dates", Kept: true, Question: "dates/augmented"},
	}}
}

func sampleScore(n int) probes.Score {
	s := probes.Score{Passed: n%2 == 0, Rubric: []probes.Item{{Item: "the exact budget", OK: true, Why: "$347,250"}, {Item: "the date"}}}
	for i := range 18 {
		f := &probes.Finding{Probe: fmt.Sprint("probe-", i), Exposed: i % 6, Place: probes.PlaceKept}
		for _, level := range arena.Levels {
			f.Verdicts = append(f.Verdicts, probes.Verdict{Level: level, Result: probes.Kept, Legacy: probes.LegacyHit, Why: fmt.Sprintf("the budget of $%d,250", i)})
		}
		if i == n%18 {
			f.Place, f.LostAt, f.Verdicts[0] = probes.PlaceLostLater, 2, probes.Verdict{Level: arena.LevelMemory, Result: probes.Lost}
			f.Before, f.After = "- budget: $347,250", "- a budget"
			f.Confidence = new(float64)
			*f.Confidence = -0.125
		}
		if f.Exposed > 0 {
			f.History = []probes.Result{probes.Kept, probes.Stale, probes.Lost}[:1+i%3]
		}
		f.Superseded, f.New, f.Old = i%4, i%2 == 0, i%3 == 0
		f.Again = []probes.Result{probes.Kept, probes.Void}
		s.Findings = append(s.Findings, f)
	}
	return s
}

func save(t testing.TB, d *DB, experiment string, n int) {
	t.Helper()
	require.NoError(t, d.SaveTrial(context.WithoutCancel(t.Context()), experiment, n, sampleTrial(n), sampleRecord(n), "scorer-1", sampleScore(n)))
}

// count runs a query for one number.
func count(t testing.TB, d *DB, query string) (n int) {
	t.Helper()
	require.NoError(t, d.reads.QueryRowContext(t.Context(), query).Scan(&n))
	return n
}
