package layers

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/pipeline"
)

// DepthRouter chooses for each segment how many passes of the encoder read it: none, while it
// is small enough to stay raw; one, where a second pass would carry noise on or garble identifiers;
// two, where there is much to get right; three, where much was changed. Beyond the first pass the
// model sees an excerpt of the transcript too. A policy file takes the place of the rules, but for the first
// of them: which segments stay raw.
type DepthRouter struct {
	KeepRawTokens   int     `yaml:"keep_raw_tokens" default:"256" min:"0" max:"1000000" help:"tokens up to which a segment stays raw until the next cycle is due"`
	NoiseHigh       float64 `yaml:"noise_high" default:"0.5" min:"0" max:"1" help:"share of messages without a fact above which one pass reads"`
	IdentifiersHigh int     `yaml:"identifiers_high" default:"3" min:"0" max:"1000" help:"identifiers above which one pass reads"`
	ThresholdHigh   float64 `yaml:"threshold_high" default:"0.05" min:"0" max:"1" help:"facts per token above which two passes read, if anything was changed"`
	ChangesHigh     int     `yaml:"changes_high" default:"3" min:"0" max:"1000" help:"words that announce a change above which three passes read"`
	KnowledgeHigh   int     `yaml:"knowledge_high" default:"4000" min:"0" max:"1000000" help:"tokens of the notes above which one pass reads"`
	AnchorTokens    int     `yaml:"anchor_tokens" default:"500" min:"0" max:"100000" help:"tokens of the transcript's beginning and of its end that passes after the first see"`
	Policy          string  `yaml:"policy" help:"file of arena policy fit-depth that chooses the passes; without one the rules do"`
	ChooseTokens    int     `yaml:"choose_tokens" default:"512" min:"16" max:"32768" help:"cap of the reply that chooses the passes by the guideline of a policy"`
}

// Name is "da_rlm".
func (DepthRouter) Name() string { return "da_rlm" }

// Version covers the directive and the prompt of passes that see an excerpt, and with a policy the
// question for the depth.
func (r DepthRouter) Version() string {
	own := version(2, "da_rlm_verbatim.tmpl")
	if r.Policy != "" {
		own = version(3, "da_rlm_verbatim.tmpl", "da_rlm_choose.tmpl")
	}
	return own + "," + pipeline.AnchoredVersion()
}

// Policies implements arena.PolicyReader.
func (r DepthRouter) Policies() []string {
	if r.Policy == "" {
		return nil
	}
	return []string{r.Policy}
}

// Over refuses encoders that make no further passes.
func (DepthRouter) Over(encode string) error {
	if !pipeline.MakesPasses(encode) {
		return errors.New("layer da_rlm chooses the encoder's passes: " + encode + " makes one; leave the layer out or choose another encoder")
	}
	return nil
}

// Route is the number of passes for a segment with these signals, by the first rule that applies. Zero
// keeps the segment raw; -1 says that no rule applies, and the base's own depth holds.
func (r DepthRouter) Route(s Signals) int {
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
func (r DepthRouter) Attach(env arena.Env) (pipeline.Hooks, error) {
	policy, err := r.policy(env)
	if err != nil {
		return pipeline.Hooks{}, err
	}
	return pipeline.Hooks{Plan: func(ctx context.Context, p *pipeline.Plan) error {
		s := Assess(p.Segment, p.Notes, env.Tokens)
		depth := r.Route(s)
		if depth == 0 {
			p.PutOff = true
			return nil
		}
		if policy != nil {
			c, err := policy.Choose(ctx, env.Client, env.MemoryModel, r.ChooseTokens, s)
			if err != nil {
				return err
			}
			if policy.Learned == nil {
				p.Count(c.Count)
			}
			if c.Depth > 0 {
				depth = c.Depth
			} else {
				env.Trace.Warn(fmt.Sprintf("cycle %d: da_rlm: the choice of a depth can't be read: the rules chose", p.Cycle))
			}
		}
		if depth > 0 {
			p.Depth = depth
		}
		if r.AnchorTokens > 0 { // the base sees it in passes after the first only
			p.Anchor = bothEnds(p.Transcript(), r.AnchorTokens, env.Tokens)
		}
		list := s.Identifiers
		if over := len(list) - mostVerbatim; over > 0 {
			env.Trace.Warn(fmt.Sprintf("cycle %d: da_rlm: %d identifiers weren't listed to be copied: a cycle lists %d", p.Cycle, over, mostVerbatim))
			list = list[:mostVerbatim]
		}
		if len(list) > 0 {
			p.Directives = append(p.Directives, strings.TrimSpace(render("da_rlm_verbatim.tmpl", quoted(strings.Join(list, "\n")))))
		}
		return nil
	}}, nil
}

// bothEnds is the first and the last n tokens of a text, cut between words, or all of it where they
// meet.
func bothEnds(text string, n int, tokens func(string) int) string {
	head := firstTokens(text, n, tokens)
	tail := lastTokens(text, n, tokens)
	if head >= tail {
		return text
	}
	return strings.TrimRight(text[:head], " ") + "\n[…]\n" + strings.TrimLeft(text[tail:], " ")
}

// firstTokens is the length of the longest beginning with at most n tokens. Words are counted one by
// one, so that a long text costs no more than its excerpt.
func firstTokens(text string, n int, tokens func(string) int) int {
	at := 0
	for at < len(text) {
		end := at + 1
		for end < len(text) && text[end] != ' ' && text[end] != '\n' {
			end++
		}
		n -= tokens(clipped(text[at:end]))
		if n < 0 {
			break
		}
		at = end
	}
	return at
}

// lastTokens is where the longest end with at most n tokens begins.
func lastTokens(text string, n int, tokens func(string) int) int {
	at := len(text)
	for at > 0 {
		from := at - 1
		for from > 0 && text[from] != ' ' && text[from] != '\n' {
			from--
		}
		n -= tokens(clipped(text[from:at]))
		if n < 0 {
			break
		}
		at = from
	}
	return at
}

// clipped is a word as far as it need be counted: none of that length fits an excerpt.
func clipped(word string) string {
	const longest = 1 << 14
	if len(word) <= longest {
		return word
	}
	cut := longest
	for !utf8.RuneStart(word[cut]) {
		cut--
	}
	return word[:cut]
}
