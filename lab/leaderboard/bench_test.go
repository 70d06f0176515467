package leaderboard

import (
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// large is an experiment of about 100,000 verdicts: 24 scenarios × 17 probes × 10 strategies × 6
// repeats × 4 levels, with five cycles a trial.
func large() lab.Result {
	draw := rand.New(rand.NewPCG(1, 2))
	r := lab.Result{
		Experiment: store.Experiment{ID: "0123456789abcdef0123456789abcdef", Number: 1, Status: store.Complete},
		Planned:    lab.Planned{Suite: "large", Models: []string{"sim:nano"}, Repeats: 6, Dialogue: "scripted", Seed: 1},
	}
	for i := range 8 {
		r.Planned.Strategies = append(r.Planned.Strategies, fmt.Sprintf("rlm(compress_every=%d)", i+2))
	}
	r.Planned.Strategies = append(r.Planned.Strategies, lab.FullContext, lab.None)
	n := 0
	for s := range 24 {
		scenario := &arena.Scenario{ID: fmt.Sprintf("s%02d", s)}
		for p := range 17 {
			id := fmt.Sprintf("f%d", p)
			scenario.Facts = append(scenario.Facts, arena.Fact{ID: id, Turn: arena.Turn(p/2 + 1)})
			scenario.Probes = append(scenario.Probes, arena.Probe{ID: id, Fact: id, Type: arena.FactTypes[p%8], Kind: arena.Current, Legacy: []string{"x"}})
		}
		r.Scenarios = append(r.Scenarios, scenario)
		for k, strategy := range r.Planned.Strategies {
			for repeat := 1; repeat <= 6; repeat++ {
				n++
				t := lab.Trial{
					Trial:            store.Trial{Key: arena.TrialKey{byte(n), byte(n >> 8)}, Scenario: scenario.ID, Strategy: strategy, Model: "sim:nano", Repeat: repeat, Outcome: arena.Completed},
					TranscriptTokens: 5000,
				}
				for p := range 17 {
					exposed := 1 + p%5
					f := &probes.Finding{Probe: fmt.Sprintf("f%d", p), Exposed: exposed, Place: probes.PlaceKept}
					result := probes.Kept
					for range 6 - exposed {
						if draw.Float64() < 0.05+0.01*float64(k) {
							result = probes.Lost
						}
						f.History = append(f.History, result)
					}
					for _, level := range arena.Levels {
						f.Verdicts = append(f.Verdicts, probes.Verdict{Level: level, Result: result, Legacy: probes.LegacyHit})
					}
					t.Score.Findings = append(t.Score.Findings, f)
				}
				r.Trials = append(r.Trials, t)
			}
		}
	}
	return r
}

// BenchmarkReport is every statistic of an experiment of 100,000 verdicts, bootstraps of 10,000
// resamples included, as JSON.
func BenchmarkReport(b *testing.B) {
	r := large()
	b.ReportAllocs()
	for b.Loop() {
		require.NoError(b, New(r, Ask{Views: Views()}).Document().Write(io.Discard, "json", ""))
	}
	b.ReportMetric(float64(len(r.Trials)*17*4), "verdicts")
}

// BenchmarkLeaderboard is the same experiment's leaderboard alone, as arena run prints it.
func BenchmarkLeaderboard(b *testing.B) {
	r := large()
	b.ReportAllocs()
	for b.Loop() {
		require.NoError(b, New(r, Ask{}).Document().Write(io.Discard, "table", ""))
	}
}
