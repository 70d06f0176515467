package world_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab/world"
	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
	"contextarena.internal/probes"
	"contextarena.internal/scenarios"
)

func conversation(s *arena.Scenario) []llm.Message {
	ms := []llm.Message{{Role: llm.System, Text: s.System}}
	for _, x := range s.Turns {
		ms = append(ms, llm.Message{Role: llm.User, Text: x.User})
		for _, u := range x.Tools {
			ms = append(ms, llm.Message{Role: llm.Tool, Text: u.Result})
		}
		ms = append(ms, llm.Message{Role: llm.Assistant, Text: x.Assistant})
	}
	return ms
}

func TestProbe(t *testing.T) {
	ss, err := scenarios.Builtin()
	require.NoError(t, err)
	m, err := sim.Resolve(llm.Model{Provider: "sim", Name: "exact"})
	require.NoError(t, err)
	count := llm.NewCounter().Count
	kept, all, abs, absAll := 0, 0, 0, 0
	for _, s := range ss {
		w := world.Of(s)
		c := sim.New(count, w)
		sc, err := probes.NewScorer(s)
		require.NoError(t, err)
		ask := func(q string) string {
			r, err := c.Complete(t.Context(), llm.Request{Model: m.In(w.Hash()), Messages: append(conversation(s), llm.Message{Role: llm.User, Text: q})})
			require.NoError(t, err)
			return r.Text
		}
		rec := arena.Record{Outcome: arena.Completed}
		for _, p := range s.Probes {
			rec.Probes = append(rec.Probes, arena.Reply{Text: ask(p.Question), Context: &arena.Context{}})
		}
		rec.Final = arena.Reply{Text: ask(s.Final.Question), Context: &arena.Context{}}
		score := sc.Score(rec)
		for i, p := range s.Probes {
			v := score.Findings[i].At(arena.LevelAnswer)
			if p.Kind == arena.Absent {
				absAll++
				if v.Result == probes.Kept {
					abs++
				} else {
					fmt.Println("ABSENT", s.ID, p.Question, "->", rec.Probes[i].Text)
				}
				continue
			}
			all++
			if v.Result == probes.Kept {
				kept++
			} else {
				fmt.Println(v.Result, s.ID, p.ID, p.Kind, p.Question, "->", rec.Probes[i].Text)
			}
		}
		fmt.Println("TASK", s.ID, score.Rubric, score.Passed)
		if os.Getenv("SHOWFINAL") != "" {
			fmt.Println(s.Final.Question, "\n=>", rec.Final.Text)
		}
	}
	fmt.Println("kept", kept, all, "absent", abs, absAll)
}

func TestTurns(t *testing.T) {
	ss, err := scenarios.Builtin()
	require.NoError(t, err)
	m, err := sim.Resolve(llm.Model{Provider: "sim", Name: "exact"})
	require.NoError(t, err)
	count := llm.NewCounter().Count
	n, bad := 0, 0
	for _, s := range ss {
		w := world.Of(s)
		c := sim.New(count, w)
		ms := conversation(s)
		for i, x := range ms {
			if x.Role != llm.User {
				continue
			}
			r, err := c.Complete(t.Context(), llm.Request{Model: m.In(w.Hash()), Messages: ms[:i+1]})
			require.NoError(t, err)
			n++
			if r.Text != "Noted, thank you." {
				bad++
				fmt.Println(s.ID, "|", x.Text, "=>", r.Text)
			}
		}
	}
	fmt.Println(bad, "of", n)
}
