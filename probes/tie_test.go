package probes_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// A name says how somebody stands to somebody only in a sentence with him, or in one that goes on about him.
func TestTiesStandInOneSentence(t *testing.T) {
	names := []string{"Alma", "Bruno", "Carla", "Dov", "Edda", "Fritz"}
	rapid.Check(t, func(t *rapid.T) {
		three := rapid.Permutation(names).Draw(t, "names")
		who, boss, other := three[0], three[1], three[2]
		s := &arena.Scenario{
			ID:     "team",
			Turns:  []arena.Exchange{{User: fmt.Sprintf("%s reports to %s.", who, boss), Assistant: "Fine."}},
			Facts:  []arena.Fact{{ID: "boss", Turn: 1, Question: "Who does " + who + " report to?", About: &arena.Pattern{Text: who}, Value: text(boss)}},
			Probes: []arena.Probe{{ID: "boss", Fact: "boss", Kind: arena.Current, Type: arena.Relationship, Extended: true}},
		}
		for _, form := range []string{
			"%[1]s reports to %[2]s", "%[2]s is the boss of %[1]s", "# %[1]s\n- boss: %[2]s", "| %[1]s | %[2]s |", "%[1]s → %[2]s",
			"%[2]s runs the pass. %[1]s (larder) answers to him.", "%[1]s works at night. Her boss is %[2]s, they say.",
		} {
			require.Equal(t, probes.Kept, said(t, s, fmt.Sprintf(form, who, boss, other))["boss"], form)
		}
		for _, form := range []string{
			"64 helpers. %[1]s. %[2]s", "%[2]s gives the word. %[1]s does the checks", "People: %[3]s, %[1]s, %[2]s", "%[2]s, %[1]s and %[3]s were there",
		} {
			require.Equal(t, probes.Lost, said(t, s, fmt.Sprintf(form, who, boss, other))["boss"], form)
		}
	})
}
