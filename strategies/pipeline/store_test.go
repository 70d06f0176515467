package pipeline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func countWords(s string) int { return len(strings.Fields(s)) }

// stores are all notebooks within a budget, empty.
func stores(budget int) map[string]noteStore {
	facts := headedNotes{tokens: countWords, budget: budget, key: byBeginning(12)}
	return map[string]noteStore{
		"replace":            &replace{tokens: countWords, budget: budget},
		"append_deduplicate": &appendDeduplicate{facts},
		"layered":            &layered{earlier: facts},
		"versioned":          &versioned{tokens: countWords, budget: budget},
	}
}

// Whatever is written, no store grows beyond its budget, and what it had to drop is a warning.
func TestStoresKeepToTheirBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		budget := rapid.IntRange(20, 60).Draw(t, "budget")
		line := rapid.Custom(func(t *rapid.T) string {
			return fmt.Sprintf("thing %d: %d and %s", rapid.IntRange(0, 9).Draw(t, "thing"), rapid.IntRange(0, 99).Draw(t, "value"),
				strings.Repeat("more ", rapid.IntRange(0, 6).Draw(t, "more")))
		})
		all := stores(budget)
		for range rapid.IntRange(1, 12).Draw(t, "cycles") {
			lines := rapid.SliceOfN(line, 0, 8).Draw(t, "lines")
			w := written{facts: lines}
			if rapid.Bool().Draw(t, "as text") {
				w = written{text: strings.Join(lines, "\n")}
			}
			for name, s := range all {
				before := countWords(s.text())
				warnings := s.add(w)
				require.LessOrEqual(t, countWords(s.text()), budget, name)
				if len(lines) > 0 && before > 0 {
					require.NotEmpty(t, s.text(), name)
				}
				if len(warnings) > 0 {
					require.Contains(t, warnings[0], "keep_tokens", name)
				}
			}
		}
	})
}

func TestStoresBearNothing(t *testing.T) {
	for name, s := range stores(100) {
		s.add(written{facts: []string{"Budget: $5,000"}})
		have := s.text()
		require.Empty(t, s.add(written{}), name)
		require.Equal(t, have, s.text(), name)
	}
}

func TestStoresAreEdited(t *testing.T) {
	for name, s := range stores(100) {
		t.Run(name, func(t *testing.T) {
			for range 4 {
				s.add(written{text: "- Budget: $5,000\n- Hall: Oslo"})
			}
			s.edit(func(line string) string {
				if strings.Contains(line, "Oslo") {
					return ""
				}
				return strings.ReplaceAll(line, "$5,000", "$5,000 [UNVERIFIED]")
			})
			require.NotContains(t, s.text(), "Oslo")
			require.Contains(t, s.text(), "$5,000 [UNVERIFIED]")
			s.add(written{text: "- Budget: $5,000"})
			require.NotContains(t, s.text(), "was $5,000", "a mark of a layer makes no other value")
		})
	}
}

func TestReplaceCutsItsEnd(t *testing.T) {
	s := &replace{tokens: countWords, budget: 5}
	require.Len(t, s.add(written{text: "one two\nthree four\nfive six"}), 1)
	require.Equal(t, "one two\nthree four", s.text())
	require.Len(t, s.add(written{text: "one two three four five six"}), 1)
	require.Equal(t, "one two three four five", s.text())
	require.Empty(t, s.add(written{facts: []string{"a", "b"}}))
	require.Equal(t, "1. a\n2. b", s.text())
}

// The list is the one that a search through all facts for each new one gives.
func TestAppendDeduplicateReplacesTheFirstThatBeginsAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &appendDeduplicate{headedNotes{tokens: countWords, budget: 1000, key: byBeginning(2)}}
		begins := byBeginning(2)
		var want []string
		for range rapid.IntRange(1, 5).Draw(t, "cycles") {
			facts := rapid.SliceOfN(rapid.StringMatching(`[abA]{1,4}`), 1, 6).Draw(t, "facts")
			s.add(written{facts: facts})
		fact:
			for _, f := range facts {
				for i, old := range want {
					if begins(entry{text: old}) == begins(entry{text: f}) {
						want[i] = f
						continue fact
					}
				}
				want = append(want, f)
			}
			require.Equal(t, numberedList(want), s.text())
		}
	})
}

func TestAppendDeduplicateDropsWhatWasWrittenLongestAgo(t *testing.T) {
	s := &appendDeduplicate{headedNotes{tokens: countWords, budget: 11, key: byBeginning(3)}}
	s.add(written{facts: []string{"one", "two", "three", "four"}})
	s.add(written{facts: []string{"one again"}})
	warnings := s.add(written{facts: []string{"five is a new one"}})
	require.Equal(t, []string{"3 facts written longest ago were dropped to keep the notes within keep_tokens"}, warnings)
	require.Equal(t, "1. one again\n2. five is a new one", s.text())
}

func TestLayered(t *testing.T) {
	s := &layered{earlier: headedNotes{tokens: countWords, budget: 42, key: byBeginning(6)}}
	s.add(written{text: "## NUMBERS\n- Budget: $5,000\n- Hall: Oslo"})
	s.add(written{text: "The budget is $6,000. Ann drives."})
	require.Equal(t, "Cycle 1:\n## NUMBERS\n- Budget: $5,000\n- Hall: Oslo\n\nCycle 2:\nThe budget is $6,000. Ann drives.", s.text())
	s.add(written{text: "- Budget: $7,000"})
	s.add(written{facts: []string{"Cake: lemon", "Band: none yet"}})
	require.Equal(t, "Cycles 1 to 2:\n- Budget: $5,000\n- Hall: Oslo\n- The budget is $6,000.\n- Ann drives.\n\n"+
		"Cycle 3:\n- Budget: $7,000\n\nCycle 4:\n1. Cake: lemon\n2. Band: none yet", s.text(),
		"earlier cycles are one list, without headings; newer ones stand as they were written")
	s.add(written{facts: []string{"Menu: soup"}})
	require.Contains(t, s.text(), "Cycles 1 to 3:\n- Budget: $7,000\n- Hall: Oslo\n", "a fact that begins like another one takes its place")
	warnings := s.add(written{facts: []string{strings.Repeat("long ", 22)}})
	require.Len(t, warnings, 1)
	require.NotContains(t, s.text(), "Oslo")
	require.Contains(t, s.text(), "Menu: soup")
}
