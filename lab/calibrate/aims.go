package calibrate

import (
	"context"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/strategies"
)

// silence is what a strategy that remembers nothing answers.
type silence struct{ asked, right, unknown int }

// none plays the strategy that shows the model nothing, with every probe question.
func (b *Bench) none(ctx context.Context, model string) (silence, error) {
	var out silence
	m, err := simulated(model)
	if err != nil {
		return out, err
	}
	s, err := strategies.New("none")
	if err != nil {
		return out, err
	}
	runner := &arena.Runner{Client: b.client, Tokens: b.tokens}
	for _, sc := range b.scenarios {
		rec, err := runner.Play(ctx, arena.Trial{
			Scenario: sc.full, Strategy: s, Spec: s.Name(), Model: m, MemoryModel: m,
			Repeat: 1, PlanSeed: seed, Dialogue: arena.Live, ReplyTokens: replyTokens, World: sc.world.Hash(),
		})
		if err != nil {
			return out, err
		}
		score := sc.scorer.Score(rec)
		for i, p := range sc.full.Probes {
			if !p.Kind.Headline() || len(rec.Probes) == 0 {
				continue
			}
			out.asked++
			if score.Findings[i].At(arena.LevelAnswer).Result == probes.Kept {
				out.right++
			}
			if _, ok := probes.Abstains(p.Question, rec.Probes[i].Text); ok {
				out.unknown++
			}
		}
	}
	return out, nil
}

// aims judges what a prediction should reach.
func aims(c Comparison, none silence) []Aim {
	inside, judged := 0, 0
	for _, t := range c.Types {
		if t.Inside(t.HeldOut) {
			inside++
		}
		if t.Inside(t.HeldOutJudged) {
			judged++
		}
	}
	n := len(c.Types)
	out := []Aim{{fmt.Sprintf("held-out survival inside the published interval for at least 7 of %d types", n), fmt.Sprintf("%d (%d by today's matchers)", inside, judged), inside >= 7}}
	for _, r := range c.Ranks {
		if r.With == heldOut {
			out = append(out, Aim{"Spearman of " + r.Measure + " at least 0.6, held out", r.text(), r.Defined && r.Rho >= 0.6})
		}
	}
	for _, s := range c.Strategies {
		switch s.Spec {
		case "full_context":
			out = append(out, Aim{"full_context passes at least 6 of 8 tasks, held out", fmt.Sprintf("%.1f", s.HeldOutP), s.HeldOutP >= 6})
		case "window(size=6)":
			out = append(out, Aim{"window(size=6) passes at most 4, held out", fmt.Sprintf("%.1f", s.HeldOutP), s.HeldOutP <= 4})
		}
	}
	return append(out, Aim{
		"none answers nothing and says so",
		fmt.Sprintf("%d right, %d of %d say it isn't known", none.right, none.unknown, none.asked), none.right == 0 && none.unknown == none.asked,
	})
}

// text is the correlation with its interval.
func (r Rank) text() string {
	if !r.Defined {
		return "no order"
	}
	return fmt.Sprintf("%.2f [%.2f to %.2f], n %d", r.Rho, r.Low, r.High, r.N)
}
