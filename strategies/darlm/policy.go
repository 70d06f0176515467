package darlm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/llm"
	"contextarena.internal/llm/form"
	"contextarena.internal/strategies/prompt"
	"contextarena.internal/strategies/signals"
)

// PolicyKind is the kind of policy files that da_rlm decides by.
const PolicyKind = "depth"

// MostPasses is the greatest number of passes a router may choose.
const MostPasses = 3

// Policy chooses from one to three passes for a segment that isn't kept raw, in place of the rules of
// Layer: by a fitted model, or by a guideline that the memory model follows. Exactly one of the two is
// there; ParsePolicy sees to that.
type Policy struct {
	// Learned has cell d-1 for depth d, and signals.Signals.Features for its features.
	Learned *emas.Logistic `json:"learned,omitempty"`
	// Guideline is text for a model, at most mostGuideline bytes.
	Guideline string `json:"guideline,omitempty"`
}

// mostGuideline keeps a guideline from growing without bound as it is revised.
const mostGuideline = 4000

// ParsePolicy reads a fold of a policy file, and refuses one that couldn't decide anything.
func ParsePolicy(text []byte) (Policy, error) {
	var p Policy
	if err := json.Unmarshal(text, &p); err != nil {
		return p, fmt.Errorf("depth policy: %w", err)
	}
	return p, p.check()
}

func (p Policy) check() error {
	switch {
	case (p.Learned == nil) == (p.Guideline == ""):
		return errors.New("depth policy: want either a learned model or a guideline: make one with arena policy fit-depth")
	case p.Learned == nil:
		return CheckGuideline(p.Guideline)
	}
	l, n := p.Learned, len(signals.Names)
	fits := len(l.Mean) == n && len(l.Scale) == n && len(l.Cells) == len(l.Weights) && len(l.Cells) > 0
	for i := range l.Weights {
		fits = fits && len(l.Weights[i]) == n+1 && l.Cells[i] >= 0 && l.Cells[i] < MostPasses
	}
	for _, s := range l.Scale {
		fits = fits && s != 0
	}
	if !fits {
		return fmt.Errorf("depth policy: its learned model isn't one of %d signals and at most %d depths: make one with arena policy fit-depth", n, MostPasses)
	}
	return nil
}

// CheckGuideline refuses a guideline that no router would be given.
func CheckGuideline(text string) error {
	switch {
	case strings.TrimSpace(text) == "":
		return errors.New("depth policy: the guideline is empty")
	case len(text) > mostGuideline:
		return fmt.Errorf("depth policy: the guideline has %d bytes, at most %d are read", len(text), mostGuideline)
	}
	return nil
}

// Chosen is what a policy chose.
type Chosen struct {
	Depth int        // from 1 to MostPasses; 0 where a reply named none
	Count form.Count // what became of the reply, where a model was asked
}

// passChoice is a model's choice.
type passChoice struct {
	Passes int `json:"passes" about:"how many passes the reader makes, by the guideline" min:"1" max:"3"`
}

var passForm = form.New[passChoice]("passes")

// Choose chooses the passes for a segment. A policy with a guideline makes one call, whose reply has at
// most maxTokens; the error is the call's.
func (p Policy) Choose(ctx context.Context, client llm.Client, model llm.Model, maxTokens int, s signals.Signals) (Chosen, error) {
	if p.Learned != nil {
		return Chosen{Depth: p.Learned.Cell(emas.Opening{Features: s.Features()}) + 1}, nil
	}
	r, err := client.Complete(ctx, passForm.Ask(model, maxTokens, prompts.Render("da_rlm_choose.tmpl", struct{ Guideline, Signals string }{
		prompt.Quote(strings.TrimSpace(p.Guideline)), s.List("\n"),
	})))
	if err != nil {
		return Chosen{}, fmt.Errorf("da_rlm: depth: %w", err)
	}
	choice, count := passForm.Read(r)
	return Chosen{choice.Passes, count}, nil
}

// Guideline is the rules in words, for a model to follow and to revise. The rule that keeps a segment raw is
// no part of it: no model is asked about such a segment.
func (r Layer) Guideline() string {
	return fmt.Sprintf(`1 if noise is above %v
1 if identifiers is above %d
2 if density is above %v and changes is above 0
3 if changes is above %d
1 if notes is above %d
1 otherwise`, r.NoiseHigh, r.IdentifiersHigh, r.ThresholdHigh, r.ChangesHigh, r.KnowledgeHigh)
}

// policy is the one that stands in the trial's file; nil without one. A file of something else is an
// arena.Mistake.
func (r Layer) policy(env arena.Env) (*Policy, error) {
	if r.Policy == "" {
		return nil, nil
	}
	file, ok := env.Policies[r.Policy]
	switch {
	case !ok:
		return nil, fmt.Errorf("da_rlm: policy %s was not read: only trials of a plan have policies", r.Policy)
	case file.Kind != PolicyKind:
		return nil, arena.Mistake{Err: fmt.Errorf("da_rlm: policy %s is one of kind %s, want %s: make one with arena policy fit-depth", r.Policy, file.Kind, PolicyKind)}
	}
	p, err := ParsePolicy(file.Text)
	if err != nil {
		return nil, arena.Mistake{Err: fmt.Errorf("da_rlm: policy %s: %w: make it again with arena policy fit-depth", r.Policy, err)}
	}
	return &p, nil
}
