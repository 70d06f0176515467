package shadowgraph

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/layertest"
)

const graphCall = "You keep a graph"

func shadowGraph() Layer { return Layer{GraphTokens: 1500, ExtractTokens: 1024} }

var kenji = []string{
	"Kenji lives in Shibuya, his number is 090-1234-5678. Paul and Quinn are a couple.",
	"Floor 3 has a conference room for 50. Gadget-X is discontinued and goes to clearance.",
	"Kenji moved to Shinjuku and has a new number, 090-8765-4321.",
	"That's all.",
}

func TestShadowGraphGrowsAndSupersedes(t *testing.T) {
	trial, calls := layertest.Play(t, shadowGraph(), layertest.Replies{
		layertest.Notes: {"Kenji, Paul and Quinn are friends."},
		graphCall: {
			`{"entities": [{"name": "Kenji Tanaka", "attribute": "phone", "value": "090-1234-5678"}, {"name": "Kenji", "attribute": "neighborhood", "value": "Shibuya"}],
				"relations": [{"from": "Paul", "kind": "couple", "to": "Quinn"}]}`,
			`{"entities": [{"name": "Conference room", "attribute": "capacity", "value": "50"}], "places": [{"name": "conference room", "place": "Floor 3"}],
				"decisions": [{"what": "Gadget-X", "value": "discontinued, goes to clearance"}]}`,
			`{"changes": [{"what": "Kenji's neighborhood", "value": "Shinjuku", "was": "Shibuya"}, {"what": "Kenji", "value": "090-8765-4321", "was": "090-1234-5678"}]}`,
		},
	}, kenji...)
	require.Equal(t, map[string]int{layertest.Notes: 3, graphCall: 3}, calls, "one call more a cycle")
	require.Equal(t, arena.Delivery{Asked: 2, Parsed: 2}, trial.Cycles[0].Delivery)
	require.Equal(t, strings.Join([]string{
		"STRUCTURAL MEMORY:",
		"[Entities]",
		"Kenji Tanaka (also Kenji): phone=090-8765-4321 (was: 090-1234-5678); neighborhood=Shinjuku (was: Shibuya)",
		"Conference room: capacity=50; at Floor 3",
		"[Relations]",
		"Paul <--couple--> Quinn",
		"[Decisions]",
		"Gadget-X: discontinued, goes to clearance",
		"",
		"Kenji, Paul and Quinn are friends.",
	}, "\n"), layertest.LastText(t, trial))
}

// Whatever the extraction is, the notes stand as without the layer, and the graph isn't corrupted.
func TestShadowGraphBadReplies(t *testing.T) {
	for name, c := range map[string]struct{ reply, warning string }{
		"empty":              {"", "was empty"},
		"prose":              {"Sure! Kenji lives in Shibuya and is a friend of Paul's.", "can't be read"},
		"another language":   {"実体：健二｜地区：渋谷", "can't be read"},
		"broken JSON":        {`{"entities": [{"name": "Ken`, "1 items of the graph's extraction were left out"},
		"a template's value": {`{"changes": [{"what": "value", "value": "090…", "was": "Shibuya"}]}`, "1 items of the graph's extraction were left out"},
		"a pronoun":          {`{"entities": [{"name": "he", "attribute": "neighborhood", "value": "Shibuya"}]}`, "1 items of the graph's extraction that nobody said"},
		"an invented number": {`{"entities": [{"name": "Kenji", "attribute": "phone", "value": "090-0000-0000"}]}`, "nobody said"},
		"half a relation":    {`{"relations": [{"from": "Paul", "kind": "couple", "to": ""}]}`, "1 items"},
		"of itself":          {`{"relations": [{"from": "Paul", "kind": "is", "to": "Paul"}]}`, "nobody said"},
		"a novel":            {`{"entities": [{"name": "Kenji", "attribute": "story", "value": "` + strings.Repeat("long ", 100) + `"}]}`, "1 items"},
		"nothing":            {`{"entities": [], "places": [], "relations": [], "decisions": [], "changes": []}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			trial, _ := layertest.Play(t, shadowGraph(), layertest.Replies{layertest.Notes: {"The notes."}, graphCall: {c.reply}}, kenji[:2]...)
			require.Equal(t, c.warning == "", len(trial.Warnings) == 0)
			require.Contains(t, strings.Join(trial.Warnings, "\n"), c.warning)
			require.Equal(t, "The notes.", layertest.LastText(t, trial))
		})
	}
}

func TestShadowGraphIdentifiersAreWrittenAsSaid(t *testing.T) {
	trial, _ := layertest.Play(t, shadowGraph(), layertest.Replies{layertest.Notes: {"Notes."}, graphCall: {`{"entities": [{"name": "Maud", "attribute": "mobile", "value": "07700-900742"}]}`}}, "Maud's mobile is 07700 900742.", "Fine.")
	require.Contains(t, layertest.LastText(t, trial), "mobile=07700 900742")
}

func TestShadowGraphResolvesNames(t *testing.T) {
	var g graph
	for _, name := range []string{"Kenji", "Kenji Tanaka", "Dr. Kenji Tanaka", "the Tanaka"} {
		require.Same(t, g.node("Kenji"), g.node(name), name)
	}
	require.NotSame(t, g.node("Tanaka"), g.node("Tana"), "half a word is no part of a name")
	g.node("Paul Ito")
	paul := g.node("Paul Mori")
	require.NotSame(t, paul, g.node("Paul"), "a name that two could have is neither's")
	require.NotSame(t, g.node("Stage 1"), g.node("Stage"), "a number tells things apart")
	require.Nil(t, g.node("She"))
}

// entity is a reply with one value.
func entity(name, attribute, value string) graphReply {
	var r graphReply
	r.Entities = append(r.Entities, struct {
		Name      string `json:"name" about:"who or what, by name, never a pronoun" most:"80"`
		Attribute string `json:"attribute" about:"what is told of it, in one or two words" most:"80"`
		Value     string `json:"value" about:"copied exactly"`
	}{name, attribute, value})
	return r
}

// The least recently supported goes first, and the text keeps to its budget.
func TestShadowGraphBound(t *testing.T) {
	tokens := func(s string) int { return len(strings.Fields(s)) }
	var g graph
	for cycle := 1; cycle <= 50; cycle++ {
		job, mood := fmt.Sprintf("job%d", cycle), fmt.Sprintf("mood%d", cycle)
		for _, r := range []graphReply{entity(fmt.Sprintf("Person%d", cycle), "job", job), entity("Ada", "city", "Paris"), entity("Ada", "mood", mood)} {
			require.Zero(t, g.take(r, job+" "+mood+" Paris", cycle))
		}
		g.fit(30, tokens)
		require.LessOrEqual(t, tokens(g.text()), 30)
	}
	require.Contains(t, g.text(), "city=Paris", "what is said again stays")
	require.Contains(t, g.text(), "job50")
	require.NotContains(t, g.text(), "job1\n")
	require.Less(t, len(g.nodes), 30)
	require.Positive(t, g.fit(0, tokens))
	require.Empty(t, g.text())
	require.Empty(t, g.nodes)
}

// Saying the same again changes nothing.
func TestShadowGraphIsIdempotent(t *testing.T) {
	name := rapid.SampledFrom([]string{"Ada", "Ben", "Hall"})
	value := rapid.SampledFrom([]string{"red", "blue"})
	rapid.Check(t, func(t *rapid.T) {
		var g graph
		var last string
		for range rapid.IntRange(1, 12).Draw(t, "replies") {
			last = fmt.Sprintf(rapid.SampledFrom([]string{
				`{"entities": [{"name": %q, "attribute": "colour", "value": %q}]}`, `{"places": [{"name": %q, "place": %q}]}`,
				`{"relations": [{"from": %q, "kind": %q, "to": "Eve"}]}`, `{"decisions": [{"what": %q, "value": %q}]}`,
			}).Draw(t, "reply"), name.Draw(t, "name"), value.Draw(t, "value"))
			answer, _ := graphForm.Read(llm.Response{Text: last})
			g.take(answer, "red blue Eve", 1)
		}
		before := g.text()
		answer, _ := graphForm.Read(llm.Response{Text: last})
		g.take(answer, "red blue Eve", 1)
		require.Equal(t, before, g.text())
	})
}
