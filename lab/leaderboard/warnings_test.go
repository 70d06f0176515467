package leaderboard

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// warned joins the warnings of a result.
func warned(r lab.Result) string { return strings.Join(New(r, Ask{}).Warnings, "\n") }

func TestTripwires(t *testing.T) {
	r := result()
	require.Contains(t, warned(r), "rlm on sim:nano: 1 of 6 trials failed")
	require.Contains(t, warned(r), "full_context on sim:nano was not played")
	require.NotContains(t, warned(r), "none on sim:nano was not played")
	require.NotContains(t, warned(r), "of the conversation's tokens")

	for i := range r.Trials {
		r.Trials[i].TranscriptTokens = 600
	}
	require.Contains(t, warned(r), "rlm (83 %)", "500 of 600 tokens are no compression")
	require.NotContains(t, warned(r), "none (83 %)", "a control may show what it likes")

	for i := range r.Trials {
		r.Trials[i].Outcome = arena.Completed
	}
	require.NotContains(t, warned(r), "trials failed")
}

func TestVoidRepliesAreNamed(t *testing.T) {
	r := result()
	require.NotContains(t, warned(r), "replies to probes")
	replies := 0
	for _, trial := range r.Trials {
		if trial.Outcome == arena.Completed {
			replies += len(trial.Score.Findings)
		}
	}
	for _, trial := range r.Trials {
		if trial.Outcome == arena.Completed && trial.Strategy == "rlm" {
			for i, v := range trial.Score.Findings[0].Verdicts {
				if v.Level == arena.LevelAnswer {
					trial.Score.Findings[0].Verdicts[i].Result = probes.Void
				}
			}
			break
		}
	}
	require.Contains(t, warned(r), fmt.Sprintf("1 of %d replies to probes were cut, refused, or in another language where the value is words, and count neither as kept nor as lost: rlm (1).", replies))
}

func TestProbesThatNeverVary(t *testing.T) {
	r := result()
	require.Contains(t, warned(r), "1 of 4 probes gave the same verdict", "completed or not, six headline probes, four of them seen twice")
	for i, trial := range r.Trials {
		for j, f := range trial.Score.Findings {
			if f.At(arena.LevelAnswer).Result != probes.Unscored {
				r.Trials[i].Score.Findings[j] = finding(f.Probe, arena.Completed, trial.Repeat == 1)
			}
		}
	}
	require.NotContains(t, warned(r), "gave the same verdict")
}

// full is an experiment whose strategies keep these shares of ten probes on each of four
// scenarios.
func full(kept map[string][4]int, order ...string) lab.Result {
	r := lab.Result{
		Experiment: store.Experiment{ID: "0123456789abcdef0123456789abcdef", Number: 1, Status: store.Complete},
		Planned:    lab.Planned{Suite: "test", Strategies: order, Models: []string{"sim:nano"}, Repeats: 1, Dialogue: "live"},
	}
	n := byte(0)
	for s := range 4 {
		scenario := &arena.Scenario{ID: string(rune('a' + s))}
		for range 10 {
			scenario.Probes = append(scenario.Probes, arena.Probe{ID: "p", Kind: arena.Current, Type: arena.Quantity})
		}
		r.Scenarios, r.Planned.Scenarios = append(r.Scenarios, scenario), append(r.Planned.Scenarios, scenario.ID)
		for _, strategy := range order {
			n++
			t := lab.Trial{Trial: store.Trial{Key: arena.TrialKey{n}, Scenario: scenario.ID, Strategy: strategy, Model: "sim:nano", Repeat: 1, Outcome: arena.Completed}}
			for p := range 10 {
				t.Score.Findings = append(t.Score.Findings, finding("p", arena.Completed, p < kept[strategy][s]))
			}
			r.Trials = append(r.Trials, t)
		}
	}
	return r
}

func TestTheOrderIsOnlyWhatIsEstablished(t *testing.T) {
	rep := New(full(map[string][4]int{"good": {9, 9, 8, 9}, "near": {9, 8, 9, 8}, "bad": {2, 3, 2, 1}}, "good", "near", "bad"), Ask{})
	may := map[string]bool{}
	for _, row := range rep.Leaderboard {
		may[row.Strategy] = row.Best.MaybeBest
	}
	require.Equal(t, map[string]bool{"good": true, "near": true, "bad": false}, may)
	require.Contains(t, strings.ReplaceAll(written(t, rep, "table"), "\n", " "), "May be the best of 3 (multiple comparisons with the best, 95 %): good, near.")
}

func TestIncompleteDeliveryIsAWarning(t *testing.T) {
	r := result()
	require.NotContains(t, warned(r), "it is credited with")
	for i := range r.Trials {
		if r.Trials[i].Strategy == "rlm" {
			r.Trials[i].Delivery = arena.Delivery{Asked: 4, Parsed: 4}
		}
	}
	require.NotContains(t, warned(r), "it is credited with", "all that was asked for arrived")
	one := arena.Delivery{Asked: 4, Parsed: 2, Empty: 1, Dropped: 3}
	at := slices.IndexFunc(r.Trials, func(t lab.Trial) bool { return t.Strategy == "rlm" })
	r.Trials[at].Delivery = one
	require.Contains(t, warned(r), "rlm on sim:nano: of 24 replies asked for, 1 couldn't be read and 1 held nothing, and 3 items were dropped: what it is credited with rests on the rest.")
	r.Trials[at].Delivery = arena.Delivery{Asked: 4, Parsed: 2, Empty: 2, Dropped: 1}
	require.NotContains(t, warned(r), "it is credited with", "there may be nothing to list")
	r.Trials[at].Delivery = arena.Delivery{Asked: 400, Parsed: 2, Empty: 398}
	require.Contains(t, warned(r), "398 held nothing")
	r.Trials[at].Delivery = one
	rep := New(r, Ask{})
	require.Equal(t, arena.Delivery{Asked: 24, Parsed: 22, Empty: 1, Dropped: 3}, rep.Leaderboard[0].Delivery)
}
