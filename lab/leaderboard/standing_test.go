package leaderboard

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/reports"
	"contextarena.internal/reports/reportstest"
)

// standingOf is the only model's.
func standingOf(t *testing.T, r lab.Result, ask Ask) (Report, Standing) {
	t.Helper()
	rep := New(r, ask)
	require.Len(t, rep.Standings, 1)
	return rep, rep.Standings[0]
}

// priced gives every trial of a strategy a price.
func priced(r lab.Result, usd map[string]float64) lab.Result {
	for i, t := range r.Trials {
		r.Trials[i].Cost = lab.Cost{Write: lab.Charge{USD: usd[t.Strategy] / 2}, Read: lab.Charge{USD: usd[t.Strategy] / 2}, Priced: true}
	}
	return r
}

func TestFindingNamesWhatKeepsMostForItsCost(t *testing.T) {
	r := priced(full(map[string][4]int{"dear": {9, 9, 8, 9}, "cheap": {9, 8, 9, 8}, "bad": {2, 3, 2, 1}, "full_context": {10, 9, 10, 10}}, "dear", "cheap", "bad", "full_context"),
		map[string]float64{"dear": 0.02, "cheap": 0.0012, "bad": 0.0001, "full_context": 0.5})
	rep, s := standingOf(t, r, Ask{})
	require.Equal(t, "cheap", s.Pick, "the cheapest of those that may be the best")
	require.Equal(t, "Try cheap first: it keeps most for its cost, 85 % [76–94] at $0.0012 a trial; only dear may be as good. full_context: 98 % [90–100] at $0.50 a trial.", rep.Finding)
	require.Equal(t, lab.FullContext, s.Reference)

	rep, _ = standingOf(t, r, Ask{Type: arena.Date})
	require.Equal(t, "No trial was completed.", rep.Finding, "nothing is of that type")

	r.Experiment.Simulated = true
	rep, _ = standingOf(t, r, Ask{})
	require.True(t, strings.HasPrefix(rep.Finding, "SIMULATED: Try cheap first: it keeps"), rep.Finding)
}

// TestFindingClaimsNothingThatIsNotShown: where no candidate is excluded, none is picked.
func TestFindingClaimsNothingThatIsNotShown(t *testing.T) {
	r := full(map[string][4]int{"a": {9, 2, 8, 1}, "b": {1, 8, 2, 9}}, "a", "b")
	rep, s := standingOf(t, r, Ask{})
	require.Empty(t, s.Pick)
	require.Equal(t, "These trials can't tell the 2 strategies apart: a keeps most, 50 % [0–100], b least, 50 % [0–100].", rep.Finding)

	few := on(full(map[string][4]int{"a": {9, 9, 9, 9}, "b": {1, 1, 1, 1}}, "a", "b"), func(id string) bool { return id < "c" })
	few.Planned.Scenarios = []string{"a", "b"}
	rep, _ = standingOf(t, few, Ask{})
	require.Contains(t, rep.Finding, "On these 2 scenarios these trials can't tell the 2 strategies apart (one repeat: no variance to estimate from)")

	// With repeats they tell of these scenarios, and of no others.
	for _, trial := range few.Trials {
		for trial.Repeat = 2; trial.Repeat <= 4; trial.Repeat++ {
			few.Trials = append(few.Trials, trial)
		}
	}
	few.Planned.Repeats = 4
	rep, s = standingOf(t, few, Ask{})
	require.True(t, s.Fixed)
	require.Equal(t, "On these 2 scenarios a keeps most for its cost: 90 % [85–95]; the other isn't as good. It takes 11 scenarios or more to speak for others.", rep.Finding)
	require.Equal(t, reports.Fixed, rep.Leaderboard[0].Answer.Form().Estimand, "the page has the same figures")
	require.True(t, s.Places[1].Apart)
	text := string(reportstest.Written(t, rep.Document(), "table", ""))
	require.Contains(t, text, "\na ←  ")
	require.Contains(t, text, "over repeats,\nscenarios fixed")
	only, err := Narrow(few, []string{"b"})
	require.NoError(t, err)
	rep, _ = standingOf(t, only, Ask{})
	require.Contains(t, rep.Finding, "On this scenario a keeps most for its cost", "the same for report --scenario")

	none := full(map[string][4]int{"a": {9, 9, 9, 9}}, "a")
	none.Trials = nil
	rep, _ = standingOf(t, none, Ask{})
	require.Equal(t, "No trial was completed.", rep.Finding)
}

// TestACutControlIsNoReference: a control whose contexts were cut to its budget is marked, and nothing is set against it.
func TestACutControlIsNoReference(t *testing.T) {
	r := full(map[string][4]int{"full_context": {1, 1, 2, 1}, "good": {9, 8, 9, 8}, "bad": {2, 3, 2, 1}}, "full_context", "good", "bad")
	for i, trial := range r.Trials {
		if trial.Strategy == "full_context" {
			r.Trials[i].Cut = 3
		}
	}
	rep, s := standingOf(t, r, Ask{})
	require.Equal(t, "good", s.Reference)
	require.Contains(t, rep.Finding, "full_context, cut to its budget: 13 %")
	text := string(reportstest.Written(t, rep.Document(), "table", ""))
	require.Contains(t, text, "full_context (control, cut)")
	require.Contains(t, text, "points to good (ref.)")
}

// TestEqualVerdictsAreOneRow: by the verdicts, not by the figures; the cheapest is named first.
func TestEqualVerdictsAreOneRow(t *testing.T) {
	r := priced(full(map[string][4]int{"dear": {9, 8, 9, 9}, "same": {9, 8, 9, 9}, "as_many": {8, 9, 9, 9}}, "dear", "same", "as_many"), map[string]float64{"dear": 0.5, "same": 0.25, "as_many": 0.125})
	_, s := standingOf(t, r, Ask{})
	var rows [][]string
	for _, p := range s.Places {
		rows = append(rows, p.Strategies)
	}
	require.Equal(t, [][]string{{"as_many"}, {"same", "dear"}}, rows)
	require.Equal(t, "0.25000+", s.Places[1].usd())
}

// TestRanksAreOnCommonScenarios: a run that was cut short ranks strategies on what all of them completed,
// and leaves those out that completed far less than others.
func TestRanksAreOnCommonScenarios(t *testing.T) {
	r := full(map[string][4]int{"lucky": {9, 9, 9, 0}, "full_context": {8, 8, 8, 0}, "late": {10, 0, 0, 0}}, "lucky", "full_context", "late")
	r.Planned.Scenarios = []string{"a", "b", "c", "d"}
	r.Trials = slices.DeleteFunc(r.Trials, func(t lab.Trial) bool {
		return t.Strategy == "lucky" && t.Scenario == "d" || t.Strategy == "late" && t.Scenario != "a"
	})
	rep, s := standingOf(t, r, Ask{})
	require.Equal(t, 3, s.Scenarios)
	row, _ := s.row("full_context")
	require.InDelta(t, 0.8, row.Answer.Estimate().Mean, 1e-9, "not on d, which lucky lacks")
	require.Equal(t, "late", s.Places[2].Strategies[0], "it isn't ranked, so it stands last")
	require.False(t, s.Places[2].Ranked)
	require.Contains(t, strings.ReplaceAll(written(t, rep, "table"), "\n", " "), "Compared on the 3 of 4 scenarios that every ranked strategy completed")
}

// TestAWideIntervalIsNoMerit: that a strategy isn't excluded though a better one is, is explained.
func TestAWideIntervalIsNoMerit(t *testing.T) {
	r := full(map[string][4]int{"top": {10, 9, 10, 9}, "steady": {8, 7, 8, 7}, "wild": {10, 2, 10, 5}}, "top", "steady", "wild")
	rep, s := standingOf(t, r, Ask{})
	require.Equal(t, []string{"top", "wild"}, s.best())
	require.Contains(t, strings.ReplaceAll(written(t, rep, "table"), "\n", " "), "top, wild. Less is known of wild than of steady, which kept more but is excluded.")
}

func TestNarrowed(t *testing.T) {
	_, err := Narrow(result(), []string{"d", "a"})
	require.ErrorContains(t, err, `experiment 3 has no scenario "d"`)
	r, err := Narrow(result(), []string{"a"})
	require.NoError(t, err)
	require.Equal(t, []string{"a"}, r.Planned.Scenarios)
	require.Len(t, r.Trials, 4)
	_, err = Chosen([]string{"los"})
	require.ErrorContains(t, err, "did you mean loss?")
	all, err := Chosen([]string{"all"})
	require.NoError(t, err)
	require.NotContains(t, all, "variants")
}

// TestTheAnswerFitsAScreen: at any width no line is wider, no word is cut, and the table has 24 lines at
// most.
func TestTheAnswerFitsAScreen(t *testing.T) {
	kept, order := map[string][4]int{}, []string{}
	for i := range 30 {
		name := "pipeline(encode=dual_track,store=versioned,every=" + string(rune('a'+i)) + ")"
		kept[name], order = [4]int{i % 10, (i + 3) % 10, (i * 7) % 10, i / 3}, append(order, name)
	}
	d := New(full(kept, order...), Ask{}).Document()
	for _, width := range []int{60, 80, 200} {
		d.Screen = reports.Screen{Width: width}
		text := string(reportstest.Written(t, d, "table", ""))
		rows := strings.Split(strings.Split(text, "worst type")[1], "answer n =")[0]
		require.LessOrEqual(t, strings.Count(rows, "\n"), 25, text)
		require.Regexp(t, "and [0-9]+ more rows", text)
		require.Contains(t, text, "dual_track,")
	}
}
