package match_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// labelled are the places in a text of a value that is asked for by its label.
func labelled(t require.TestingT, label, value, text string) int {
	about := arena.Pattern{Any: []arena.Pattern{{Text: label}}}
	f, err := match.CompileFact(arena.Fact{About: &about, Value: arena.Pattern{Text: value}, Within: 3})
	require.NoError(t, err)
	return len(f.Anchored.Find(words.Read(text)))
}

func TestInflectedLabels(t *testing.T) {
	for _, c := range []struct {
		label, text string
		want        int
	}{
		{"load", "6 loads @ zz", 1},
		{"copying", "copied in zz", 1},
		{"fuse board", "fuses board: zz", 1},
		{"Marks", "marking zz", 0}, // a name
		{"even", "evening zz", 0},
		{"tea", "teas zz", 0}, // too short
		{"load", "lead zz", 0},
	} {
		require.Equal(t, c.want, labelled(t, c.label, "zz", c.text), "%s: %s", c.label, c.text)
	}
	// A value that is said in one way is found in its inflections, a name as it is.
	require.Equal(t, 1, labelled(t, "load", "hats", "load: hat"))
	require.Zero(t, labelled(t, "load", "Hats", "load: hat"))
}

func TestAnyLabelIsInflected(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		label := rapid.StringMatching(`[bcdfg][aeiou][bcdfgmnpt][lrv][aou][bdgkmnpt]`).Draw(t, "label")
		ending := rapid.SampledFrom([]string{"s", "ing", "ed"}).Draw(t, "ending")
		require.Equal(t, 1, labelled(t, label, "zz", fmt.Sprintf("the %s%s is zz", label, ending)))
		require.Equal(t, 1, labelled(t, label+ending, "zz", fmt.Sprintf("the %s is zz", label)))
		require.Zero(t, labelled(t, label, "zz", fmt.Sprintf("the %sx is zz", label)))
	})
}

// A value that may be another fact's has to stand beside words of its own question and text, and no other has to.
func TestDerivedLabels(t *testing.T) {
	fact := func(id string, turn arena.Turn, question, value string) arena.Fact {
		return arena.Fact{ID: id, Turn: turn, Text: value, Question: question, Value: arena.Pattern{Text: value}}
	}
	plots := fact("plots", 1, "How many plots does the garden have?", "41")
	dentist := fact("dentist", 2, "Who is the dentist?", "Marlowe")
	neighbour := fact("neighbour", 3, "Who waters the tomatoes?", "Marlowe")
	beside := neighbour
	beside.Turn = dentist.Turn
	for _, c := range []struct {
		text  string
		facts []arena.Fact // the first is looked for
		found bool
	}{
		{"41 plots", []arena.Fact{plots}, true},
		{"41 bricks", []arena.Fact{plots}, false},
		{"41 bricks", []arena.Fact{plots, dentist}, false},
		{"Ask Marlowe", []arena.Fact{dentist, plots}, true},
		{"Ask Marlowe", []arena.Fact{dentist, neighbour}, false},
		{"Dentist: Marlowe", []arena.Fact{dentist, neighbour}, true},
		{"Marlowe waters the tomatoes", []arena.Fact{dentist, neighbour}, false},
		{"Ask Marlowe", []arena.Fact{dentist, beside}, true},
	} {
		require.Equal(t, c.found, len(match.MustFacts(c.facts)[0].Anchored.Find(words.Read(c.text))) > 0, "%s: %s of %d", c.text, c.facts[0].ID, len(c.facts))
	}
}

// A value that is said in one way is found beside a label in others too, and never for a neighbour's.
func TestDerivedWays(t *testing.T) {
	fact := func(id, text, question, value string) arena.Fact {
		return arena.Fact{ID: id, Turn: 1, Text: text, Question: question, Value: arena.Pattern{Text: value}}
	}
	facts := []arena.Fact{
		fact("grace", "Grace is at table 1", "At which table does Grace sit?", "table 1"),
		fact("frank", "Frank is at table 3", "At which table does Frank sit?", "table 3"),
		fact("dentist", "the dentist is Dr Sunniva Pell", "Who is the dentist?", "Sunniva Pell"),
		fact("yoga", "the yoga is cancelled", "What became of the yoga?", "cancelled"),
		fact("play", "the school play is on Friday March 14 at 6pm", "When is the school play?", "Friday March 14 at 6pm"),
		fact("tanks", "the water tanks are by the railway fence", "Where are the water tanks?", "railway fence"),
		fact("reward", "there is no reward for the bells", "What is paid for the bells?", "no reward"),
		fact("mobile", "the treasurer's mobile is 07700 900771", "What is the treasurer's mobile number?", "07700 900771"),
	}
	all := match.MustFacts(facts)
	for _, c := range []struct {
		text  string
		found []string
	}{
		{"Grace: T1", []string{"grace"}},
		{"Grace 1, Frank 3", []string{"grace", "frank"}},
		{"Grace 3", nil},
		{"dentist: Pell", []string{"dentist"}},
		{"Pell called", nil},
		{"yoga dropped", []string{"yoga"}},
		{"the tanks are along the railway", []string{"tanks"}},
		{"the play: 6pm, March 14 (Friday)", []string{"play"}},
		{"the play: 6pm", nil},
		{"a reward for the bells", nil},
		{"treasurer 07700900771", []string{"mobile"}},
	} {
		read := words.Read(c.text)
		var found []string
		for i, f := range facts {
			if len(all[i].Anchored.Find(read)) > 0 {
				found = append(found, f.ID)
			}
		}
		require.Equal(t, c.found, found, c.text)
	}
}
