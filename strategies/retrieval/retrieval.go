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
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/strategies/bm25"
	"contextarena.internal/strategies/excerpt"
	"contextarena.internal/strategies/pipeline"
)

// Retrieval shows the newest Window messages, and of all before them the TopK that rank first for the
// question. Within a budget the window has at most half of it, and what is found the rest; what doesn't
// fit is passed over for the next in rank.
type Retrieval struct {
	By     string `yaml:"by" default:"both" oneof:"both embedding bm25" help:"what ranks messages: vectors, words, or both rankings fused"`
	Window int    `yaml:"window" default:"4" min:"1" max:"100000" help:"newest messages that are shown whatever the question is"`
	TopK   int    `yaml:"top_k" default:"8" min:"1" max:"100000" help:"earlier messages that are shown for a question; a tool call and its results count as one"`
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
	return &memory{env: env, settings: s}, nil
}

// What ranks; both is neither of these.
const (
	byWords   = "bm25"
	byVectors = "embedding"
)

type memory struct {
	env      arena.Env
	settings Retrieval
	window   pipeline.Window
	left     []group // by their place in the indexes
	vectors  embed.Index
	words    bm25.Index
}

// group is messages that are found together: one, or a tool call and its results.
type group struct {
	messages []arena.Message
	size     int // what they take of a budget
}

// text is what a group is found by. Only the head of a very long one is read.
func (g group) text() string {
	var lines []string
	for _, m := range g.messages {
		lines = append(lines, m.Text)
		for _, c := range m.ToolCalls {
			lines = append(lines, c.Name+" "+c.Arguments)
		}
	}
	return excerpt.Head(strings.Join(lines, "\n"))
}

// Observe adds m and lets go the oldest messages that the window has no room for. A tool result goes with
// the call it answers.
func (r *memory) Observe(ctx context.Context, m arena.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r.window = append(r.window, m)
	over := r.over()
	if over == 0 {
		return nil
	}
	if err := r.keep(ctx, r.window[:over]); err != nil {
		return fmt.Errorf("retrieval: index the messages before %d: %w", m.Index, err)
	}
	r.env.Trace.Cycle(arena.Cycle{Left: r.window.Leave(over)})
	return nil
}

// over is how many of the oldest messages the window has no room for. The turn that is being answered
// takes nothing of a budget and stays.
func (r *memory) over() int {
	open := r.window.Open()
	n := min(max(0, len(r.window)-r.settings.Window), open)
	if r.env.Budget > 0 {
		size := 0
		for _, m := range r.window[n:open] {
			size += arena.SizeOf(m.Message, r.env.Tokens)
		}
		for ; n < open && size > r.env.Budget/2; n++ {
			size -= arena.SizeOf(r.window[n].Message, r.env.Tokens)
		}
	}
	for n > 0 && n < open && r.window[n].Role == llm.Tool {
		n++
	}
	return n
}

// keep puts messages that leave the window into the indexes.
func (r *memory) keep(ctx context.Context, leaving []arena.Message) error {
	var groups []group
	var texts []string
	for _, m := range leaving {
		if last := len(groups) - 1; m.Role != llm.Tool || last < 0 {
			groups = append(groups, group{})
		}
		g := &groups[len(groups)-1]
		g.messages, g.size = append(g.messages, m), g.size+arena.SizeOf(m.Message, r.env.Tokens)
	}
	for _, g := range groups {
		texts = append(texts, g.text())
		r.words.Add(g.text())
	}
	r.left = append(r.left, groups...)
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
	found := r.fitting(ranked)
	slices.Sort(found)
	var shown pipeline.Window
	for _, place := range found {
		shown = append(shown, r.left[place].messages...)
	}
	fetched := len(shown)
	c := append(shown, r.window...).Context(r.env.System)
	c.Fetched = slices.Clone(c.Shown[:fetched])
	return c, nil
}

// fitting are the first of the ranked places that there is room for.
func (r *memory) fitting(ranked []int) []int {
	room := r.env.Budget
	for _, m := range r.window[:r.window.Open()] {
		room -= arena.SizeOf(m.Message, r.env.Tokens)
	}
	var out []int
	for _, place := range ranked {
		size := r.left[place].size
		if len(out) == r.settings.TopK {
			break
		}
		if r.env.Budget > 0 && size > room {
			continue
		}
		room -= size
		out = append(out, place)
	}
	return out
}
