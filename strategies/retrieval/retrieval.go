// Package retrieval is the strategy that writes no notes: it keeps every message as it was said, and shows
// for each question those that resemble it, before a window of the newest.
//
//  1. Observe lets the oldest messages leave the window and puts them into two indexes: of vectors
//     (llm/embed), and of words (strategies/bm25). A tool call and its results are one text.
//  2. Recall ranks them for the question by one index or both (rank.go), takes the best that fit, and shows
//     them in the order in which they were said.
package retrieval

import (
	"context"
	"errors"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/llm/embed"
	"contextarena.internal/strategies/bm25"
	"contextarena.internal/strategies/excerpt"
	"contextarena.internal/strategies/shelf"
)

// Retrieval shows the newest Window messages, and of all before them the TopK that rank first for the
// question. Within a budget the window has at most half of it, and what is found the rest; what doesn't
// fit is passed over for the next in rank.
type Retrieval struct {
	By     string `yaml:"by" default:"both" oneof:"both embedding bm25" help:"what ranks messages: vectors, words, or both rankings fused"`
	Window int    `yaml:"window" default:"4" min:"1" max:"100000" help:"newest messages that are shown whatever the question is"`
	TopK   int    `yaml:"top_k" default:"0" min:"0" max:"100000" help:"earlier messages that are shown for a question; a tool call and its results count as one (0: 8, or as many as fit where the run gives a budget)"`
	Fusion int    `yaml:"fusion" default:"60" min:"0" max:"100000" help:"k of reciprocal rank fusion: how little the first ranks differ"`
}

// Name is "retrieval".
func (Retrieval) Name() string { return "retrieval" }

// Version is an integer alone: there are no prompts.
func (Retrieval) Version() string { return "1" }

// Start begins a trial.
func (s Retrieval) Start(env arena.Env) (arena.Memory, error) {
	if env.Embedder == nil && s.By != byWords {
		return nil, errors.New("retrieval: an embedder is needed to rank by vectors (by=bm25 needs none)")
	}
	switch {
	case s.TopK > 0:
	case env.Budget > 0:
		s.TopK = mostFound
	default:
		s.TopK = 8
	}
	return &memory{env: env, settings: s}, nil
}

// mostFound is how many messages are shown at most where the budget alone bounds them.
const mostFound = 100_000

// What ranks; both is neither of these.
const (
	byWords   = "bm25"
	byVectors = "embedding"
)

type memory struct {
	shelf.Shelf
	env      arena.Env
	settings Retrieval
	left     []*shelf.Item // by their place in the indexes
	vectors  embed.Index
	words    bm25.Index
}

// Observe adds m and lets go the oldest items that the window has no room for.
func (r *memory) Observe(ctx context.Context, m arena.Message) error {
	if _, err := r.Add(ctx, m); err != nil {
		return err
	}
	over := r.Beyond(r.settings.Window, (r.env.Budget+1)/2, r.env)
	if len(over) == 0 {
		return nil
	}
	if err := r.keep(ctx, over); err != nil {
		return fmt.Errorf("retrieval: index the messages before %d: %w", m.Index, err)
	}
	r.env.Trace.Cycle(arena.Cycle{Left: r.Leave(over...)})
	return nil
}

// keep puts items that leave the window into the indexes. Only the head of a very long one is read.
func (r *memory) keep(ctx context.Context, leaving []*shelf.Item) error {
	texts := make([]string, len(leaving))
	for i, it := range leaving {
		texts[i] = excerpt.Head(it.Text())
		r.words.Add(texts[i])
	}
	r.left = append(r.left, leaving...)
	if r.settings.By == byWords {
		return nil
	}
	vectors, err := r.env.Embedder.Embed(ctx, texts)
	if err != nil {
		return err
	}
	for _, v := range vectors {
		if err := r.vectors.Add(v); err != nil {
			return err
		}
	}
	return nil
}

// Recall shows what is found for the query, in the order in which it was said, and then the window.
func (r *memory) Recall(ctx context.Context, query string) (arena.Context, error) {
	if err := ctx.Err(); err != nil {
		return arena.Context{}, err
	}
	ranked, err := r.rank(ctx, query)
	if err != nil {
		return arena.Context{}, fmt.Errorf("retrieval: rank the messages: %w", err)
	}
	return r.Context(r.env.System, r.fitting(ranked)...), nil
}

// fitting are the first of the ranked items that there is room for.
func (r *memory) fitting(ranked []int) []*shelf.Item {
	room := r.env.Budget - shelf.Messages(r.Past()...).Size(r.env)
	var out []*shelf.Item
	for _, place := range ranked {
		if len(out) == r.settings.TopK {
			break
		}
		size := r.left[place].Size(r.env)
		if r.env.Budget > 0 && size > room {
			continue
		}
		room -= size
		out = append(out, r.left[place])
	}
	return out
}
