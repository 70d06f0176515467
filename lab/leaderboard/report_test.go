package leaderboard

import (
	"encoding/csv"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/store"
)

// result is a small experiment with every kind of outcome: three scenarios of two probes each,
// two strategies, two repeats.
func result() lab.Result {
	r := lab.Result{
		Experiment: store.Experiment{ID: "0123456789abcdef0123456789abcdef", Number: 3, Status: store.Partial, Note: "1 trials not completed", Simulated: true},
		Planned: lab.Planned{
			Suite: "test", Strategies: []string{"rlm", "none"}, Models: []string{"sim:nano"}, Repeats: 2,
			Dialogue: "live", Seed: 1, ReplyTokens: 100,
		},
	}
	for _, id := range []string{"a", "b", "c"} {
		r.Planned.Scenarios = append(r.Planned.Scenarios, id)
		r.Scenarios = append(r.Scenarios, &arena.Scenario{
			ID: id, Name: id,
			Probes: []arena.Probe{
				{ID: id + "-1", Fact: "f", Type: arena.Quantity, Kind: arena.Current, Legacy: []string{"x"}},
				{ID: id + "-2", Fact: "f", Type: arena.Date, Kind: arena.Historical, Extended: true},
				{ID: id + "-3", Fact: "f", Type: arena.Entity, Kind: arena.Derived, Extended: true},
			},
		})
	}
	n := byte(0)
	for s, id := range r.Planned.Scenarios {
		for _, strategy := range r.Planned.Strategies {
			for repeat := 1; repeat <= 2; repeat++ {
				n++
				if id == "c" && strategy == "none" && repeat == 2 {
					continue // never run
				}
				t := lab.Trial{
					Trial: store.Trial{Key: arena.TrialKey{n}, Scenario: id, Strategy: strategy, Model: "sim:nano", Repeat: repeat, Outcome: arena.Completed},
					Cost: lab.Cost{
						Write: lab.Charge{InputTokens: 1000, OutputTokens: 100, USD: 0.001}, Read: lab.Charge{InputTokens: 2000, USD: 0.002},
						ContextTokens: 500, Priced: true,
					},
					CycleCount: store.CycleCount{Cycles: 3, CutCycles: 1},
				}
				if strategy == "rlm" {
					t.Tokens = 100
				}
				if id == "b" && strategy == "rlm" && repeat == 1 {
					t.Outcome = arena.Failed
				}
				for i, p := range r.Scenarios[s].Probes {
					t.Score.Findings = append(t.Score.Findings, finding(p.ID, t.Outcome, strategy == "rlm" && (i+repeat+s)%3 != 0))
				}
				t.Score.Passed = t.Outcome == arena.Completed && strategy == "rlm"
				r.Trials = append(r.Trials, t)
			}
		}
	}
	return r
}

func finding(probe string, o arena.Outcome, kept bool) *probes.Finding {
	f := &probes.Finding{Probe: probe, Exposed: 1, Place: probes.PlaceKept}
	for _, level := range arena.Levels {
		v := probes.Verdict{Level: level, Result: probes.Lost, Legacy: probes.LegacyMiss}
		if kept {
			v.Result, v.Legacy = probes.Kept, probes.LegacyHit
		}
		if o != arena.Completed {
			v = probes.Verdict{Level: level, Result: probes.Unscored}
		}
		f.Verdicts = append(f.Verdicts, v)
	}
	return f
}

func TestLeaderboard(t *testing.T) {
	reportstest.Golden(t, New(result(), Ask{}).Document(), "report", "table", "md", "csv", "json")
}

func TestEveryViewFitsATerminal(t *testing.T) {
	reportstest.Golden(t, New(result(), Ask{Views: Views()}).Document(), "views", "table")
}

// TestLongNamesFitATerminal: two models, a strategy with settings, and figures of many digits.
func TestLongNamesFitATerminal(t *testing.T) {
	r := result()
	long := "pipeline(encode=dual_track,store=versioned)"
	r.Planned.Strategies[0], r.Planned.Models = long, []string{"sim:nano", "openai:gpt-5-nano"}
	for i := range r.Trials {
		trial := r.Trials[i]
		if trial.Strategy == "rlm" {
			trial.Strategy = long
		}
		trial.Cost.Read.InputTokens, trial.Cost.Write.InputTokens, trial.TranscriptTokens = 123_456, 98_765, 30_000
		trial.Cycles = 33
		r.Trials[i] = trial
		trial.Model = "openai:gpt-5-nano"
		trial.Key[5] = 1
		r.Trials = append(r.Trials, trial)
	}
	reportstest.Written(t, New(r, Ask{Views: Views()}).Document(), "table", "")
}

// TestShownIsWhatWasAskedFor: a view that wasn't named is neither computed nor shown.
func TestShownIsWhatWasAskedFor(t *testing.T) {
	rep := New(result(), Ask{})
	require.Nil(t, rep.Survival)
	require.ErrorContains(t, rep.Document().Write(io.Discard, "svg", ChartSurvival), "no survival curve")
}

func TestCSV(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(written(t, New(result(), Ask{}), "csv"))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+3*2*2*3*4, "every planned trial × probe × level, run or not")
}

func TestSchema(t *testing.T) {
	reportstest.Schema(t, "schema.json", "Context Arena report", &Report{}, nil, New(result(), Ask{}).Document(), New(experiment(), Ask{Views: Views()}).Document())
}

// written is a report in a format.
func written(t *testing.T, r Report, format string) string {
	t.Helper()
	return string(reportstest.Written(t, r.Document(), format, ""))
}

func TestFiguresCountWhatTheySay(t *testing.T) {
	rep := New(result(), Ask{})
	require.Equal(t, []string{"rlm", "none"}, []string{rep.Leaderboard[0].Strategy, rep.Leaderboard[1].Strategy}, "ranked by answers")
	rlm, none := rep.Leaderboard[0], rep.Leaderboard[1]

	require.Equal(t, tally.Outcomes{Planned: 6, Completed: 5, Failed: 1}, rlm.Outcomes)
	require.Equal(t, tally.Outcomes{Planned: 6, Completed: 5, NotRun: 1}, none.Outcomes)

	answer := rlm.Answer.Estimate()
	require.InDelta(t, 6, answer.N, 1e-9, "two headline probes in three scenarios, repeats averaged")
	require.Equal(t, 3, answer.Clusters)
	require.NotNil(t, answer.Interval)
	require.LessOrEqual(t, answer.Interval.Low, answer.Mean)
	require.GreaterOrEqual(t, answer.Interval.High, answer.Mean)
	require.Equal(t, reports.About{Level: string(arena.LevelAnswer), Suite: "test", Estimand: reports.Sampled, Repeats: 2, LeftOut: 1}, rlm.Answer.About())

	require.Less(t, rlm.AnswerAllLost.Estimate().Mean, answer.Mean)
	require.LessOrEqual(t, answer.Mean, rlm.AnswerAllKept.Estimate().Mean)
	require.InDelta(t, 6, rlm.AnswerAllLost.Estimate().N, 1e-9)

	require.InDelta(t, 0, none.Answer.Estimate().Mean, 1e-9)
	require.Nil(t, none.Answer.Estimate().Interval, "no spread, no interval")
	require.InDelta(t, 1, rlm.Tasks.Estimate().Mean, 1e-9)
	require.Equal(t, 5, rlm.Cost.CutCycles+none.Cost.CutCycles-6, "cut cycles of every stored trial")
	require.InDelta(t, 1100, rlm.Cost.WriteTokens, 1e-9)
}

func TestIncompleteTrialsChangeNoFigure(t *testing.T) {
	r := result()
	with := New(r, Ask{}).Leaderboard[0].Answer
	for i := range r.Trials {
		if r.Trials[i].Outcome == arena.Failed {
			r.Trials = append(r.Trials[:i], r.Trials[i+1:]...)
			break
		}
	}
	require.Equal(t, with, New(r, Ask{}).Leaderboard[0].Answer)
}

func TestBelowNoneIsWarnedAbout(t *testing.T) {
	r := result()
	for i := range r.Trials {
		better := r.Trials[i].Strategy == "none"
		for j := range r.Trials[i].Score.Findings {
			r.Trials[i].Score.Findings[j] = finding("x", arena.Completed, better)
		}
		r.Trials[i].Outcome = arena.Completed
	}
	require.Contains(t, strings.Join(New(r, Ask{}).Warnings, "\n"), "rlm on sim:nano keeps less than no memory")
}

// Absent probes have a column of their own and change no other figure.
func TestAbstention(t *testing.T) {
	plain, r := New(result(), Ask{}), result()
	for _, s := range r.Scenarios {
		s.Probes = append(s.Probes, arena.Probe{ID: s.ID + "-4", Type: arena.Quantity, Kind: arena.Absent, Extended: true})
	}
	for i, trial := range r.Trials {
		f := finding("x-4", trial.Outcome, trial.Strategy == "none" || i%2 == 0)
		for k := range f.Verdicts {
			f.Verdicts[k].Legacy = probes.LegacyNone
			if trial.Outcome == arena.Completed && f.Verdicts[k].Level != arena.LevelAnswer {
				f.Verdicts[k].Result = probes.Unexposed
			}
		}
		f.Probe, f.Exposed = trial.Scenario+"-4", 0
		r.Trials[i].Score.Findings = append(r.Trials[i].Score.Findings, f)
		r.Trials[i].TranscriptTokens = 16_000
		r.Trials[i].Cost.Read.InputTokens = 1_234_567
	}
	with := New(r, Ask{})
	require.Equal(t, 3, with.Experiment.Probes.Absent)
	require.Equal(t, plain.Experiment.Probes.Headline, with.Experiment.Probes.Headline)
	require.Equal(t, plain.Experiment.Probes.Historical, with.Experiment.Probes.Historical)
	require.Equal(t, plain.Experiment.Probes.ByType, with.Experiment.Probes.ByType)
	for i, row := range with.Leaderboard {
		estimate := row.Abstention.Estimate()
		require.Equal(t, 3.0, estimate.N)
		if row.Strategy == "none" {
			require.Equal(t, 1.0, estimate.Mean)
		}
		require.False(t, plain.Leaderboard[i].Abstention.Defined())
		row.Abstention, row.Cost = plain.Leaderboard[i].Abstention, plain.Leaderboard[i].Cost
		require.Equal(t, plain.Leaderboard[i], row)
	}
	r.Planned.Stretch, r.Stretched = 16_000, 3
	table := written(t, New(r, Ask{Views: []string{"leaderboard"}}), "table")
	require.Regexp(t, `final +abstains\n`, table)
	require.Regexp(t, `\nnone .* 100=\n`, table)
	require.Contains(t, strings.Join(strings.Fields(table), " "), "3 scenarios stretched to 16,000 tokens × 2")
	require.Contains(t, table, " 1.23M ")
	require.Contains(t, table, "rlm             16,000 ")
	for stretched, want := range map[int]string{0: "3 scenarios × 2", 2: "3 scenarios (2 stretched to 16,000 tokens) × 2"} {
		r.Stretched = stretched
		require.Contains(t, strings.Join(strings.Fields(written(t, New(r, Ask{}), "table")), " "), want)
	}
	require.Contains(t, written(t, New(r, Ask{}), "csv"), ",a-4,quantity,absent,true,answer,kept,,0,0,,0,0\n")
}

func TestMarkdownEscapes(t *testing.T) {
	r := result()
	r.Experiment.Note = "<script>alert(1)</script> | [x](y)\x1b[31m"
	r.Planned.Strategies = append(r.Planned.Strategies, "<script>|[x](y)\x1b[31m")
	page := written(t, New(r, Ask{}), "md")
	require.Contains(t, page, `&lt;script>\|[x]\(y)`)
	require.NotContains(t, page, "[x](y)")
	require.NotContains(t, page, "<script>")
	require.NotContains(t, page, "\x1b")
}

// TestWhoseTheLossesAre: of controls, of a strategy without notes, of trials that weren't completed and of
// replies that couldn't be judged no loss counts; an old value in view is the memory's loss.
func TestWhoseTheLossesAre(t *testing.T) {
	r := lab.Result{Planned: lab.Planned{Suite: "test", Strategies: []string{"rlm", "window", "oracle"}, Models: []string{"sim:nano"}, Repeats: 2, Scenarios: []string{"a"}}}
	kinds := []arena.Kind{arena.Current, arena.Derived, arena.Current, arena.Current, arena.Current, arena.Historical}
	s := &arena.Scenario{ID: "a"}
	for _, kind := range kinds {
		s.Probes = append(s.Probes, arena.Probe{Kind: kind})
	}
	r.Scenarios = []*arena.Scenario{s}
	play := func(strategy string, o arena.Outcome, memory probes.Result, context, answer []probes.Result) {
		trial := lab.Trial{Trial: store.Trial{Key: arena.TrialKey{byte(len(r.Trials))}, Scenario: "a", Strategy: strategy, Model: "sim:nano", Repeat: 1, Outcome: o}}
		for i := range kinds {
			trial.Score.Findings = append(trial.Score.Findings, &probes.Finding{Verdicts: []probes.Verdict{
				{Level: arena.LevelMemory, Result: memory}, {Level: arena.LevelContext, Result: context[i]}, {Level: arena.LevelAnswer, Result: answer[i]},
			}})
		}
		r.Trials = append(r.Trials, trial)
	}
	const kept, stale, lost = probes.Kept, probes.Stale, probes.Lost
	context := []probes.Result{lost, stale, kept, kept, lost, kept}
	answer := []probes.Result{lost, stale, stale, kept, probes.Void, lost}
	play("rlm", arena.Completed, kept, context, answer)
	play("rlm", arena.Failed, kept, context, answer)
	for i := range r.Trials {
		r.Trials[i].Tokens = 100
	}
	play("window", arena.Completed, lost, context, answer)
	play("oracle", arena.Completed, kept, context, []probes.Result{kept, kept, kept, lost, kept, kept})

	rep := New(r, Ask{Views: []string{"leaderboard"}})
	require.Len(t, rep.Losses, 1)
	require.Equal(t, []int{2, 1}, []int{rep.Losses[0].Memory, rep.Losses[0].Reader})
	require.Contains(t, strings.Join(strings.Fields(written(t, rep, "table")), " "), "Of 3 answers that strategies with notes didn't keep, 67 % had lost the value before the question (memory's), "+
		"33 % had it in view (the reader's); oracle, 80.0 %, is the ceiling.")
	r.Trials = r.Trials[2:]
	require.Empty(t, New(r, Ask{}).Losses)
}
