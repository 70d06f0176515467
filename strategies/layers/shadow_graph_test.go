package layers

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const graphCall = "You keep a graph"

func shadowGraph(extraction string) ShadowGraph {
	return ShadowGraph{Extraction: extraction, GraphTokens: 1500, ExtractTokens: 1024}
}

var kenji = []string{
	"Kenji lives in Shibuya, his number is 090-1234-5678. Paul and Quinn are a couple.",
	"Floor 3 has a conference room for 50. Gadget-X is discontinued and goes to clearance.",
	"Kenji moved to Shinjuku and has a new number, 090-8765-4321.",
	"That's all.",
}

func TestShadowGraphGrowsAndSupersedes(t *testing.T) {
	trial, calls := ride(t, shadowGraph("lines"), scripted{
		notes: {"Kenji, Paul and Quinn are friends."},
		graphCall: {
			"- ENTITY: Kenji Tanaka | phone: 090-1234-5678 | neighborhood: Shibuya\n- RELATION: Paul -- couple -- Quinn\n",
			"ENTITY: Gadget-X\nSPATIAL: Floor 3 > Conference Room | capacity: 50\nAT: Quinn | Floor 3 > Conference Room\nDECISION: Gadget-X | discontinued | moved to clearance",
			"1. SUPERSEDES: Kenji.neighborhood | Shinjuku | was: Shibuya\n2. ENTITY: Kenji | phone: 090-8765-4321",
		},
	}, kenji...)
	require.Equal(t, map[string]int{notes: 3, graphCall: 3}, calls, "one call more a cycle")
	require.Equal(t, strings.Join([]string{
		"STRUCTURAL MEMORY:",
		"[Entities]",
		"Kenji Tanaka (also Kenji): phone=090-8765-4321 (was: 090-1234-5678); neighborhood=Shinjuku (was: Shibuya)",
		"Quinn: at Floor 3 > Conference Room",
		"[Spatial]",
		"Floor 3 > Conference Room: capacity=50",
		"[Relations]",
		"Paul <--couple--> Quinn",
		"[Decisions]",
		"Gadget-X: discontinued, moved to clearance",
		"",
		"Kenji, Paul and Quinn are friends.",
	}, "\n"), lastText(t, trial))
}

func TestShadowGraphFolded(t *testing.T) {
	trial, calls := ride(t, shadowGraph("folded"), scripted{notes: {
		"## ENTITIES\nKenji is a friend.\n## STRUCTURE\n- ENTITY: Kenji | neighborhood: Shibuya\n",
	}}, kenji[:2]...)
	require.Equal(t, map[string]int{notes: 1}, calls, "no call more")
	require.Equal(t, "STRUCTURAL MEMORY:\n[Entities]\nKenji: neighborhood=Shibuya\n\n## ENTITIES\nKenji is a friend.", lastText(t, trial))
}

func TestShadowGraphJSON(t *testing.T) {
	whole := `{"entities": [{"name": "Kenji", "aliases": ["Ken"], "attributes": [{"key": "age", "value": 41}, {"key": "phone", "value": "090-1234-5678"}]}],
		"places": [{"path": ["Floor 3", "Conference Room"], "attributes": [{"key": "capacity", "value": "50"}]}],
		"located": [{"name": "Ken", "path": ["Floor 3"]}], "relations": [{"from": "Paul", "kind": "couple", "to": "Quinn"}],
		"decisions": [], "supersedes": [{"name": "Kenji", "attribute": "age", "value": "42", "was": "41"}]}`
	for name, c := range map[string]struct{ reply, want, warning string }{
		"whole":           {whole, "Kenji (also Ken): age=42 (was: 41); phone=090-1234-5678; at Floor 3", ""},
		"prose around it": {"Here you go:\n```json\n" + whole + "\n```\nAnything else?", "Kenji (also Ken): age=42 (was: 41)", ""},
		"half":            {whole[:strings.Index(whole, `"places"`)+80], "Kenji (also Ken): age=41; phone=090-1234-5678", "1 lines of the extraction can't be read"},
		"a wrong list":    {`{"entities": {"name": "Kenji"}, "relations": [{"from": "Paul", "kind": "couple", "to": "Quinn"}]}`, "Paul <--couple--> Quinn", "1 lines"},
		"lines instead":   {"ENTITY: Kenji | age: 41", "Kenji: age=41", ""},
	} {
		t.Run(name, func(t *testing.T) {
			trial, _ := ride(t, shadowGraph("json"), scripted{notes: {"Some notes on Kenji, 41 or 42, 090-1234-5678, Floor 3, Conference Room, 50."}, graphCall: {c.reply}}, kenji[:2]...)
			require.Contains(t, lastText(t, trial), c.want)
			if c.warning == "" {
				require.Empty(t, trial.Warnings)
			} else {
				require.Contains(t, strings.Join(trial.Warnings, "\n"), c.warning)
			}
		})
	}
}

// Whatever the extraction is, the notes stand as without the layer, and the graph isn't corrupted.
func TestShadowGraphBadReplies(t *testing.T) {
	for name, c := range map[string]struct{ reply, warning string }{
		"empty":                 {"", "empty or in no form"},
		"prose":                 {"Sure! Kenji lives in Shibuya and is a friend of Paul's.", "empty or in no form"},
		"another language":      {"実体：健二｜地区：渋谷", "empty or in no form"},
		"broken JSON":           {`{"entities": [{"name": "Ken`, "empty or in no form"},
		"pronoun":               {"ENTITY: he | neighborhood: Shibuya", "2 statements can't be placed"},
		"an invented number":    {"ENTITY: Kenji | phone: 090-0000-0000", "1 statements can't be placed"},
		"half a relation":       {"RELATION: Paul -- couple --", "1 lines"},
		"nobody":                {"ENTITY: | phone: 1", "1 lines"},
		"a novel":               {"ENTITY: Kenji | story: " + strings.Repeat("long ", 100), "1 lines"},
		"unknown correction":    {"SUPERSEDES: Kenji | Shinjuku | was: Ueno", "1 statements can't be placed"},
		"a place within itself": {"SPATIAL: Hall > Hall", "1 statements can't be placed"},
	} {
		t.Run(name, func(t *testing.T) {
			trial, _ := ride(t, shadowGraph("lines"), scripted{notes: {"The notes."}, graphCall: {c.reply}}, kenji[:2]...)
			require.Contains(t, strings.Join(trial.Warnings, "\n"), c.warning)
			require.True(t, strings.HasSuffix(lastText(t, trial), "The notes."))
			require.NotContains(t, lastText(t, trial), "090-0000")
		})
	}
	trial, _ := ride(t, shadowGraph("lines"), scripted{notes: {"The notes."}, graphCall: {"NONE"}}, kenji[:2]...)
	require.Empty(t, trial.Warnings, "there may be nothing to list")
	require.Equal(t, "The notes.", lastText(t, trial))
}

func TestShadowGraphIdentifiersAreWrittenAsSaid(t *testing.T) {
	trial, _ := ride(t, shadowGraph("lines"), scripted{notes: {"Notes."}, graphCall: {"ENTITY: Maud | mobile: 07700-900742"}}, "Maud's mobile is 07700 900742.", "Fine.")
	require.Contains(t, lastText(t, trial), "mobile=07700 900742")
}

func TestShadowGraphResolvesNames(t *testing.T) {
	var g graph
	for _, name := range []string{"Kenji", "Kenji Tanaka", "Dr. Kenji Tanaka", "the Tanaka"} {
		require.Same(t, g.node(entity, "Kenji", nil, 1), g.node(entity, name, nil, 1), name)
	}
	require.NotSame(t, g.node(entity, "Tanaka", nil, 1), g.node(entity, "Tana", nil, 1), "half a word is no part of a name")
	g.node(entity, "Paul Ito", nil, 1)
	paul := g.node(entity, "Paul Mori", nil, 1)
	require.NotSame(t, paul, g.node(entity, "Paul", nil, 1), "a name that two could have is neither's")
	require.NotSame(t, g.node(entity, "Stage 1", nil, 1), g.node(entity, "Stage", nil, 1), "a number tells things apart")
	require.Nil(t, g.node(entity, "She", nil, 1))
}

func TestShadowGraphReportsDivergence(t *testing.T) {
	trial, _ := ride(t, shadowGraph("lines"), scripted{
		notes:     {"Kenji lives in Shibuya."},
		graphCall: {"ENTITY: Kenji | neighborhood: Shibuya", "SUPERSEDES: Kenji.neighborhood | Shinjuku | was: Shibuya\nENTITY: Kenji | cat: Momo", "NONE"},
	}, kenji...)
	require.Equal(t, []string{"cycle 2: shadow_graph: graph and notes diverge: of 1 values the notes have only the old one, 1 they don't have"}, trial.Warnings, "each is reported once")
}

// The least recently supported goes first, and the text keeps to its budget.
func TestShadowGraphBound(t *testing.T) {
	tokens := func(s string) int { return len(strings.Fields(s)) }
	var g graph
	for cycle := 1; cycle <= 50; cycle++ {
		for _, line := range []string{
			fmt.Sprintf("ENTITY: Person%d | job: job%d", cycle, cycle),
			"ENTITY: Ada | city: Paris",
			fmt.Sprintf("ENTITY: Ada | mood: mood%d", cycle),
		} {
			ss, unread := readAssertions([]string{line})
			require.Zero(t, unread)
			for _, s := range ss {
				require.True(t, g.apply(s, source{}, cycle))
			}
		}
		g.bound(30, tokens)
		require.LessOrEqual(t, tokens(g.text()), 30)
	}
	require.Contains(t, g.text(), "city=Paris", "what is said again stays")
	require.Contains(t, g.text(), "job50")
	require.NotContains(t, g.text(), "job1\n")
	require.Less(t, len(g.nodes), 30)
	require.Positive(t, g.bound(0, tokens))
	require.Empty(t, g.text())
	require.Empty(t, g.nodes)
}

func FuzzReadAssertions(f *testing.F) {
	f.Add("ENTITY: Kenji | phone: 090\nSPATIAL: a > b | c: d")
	f.Add("RELATION: a -- b -- c\nSUPERSEDES: a.b | c | was: d\nAT: x | y > z")
	f.Add(`{"entities": [{"name": "a", "attributes": [{"key": "k", "value": 1`)
	f.Fuzz(func(t *testing.T, text string) {
		var g graph
		words := func(s string) int { return len(strings.Fields(s)) }
		statements, _ := readAssertions(replyLines(text))
		more, _, _ := readGraphJSON(text)
		for _, s := range append(statements, more...) {
			g.apply(s, source{}, 1)
		}
		g.bound(5, words)
		require.LessOrEqual(t, words(g.text()), 5)
	})
}

// Saying the same again changes nothing but the support.
func TestShadowGraphIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"Ada", "Ben", "Hall", "Hall > Room"})
		value := rapid.SampledFrom([]string{"red", "blue"})
		var lines []string
		for range rapid.IntRange(1, 12).Draw(t, "lines") {
			lines = append(lines, rapid.SampledFrom([]string{
				"ENTITY: Ada | colour: " + value.Draw(t, "value"),
				"SPATIAL: " + name.Draw(t, "place") + " | colour: " + value.Draw(t, "value"),
				"RELATION: Ada -- " + value.Draw(t, "type") + " -- Ben",
				"DECISION: Ben | " + value.Draw(t, "decision") + " | good",
			}).Draw(t, "line"))
		}
		var g graph
		apply := func(line string) {
			ss, _ := readAssertions([]string{line})
			for _, s := range ss {
				g.apply(s, source{}, 1)
			}
		}
		for _, l := range lines {
			apply(l)
		}
		before := g.text()
		apply(lines[len(lines)-1])
		require.Equal(t, before, g.text())
	})
}

func TestShadowGraphRefusesToFoldIntoAList(t *testing.T) {
	_, err := Parse("shadow_graph(extraction=folded)")
	require.NoError(t, err)
	for encode, wrong := range map[string]bool{"targeted_delegation": false, "narrative_summary": false, "fact_extraction": true, "dual_track": true, "type_specific": true} {
		err := with(t, encode, "shadow_graph(extraction=folded)").Check()
		if wrong {
			require.ErrorContains(t, err, "use extraction=lines", encode)
		} else {
			require.NoError(t, err, encode)
		}
		require.NoError(t, with(t, encode, "shadow_graph").Check())
	}
}
