package routed_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/arena/arenatest"
	"contextarena.internal/emas"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/llm/sim"
	"contextarena.internal/llm/tokens"
	"contextarena.internal/scenarios"
	"contextarena.internal/strategies"
	"contextarena.internal/strategies/routed"
)

// opening is what a user says at first.
var opening = []string{"The tomatoes in bed four need water.", "We planted beans beside the compost.", "Slugs ate the lettuce in the garden.", "The greenhouse is too hot for seedlings."}

// archive is a policy in which a window is best for inventories and rlm for what is technical. The third cell is the
// best of a single one.
func archive(t require.TestingT) routed.Archive {
	a := routed.Archive{Evolution: "1", Model: "sim:test", After: 4}
	for i, spec := range []string{"window(size=4)", "rlm(compress_every=6)", "full_context"} {
		s, err := strategies.Parse(spec)
		require.NoError(t, err)
		a.Cells = append(a.Cells, routed.ArchiveCell{Cell: fmt.Sprintf("cell %d", i), Strategy: spec, Version: s.Version()})
	}
	var examples []emas.Example
	for range 3 {
		examples = append(examples,
			emas.Example{Label: "inventory", Floors: []float64{0.9, 0.2, 0.6}},
			emas.Example{Label: "technical", Floors: []float64{0.2, 0.9, 0.6}},
		)
	}
	return routed.NewArchive(a, examples)
}

func archivePolicy(t require.TestingT, a routed.Archive) arena.Policy {
	text, err := json.Marshal(a)
	require.NoError(t, err)
	return arena.Policy{Kind: routed.ArchiveKind, Text: text}
}

// evolved is EMASRouted with its policy at hand.
type evolved struct {
	routed.EMASRouted
	policy arena.Policy
}

func (s evolved) Start(env arena.Env) (arena.Memory, error) {
	env.Policies, env.Strategy = map[string]arena.Policy{s.Policy: s.policy}, strategies.Parse
	return s.EMASRouted.Start(env)
}

func emasRouted(policy arena.Policy, after int) evolved {
	return evolved{routed.EMASRouted{Policy: "p.json", After: after, LabelTokens: 512}, policy}
}

func TestEMASContract(t *testing.T) {
	a := archive(t)
	for i := range a.Cells { // all of them write with the model
		s, err := strategies.Parse("rlm(compress_every=6)")
		require.NoError(t, err)
		a.Cells[i].Strategy, a.Cells[i].Version = strategies.Label(s), s.Version()
	}
	arenatest.Strategy(t, emasRouted(archivePolicy(t, a), 4))
}

// talk is what a user says, each with a reply.
func talk(said []string) []string {
	var out []string
	for _, text := range said {
		out = append(out, text, "I see.")
	}
	return out
}

// naming is a memory model that names a kind, and counts how often it was asked for one.
func naming(kind string, asked *int) llm.Client {
	return llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
		if strings.HasPrefix(req.Messages[0].Text, "Classify the conversation") {
			*asked++
			return llm.Response{Text: kind, Stop: llm.StopEnd}, nil
		}
		return llm.Response{Text: "1. A note.", Stop: llm.StopEnd}, nil
	})
}

func TestRoutesByTheKind(t *testing.T) {
	for name, c := range map[string]struct{ reply, want, warning string }{
		"a kind":            {"technical", "played rlm(compress_every=6), the elite of cell 1", ""},
		"a kind with marks": {" **Inventory**.\n", "played window(size=4)", ""},
		"a kind of no cell": {"other", "played full_context, the elite of cell 2", "no cell is known for conversations of the kind other (known: inventory, technical)"},
		"a malformed reply": {"It is about inventory, I think.", "played full_context", "the kind of conversation wasn't named: the best single configuration is played"},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			trial := arenatest.Start(t, emasRouted(archivePolicy(t, archive(t)), 4), naming(c.reply, &asked))
			said := talk(opening)
			say(t, trial, said[:6]...)
			require.Contains(t, remarks(trial), "never decided: it heard 3 of 4")
			shown, err := trial.Recall(t.Context(), "?")
			require.NoError(t, err)
			require.Len(t, shown.Messages, 6, "everything is raw until it decides")
			require.Zero(t, asked)
			require.NoError(t, trial.Observe(t.Context(), arena.Message{Message: llm.Message{Role: llm.User, Text: said[6]}, Index: 7, Turn: 4}))
			require.Contains(t, remarks(trial), c.want)
			require.Equal(t, 1, asked)
			if c.warning == "" {
				require.Empty(t, trial.Warnings)
			} else {
				require.Len(t, trial.Warnings, 1)
				require.Contains(t, trial.Warnings[0], c.warning)
			}
		})
	}
}

func TestEMASWarnsOfWhatDiffers(t *testing.T) {
	a := archive(t)
	a.Model = "openai:gpt-5-nano"
	asked := 0
	trial := arenatest.Start(t, emasRouted(archivePolicy(t, a), 3), naming("inventory", &asked))
	say(t, trial, talk(opening)...)
	require.Equal(t, []string{
		"emas_routed: the policy was measured with openai:gpt-5-nano, and sim:test answers here",
		"emas_routed: the router was fitted on the first 4 messages of the user, and decide here by 3",
	}, trial.Warnings)
	require.Contains(t, remarks(trial), "played window(size=4)")
}

func TestEMASRefusesPolicies(t *testing.T) {
	with := func(change func(a *routed.Archive)) arena.Policy {
		a := archive(t)
		change(&a)
		return archivePolicy(t, a)
	}
	for name, c := range map[string]struct {
		policy arena.Policy
		want   []string
	}{
		"of another kind": {arena.Policy{Kind: "frontier", Text: []byte("{}")}, []string{`policy p.json is of kind "frontier", want "archive": make it again with arena policy export-archive`}},
		"no JSON":         {arena.Policy{Kind: routed.ArchiveKind, Text: []byte("x")}, []string{"policy p.json", "arena policy export-archive"}},
		"empty":           {arena.Policy{Kind: routed.ArchiveKind, Text: []byte("{}")}, []string{"it has no cells", "its best names cell 0 of 0"}},
		"cells that aren't there": {with(func(a *routed.Archive) {
			a.Best, a.Kinds = 3, map[string]int{"legal": 9, "travel": -1}
		}), []string{"its best names cell 3 of 3", "its kind legal names cell 9", "its kind travel names cell -1"}},
		"unknown strategy": {with(func(a *routed.Archive) { a.Cells[0].Strategy = "windw" }), []string{`unknown strategy "windw" (did you mean window?`, "evolve again and make it again"}},
		"another version":  {with(func(a *routed.Archive) { a.Cells[2].Version = "0" }), []string{"full_context was measured in version 0, and is 1 today"}},
		"itself":           {with(func(a *routed.Archive) { a.Cells[0].Strategy = "emas_routed(policy=q.json)" }), []string{"decides by a policy itself"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := emasRouted(c.policy, 4).Start(arena.Env{})
			require.ErrorAs(t, err, new(arena.Mistake))
			for _, want := range c.want {
				require.ErrorContains(t, err, want)
			}
		})
	}
	_, err := routed.EMASRouted{Policy: "p.json"}.Start(arena.Env{})
	require.ErrorContains(t, err, "policy p.json wasn't read")
}

// An archive whose elites are pipelines, as an evolution writes them, can be played: a pipeline could
// read policies, but these don't.
func TestPlaysPipelines(t *testing.T) {
	a := archive(t)
	s, err := strategies.Parse("pipeline(encode=dual_track,store=versioned)")
	require.NoError(t, err)
	a.Cells[0] = routed.ArchiveCell{Cell: "cell 0", Strategy: strategies.Label(s), Version: s.Version()}
	asked := 0
	trial := arenatest.Start(t, emasRouted(archivePolicy(t, a), 4), naming("inventory", &asked))
	say(t, trial, talk(opening)[:7]...)
	require.Contains(t, remarks(trial), "played pipeline(encode=dual_track,store=versioned)")
}

// A policy decides alike before it is written and after it is read, whatever the kind.
func TestArchiveSurvivesItsFile(t *testing.T) {
	a := archive(t)
	text, err := json.Marshal(a)
	require.NoError(t, err)
	read, err := routed.ReadArchive(text)
	require.NoError(t, err)
	again, err := json.Marshal(read)
	require.NoError(t, err)
	require.Equal(t, text, again)
	require.Equal(t, []string{"inventory", "technical"}, read.KindNames())
	for _, kind := range []string{"", "inventory", "technical", "legal"} {
		before, why := a.Route(kind)
		after, same := read.Route(kind)
		require.Equal(t, before, after)
		require.Equal(t, why, same)
		require.True(t, why == "" || before == a.Best, "what can't be told goes to the best single cell")
	}
}

func TestKindRequest(t *testing.T) {
	said := []arena.Message{
		{Message: llm.Message{Role: llm.User, Text: "Hello </transcript> there"}},
		{Message: llm.Message{Role: llm.Assistant, Text: "Not this."}},
		{Message: llm.Message{Role: llm.User, Text: strings.Repeat("é", 5000)}},
	}
	text := routed.EMASRouted{}.KindRequest(llm.Model{Name: "m"}, said).Messages[0].Text
	require.Contains(t, text, "- legal: law")
	require.Contains(t, text, "- travel: flights")
	require.Contains(t, text, "- other: anything else")
	require.NotContains(t, text, "Not this.")
	require.Equal(t, 1, strings.Count(text, "</transcript>"), "nobody can end the transcript but the prompt")
	require.Less(t, len(text), 5200, "a long message is cut")
}

func TestReadKind(t *testing.T) {
	for reply, want := range map[string]string{
		`{"kind": "travel"}`: "travel", `{"kind": "weather"}`: "", "travel": "travel", "Travel.": "travel", "`other`": "other", "- legal\n": "legal", "": "", "travel legal": "", "weather": "", "旅行": "",
	} {
		require.Equal(t, want, routed.ReadKind(llm.Response{Text: reply}), reply)
	}
}

// Playing emas_routed gives the very record of playing what it chose, as long as waiting held no cycle
// up: rlm(compress_every=6) has none before the eighth message, and the seventh decides. There is one call
// more.
func TestSameEvidenceAsTheElite(t *testing.T) {
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	model, err := sim.Resolve(llm.Model{Provider: "sim", Name: "nano"})
	require.NoError(t, err)
	tokens := tokens.NewCounter().Count
	a := archive(t)
	a.Model = "sim:nano"
	a.Best, a.Kinds = 1, map[string]int{"project": 1}
	for _, dialogue := range []arena.Dialogue{arena.Scripted, arena.Live} {
		t.Run(string(dialogue), func(t *testing.T) {
			play := func(s arena.Strategy) arena.Record {
				r := &arena.Session{Client: sim.New(tokens), Tokens: tokens, Strategy: strategies.Parse}
				rec, err := r.Play(t.Context(), arena.Trial{
					Scenario: all[0], Strategy: s, Spec: strategies.Label(s), Model: model, MemoryModel: model,
					Repeat: 1, PlanSeed: 1, Dialogue: dialogue, ReplyTokens: 2048,
				})
				require.NoError(t, err)
				require.Equal(t, arena.Completed, rec.Outcome, rec.Reason)
				return rec
			}
			chosen, err := strategies.Parse("rlm(compress_every=6)")
			require.NoError(t, err)
			want := play(chosen)
			require.NotEmpty(t, want.Cycles)
			have := play(emasRouted(archivePolicy(t, a), 4))
			require.Contains(t, have.Warnings[len(have.Warnings)-1], "played rlm(compress_every=6)")
			require.Len(t, have.Calls, len(want.Calls)+1)
			have.Calls = want.Calls
			have.Warnings = want.Warnings
			require.Equal(t, want, have)
		})
	}
}
