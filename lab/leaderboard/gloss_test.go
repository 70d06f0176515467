package leaderboard

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Short names are explained where the table leaves room for it, else it is said where they are.
func TestGlossesFitTheScreen(t *testing.T) {
	var r Report
	for i := range mostGlossed {
		r.Leaderboard = append(r.Leaderboard, Row{Strategy: fmt.Sprintf("window(size=%d)", i+1)})
	}
	r.Leaderboard[0].Strategy = "qtd"
	const gloss, pointer = "qtd: the whole conversation; once too long, distilled anew for each question.", "Names: arena strategies list."
	notes := strings.Join(r.answerNotes(), "\n")
	require.Contains(t, notes, gloss)
	require.NotContains(t, notes, pointer)

	r.Leaderboard = append(r.Leaderboard, Row{Strategy: "window"})
	notes = strings.Join(r.answerNotes(), "\n")
	require.NotContains(t, notes, gloss)
	require.Contains(t, notes, pointer)

	r.Leaderboard[0].Strategy = "rlm"
	require.NotContains(t, strings.Join(r.answerNotes(), "\n"), pointer, "nothing needs a word")
}
