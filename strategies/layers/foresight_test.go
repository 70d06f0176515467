package layers

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/arena/arenatest"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/scenarios"
	"contextarena.internal/strategies/pipeline"
)

// TestSurprisesOfScenarios measures the detector: how many of the changes and identifiers that the
// scenarios state it flags, and how many of its corrections stand in a turn that changes something.
func TestSurprisesOfScenarios(t *testing.T) {
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	var s Foresight
	require.NoError(t, strictyaml.Defaults(&s))
	var changes, caught, raised, right, ids, flagged, codes int
	for _, sc := range all {
		f := &foresight{Foresight: s, env: arena.Env{Tokens: llm.NewCounter().Count}}
		byTurn := map[arena.Turn][]flag{}
		for _, m := range script(sc, f.env.Tokens) {
			byTurn[m.Turn] = append(byTurn[m.Turn], f.surprises([]arena.Message{m}, 1)...)
		}
		changing := map[arena.Turn]bool{}
		for _, fact := range sc.Facts {
			if fact.Supersedes != "" {
				changing[fact.Turn] = true
			}
		}
		isCorrection := func(g flag) bool { return strings.HasPrefix(g.why, "CORRECTION") }
		for turn := range arena.Turn(len(sc.Turns)) {
			has := slices.ContainsFunc(byTurn[turn+1], isCorrection)
			if changing[turn+1] {
				changes++
				if has {
					caught++
				}
			}
			for _, g := range byTurn[turn+1] {
				if isCorrection(g) {
					raised++
					if changing[turn+1] {
						right++
					}
				} else {
					codes++
				}
			}
		}
		for _, p := range sc.Probes {
			if p.Type != arena.PhoneID || p.Fact == "" {
				continue
			}
			i := slices.IndexFunc(sc.Facts, func(f arena.Fact) bool { return f.ID == p.Fact })
			fact := sc.Facts[i]
			ids++
			if slices.ContainsFunc(byTurn[fact.Turn], func(g flag) bool { return holds(fact.Text+" "+fact.Value.Identifier, g.value) }) {
				flagged++
			}
		}
	}
	t.Logf("turns that change something: %d of %d flagged; corrections flagged: %d of %d in such a turn; identifiers probed: %d of %d flagged; codes flagged: %d",
		caught, changes, right, raised, flagged, ids, codes)
	require.Greater(t, float64(caught)/float64(changes), 0.2)
	require.Greater(t, float64(right)/float64(raised), 0.5)
	require.Greater(t, float64(flagged)/float64(ids), 0.9)
}

func TestStatements(t *testing.T) {
	for name, tc := range map[string]struct {
		said []string
		want []string // value and what it was
	}{
		"the same key":               {[]string{"Our budget is $10M.", "The budget is $12M."}, []string{"$12M was $10M"}},
		"the same value again":       {[]string{"The budget is $10M.", "The budget is $10M."}, nil},
		"another key":                {[]string{"The budget is $10M.", "The rent is $12M."}, nil},
		"another kind":               {[]string{"Kenji is 34.", "Kenji is from Shibuya."}, nil},
		"a place":                    {[]string{"Kenji lives in Shibuya.", "Kenji moved to Shinjuku."}, []string{"Shinjuku was Shibuya"}},
		"announced, in other words":  {[]string{"The total budget is $10M.", "Actually we have $12M of budget."}, []string{"$12M was $10M"}},
		"from and to":                {[]string{"The launch moved from Monday to Tuesday."}, []string{"Tuesday was Monday"}},
		"not":                        {[]string{"It starts at 9:00, not 8:00."}, []string{"9:00 was 8:00"}},
		"from and to, but no change": {[]string{"The train runs from Tokyo to Osaka."}, nil},
		"announced, of something new": {
			[]string{"We changed the deposit to $500."}, []string{"$500 was "},
		},
		"two things counted alike": {[]string{"We sold 12 units.", "We bought 14 units."}, nil},
		"a return":                 {[]string{"The fee is $1.", "The fee is $2.", "The fee is $1."}, []string{"$2 was $1", "$1 was $2"}},
		"nothing to read":          {[]string{"", "…", strings.Repeat("word ", 500), "La réunion est à 9:00."}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			f := &foresight{env: arena.Env{Tokens: func(s string) int { return len(s) }}, Foresight: Foresight{SurpriseBits: 99}}
			var have []string
			for _, text := range tc.said {
				for _, g := range f.surprises([]arena.Message{{Message: llm.Message{Role: llm.User, Text: text}}}, 1) {
					have = append(have, g.value+" was "+g.was)
				}
			}
			require.Equal(t, tc.want, have)
		})
	}
}

func TestSurprise(t *testing.T) {
	bits := func(text string) []string {
		var out []string
		for w := range words(text) {
			if surprising(w, 4.8) {
				out = append(out, w.text)
			}
		}
		return out
	}
	require.Equal(t, []string{"090-8765-4321", "RMC-2847", "XQZTBRK"}, bits("Call 090-8765-4321 with RMC-2847 or the word XQZTBRK."))
	require.Empty(t, bits("See https://example.org/a1b2c3d4e5 or run f(x1=9283746) for $12,345.67 on 2025-03-14 at 2:30pm in KUBERNETES or Krzysztof."))
	require.Zero(t, surprise(""))
	require.Less(t, surprise("kitchen"), surprise("RMC-2847"))
	require.Greater(t, surprise("日本"), 4.8)
}

// foresee plays two cycles of the same notes and returns the trial and what the encoder was asked.
func foresee(t *testing.T, spec, genre, notes, first string) (*arenatest.Trial, []string) {
	t.Helper()
	var prompts []string
	client := llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
		prompt := req.Messages[0].Text
		if strings.Contains(prompt, "Write its genre") {
			return llmtest.Say(genre), nil
		}
		prompts = append(prompts, prompt)
		return llmtest.Say(notes), nil
	})
	trial := arenatest.Start(t, over(t, spec), client)
	turns(t, trial, first, "b", "c", "d", "e", "f", "g", "h", "i")
	require.Len(t, trial.Cycles, 2)
	require.Len(t, prompts, 2)
	return trial, prompts
}

const ranking = "genre: travel plans\n1. dates\n2. exact identifiers\n3. spatial information\n4. quantities"

func TestForesight(t *testing.T) {
	const said = "Kenji's number is 090-8765-4321. The hotel is $500. Actually the hotel is $600."
	trial, prompts := foresee(t, "foresight", ranking, "Kenji: 090-8765-4321.", said)
	require.Contains(t, prompts[0], "- Genre: travel plans; dates, exact identifiers, spatial information are HIGH-PRIORITY.")
	require.Contains(t, prompts[0], `"090-8765-4321" (HIGH_ENTROPY: phone number)`)
	require.Contains(t, prompts[0], `"$600" (CORRECTION: was $500)`)
	require.Contains(t, prompts[0], "## FLAGGED ITEMS")
	require.Equal(t, "## FLAGGED ITEMS\n- $600 (was $500): Actually the hotel is $600\n\nKenji: 090-8765-4321.", trial.Cycles[0].Text)
	require.Equal(t, "cycle 1: foresight: 1 of 2 flagged values were missing in the notes and were added", trial.Warnings[0])
	require.Contains(t, prompts[1], `"$600" (CORRECTION: was $500)`, "what the notes lack is flagged again")
	require.NotContains(t, prompts[1], `"090-8765-4321" (`, "what they have isn't")
	require.Contains(t, prompts[1], "travel plans")
}

func TestForesightOfCalmTalk(t *testing.T) {
	trial, prompts := foresee(t, "foresight", "", "The notes.", "Nothing special today.")
	require.Equal(t, []string{"cycle 1: foresight: the ranking of what may be asked for was empty: no kind of fact is preferred"}, trial.Warnings)
	require.NotContains(t, prompts[0], "FORESIGHT", "the prompt is the base's")
	require.NotContains(t, prompts[0], "FLAGGED")
}

func TestForesightGenre(t *testing.T) {
	for name, tc := range map[string]struct {
		reply, genre string
		kinds        []string
	}{
		"prose around": {"Sure!\n\n**Genre**: trip\n\n- Exact identifiers\n- Dates\n\nHope that helps.", "trip", []string{"exact identifiers", "dates"}},
		"a line":       {"genre: trip\nspatial information, quantities, corrections, dates", "trip", []string{"spatial information", "quantities", "corrections", "dates"}},
		"half JSON":    {`{"genre": "trip", "kinds": ["dates", "deci`, "conversation", []string{"dates"}},
		"foreign":      {"Gattung: Reise\n1. Mengen\n2. Orte", "conversation", nil},
		"endless":      {"genre: " + strings.Repeat("x", 500), "conversation", nil},
	} {
		t.Run(name, func(t *testing.T) {
			genre, kinds := readGenre(tc.reply)
			require.Equal(t, tc.genre, genre)
			require.Equal(t, tc.kinds, kinds)
			if len(kinds) < 3 {
				trial, _ := foresee(t, "foresight", tc.reply, "The notes.", "Nothing special today.")
				require.Len(t, trial.Warnings, 1)
				require.Contains(t, trial.Warnings[0], "not in the form asked for")
				require.Equal(t, "The notes.", trial.Cycles[1].Text)
			}
		})
	}
}

func TestForesightBudgets(t *testing.T) {
	var text strings.Builder
	for i := range 30 {
		fmt.Fprintf(&text, "The thing%c is %d. Card QX-%04d. ", 'a'+rune(i%26), i, i)
	}
	trial, prompts := foresee(t, "foresight(flagged_most=10,flagged_tokens=30,known_tokens=16)", ranking, "The notes.", text.String())
	require.Equal(t, 10, strings.Count(prompts[0], "HIGH_ENTROPY"))
	all := strings.Join(trial.Warnings, "\n")
	for _, want := range []string{
		"cycle 1: foresight: 20 values weren't flagged: a cycle flags 10", "known values were dropped", "10 of 10 flagged values were missing",
		"flagged values were dropped, the oldest first: the rest fill the budget of 30 tokens",
	} {
		require.Contains(t, all, want)
	}
	require.LessOrEqual(t, len(strings.Fields(trial.Cycles[0].Text)), 32)
}

// TestForesightOverhead measures what the layer adds to what rlm asks, over all scenarios, with notes
// of 300 tokens and all that was flagged.
func TestForesightOverhead(t *testing.T) {
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	count := llm.NewCounter().Count
	base := pipeline.RLM{}
	require.NoError(t, strictyaml.Defaults(&base))
	for _, suite := range []string{"original", "extended"} {
		var calls, tokens [2]int
		talks := 0
		for side, strategy := range []arena.Strategy{base, over(t, "foresight")} {
			for _, s := range all {
				if s.Suite != suite {
					continue
				}
				talks += side
				client := llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
					calls[side]++
					tokens[side] += count(req.Messages[0].Text)
					if strings.Contains(req.Messages[0].Text, "Write its genre") {
						return llmtest.Say(ranking), nil
					}
					_, flagged, _ := strings.Cut(req.Messages[0].Text, "<flagged>")
					return llmtest.Say(strings.Repeat("A line of notes.\n", 60) + flagged), nil
				})
				m, err := strategy.Start(arena.Env{Client: client, Tokens: count, Trace: silence{}})
				require.NoError(t, err)
				for _, message := range script(s, count) {
					require.NoError(t, m.Observe(t.Context(), message))
				}
			}
		}
		more := tokens[1] - tokens[0]
		t.Logf("%s: %d calls and %d input tokens alone, %d and %d with the layer: %.0f more per cycle, the genre's call included, %+.1f %%",
			suite, calls[0], tokens[0], calls[1], tokens[1], float64(more)/float64(calls[0]), 100*float64(more)/float64(tokens[0]))
		require.Equal(t, calls[0]+talks, calls[1], "one more call for each conversation")
		require.Less(t, float64(more), 0.25*float64(tokens[0]))
	}
}
