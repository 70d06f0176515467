package pruning

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm/embed"
	"contextarena.internal/strategies/prompt"
	"contextarena.internal/strategies/shelf"
)

// hear retrieves for what the user says, which is what usage counts, and takes in what he asks for.
func (s *memory) hear(ctx context.Context, text string) error {
	near, err := s.nearest(ctx, text)
	if err != nil {
		return err
	}
	s.asked, s.retrieved = text, s.fit(near)
	for _, n := range near {
		if slices.Contains(s.retrieved, n.Place) {
			s.store[n.Place].Usage.Retrieve(s.now, n.Cosine)
		}
	}
	if !s.policy.semantic {
		return nil
	}
	return s.goals.hear(ctx, s.embed, text)
}

// nearest are the memories that are like a text, best first; of equals the newer. What has nothing in common with
// it, a cosine of 0 or less, isn't.
func (s *memory) nearest(ctx context.Context, text string) ([]embed.Neighbour, error) {
	if s.index.Len() == 0 {
		return nil, nil
	}
	vectors, err := s.embed(ctx, text)
	if err != nil {
		return nil, fmt.Errorf("%s: embed the question: %w", s.name, err)
	}
	near, err := s.index.Nearest(vectors[0], s.index.Len())
	if err != nil {
		return nil, fmt.Errorf("%s: the question: %w", s.name, err)
	}
	return slices.DeleteFunc(near, func(n embed.Neighbour) bool { return n.Cosine <= 0 }), nil
}

// fit are the places of the best that fit the budget together, top_k at most. What doesn't fit is passed over.
func (s *memory) fit(near []embed.Neighbour) []int {
	var out []int
	taken := 0
	for _, n := range near {
		if len(out) == s.settings.TopK {
			break
		}
		if s.store[n.Place].tokens > s.budget-taken {
			continue
		}
		with := append(out, n.Place)
		if size := s.shownSize(with); size <= s.budget {
			out, taken = with, size
		}
	}
	return out
}

// shownSize is what memories take of the budget.
func (s *memory) shownSize(places []int) int {
	n := 0
	if notes := s.notes(places); notes != "" {
		n = s.env.Tokens(prompts.Render(s.env, "recall.tmpl", data{Knowledge: prompt.Quote(notes)}))
	}
	for _, i := range places {
		if s.store[i].it != nil {
			n += s.store[i].tokens
		}
	}
	return n
}

// notes are the summaries among memories, in the order in which they came.
func (s *memory) notes(places []int) string {
	var lines []string
	for _, i := range slices.Sorted(slices.Values(places)) {
		if s.store[i].it == nil {
			lines = append(lines, "- "+s.store[i].text)
		}
	}
	return strings.Join(lines, "\n")
}

// Recall shows what is retrieved for the query, messages in the order of the conversation, and the turn being
// answered.
func (s *memory) Recall(ctx context.Context, query string) (arena.Context, error) {
	if err := ctx.Err(); err != nil {
		return arena.Context{}, err
	}
	if !s.begun {
		return s.Context(s.env.System), nil
	}
	places := s.retrieved
	if query != s.asked {
		near, err := s.nearest(ctx, query)
		if err != nil {
			return arena.Context{}, err
		}
		places = s.fit(near)
	}
	system := s.env.System
	if notes := s.notes(places); notes != "" {
		system = prompts.Render(s.env, "recall.tmpl", data{System: system, Knowledge: prompt.Quote(notes)})
	}
	var fetched []*shelf.Item
	for _, i := range places {
		if it := s.store[i].it; it != nil {
			fetched = append(fetched, it)
		}
	}
	return s.Context(system, fetched...), nil
}
