package pruning

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/strategies/excerpt"
	"contextarena.internal/strategies/shelf"
)

// memory is a store that is pruned.
//
//   - While all that was said before the turn being answered fits the budget and nothing was pruned it is shown, and
//     nothing has left. From then on it is out of the window, turn after turn, as soon as the next begins; what a
//     question brings back of it is fetched for that question alone.
//   - The turn being answered is always shown. Neither it nor the system prompt counts for the budget.
//   - The memory's text is all summaries that are stored.
//
// Time never goes backwards: a message that is earlier than the one before it counts as said at that one's time.
type memory struct {
	shelf.Shelf
	env      arena.Env
	name     string
	settings Common
	policy   policy
	budget   int

	past    int // items of earlier turns
	tokens  int // of those
	begun   bool
	now     time.Time
	from    time.Time // of the first message
	store   []*stored // in the order in which they came
	index   embed.Index
	session []*stored // messages of the session that goes on
	chapter []*stored // summaries of the sessions of the chapter that does
	made    int       // summaries, to name them
	turns   int       // that have begun
	fresh   int       // messages since the store was last pruned
	goals   goals
	cycle   arena.Cycle
	changed bool // the text of the memory

	asked     string // the user's message that retrieved is for
	retrieved []int  // places in the store, best first
	counted
}

// stored is a memory with what it says.
type stored struct {
	Memory
	it       *shelf.Item // of a message; nil for a summary
	text     string
	tokens   int
	vector   llm.Vector
	turn     int       // with which it came
	summedUp time.Time // when the session or chapter it is of was; the zero time if it wasn't
}

// counted is what the memory remarks on in the end.
type counted struct {
	stored   int
	pruned   int
	unused   int // of those, never retrieved
	merged   int // memories that became one with others
	late     int
	fallback int // summaries that the model didn't write
}

// Observe adds m. When the user speaks, what was said before is stored and summed up where a session is over, the
// store is pruned where it is time to, and what is most like what the user says is retrieved.
func (s *memory) Observe(ctx context.Context, m arena.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	at := s.settings.when(m)
	if at.Before(s.now) {
		s.late++
		at = s.now
	}
	if s.from.IsZero() {
		s.from = at
	}
	if m.Role == llm.User {
		if err := s.turn(ctx, at); err != nil {
			return fmt.Errorf("%s: before message %d: %w", s.name, m.Index, err)
		}
	}
	s.now = at
	if _, err := s.Add(ctx, m); err != nil {
		return err
	}
	if m.Role != llm.User {
		return nil
	}
	return s.hear(ctx, m.Text)
}

// turn begins one at a time: what came before it is stored, summed up, pruned, and told as a cycle.
func (s *memory) turn(ctx context.Context, at time.Time) error {
	s.turns++
	s.cycle, s.changed = arena.Cycle{}, false
	if err := s.keep(ctx); err != nil {
		return err
	}
	if err := s.sumUp(ctx, at); err != nil {
		return err
	}
	if err := s.prune(at); err != nil {
		return err
	}
	if s.tokens > s.budget {
		s.begun = true
	}
	if s.begun {
		s.cycle.Left = s.Leave(s.Raw...)
	}
	if len(s.cycle.Left) > 0 || s.changed || s.cycle.Asked > 0 {
		s.cycle.Text = s.text()
		s.env.Trace.Cycle(s.cycle)
	}
	return nil
}

// keep stores what was said in the turn before.
func (s *memory) keep(ctx context.Context) error {
	fresh := s.Items[s.past:]
	var texts []string
	for _, it := range fresh {
		texts = append(texts, it.Text())
	}
	vectors, err := s.embed(ctx, texts...)
	if err != nil {
		return fmt.Errorf("embed messages: %w", err)
	}
	for i, it := range fresh {
		e := &stored{
			Memory: Memory{ID: fmt.Sprintf("message %d", it.Window[0].Index), Created: s.now},
			it:     it, text: texts[i], tokens: it.Size(s.env), vector: vectors[i],
		}
		if err := s.file(e); err != nil {
			return err
		}
		s.session = append(s.session, e)
		s.tokens += e.tokens
	}
	s.fresh += len(fresh)
	s.past = len(s.Items)
	return nil
}

// file puts a memory into the store.
func (s *memory) file(e *stored) error {
	if err := s.index.Add(e.vector); err != nil {
		return fmt.Errorf("the embedding of %s: %w", e.ID, err)
	}
	e.turn = s.turns
	s.store = append(s.store, e)
	s.stored++
	return nil
}

// remove takes memories out of the store.
func (s *memory) remove(gone map[*stored]bool) error {
	if len(gone) == 0 {
		return nil
	}
	s.begun = true
	s.store = slices.DeleteFunc(s.store, func(e *stored) bool {
		s.changed = s.changed || gone[e] && e.it == nil
		return gone[e]
	})
	s.index = embed.Index{}
	for _, e := range s.store {
		if err := s.index.Add(e.vector); err != nil {
			return fmt.Errorf("the embedding of %s: %w", e.ID, err)
		}
	}
	return nil
}

// embed are the vectors of texts, as far as embedders read.
func (s *memory) embed(ctx context.Context, texts ...string) ([]llm.Vector, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	heads := make([]string, len(texts))
	for i, t := range texts {
		heads[i] = excerpt.Head(t)
	}
	return s.env.Embedder.Embed(ctx, heads)
}

// text is all summaries, a line each.
func (s *memory) text() string {
	var lines []string
	for _, e := range s.store {
		if e.it == nil {
			lines = append(lines, "- "+e.text)
		}
	}
	return strings.Join(lines, "\n")
}

// Remarks implements arena.Remarker.
func (s *memory) Remarks() []string {
	unused := 0
	for _, e := range s.store {
		if e.Usage.Count == 0 {
			unused++
		}
	}
	out := []string{fmt.Sprintf("%s: %d memories were stored, %d pruned (%d of them never retrieved), %d became one with others, %d are left (%d never retrieved)",
		s.name, s.stored, s.pruned, s.unused, s.merged, len(s.store), unused)}
	if s.fallback > 0 {
		out = append(out, fmt.Sprintf("%s: %d summaries are the most important of what they are of, word for word", s.name, s.fallback))
	}
	if s.late > 0 {
		out = append(out, fmt.Sprintf("%d messages are earlier than the one before them and count as said at its time", s.late))
	}
	return out
}
