package scenarios

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/llm/tokens"
)

// What is written is read back as the same scenario.
func TestWriteReadsBack(t *testing.T) {
	ss, err := Builtin()
	require.NoError(t, err)
	ss = append(ss, edited(t, "party"), Stretch(ss[0], 8000, tokens.NewCounter().Count))
	for _, s := range ss {
		require.Equal(t, s, rewritten(t, s), s.ID)
	}
}

func TestWriteAnyText(t *testing.T) {
	s := edited(t, "party")
	rapid.Check(t, func(rt *rapid.T) {
		odd := *s
		odd.Turns = slices.Clone(s.Turns)
		word := rapid.StringOf(rapid.SampledFrom([]rune("ab \n\"'#:-|>%@`{}[],&*!?\\\t0é–")))
		odd.Description = said(word.Draw(rt, "description"))
		odd.Turns[0].User = said(s.Turns[0].User + " " + word.Draw(rt, "user"))
		odd.Turns[1].Assistant = said("x " + word.Draw(rt, "assistant"))
		odd.Turns[0].Tools = []arena.ToolUse{{Name: "look", Arguments: `{"a":[1,2.50,"010",true,null]}`, Result: word.Draw(rt, "result")}}
		odd.Turns[1].At = s.Turns[1].At.Add(time.Duration(rapid.IntRange(0, 59).Draw(rt, "second")) * time.Second)
		require.Equal(rt, &odd, rewritten(rt, &odd))
	})
}

func rewritten(t require.TestingT, s *arena.Scenario) *arena.Scenario {
	var b bytes.Buffer
	require.NoError(t, Write(&b, s))
	again, err := Parse(s.ID+".yaml", b.Bytes())
	require.NoError(t, err, b.String())
	return again
}

func TestVariantFields(t *testing.T) {
	v, err := Parse("party.yaml", []byte("variant_of: other\nchange: rename\n"+party))
	require.NoError(t, err)
	require.Equal(t, "other rename", v.VariantOf+" "+v.Change)
	require.Equal(t, v, rewritten(t, v))
	for fields, want := range map[string]string{
		"variant_of: other\n":                 "variant_of: say how other was changed, too",
		"change: rename\n":                    "change: say which scenario was changed, too",
		"variant_of: party\nchange: rename\n": "party can't be a variant of itself",
		"variant_of: A B\nchange: re name\n":  `change: want kebab-case such as budget-raised, have "re name"`,
		"variant_of: A B\nchange: re  name\n": `variant_of: want kebab-case such as budget-raised, have "A B"`,
	} {
		_, err := Parse("party.yaml", []byte(fields+party))
		require.ErrorContains(t, err, want)
	}
}
