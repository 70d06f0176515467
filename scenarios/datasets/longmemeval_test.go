package datasets

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
)

func TestLongMemEval(t *testing.T) {
	out, ss := sample(t, "longmemeval", "longmemeval.json", nil)
	var ids []string
	for _, s := range ss {
		ids = append(ids, s.ID)
		require.Equal(t, "longmemeval", s.Suite)
	}
	require.Equal(t, []string{"longmemeval-e47b-1", "longmemeval-k1", "longmemeval-t1", "longmemeval-p1", "longmemeval-x1-abs"}, ids)
	require.Equal(t, []string{
		`longmemeval.json:23: longmemeval-p1 stands there already (line 17)`,
		`longmemeval.json:26: question "u1": unknown question_type "riddle"`,
		`longmemeval.json:27: question "u2": want a text, and a question_date such as 2023/05/30 (Tue) 21:56, have "Why?" and "today"`,
		`longmemeval.json:28: question "Today is Tuesday, 30 May 2023. Why?" has no evidence, so that nobody knows when its answer was said`,
		`longmemeval.json:28: longmemeval-u3: no question with an answer and its evidence could be read`,
		`longmemeval.json:30: session 1 of question "u3": want a date such as 2023/05/30 (Tue) 21:56 in haystack_dates, have "then"`,
		`longmemeval.json:30: session 2 of question "u3": want a date such as 2023/05/30 (Tue) 21:56 in haystack_dates, have ""`,
		`longmemeval.json:30: session 3 of question "u3": want a date such as 2023/05/30 (Tue) 21:56 in haystack_dates, have ""`,
		`longmemeval.json:31: no question of LongMemEval: it has no question_id, or no haystack_sessions`,
	}, lines(out.Left))
	require.Equal(t, []string{`longmemeval.json:8: the answer to "How many plants do I have?" is the number 25, read as its digits`}, lines(out.Read))

	// Sessions are put in the order of their dates, and the question says when it is asked.
	s := ss[0]
	require.Equal(t, "[session 1, 20 May 2023, 02:21]\nI finished my degree in Marine Biology, what now?", s.Turns[0].User)
	require.Equal(t, "# Desks\n\n1. A lamp.\n2. A drawer.", s.Turns[1].Assistant)
	p, f := factOf(t, s, "single-session-user")
	require.Equal(t, []any{arena.Turn(1), "Marine Biology", "Today is Tuesday, 30 May 2023. Which degree did I finish?", ""}, []any{f.Turn, f.Value.Text, p.Question, p.Only})

	// An amount that was updated takes the place of the one before.
	_, f = factOf(t, ss[1], "knowledge-update")
	require.Equal(t, "knowledge-update-before", f.Supersedes)
	require.False(t, keeps(t, ss[1], "knowledge-update", "You have 17 plants."))
	require.True(t, keeps(t, ss[1], "knowledge-update", "You have 25 plants."))

	// Either of two accepted values will do, and prose is for a judge.
	p, _ = factOf(t, ss[2], "temporal-reasoning")
	require.Equal(t, arena.OnlyAnswer, p.Only)
	for reply, kept := range map[string]bool{"7 days ago.": true, "It was 8 days ago.": true, "9 days ago.": false} {
		require.Equal(t, kept, keeps(t, ss[2], "temporal-reasoning", reply), reply)
	}
	p, _ = factOf(t, ss[3], "single-session-preference")
	require.Equal(t, arena.OnlyJudge, p.Only)
	require.Equal(t, arena.Absent, ss[4].Probes[0].Kind)
}
