package strategies

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/llm/tokens"
	"contextarena.internal/scenarios"
	"contextarena.internal/strategies/darlm"
	"contextarena.internal/strategies/foresight"
	"contextarena.internal/strategies/layertest"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/prompt"
	"contextarena.internal/strategies/signals"
	"contextarena.internal/words"
)

// segment is what left the window of rlm with its default settings in one cycle.
type segment struct {
	scenario string
	messages []arena.Message
}

// watch is a layer that keeps the segments.
type watch struct{ seen func([]arena.Message) }

func (watch) Name() string          { return "watch" }
func (watch) Prompts() prompt.Texts { return prompt.Code(1) }
func (w watch) Attach(arena.Env) (pipeline.Hooks, error) {
	return pipeline.Hooks{Plan: func(_ context.Context, p *pipeline.Plan) error {
		w.seen(slices.Clone(p.Segment))
		return nil
	}}, nil
}

// segments are those of all scenarios, played with their scripts.
func segments(t *testing.T) []segment {
	t.Helper()
	var out []segment
	tokens := tokens.NewCounter().Count
	client := llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) { return llmtest.Say("noted"), nil })
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	for _, s := range all {
		base := pipeline.RLM{}
		strictyaml.Defaults(&base)
		m, err := base.Under(arena.Env{Client: client, Tokens: tokens, Trace: &layertest.Trace{}}, watch{func(ms []arena.Message) {
			out = append(out, segment{s.ID, ms})
		}})
		require.NoError(t, err)
		for _, message := range script(s, tokens) {
			require.NoError(t, m.Observe(t.Context(), message))
		}
	}
	require.NotEmpty(t, out)
	return out
}

// script is a scenario as its conversation with the final question.
func script(s *arena.Scenario, tokens func(string) int) []arena.Message {
	var out []arena.Message
	add := func(turn int, role llm.Role, text string) {
		out = append(out, arena.Message{
			Message: llm.Message{Role: role, Text: text}, Index: arena.MessageIndex(len(out) + 1),
			Turn: arena.Turn(turn), Tokens: tokens(text),
		})
	}
	for i, x := range s.Turns {
		add(i+1, llm.User, x.User)
		for _, use := range x.Tools {
			add(i+1, llm.Tool, use.Result)
		}
		add(i+1, llm.Assistant, x.Assistant)
	}
	add(len(s.Turns)+1, llm.User, s.Final.Question)
	return out
}

func router(t *testing.T) darlm.Layer { return layertest.Alone[darlm.Layer](t, "").Layer }

// TestThresholdHigh fits the setting: dense is a segment that has more facts per token than three
// quarters of the segments of all scenarios.
func TestThresholdHigh(t *testing.T) {
	r, tokens := router(t), tokens.NewCounter().Count
	var densities []float64
	byScenario, names := map[string][]signals.Signals{}, []string{}
	for _, s := range segments(t) {
		measured := signals.Of(s.messages, "", tokens)
		densities = append(densities, measured.Density)
		if byScenario[s.scenario] == nil {
			names = append(names, s.scenario)
		}
		byScenario[s.scenario] = append(byScenario[s.scenario], measured)
	}
	t.Logf("%-26s %6s %7s %7s %7s %5s  depths", "scenario", "tokens", "density", "changes", "noise", "ids")
	for _, name := range names {
		var sum signals.Signals
		var depths []int
		all := byScenario[name]
		ids := 0
		for _, s := range all {
			sum.Tokens, sum.Density, sum.Changes, sum.Noise = sum.Tokens+s.Tokens, sum.Density+s.Density, sum.Changes+s.Changes, sum.Noise+s.Noise
			ids += len(s.Identifiers)
			depths = append(depths, r.Route(s))
		}
		n := float64(len(all))
		t.Logf("%-26s %6.0f %7.3f %7.1f %7.2f %5.1f  %v", name, float64(sum.Tokens)/n, sum.Density/n, float64(sum.Changes)/n, sum.Noise/n, float64(ids)/n, depths)
	}
	slices.Sort(densities)
	at := densities[len(densities)*3/4]
	t.Logf("quartiles of the density: %.3f %.3f %.3f", densities[len(densities)/4], densities[len(densities)/2], at)
	require.Equal(t, math.Round(at*100)/100, r.ThresholdHigh)
}

// The detector flags nearly every identifier that the scenarios ask for.
func TestSurprisesOfScenarios(t *testing.T) {
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	var s foresight.Layer
	strictyaml.Defaults(&s)
	var ids, flagged int
	for _, sc := range all {
		talk := script(sc, tokens.NewCounter().Count)
		byTurn := map[arena.Turn][]string{}
		for _, f := range s.Surprises(talk) {
			turn := talk[f.Message-1].Turn
			byTurn[turn] = append(byTurn[turn], f.Value)
		}
		for _, p := range sc.Probes {
			if p.Type != arena.PhoneID || p.Fact == "" {
				continue
			}
			i := slices.IndexFunc(sc.Facts, func(f arena.Fact) bool { return f.ID == p.Fact })
			fact := sc.Facts[i]
			ids++
			if slices.ContainsFunc(byTurn[fact.Turn], func(v string) bool { return words.Read(fact.Text + " " + fact.Value.Identifier).Has(v) }) {
				flagged++
			}
		}
	}
	t.Logf("identifiers probed: %d of %d flagged", flagged, ids)
	require.Greater(t, float64(flagged)/float64(ids), 0.9)
}

// TestForesightOverhead measures what the layer adds to what rlm asks, over all scenarios, with notes
// of 300 tokens and all that was flagged.
func TestForesightOverhead(t *testing.T) {
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	count := tokens.NewCounter().Count
	base := pipeline.RLM{}
	strictyaml.Defaults(&base)
	for _, suite := range []string{"original", "extended"} {
		var calls, tokens [2]int
		talks := 0
		for side, strategy := range []arena.Strategy{base, layertest.Alone[foresight.Layer](t, "")} {
			for _, s := range all {
				if s.Suite != suite {
					continue
				}
				talks += side
				client := llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
					calls[side]++
					tokens[side] += count(req.Messages[0].Text)
					if strings.Contains(req.Messages[0].Text, "Name its genre") {
						return llmtest.Say(`{"genre": "travel plans", "ranking": ["dates", "exact identifiers", "spatial information", "quantities"]}`), nil
					}
					if req.Schema != nil {
						return llmtest.Say(`{"changes": []}`), nil
					}
					_, flagged, _ := strings.Cut(req.Messages[0].Text, "<flagged>")
					return llmtest.Say(strings.Repeat("A line of notes.\n", 60) + flagged), nil
				})
				m, err := strategy.Start(arena.Env{Client: client, Tokens: count, Trace: &layertest.Trace{}})
				require.NoError(t, err)
				for _, message := range script(s, count) {
					require.NoError(t, m.Observe(t.Context(), message))
				}
			}
		}
		more := tokens[1] - tokens[0]
		t.Logf("%s: %d calls and %d input tokens alone, %d and %d with the layer: %.0f more per cycle, the genre's call included, %+.1f %%",
			suite, calls[0], tokens[0], calls[1], tokens[1], float64(more)/float64(calls[0]), 100*float64(more)/float64(tokens[0]))
		require.Equal(t, 2*calls[0]+talks, calls[1], "one more call for each cycle, and one for each conversation")
		require.Less(t, float64(more), 1.25*float64(tokens[0]))
	}
}

// BenchmarkSignals reads 200 messages of usual length.
func BenchmarkSignals(b *testing.B) {
	all, err := scenarios.Builtin()
	require.NoError(b, err)
	tokens := tokens.NewCounter().Count
	var talk []arena.Message
	for _, s := range all {
		talk = append(talk, script(s, tokens)...)
	}
	talk = talk[:200]
	for b.Loop() {
		signals.Of(talk, "", tokens)
	}
}
