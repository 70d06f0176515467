package probes

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes/match"
	"contextarena.internal/probes/unwrap"
)

// An absent probe is judged by its answer alone, and has no history that could enter a figure of
// losses.
func TestScoreAbsent(t *testing.T) {
	s := &arena.Scenario{
		ID:    "s",
		Turns: make([]arena.Exchange, 2),
		Facts: []arena.Fact{{ID: "budget", Turn: 1, Value: arena.Pattern{Text: "500"}}},
		Probes: []arena.Probe{
			{ID: "budget", Fact: "budget", Type: arena.Quantity, Kind: arena.Current, Extended: true},
			{ID: "badge", Type: arena.PhoneID, Kind: arena.Absent, Question: "What is the courier's badge number?", Extended: true},
		},
	}
	sc, err := NewScorer(s)
	require.NoError(t, err)
	memory := &arena.Context{System: "the budget is 500"}
	rec := arena.Record{
		Outcome:  arena.Completed,
		Messages: []arena.Message{{Message: llm.Message{Role: llm.User}, Index: 1, Turn: 1}, {Message: llm.Message{Role: llm.User}, Index: 2, Turn: 2}},
		Cycles:   []arena.CycleRecord{{Cycle: arena.Cycle{Left: []arena.MessageIndex{1}, Text: "the budget is 500"}, After: 2}},
		Final:    arena.Reply{Context: memory},
	}
	for _, c := range []struct {
		reply  arena.Reply
		result Result
		place  Place
	}{
		{arena.Reply{Text: "You never told me."}, Kept, PlaceKept},
		{arena.Reply{Text: "I don't know who told you, but it is 4471."}, Lost, PlaceMisread},
		{arena.Reply{Text: "It is", Stop: llm.StopLength}, Void, PlaceVoid},
	} {
		c.reply.Context = memory
		rec.Probes = []arena.Reply{{Context: memory, Text: "500"}, c.reply}
		rec.Again = [][]arena.Reply{rec.Probes}
		score := sc.Score(rec)
		require.Equal(t, 1, score.Findings[0].Exposed)
		f := score.Findings[1]
		require.Equal(t, []Result{c.result}, f.Again)
		require.Equal(t, c.place, f.Place)
		f.Again, f.Place = nil, ""
		why := f.Verdicts[2].Why
		require.NotEmpty(t, why)
		require.Equal(t, &Finding{Probe: "badge", Verdicts: []Verdict{
			{Level: arena.LevelMemory, Result: Unexposed},
			{Level: arena.LevelContext, Result: Unexposed},
			{Level: arena.LevelAnswer, Result: c.result, Why: why},
			{Level: arena.LevelFinal, Result: Unexposed},
		}}, f)
		require.Len(t, Spells(s, score.Findings), 1, "it is never at risk")
		require.Zero(t, LineageOf(s.Facts).CountCorrections(s, score.Findings))
	}
	for _, level := range arena.Levels {
		want := Unexposed
		if level == arena.LevelAnswer {
			want = Lost
		}
		require.Equal(t, want, sc.ScoreText(level, "the budget is 500")[1].Result, level)
	}
	s.Probes[1].Fact = "budget"
	_, err = NewScorer(s)
	require.ErrorContains(t, err, "badge")
}

// Replies to questions that nothing answers, written before the rules. Those behind a mark with an x are known to be misread.
func TestAbstentions(t *testing.T) {
	data, err := os.ReadFile("testdata/abstentions.txt")
	require.NoError(t, err)
	question, n, misread := "", 0, 0
	for line := range strings.Lines(string(data)) {
		mark, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		text = strings.ReplaceAll(text, `\n`, "\n")
		switch mark {
		case "#":
			continue
		case "?":
			question = text
			continue
		}
		require.Contains(t, []string{"-", "+", "-x", "+x"}, mark, line)
		known := strings.HasSuffix(mark, "x")
		why, ok := match.Abstains(question, unwrap.Plain(text))
		assert.Equal(t, strings.HasPrefix(mark, "-") != known, ok, "%s %s (%q, known to be misread: %t)", question, text, why, known)
		n++
		if known {
			misread++
		}
	}
	require.Greater(t, n, 250)
	t.Logf("%d of %d misread", misread, n)
}
