package controls

import (
	"context"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/prompt"
)

// PerfectDelivery is rlm with a list beside its notes of every message that states a probed fact and has left the
// window, word for word: what a layer over rlm reaches that misses nothing.
type PerfectDelivery struct {
	Base pipeline.RLM `yaml:",inline"`
}

// Name is "perfect_delivery".
func (PerfectDelivery) Name() string { return "perfect_delivery" }

// Version covers RLM's prompts.
func (s PerfectDelivery) Version() string { return "2," + s.Base.Version() }

// ReadsEvidence marks the control.
func (PerfectDelivery) ReadsEvidence() {}

// Start begins a trial.
func (s PerfectDelivery) Start(env arena.Env) (arena.Memory, error) {
	return s.Base.Under(env, evidenceList{})
}

// evidenceList is its layer.
type evidenceList struct{}

// Name is that of the strategy.
func (evidenceList) Name() string { return PerfectDelivery{}.Name() }

// Prompts are none.
func (evidenceList) Prompts() prompt.Texts { return prompt.Code(1) }

// Attach begins a trial with an empty list.
func (evidenceList) Attach(env arena.Env) (pipeline.Hooks, error) {
	var lines []string
	return pipeline.Hooks{
		Revise: func(_ context.Context, r *pipeline.Revision) error {
			for _, m := range r.Segment {
				if slices.Contains(env.Evidence, m.Index) {
					lines = append(lines, m.Text)
				}
			}
			return nil
		},
		Text: func() string { return strings.Join(lines, "\n") },
	}, nil
}
