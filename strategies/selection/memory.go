package selection

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/strategies/discourse"
	"contextarena.internal/strategies/shelf"
)

// chooser chooses places of scored items within a budget.
type chooser func(items []Item, budget int) ([]int, error)

// memory keeps the whole conversation and shows, for each question, the part of it that its method chooses.
//
//   - While all that was said before the turn being answered fits the budget, it is shown, and nothing has left.
//   - From then on it is out of the window, turn after turn, as soon as the next begins: what of it a question
//     brings back is fetched for that question alone. So a fact of an earlier turn is exposed, and whether it is
//     seen depends on what is asked.
//   - The turn being answered is always shown. Neither it nor the system prompt counts for the budget.
//
// The memory writes no text: at the memory level nothing is kept, and contexts tell what is seen.
type memory struct {
	shelf.Shelf
	env     arena.Env
	common  Common
	budget  int
	choose  chooser
	whole   func(tokens, budget int) bool // all of so many tokens is shown
	weights *Weights                      // nil where nothing is scored
	byTurn  bool

	items   []Item // those of the shelf, as they are chosen among
	past    int    // how many are of earlier turns
	refs    *discourse.References
	begun   bool        // not all past items are sure to be shown
	vectors embed.Index // of the past items, once not all are shown; none where likeness weighs nothing
	from    time.Time
	last    float64 // the time of the newest message, in units

	asked             string // the user's message that chosen is for
	chosen            []int  // sorted
	referred, missing int    // references of what was chosen at the user's turns
}

func (s Common) start(env arena.Env, whole func(tokens, budget int) bool, choose chooser) *memory {
	env.Embedder = cmp.Or[llm.Embedder](env.Embedder, embed.Local{})
	return &memory{
		env: env, common: s, budget: cmp.Or(env.Budget, s.Budget), whole: whole, choose: choose, refs: discourse.NewReferences(),
	}
}

// Observe adds m. With each message of the user a turn begins: what came before it may leave, and the messages
// for it are chosen.
func (s *memory) Observe(ctx context.Context, m arena.Message) error {
	if m.Role == llm.User && ctx.Err() == nil {
		if err := s.pass(ctx); err != nil {
			return err
		}
	}
	it, err := s.Add(ctx, m)
	if err != nil {
		return err
	}
	s.last = s.time(m)
	s.note(m, it)
	if m.Role == llm.User && s.begun {
		return s.answer(ctx, m.Text)
	}
	return nil
}

// note takes in what a message adds to its item: its size, what it does, and what it refers to.
func (s *memory) note(m arena.Message, of *shelf.Item) {
	if of.Place == len(s.items) {
		s.items = append(s.items, Item{ID: int(m.Index), At: s.last})
	}
	it := &s.items[of.Place]
	it.Tokens += s.env.SizeOf(m.Message)
	it.ToolCalls += len(m.ToolCalls)
	if m.Role == llm.Tool {
		it.Error = it.Error || discourse.Fails(m.Text)
	} else {
		it.Decision = it.Decision || discourse.Decides(m.Text)
	}
	for _, p := range s.refs.Add(m, of.Place) {
		if ref := s.items[p].ID; p != of.Place && !slices.Contains(it.Refs, ref) {
			it.Refs = append(it.Refs, ref)
		}
	}
}

// time is when a message was said, in units.
func (s *memory) time(m arena.Message) float64 {
	if s.byTurn {
		return float64(m.Turn)
	}
	if len(s.items) == 0 {
		s.from = m.At
	}
	return m.At.Sub(s.from).Hours() / 24
}

// pass makes what was said until now the past.
func (s *memory) pass(ctx context.Context) error {
	s.past = len(s.items)
	if !s.begun {
		tokens := 0
		for _, it := range s.items {
			tokens += it.Tokens
		}
		if s.whole(tokens, s.budget) {
			return nil
		}
		s.begun = true
	}
	leaving := s.Raw
	if len(leaving) == 0 {
		return nil
	}
	s.env.Trace.Cycle(arena.Cycle{Left: s.Leave(leaving...)})
	if s.weights == nil || s.weights.Semantic == 0 {
		return nil
	}
	texts := make([]string, len(leaving))
	for i, it := range leaving {
		texts[i] = it.Text()
	}
	vectors, err := s.embed(ctx, texts...)
	if err != nil {
		return err
	}
	for i, v := range vectors {
		if err := s.vectors.Add(v); err != nil {
			return fmt.Errorf("embed message %d: %w", s.items[leaving[i].Place].ID, err)
		}
	}
	return nil
}

// answer chooses the messages for the turn that begins, and counts what they refer to.
func (s *memory) answer(ctx context.Context, query string) error {
	chosen, err := s.forQuery(ctx, query)
	if err != nil {
		return err
	}
	s.asked, s.chosen = query, chosen
	referred, missing := Missing(s.items[:s.past], chosen)
	s.referred, s.missing = s.referred+referred, s.missing+missing
	return nil
}

// forQuery are the places of the past items that are shown for a question, sorted.
func (s *memory) forQuery(ctx context.Context, query string) ([]int, error) {
	items := s.items[:s.past]
	if s.weights != nil {
		semantic, err := s.likeness(ctx, query)
		if err != nil {
			return nil, err
		}
		items = s.weights.Scored(items, semantic, s.last)
	}
	chosen, err := s.choose(items, s.budget)
	if err != nil {
		return nil, err
	}
	if s.common.Dependencies {
		chosen = append(chosen, Resolve(items, chosen, s.budget)...)
	}
	slices.Sort(chosen)
	return chosen, nil
}

// likeness is that of all past items to a question; nil where it weighs nothing.
func (s *memory) likeness(ctx context.Context, query string) ([]float64, error) {
	if s.weights.Semantic == 0 {
		return nil, nil
	}
	vectors, err := s.embed(ctx, query)
	if err != nil {
		return nil, err
	}
	near, err := s.vectors.Cosines(vectors[0])
	if err != nil {
		return nil, fmt.Errorf("embed the question: %w", err)
	}
	return near, nil
}

// embed is the embedder's vectors of texts.
func (s *memory) embed(ctx context.Context, texts ...string) ([]llm.Vector, error) {
	vectors, err := s.env.Embedder.Embed(ctx, texts)
	if err != nil {
		return nil, fmt.Errorf("embed messages or a question: %w", err)
	}
	return vectors, nil
}

// Recall shows what is chosen for the query, in the order of the conversation, and what hasn't left.
func (s *memory) Recall(ctx context.Context, query string) (arena.Context, error) {
	if err := ctx.Err(); err != nil {
		return arena.Context{}, err
	}
	chosen := s.chosen
	if s.begun && query != s.asked {
		var err error
		if chosen, err = s.forQuery(ctx, query); err != nil {
			return arena.Context{}, err
		}
	}
	var fetched []*shelf.Item
	for _, i := range chosen {
		fetched = append(fetched, s.Items[i])
	}
	return s.Context(s.env.System, fetched...), nil
}

// Remarks say how many references led nowhere.
func (s *memory) Remarks() []string {
	if s.missing == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of %d references of messages shown at the user's turns were to messages not shown", s.missing, s.referred)}
}
