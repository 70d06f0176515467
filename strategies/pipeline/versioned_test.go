package pipeline

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVersioned(t *testing.T) {
	for name, c := range map[string]struct {
		cycles [][]string
		want   string
	}{
		"a changed value":          {[][]string{{"Budget: $5,000"}, {"Budget: $6,000"}}, "- Budget: $6,000 (was $5,000 until cycle 2)"},
		"changed twice":            {[][]string{{"Budget: $5,000"}, {}, {"Budget: $6,000"}, {"The budget: $7,000"}}, "- The budget: $7,000 (was $6,000 until cycle 4; was $5,000 until cycle 3)"},
		"of many values the last":  {[][]string{{"A: 1"}, {"A: 2"}, {"A: 3"}, {"A: 4"}, {"A: 5"}}, "- A: 5 (was 4 until cycle 5; was 3 until cycle 4; was 2 until cycle 3)"},
		"prose":                    {[][]string{{"The budget is $5,000."}, {"The budget was raised to $6,000."}}, "- The budget was raised to $6,000. (was $5,000 until cycle 2)"},
		"the same again":           {[][]string{{"Budget: $5,000"}, {"the budget: $5,000."}}, "- the budget: $5,000."},
		"the old value with it":    {[][]string{{"Budget: $5,000"}, {"Budget: $6,000 (was $5,000)"}, {"Budget: $6,000"}}, "- Budget: $6,000 (was $5,000)"},
		"words and digits":         {[][]string{{"Ann: dentist"}, {"Ann: 555-0147"}, {"Ann: vet"}}, "- Ann: vet (was dentist until cycle 3)\n- Ann: 555-0147"},
		"of one cycle both":        {[][]string{{"Guests: 40 adults", "Guests: 12 children"}, {"Guests: 55"}}, "- Guests: 55 (was 12 children until cycle 2; was 40 adults until cycle 2)"},
		"things that look alike":   {[][]string{{"PO-1 has 40 crates"}, {"PO-2 has 30 crates"}}, "- PO-1 has 40 crates\n- PO-2 has 30 crates"},
		"no value":                 {[][]string{{"Ann drives"}, {"Ann drives", "Bob walks"}}, "- Ann drives\n- Bob walks"},
		"a long way to the verb":   {[][]string{{"a b c d e f g h i j k l is 3"}, {"a b c d e f g h i j k l is 4"}}, "- a b c d e f g h i j k l is 3\n- a b c d e f g h i j k l is 4"},
		"no word but marks":        {[][]string{{"***"}, {"***"}}, "- ***"},
		"what another number ends": {[][]string{{"Floor: 5"}, {"Floor: 15"}}, "- Floor: 15 (was 5 until cycle 2)"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &versioned{tokens: countWords, budget: 100}
			for _, facts := range c.cycles {
				require.Empty(t, s.add(written{facts: facts}))
			}
			require.Equal(t, c.want, s.text())
		})
	}
}

func TestVersionedDropsSupersededValuesFirst(t *testing.T) {
	s := &versioned{tokens: countWords, budget: 20}
	for _, f := range []string{"A: 1", "A: 2", "B: 1", "B: 2", "C: 1"} {
		require.Empty(t, s.add(written{facts: []string{f}}))
	}
	warnings := s.add(written{facts: []string{"D: " + strings.Repeat("1 ", 4)}})
	require.Equal(t, []string{"1 superseded values and 0 facts written longest ago, 5 tokens, were dropped to keep the notes within keep_tokens"}, warnings)
	require.Contains(t, s.text(), "- A: 2\n- B: 2 (was 1 until cycle 4)\n- C: 1")
	warnings = s.add(written{facts: []string{"E: " + strings.Repeat("1 ", 3)}})
	require.Equal(t, []string{"1 superseded values and 0 facts written longest ago, 5 tokens, were dropped to keep the notes within keep_tokens"}, warnings)
	warnings = s.add(written{facts: []string{"F: 1"}})
	require.Equal(t, []string{"0 superseded values and 1 facts written longest ago, 3 tokens, were dropped to keep the notes within keep_tokens"}, warnings)
	require.NotContains(t, s.text(), "A:")
}
