package belief

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm/sim/read"
	"contextarena.internal/probes"
	"contextarena.internal/scenarios"
	"contextarena.internal/scenarios/generate"
)

// heard are the clauses of a whole scenario as a reader in its assistant's place hears them.
func heard(s *arena.Scenario) []*read.Clause {
	var out []*read.Clause
	say := func(speaker, text string) {
		for _, c := range read.Clauses(text) {
			c.Speaker = speaker
			out = append(out, &c)
		}
	}
	for _, turn := range s.Turns {
		say("user", turn.User)
		for _, t := range turn.Tools {
			say("tool", t.Result)
		}
		say("assistant", turn.Assistant)
	}
	return out
}

// replied is how the caller puts an answer.
func replied(lines []string) string {
	switch len(lines) {
	case 0:
		return "I don't know: nothing in this conversation tells."
	case 1:
		return lines[0]
	}
	return "- " + strings.Join(lines, "\n- ")
}

// tally counts probes by what they ask for.
type tally struct {
	names []string
	right map[string]int
	all   map[string]int
}

func (t *tally) note(name string, ok bool) {
	if t.all == nil {
		t.right, t.all = map[string]int{}, map[string]int{}
	}
	if t.all[name] == 0 {
		t.names = append(t.names, name)
	}
	t.all[name]++
	if ok {
		t.right[name]++
	}
}

func (t *tally) share(name string) float64 {
	return float64(t.right[name]) / float64(max(t.all[name], 1))
}

// play asks everything about scenarios and counts what is answered right.
func play(t *testing.T, ss []*arena.Scenario) *tally {
	var out tally
	for _, s := range ss {
		sc, err := probes.NewScorer(s)
		if err != nil {
			t.Fatal(err)
		}
		facts := Fold(heard(s), Slips{})
		rec := arena.Record{Outcome: arena.Completed}
		for _, p := range s.Probes {
			rec.Probes = append(rec.Probes, arena.Reply{Context: &arena.Context{}, Text: replied(Answer(p.Question, facts, Slips{}))})
		}
		rec.Final.Context = &arena.Context{}
		rec.Final.Text = replied(Answer(s.Final.Question, facts, Slips{}))
		score := sc.Score(rec)
		for i, f := range score.Findings {
			p := s.Probes[i]
			v := f.Verdicts[2].Result
			if p.Kind == arena.Current {
				out.note(string(p.Type), v == probes.Kept)
			}
			out.note("("+string(p.Kind)+")", v == probes.Kept)
		}
		for _, it := range score.Rubric {
			out.note("rubric", it.OK)
		}
		out.note("task", score.Passed)
	}
	for _, n := range out.names {
		t.Logf("%-14s %4d of %4d  %.0f %%", n, out.right[n], out.all[n], 100*out.share(n))
	}
	return &out
}

// generated are scenarios out of six seeds.
func generated(t *testing.T) []*arena.Scenario {
	var out []*arena.Scenario
	for seed := range 6 {
		facts, err := generate.ParseFacts("entity=4,identifier=4,relationship=4,quantity=8,date=4,decision=4,spatial=6")
		require.NoError(t, err)
		var b bytes.Buffer
		require.NoError(t, generate.Write(&b, generate.Settings{
			ID: fmt.Sprintf("generated-%d", seed+1), Seed: strconv.Itoa(seed + 1), Turns: 40, Facts: facts,
			Corrections: 8, ChainDepth: 3, Absent: 4, Noise: 0.5, Sessions: 3, Placement: generate.Uniform,
		}, func(text string) int { return len(text) / 4 }))
		s, err := scenarios.Parse(fmt.Sprintf("generated-%d.yaml", seed+1), b.Bytes())
		require.NoError(t, err)
		out = append(out, s)
	}
	return out
}

func suite(t *testing.T, name string) []*arena.Scenario {
	if name == generate.Suite {
		return generated(t)
	}
	all, err := scenarios.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	var out []*arena.Scenario
	for _, s := range all {
		if s.Suite == name {
			out = append(out, s)
		}
	}
	return out
}

// The figures below are somewhat under what is reached, so that a change that answers less is seen.
// Nothing was written around the scenarios of suite original: they only measure.
func TestSuites(t *testing.T) {
	for _, s := range []struct {
		suite string
		least map[string]float64
	}{
		{"extended", map[string]float64{
			"(current)": 0.75, "phone/id": 0.85, "quantity": 0.84, "date": 0.75, "relationship": 0.76, "spatial": 0.71,
			"entity": 0.72, "decision": 0.65, "correction": 0.58, "(derived)": 0.12, "(historical)": 0.48, "(absent)": 0.42, "rubric": 0.43,
		}},
		{"original", map[string]float64{}},
		{"generated", map[string]float64{
			"(current)": 0.85, "(derived)": 0.86, "(absent)": 0.55, "rubric": 0.88, "task": 0.80,
		}},
	} {
		t.Run(s.suite, func(t *testing.T) {
			got := play(t, suite(t, s.suite))
			for name, least := range s.least {
				require.GreaterOrEqual(t, got.share(name), least, name)
			}
		})
	}
}
