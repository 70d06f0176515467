package pipeline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
	"contextarena.internal/strategies/pipeline"
)

const (
	asksSchema = "Which further kinds of facts"
	asksKind   = "You keep one part of the notes"
	asksRefine = "Change the schema so that"
)

func ofKind(name string) string { return "<type>\n" + name + ":" }

func TestSchemaGuidedExtractsByKind(t *testing.T) {
	s := &script{rules: []rule{
		on(`{"kinds": [{"name": "Seating", "about": "who sits where"}]}`, asksSchema),
		on(factsOf("Ana: table 3", "Ben: table 4"), asksKind, ofKind("seating"), "Ana: table 2"),
		on(factsOf("Ana: table 2"), asksKind, ofKind("seating")),
		on(factsOf("guests: 42"), asksKind, ofKind("amounts")),
		on(factsOf(), asksKind),
	}}
	trial := played[pipeline.SchemaGuided](t, s, nil, append([]string{"42 guests. Ana is at table 2."}, "ok", "Ana to table 3, Ben to table 4.", "ok", "ok", "ok", "ok", "ok", "ok")...)
	require.Equal(t, "## AMOUNTS\n- guests: 42\n## SEATING\n- Ana: table 2", trial.Cycles[0].Text)
	require.Equal(t, "## AMOUNTS\n- guests: 42\n## SEATING\n- Ana: table 3\n- Ben: table 4", memory(t, trial))
	require.Equal(t, []string{"cycle 1: schema version 1: + seating: who sits where"}, trial.Warnings[:1])
	calls := func(words string) int {
		return strings.Count(strings.Join(s.prompts, "\n"), words)
	}
	require.Equal(t, 1, calls(asksSchema), "the schema is proposed once")
	require.Equal(t, 16, calls(asksKind), "one call per kind and cycle")
}

func TestSchemaGuidedRefinesOnlyWithGaps(t *testing.T) {
	s := &script{rules: []rule{
		on(`{"kinds": []}`, asksSchema),
		on(factsOf("gate: KX-4711"), asksKind, ofKind("identifiers"), "say KX-4711"),
		on(factsOf(), asksKind, ofKind("identifiers")),
		on(factsOf("someone: somewhere"), asksKind, ofKind("places")),
		on(factsOf(), asksKind),
		on(`Better: {"kinds": [{"name": "identifiers", "look_for": "say KX-4711"}, {"name": "gates", "about": "codes of gates"}]}`, asksRefine, "the messages have KX-4711 and the notes don't"),
	}}
	trial := played[pipeline.SchemaGuided](t, s, nil, append([]string{"The gate's code is KX-4711."}, filler(4)...)...)
	require.NotContains(t, memory(t, trial), "KX-4711")
	require.Contains(t, warned(trial), "the schema's proposal named no kinds of facts: version 0 stays")
	require.Contains(t, warned(trial), "schema version 1: ~ identifiers: ")
	require.Contains(t, warned(trial), "+ gates: codes of gates")

	say(t, trial, 6, append([]string{"Again: KX-4711."}, filler(6)...)...)
	require.Contains(t, memory(t, trial), "## IDENTIFIERS\n- gate: KX-4711", "the refined guidance is asked with")
	refined := 0
	for _, p := range s.prompts {
		if strings.Contains(p, asksRefine) {
			refined++
		}
	}
	require.Equal(t, 1, refined, "no gaps, no call")
}

func TestSchemaGuidedBearsReplies(t *testing.T) {
	types := make([]string, 60)
	for i := range types {
		types[i] = fmt.Sprintf(`{"name": "kind %d"}`, i)
	}
	for name, c := range map[string]struct {
		proposal, extraction, want, warning string
	}{
		"half a schema":  {`{"kinds": [{"name": "seating"}, {"na`, "guests: 42", "## SEATING", "schema version 1"},
		"60 kinds":       {`{"kinds": [` + strings.Join(types, ",") + `]}`, "guests: 42", "## KIND 4\n", "named 55 kinds more than max_types allows"},
		"no schema":      {"Leider keine.", "guests: 42", "## AMOUNTS", "named no kinds of facts"},
		"a refusal":      {"I'm sorry, but I cannot assist with that request.", "guests: 42", "## AMOUNTS", "named no kinds of facts"},
		"nothing at all": {"", "", "", "named no kinds of facts"},
	} {
		t.Run(name, func(t *testing.T) {
			var rules []rule
			for _, k := range []string{"identifiers", "corrections", "decisions", "places", "relationships", "amounts", "dates", "seating"} {
				if c.extraction != "" {
					rules = append(rules, on(factsOf(k+", "+c.extraction), asksKind, ofKind(k)))
				}
			}
			s := &script{rules: append([]rule{on(c.proposal, asksSchema)}, append(rules, on(factsOf(c.extraction), asksKind))...)}
			trial := played[pipeline.SchemaGuided](t, s, nil, filler(5)...)
			require.Contains(t, memory(t, trial)+"\n", strings.Replace(c.want, "KIND 4\n", "AMOUNTS", 1))
			require.Contains(t, warned(trial), c.warning)
		})
	}
}

func TestSchemaGuidedKeepsItsNotesWithoutReplies(t *testing.T) {
	s := &script{rules: []rule{on(factsOf("guests: 42"), asksKind, ofKind("amounts")), on(factsOf(), asksKind)}}
	trial := played[pipeline.SchemaGuided](t, s, nil, append([]string{"42 guests"}, filler(4)...)...)
	require.Equal(t, "## AMOUNTS\n- guests: 42", memory(t, trial))
	for _, rules := range [][]rule{nil, {on(factsOf(), asksKind)}, {{words: []string{asksKind, ofKind("amounts")}, reply: factsOf("tables: 6"), stop: llm.StopLength}, on(factsOf(), asksKind)}} {
		s.rules = rules
		say(t, trial, 2+4*len(trial.Cycles), append([]string{"6 tables"}, filler(3)...)...)
		require.Contains(t, memory(t, trial), "guests: 42")
	}
	require.Equal(t, "## AMOUNTS\n- tables: 6\n- guests: 42", memory(t, trial), "a reply that was cut takes nothing away")
	require.Equal(t, llm.StopLength, trial.Cycles[len(trial.Cycles)-1].Stop)
}
