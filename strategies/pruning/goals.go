package pruning

import (
	"context"
	"fmt"
	"strings"

	"contextarena.internal/llm"
	"contextarena.internal/strategies/excerpt"
	"contextarena.internal/words"
)

// goals are the user's open requests: the newest of them, each until he calls one off that is like it. What they were
// when the store was last pruned tells how stable they are.
type goals struct {
	most   int
	open   []request // oldest first
	before []string
}

// request is a sentence that asks for something.
type request struct {
	text   string
	vector llm.Vector
}

// asks and over are a few turns of speech with which people ask for something, and say that it is done with. Who does
// so in other words isn't noticed.
var (
	asks = words.Lazy(`(?i)\?\s*$|\b(?:please|can you|could you|would you|(?:i|we)(?:['’]d like| need| want| have to| must| should)|help me|remind me|make sure|let['’]?s|keep (?:track|in mind|a note)|don['’]t forget|remember (?:that|to|this))\b|^\s*(?:plan|find|book|check|write|list|tell|give|show|draft|prepare|work out|look (?:up|for)|figure out|update|send|schedule|set up|summari[sz]e|note)\b`)
	over = words.Lazy(`(?i)\b(?:never mind|forget (?:about )?(?:it|that|the)|no longer (?:need|want)|don['’]t need|(?:that|this|it|all)(?:['’]s| is) (?:done|sorted|settled|finished|resolved)|call(?:ed|s|ing)? off|cancel(?:led|ed|s)?|we(?:['’]re| are) done)\b`)
)

// alike is the cosine from which what is over is a request that was made.
const alike = .2

// hear takes in what the user says: requests open, and what he says is over closes the open request that it is most
// like.
func (g *goals) hear(ctx context.Context, embed func(context.Context, ...string) ([]llm.Vector, error), text string) error {
	var said []string
	for _, s := range words.Sentences(excerpt.Head(text)) {
		if s = strings.TrimSpace(s); over.MatchString(s) || asks.MatchString(s) {
			said = append(said, s)
		}
	}
	if len(said) == 0 {
		return nil
	}
	vectors, err := embed(ctx, said...)
	if err != nil {
		return fmt.Errorf("embed what the user asks for: %w", err)
	}
	for i, s := range said {
		if !over.MatchString(s) {
			g.open = append(g.open, request{s, vectors[i]})
		} else if err := g.close(vectors[i]); err != nil {
			return err
		}
	}
	g.open = g.open[max(0, len(g.open)-g.most):]
	return nil
}

// close takes out the open request most like a text, if it is alike; of equals the newest.
func (g *goals) close(text llm.Vector) error {
	at, best := -1, alike
	for i, r := range g.open {
		like, err := GoalRelevance([]llm.Vector{r.vector}, []llm.Vector{text})
		if err != nil {
			return err
		}
		if like[0] >= best {
			at, best = i, like[0]
		}
	}
	if at >= 0 {
		g.open = append(g.open[:at:at], g.open[at+1:]...)
	}
	return nil
}

// stability is how alike the goals are to those of the last time this was asked.
func (g *goals) stability() float64 {
	var texts []string
	for _, r := range g.open {
		texts = append(texts, r.text)
	}
	out := Stability(g.before, texts)
	g.before = texts
	return out
}
