// Package darlm is the layer da_rlm, which chooses how many passes of the encoder read a segment.
package darlm

import (
	"context"
	"embed"
	"errors"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/excerpt"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/prompt"
	"contextarena.internal/strategies/signals"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var prompts = prompt.Load(promptFiles, nil)

// Layer chooses for each segment how many passes of the encoder read it: none, while it
// is small enough to stay raw; one, where a second pass would carry noise on or garble identifiers;
// two, where there is much to get right; three, where much was changed. Beyond the first pass the
// model sees an excerpt of the transcript too.
type Layer struct {
	KeepRawTokens   int     `yaml:"keep_raw_tokens" default:"256" min:"0" max:"1000000" help:"tokens up to which a segment stays raw until the next cycle is due"`
	NoiseHigh       float64 `yaml:"noise_high" default:"0.5" min:"0" max:"1" help:"share of messages without a fact above which one pass reads"`
	IdentifiersHigh int     `yaml:"identifiers_high" default:"3" min:"0" max:"1000" help:"identifiers above which one pass reads"`
	ThresholdHigh   float64 `yaml:"threshold_high" default:"0.05" min:"0" max:"1" help:"facts per token above which two passes read, if anything was changed"`
	ChangesHigh     int     `yaml:"changes_high" default:"3" min:"0" max:"1000" help:"words that announce a change above which three passes read"`
	KnowledgeHigh   int     `yaml:"knowledge_high" default:"4000" min:"0" max:"1000000" help:"tokens of the notes above which one pass reads"`
	AnchorTokens    int     `yaml:"anchor_tokens" default:"500" min:"0" max:"100000" help:"tokens of the transcript's beginning and of its end that passes after the first see"`
}

// Name is "da_rlm".
func (Layer) Name() string { return "da_rlm" }

// Prompts are the directive and the prompt of passes that see an excerpt.
func (Layer) Prompts() prompt.Texts {
	return append(prompts.Of(2, "da_rlm_verbatim.tmpl"), pipeline.Anchored()...)
}

// Over refuses encoders that make no further passes.
func (Layer) Over(encode pipeline.Encoding) error {
	if !encode.MakesPasses() {
		return errors.New("layer da_rlm chooses the encoder's passes: " + string(encode) + " makes one; leave the layer out or choose another encoder")
	}
	return nil
}

// Route is the number of passes for a segment with these signals, by the first rule that applies. Zero
// keeps the segment raw; -1 says that no rule applies, and the base's own depth holds.
func (r Layer) Route(s signals.Signals) int {
	switch {
	case s.Tokens <= r.KeepRawTokens:
		return 0
	case s.Noise > r.NoiseHigh, len(s.Identifiers) > r.IdentifiersHigh:
		return 1
	case s.Density > r.ThresholdHigh && s.Changes > 0:
		return 2
	case s.Changes > r.ChangesHigh:
		return 3
	case s.Knowledge > r.KnowledgeHigh:
		return 1
	}
	return -1
}

// mostVerbatim bounds the identifiers that one cycle's instructions list.
const mostVerbatim = 40

// Attach begins a trial. The router remembers nothing.
func (r Layer) Attach(env arena.Env) (pipeline.Hooks, error) {
	t := pipeline.NewTrial(env, r)
	return pipeline.Hooks{Plan: func(_ context.Context, p *pipeline.Plan) error {
		s := signals.Of(p.Segment, p.Notes, env.Tokens)
		depth := r.Route(s)
		if depth == 0 {
			p.PutOff = true
			return nil
		}
		if depth > 0 {
			p.Depth = depth
		}
		if r.AnchorTokens > 0 { // the base sees it in passes after the first only
			p.Anchor = excerpt.BothEnds(p.Transcript(), r.AnchorTokens, env.Tokens)
		}
		list := s.Identifiers
		if over := len(list) - mostVerbatim; over > 0 {
			t.Warn(p.Cycle, "%d identifiers weren't listed to be copied: a cycle lists %d", over, mostVerbatim)
			list = list[:mostVerbatim]
		}
		if len(list) > 0 {
			p.Directives = append(p.Directives, strings.TrimSpace(prompts.Render(env, "da_rlm_verbatim.tmpl", prompt.Quote(strings.Join(list, "\n")))))
		}
		return nil
	}}, nil
}
