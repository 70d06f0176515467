package rescoring

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/probes"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/store"
)

// row is a score with an answer verdict for each probe, given as "result why", and a memory verdict that stays.
func row(scorer string, passed bool, answers ...probes.Verdict) store.ScoreRow {
	out := store.ScoreRow{Scorer: scorer, Score: probes.Score{Passed: passed}}
	for i, v := range answers {
		v.Level = arena.LevelAnswer
		out.Score.Findings = append(out.Score.Findings, &probes.Finding{
			Probe: []string{"budget", "hotel", "added later"}[i], Verdicts: []probes.Verdict{{Level: arena.LevelMemory, Result: probes.Kept}, v},
		})
	}
	return out
}

func verdictOf(r probes.Result, why string) probes.Verdict {
	return probes.Verdict{Result: r, Why: why}
}

// compared are the changes of five trials.
func compared() Changes {
	c := Changes{Experiment: "0123456789abcdef", Simulated: true, Trials: 7, Again: 5, Broken: []Broken{}}
	trial := func(i byte) store.Trial {
		return store.Trial{Key: arena.TrialKey{i}, Scenario: "trip", Strategy: "rlm", Model: "sim:nano", Repeat: int(i)}
	}
	kept, lost := verdictOf(probes.Kept, "$8,500"), verdictOf(probes.Lost, "")
	c.compare(trial(1), row("old", true, kept, kept), row("new", true, verdictOf(probes.Lost, "denied: $8,500"), kept))
	c.compare(trial(2), row("old", true, kept, lost), row("new", false, verdictOf(probes.Lost, "denied: 8500"), verdictOf(probes.Kept, "Aman")))
	c.compare(trial(3), row("older", true, kept, lost), row("new", true, verdictOf(probes.Lost, "of another: $8,500"), lost, kept))
	c.compare(trial(4), row("old", true, kept, lost), row("new", true, kept, verdictOf(probes.Void, "in another language")))
	c.compare(trial(5), store.ScoreRow{}, row("new", true, kept, lost))
	c.Changed, c.Moves = len(c.verdicts), moves(c.verdicts)
	return c
}

func TestReport(t *testing.T) {
	c := compared()
	reportstest.Golden(t, c.Document(), "rescore", "table", "md", "csv", "json")
	none := Changes{Experiment: "0123456789abcdef", Trials: 4, Moves: []Move{}, Broken: []Broken{}}
	reportstest.Golden(t, none.Document(), "none", "table")
	reportstest.Schema(t, "schema.json", "Context Arena verdicts that changed", form{}, nil, c.Document(), none.Document())
}

// A verdict is compared with the one before on the same probe and level; where there is none nothing changed.
func TestCompare(t *testing.T) {
	c := compared()
	require.Equal(t, 16, c.Verdicts, "two levels of two probes in four trials")
	require.Equal(t, 5, c.Changed)
	require.Equal(t, 1, c.Unscored)
	require.Equal(t, 1, c.Tasks)
	require.Equal(t, Move{arena.LevelAnswer, probes.Kept, probes.Lost, 3, 1, Example{arena.TrialKey{1}.Short(), "trip", "budget", "denied: $8,500"}}, c.Moves[0])
}

// What a run left is up to date; a score of another program is compared with that of today.
func TestRun(t *testing.T) {
	l := labtest.New(t)
	_, r := labtest.Run(t, l, labtest.Plan(t, "rlm"))
	c, err := Run(t.Context(), l, "")
	require.NoError(t, err)
	require.Zero(t, c.Again)
	require.Equal(t, 4, c.Trials)

	old := r.Trials[0].Score
	turned := &old.Findings[0].Verdicts[2]
	is := *turned
	turned.Result = map[bool]probes.Result{true: probes.Lost, false: probes.Kept}[is.Result == probes.Kept]
	require.NoError(t, l.DB.SaveScore(t.Context(), r.Trials[0].Key, "of another program", old))
	c, err = Run(t.Context(), l, "")
	require.NoError(t, err)
	require.Equal(t, 1, c.Again)
	require.Equal(t, 1, c.Changed)
	require.Equal(t, []any{turned.Result, is.Result}, []any{c.Moves[0].From, c.Moves[0].To})
	require.Equal(t, r.Trials[0].Key.Short(), c.Moves[0].First.Trial)
	c, err = Run(t.Context(), l, "")
	require.NoError(t, err)
	require.Zero(t, c.Again, "what changed is said once")
}

// A record that doesn't have what its scenario asks makes the scorer panic: its trial keeps its score and is named, and the
// others are judged.
func TestAPanicCostsItsTrial(t *testing.T) {
	l := labtest.New(t)
	_, r := labtest.Run(t, l, labtest.Plan(t, "rlm", "window"))
	old := r.Trials[0]
	rec, err := l.DB.Record(t.Context(), old.Key)
	require.NoError(t, err)
	rec.Probes = rec.Probes[:1]
	row := old.Trial
	row.Anew = true
	require.NoError(t, l.DB.SaveTrial(t.Context(), r.Experiment.ID, old.Ordinal, row, rec, "of another program", old.Score))
	for _, other := range r.Trials[1:] {
		require.NoError(t, l.DB.SaveScore(t.Context(), other.Key, "of another program", other.Score))
	}
	for again := len(r.Trials) - 1; again >= 0; again -= len(r.Trials) - 1 { // the second time the others are up to date
		c, err := Run(t.Context(), l, "")
		require.NoError(t, err)
		require.Equal(t, again, c.Again)
		require.Len(t, c.Broken, 1)
		require.Equal(t, old.Key.Short(), c.Broken[0].Trial)
		require.Regexp(t, `^scoring: panic: [^\n]*\ncontextarena\.internal/probes\.`, c.Broken[0].Why)
		d := c.Document()
		require.Regexp(t, "^trial "+old.Key.Short()+` \(.* repeat 1\) keeps the score of other matchers: scoring: panic: [^\n]*$`, d.Warnings[0])
		reportstest.Schema(t, "schema.json", "Context Arena verdicts that changed", form{}, nil, d)
	}
	after, err := l.Load(t.Context(), "")
	require.NoError(t, err)
	require.Equal(t, 1, after.Stale, "reports say that one is of other matchers")
	require.Equal(t, old.Score, after.Trials[0].Score)
}
