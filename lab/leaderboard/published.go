package leaderboard

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab/judge"
	"contextarena.internal/lab/tally"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/scenarios/datasets"
	"contextarena.internal/store"
)

// publish computes what the protocol that a dataset is published with makes of the same replies: every question counts, by the dataset's
// own answer, and is answered right or wrong. What no matcher can judge is right if a judge has said so, of several the first. It does
// nothing for other scenarios.
func (r *Report) publish(ctx context.Context, db *store.DB) error {
	res := r.result
	if len(res.Scenarios) == 0 || res.Scenarios[0].Dataset == "" {
		return nil
	}
	said := judge.Verdicts{}
	known, err := judge.Known(ctx, db)
	for _, by := range slices.Backward(known) {
		verdicts, failed := judge.Stored(ctx, db, by)
		maps.Copy(said, verdicts)
		err = errors.Join(err, failed)
	}
	replies, failed := db.Answers(ctx, res.Experiment.ID)
	if err = errors.Join(err, failed); err != nil {
		return err
	}
	res.Trials = slices.Clone(res.Trials)
	corrected := 0
	for _, s := range res.Scenarios {
		own, errata := datasets.AsPublished(s)
		corrected += errata
		scorer, err := probes.NewScorer(own)
		if err != nil {
			return err
		}
		for k := range res.Trials {
			t := &res.Trials[k]
			if t.Scenario != s.ID || t.Outcome != arena.Completed {
				continue
			}
			found, replies := t.Score.Findings, replies[t.Key]
			t.Score.Findings = nil
			for i, p := range own.Probes[:min(len(own.Probes), len(found), len(replies))] {
				result := found[i].At(arena.LevelAnswer).Result
				if p.Published != "" && result != probes.Void {
					result = scorer.AnswerTo(i, replies[i].Text).Result
				}
				if result == probes.Void && len(said) > 0 {
					result = said[judge.CaseOf(own, p, replies[i].Text).Subject()]
				}
				t.Score.Findings = append(t.Score.Findings, marks[result == probes.Kept])
			}
		}
	}
	name, which, asked := "LoCoMo", "that have an answer", datasets.SharesOf(res.Scenarios...)
	n := asked.Value + asked.Answer + asked.Judge
	counts := func(p arena.Probe) bool { return p.Kind != arena.Absent }
	if strings.HasPrefix(res.Scenarios[0].Dataset, "longmemeval") {
		name, which, n = "LongMemEval", "with or without an answer", n+asked.Absent
		counts = func(arena.Probe) bool { return true }
	}
	var figures []string
	for i := range r.Leaderboard {
		row := &r.Leaderboard[i]
		f := tally.Of(res, row.Strategy, row.Model).Figure(arena.LevelAnswer, counts, keptAt)
		row.Published = &f
		figures = append(figures, r.label(row.Strategy, row.Model)+" "+f.Words())
	}
	errata := ""
	if corrected > 0 {
		errata = fmt.Sprintf(", %d are judged by the answer from before the errata", corrected)
	}
	r.published = []string{fmt.Sprintf("By the protocol that %s is published with%s: %s. It counts all %s asked %s. %d for a judge are wrong unless one has judged the reply (arena judge), void replies are wrong%s. "+
		"What the import left out wasn't asked. How often matchers err on these questions is for labelled replies to say (arena review, arena certify --labels).",
		name, reports.Simulated(r.Experiment.Simulated), strings.Join(figures, ", "), reports.Plural(n, "question"), which, asked.Judge, errata)}
	return nil
}

// marks are right and wrong answers.
var marks = map[bool]*probes.Finding{
	true:  {Verdicts: []probes.Verdict{{Level: arena.LevelAnswer, Result: probes.Kept}}},
	false: {Verdicts: []probes.Verdict{{Level: arena.LevelAnswer, Result: probes.Lost}}},
}
