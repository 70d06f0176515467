package sim_test

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
	"contextarena.internal/probes"
	"contextarena.internal/scenarios"
	"contextarena.internal/scenarios/generate"
	"contextarena.internal/strategies"
)

// remembering is a reader whose notes lose nothing but what its limit of tokens cuts.
const remembering = careful + "&sections=off"

// suiteScenarios are the scenarios of a suite; those of suite "generated" are made from six seeds.
func suiteScenarios(t *testing.T, suite string) []*arena.Scenario {
	var out []*arena.Scenario
	if suite != generate.Suite {
		all, err := scenarios.Builtin()
		require.NoError(t, err)
		for _, s := range all {
			if s.Suite == suite {
				out = append(out, s)
			}
		}
		return out
	}
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

// survival counts, by type of fact, what the last notes hold of the current facts that had left the
// window.
type survival map[string]map[probes.Result]int

func (s survival) note(kind string, r probes.Result) {
	for _, k := range []string{kind, "all"} {
		if s[k] == nil {
			s[k] = map[probes.Result]int{}
		}
		s[k][r]++
	}
}

func (s survival) share(kind string, r probes.Result) float64 {
	n := 0
	for _, c := range s[kind] {
		n += c
	}
	return 100 * float64(s[kind][r]) / float64(max(n, 1))
}

func (s survival) String() string {
	var b strings.Builder
	for _, t := range append(arena.FactTypes[:len(arena.FactTypes):len(arena.FactTypes)], "all") {
		k := string(t)
		fmt.Fprintf(&b, "\n  %-13s kept %3d  stale %2d  lost %3d   %3.0f %% kept, %2.0f %% stale", k,
			s[k][probes.Kept], s[k][probes.Stale], s[k][probes.Lost], s.share(k, probes.Kept), s.share(k, probes.Stale))
	}
	return b.String()
}

// remembered plays scenarios with their scripts and counts what the last notes hold.
func remembered(t *testing.T, ss []*arena.Scenario, spec, options string) survival {
	strategy, err := strategies.Parse(spec)
	require.NoError(t, err)
	m, err := sim.Resolve(model(options))
	require.NoError(t, err)
	count := llm.NewCounter().Count
	runner := &arena.Runner{Client: sim.New(count), Tokens: count}
	out := survival{}
	for _, s := range ss {
		scorer, err := probes.NewScorer(s)
		require.NoError(t, err)
		rec, err := runner.Play(t.Context(), arena.Trial{
			Scenario: s, Strategy: strategy, Spec: spec, Model: m, MemoryModel: m,
			Repeat: 1, PlanSeed: 1, Dialogue: arena.Scripted, ReplyTokens: 1024,
		})
		require.NoError(t, err)
		for i, f := range scorer.Score(rec).Findings {
			if p := s.Probes[i]; f.Exposed > 0 && p.Kind == arena.Current {
				out.note(string(p.Type), f.Verdicts[0].Result)
			}
		}
	}
	return out
}

// TestNotesHold: without forgetting, notes written again and again keep nearly everything that isn't
// replaced, and little of what was stands beside what replaced it. The figures are somewhat under what
// is reached. Nothing was written around the scenarios of suite original: they only measure.
func TestNotesHold(t *testing.T) {
	type floor struct{ kept, stale float64 } // of all, in per cent
	for _, c := range []struct {
		suite, spec, options string
		least                floor
	}{
		{"extended", "rlm", remembering + "&cap=off", floor{80, 12}},
		{"extended", "rlm", "nano", floor{40, 10}},
		{"extended", "summarize", remembering + "&cap=off", floor{80, 12}},
		{"extended", "structured", remembering + "&cap=off", floor{74, 18}},
		{"extended", "hybrid", remembering + "&cap=off", floor{74, 18}},
		{generate.Suite, "rlm", remembering + "&cap=off", floor{86, 12}},
		{generate.Suite, "rlm", "nano", floor{70, 12}},
		{generate.Suite, "summarize", remembering + "&cap=off", floor{86, 12}},
		{"original", "rlm", remembering + "&cap=off", floor{0, 100}},
		{"original", "rlm", "nano", floor{0, 100}},
	} {
		t.Run(c.suite+" "+c.spec+" "+strings.Replace(c.options, remembering, "remembering", 1), func(t *testing.T) {
			t.Parallel()
			got := remembered(t, suiteScenarios(t, c.suite), c.spec, c.options)
			t.Log(got)
			require.GreaterOrEqual(t, got.share("all", probes.Kept), c.least.kept, "kept")
			require.LessOrEqual(t, got.share("all", probes.Stale), c.least.stale, "stale")
		})
	}
}

// TestNotesOfNotes: notes that are written anew from notes, with nothing new said, say the same.
func TestNotesOfNotes(t *testing.T) {
	for _, talk := range conversations(t) {
		write := func(tag, text string) string {
			return complete(t, request("", "Write the notes anew, one fact a line.\n\n<"+tag+">\n"+text+"\n</"+tag+">")).Text
		}
		once := write("transcript", talk.transcript())
		again := write("notes", once)
		same := 0
		lines := strings.Split(once, "\n")
		for _, line := range lines {
			if strings.Contains("\n"+again+"\n", "\n"+line+"\n") {
				same++
			}
		}
		require.GreaterOrEqual(t, float64(same), 0.8*float64(len(lines)), "%s\n%s\n--\n%s", talk.ID, once, again)
		require.Equal(t, again, write("notes", again), talk.ID)
	}
}

// TestNotesSettle: a value that was replaced is marked where it stands, however far apart and in what
// other words the two were said.
func TestNotesSettle(t *testing.T) {
	for name, c := range map[string]struct {
		said []string
		want string
		not  string
	}{
		"said far apart":      {[]string{"The annual meeting is down for April 24 in the scout hut.", "The scout hut flooded, so the annual meeting is May 1 now."}, "May 1", "is down for April 24"},
		"in other words":      {[]string{"The Heron pump: permit JGH-6052.", "The warden checked the Heron pump against KBU-3565 and waved us on."}, "KBU-3565 (was JGH-6052)", "permit JGH-6052"},
		"a count":             {[]string{"I've got 64 volunteers signed up for shifts.", "Pilar says we're at 58 volunteers."}, "58", "got 64 volunteers"},
		"of another thing":    {[]string{"The Heron pump: price $500.", "The price of the Egret pump is now $620."}, "price $500", "was $500"},
		"another of its kind": {[]string{"The first talk is on May 4.", "The second talk is on May 11."}, "May 4", "was May 4"},
		"at once":             {[]string{"Tickets cost $18 each. Actually no, we decided on $22."}, "$22", "cost $18 each"},
		"what it points at":   {[]string{"The boiler man came about the pump. It needs 4 valves."}, "Boiler man: it needs 4 valves", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			for _, s := range c.said {
				b.WriteString("user: " + s + "\nassistant: Noted.\n")
			}
			got := complete(t, request("", "Write notes of this, one fact a line.\n\n<transcript>\n"+b.String()+"</transcript>")).Text
			require.Contains(t, got, c.want)
			if c.not != "" {
				require.NotContains(t, got, c.not)
			}
		})
	}
}

// TestTheSystemPromptTellsNothingOfItsReader: what tells the model what to do is no fact about the user.
func TestTheSystemPromptTellsNothingOfItsReader(t *testing.T) {
	system := "You help with a project to build a bridge. Keep track of decisions. Use at most 3 sentences. The budget is $4,000."
	for _, q := range []string{"What is the project called?", "How many sentences are there?"} {
		require.Regexp(t, "don't know|isn't mentioned|no information", complete(t, request(system, q)).Text, q)
	}
	require.Contains(t, complete(t, request(system, "What is the budget?")).Text, "4,000")
}

// TestOverview: what is asked in full is answered in full, also under a name that nobody used.
func TestOverview(t *testing.T) {
	talk := []string{
		"You help a cook.", "For the soup we need 2 kg of carrots, 500 g of lentils and 3 onions.", "Noted.",
		"The bread takes 1 kg of flour and 20 g of yeast.", "Noted.", "Table 1 has Ann, Bob and Cara. Table 2 has Dan and Eve.", "Noted.",
		"I need every ingredient with its amount, and every table with all its guests.",
	}
	got := complete(t, request(talk...)).Text
	for _, want := range []string{"2 kg", "500 g", "onions", "flour", "20 g", "Ann, Bob, Cara", "Dan, Eve"} {
		require.Contains(t, got, want)
	}
}
