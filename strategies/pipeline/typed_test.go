package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTypedKeepsWhatNothingWasWrittenOf(t *testing.T) {
	s := &typed{headedNotes{tokens: countWords, budget: 1000}}
	require.Empty(t, s.add(written{sections: []section{{heading: "A", lines: []string{"a: 1", "b: 2"}}, {heading: "B", lines: []string{"c: 3"}}}}))
	require.Empty(t, s.add(written{sections: []section{{heading: "A", lines: []string{"b: 2"}}, {heading: "B"}}}))
	require.Equal(t, "## A\n- b: 2\n## B\n- c: 3", s.text())
	require.Equal(t, []string{"b: 2"}, s.under("A"))

	s.edit(func(line string) string {
		if line == "c: 3" {
			return ""
		}
		return "[UNVERIFIED] " + line
	})
	require.Equal(t, "## A\n- [UNVERIFIED] b: 2", s.text())
}
