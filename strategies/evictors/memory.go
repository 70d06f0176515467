package evictors

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/discourse"
	"contextarena.internal/strategies/evict"
)

// kept is a memory that evicts items by a policy.
type kept struct {
	name     string
	env      arena.Env
	settings Common
	budget   int
	evictor  evict.Evictor
	decays   [evict.Classes]float64
	embed    func(ctx context.Context, text string) (llm.Vector, error) // nil where the policy doesn't look at texts

	items     []*piece // all there ever were
	pool      []*evict.Chunk
	now       []*piece // of the turn that is being answered: always shown, and not counted
	byCall    map[string]*piece
	refs      *discourse.References
	permanent int      // tokens of permanent items
	archive   []*piece // evicted ones, those that left first ahead
	archived  int      // their tokens
	dropped   []*piece // that just left the archive
	summary   string
	counted
}

// counted is what the memory remarks on in the end.
type counted struct {
	evicted  [evict.Classes]int
	back     int
	rebuilt  int      // tokens of those
	demoted  []string // permanent items that there was no room to protect
	lost     int      // items that left the archive
	log      []evict.Eviction
	tooLarge int
}

// start is a memory with a policy; embed is nil where that doesn't look at texts.
func (c Common) start(env arena.Env, name string, policy evict.Policy, decays [evict.Classes]float64, embed func(context.Context, string) (llm.Vector, error)) (arena.Memory, error) {
	if err := c.check(env); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	k := &kept{
		name: name, env: env, settings: c, budget: c.budget(env), decays: decays, embed: embed,
		byCall: map[string]*piece{}, refs: discourse.NewReferences(),
	}
	k.evictor = evict.Evictor{Policy: policy, Log: k.logged}
	return k, nil
}

// Observe adds m. When the user speaks, the items of earlier turns are cut to the budget; what he refers
// to comes back before.
func (k *kept) Observe(ctx context.Context, m arena.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if m.Role != llm.User {
		k.refer(k.note(m), m.Turn, false)
		return nil
	}
	var query llm.Vector
	if k.embed != nil {
		var err error
		if query, err = k.embed(ctx, m.Text); err != nil {
			return fmt.Errorf("embed what the user says: %w", err)
		}
	}
	if err := k.settle(ctx); err != nil {
		return err
	}
	before := k.shown()
	back := k.refer(k.note(m), m.Turn, k.settings.Readmit)
	if err := k.cut(evict.Now{Turn: int(m.Turn), Query: query}); err != nil {
		return err
	}
	return k.report(ctx, before, back)
}

// note puts a message into an item, and returns the items it refers to.
func (k *kept) note(m arena.Message) []int {
	var it *piece
	if m.Role == llm.Tool {
		it = k.byCall[m.ToolCallID]
	}
	if it == nil {
		it = &piece{}
		it.chunk.At = len(k.items)
		k.items, k.now = append(k.items, it), append(k.now, it)
	}
	for _, c := range m.ToolCalls {
		k.byCall[c.ID] = it
	}
	it.messages = append(it.messages, m)
	if it.settled {
		k.late(it, m)
	}
	to, _ := k.refs.Add(m, it.chunk.At)
	return to
}

// late is a result whose call is of an earlier turn: it goes where the call is.
func (k *kept) late(it *piece, m arena.Message) {
	n := arena.SizeOf(m.Message, k.env.Tokens)
	it.chunk.Size += n
	if it.out {
		k.archived += n
		k.env.Trace.Cycle(arena.Cycle{Left: []arena.MessageIndex{m.Index}, Text: k.summary})
	}
}

// refer counts a turn's references to items, and with readmit takes back those that were evicted.
func (k *kept) refer(to []int, turn arena.Turn, readmit bool) (back []*piece) {
	for _, place := range to {
		it := k.items[place]
		it.chunk.Refs = append(it.chunk.Refs, int(turn))
		if readmit && it.out && !it.gone {
			it.out = false
			k.archive = slices.DeleteFunc(k.archive, func(o *piece) bool { return o == it })
			k.archived -= it.chunk.Size
			k.pool = append(k.pool, &it.chunk)
			back = append(back, it)
		}
	}
	return back
}

// settle classifies the items of the turn that is over and puts them into the pool.
func (k *kept) settle(ctx context.Context) error {
	for _, it := range k.now {
		it.settled = true
		c := &it.chunk
		c.ID, c.Inserted = fmt.Sprintf("message %d", it.messages[0].Index), int(it.messages[0].Turn)
		for _, m := range it.messages {
			c.Size += arena.SizeOf(m.Message, k.env.Tokens)
		}
		it.traits = traits{class: evict.Structural, relevance: 0.5}
		if k.settings.Classes == "text" {
			it.traits = classify(it.messages, c.At == 0)
		}
		if it.traits.class == evict.Permanent {
			k.protect(it)
		}
		c.Class, c.Relevance, c.Decay = it.traits.class, it.traits.relevance, k.decays[it.traits.class]
		if c.Class != evict.Ephemeral {
			c.Rebuild = float64(c.Size)
		}
		if k.embed != nil {
			var err error
			if c.Vector, err = k.embed(ctx, it.text()); err != nil {
				return fmt.Errorf("embed %s: %w", c.ID, err)
			}
		}
		k.pool = append(k.pool, c)
	}
	k.now = nil
	return nil
}

// protect keeps a permanent item for good if the cap of those allows.
func (k *kept) protect(it *piece) {
	most := int(k.settings.PermanentCap * float64(k.room()))
	if k.permanent+it.chunk.Size <= most {
		k.permanent += it.chunk.Size
		return
	}
	k.demoted = append(k.demoted, fmt.Sprintf("%s: turn %d: %s would never be evicted, but with it such items would have %d tokens, over their %d (permanent_cap): it counts as STRUCTURAL",
		k.name, it.chunk.Inserted, it.chunk.ID, k.permanent+it.chunk.Size, most))
	it.traits.class = evict.Structural
}

// room is what of the budget items may take.
func (k *kept) room() int {
	if k.settings.Summarise {
		return max(0, k.budget-k.settings.SummaryTokens)
	}
	return k.budget
}

// cut evicts what is over the budget.
func (k *kept) cut(now evict.Now) error {
	tokens := 0
	for _, c := range k.pool {
		tokens += c.Size
	}
	budget := k.room()
	if tokens > budget {
		budget = int(float64(budget) * (1 - k.settings.Headroom))
	}
	pool, gone, err := k.evictor.Cut(k.pool, budget, now)
	if err != nil {
		return err
	}
	k.pool = pool
	for _, c := range gone {
		it := k.items[c.At]
		it.out = true
		k.archive = append(k.archive, it)
		k.archived += c.Size
	}
	for k.archived > k.settings.ArchiveTokens {
		k.archive[0].gone = true
		k.dropped = append(k.dropped, k.archive[0])
		k.archived -= k.archive[0].chunk.Size
		k.archive = k.archive[1:]
		k.lost++
	}
	return nil
}

// logged counts an eviction.
func (k *kept) logged(e evict.Eviction) {
	if e.Reason == evict.TooLarge {
		k.tooLarge++
	}
	if k.settings.Log {
		k.log = append(k.log, e)
	}
}

// shown are the places of the items that are shown.
func (k *kept) shown() map[int]bool {
	out := map[int]bool{}
	for _, c := range k.pool {
		out[c.At] = true
	}
	return out
}

// report tells the cycle that a cut was, if anything left or came back.
func (k *kept) report(ctx context.Context, before map[int]bool, back []*piece) error {
	var cycle arena.Cycle
	var left []*piece
	after := k.shown()
	for place := range before {
		if !after[place] {
			left = append(left, k.items[place])
		}
	}
	slices.SortFunc(left, func(a, b *piece) int { return a.chunk.At - b.chunk.At })
	for _, it := range left {
		k.evicted[it.chunk.Class]++
		cycle.Left = append(cycle.Left, it.indexes()...)
	}
	for _, it := range back {
		if !it.out {
			k.back++
			k.rebuilt += it.chunk.Size
			cycle.Back = append(cycle.Back, it.indexes()...)
		}
	}
	slices.Sort(cycle.Left)
	slices.Sort(cycle.Back)
	if cycle.Left == nil && cycle.Back == nil {
		return nil
	}
	if k.settings.Summarise && left != nil {
		if err := k.sumUp(ctx, left, &cycle); err != nil {
			return err
		}
	}
	for _, it := range k.dropped {
		it.messages = nil
	}
	k.dropped = nil
	cycle.Text = k.summary
	k.env.Trace.Cycle(cycle)
	return nil
}

// indexes are the messages of the item.
func (it *piece) indexes() []arena.MessageIndex {
	var out []arena.MessageIndex
	for _, m := range it.messages {
		out = append(out, m.Index)
	}
	return out
}

// Recall shows what is kept, in the order in which it was said, whatever the query.
func (k *kept) Recall(ctx context.Context, _ string) (arena.Context, error) {
	if err := ctx.Err(); err != nil {
		return arena.Context{}, err
	}
	c := arena.Context{System: k.env.System}
	if k.summary != "" {
		c.System = prompts.Render("recall.tmpl", data{System: k.env.System, Knowledge: k.summary})
	}
	places := make([]int, 0, len(k.pool)+len(k.now))
	for _, chunk := range k.pool {
		places = append(places, chunk.At)
	}
	for _, it := range k.now {
		places = append(places, it.chunk.At)
	}
	slices.Sort(places)
	for _, place := range places {
		for _, m := range k.items[place].messages {
			c.Messages, c.Shown = append(c.Messages, m.Message), append(c.Shown, m.Index)
		}
	}
	return c, nil
}

// mostDemoted is how many permanent items that weren't protected are named one by one.
const mostDemoted = 3

// Remarks implements arena.Remarker.
func (k *kept) Remarks() []string {
	var by []string
	total := 0
	for class, n := range k.evicted {
		total += n
		if n > 0 {
			by = append(by, fmt.Sprintf("%s %d", evict.Class(class), n))
		}
	}
	if total == 0 {
		return []string{fmt.Sprintf("%s: nothing was evicted: the conversation never had more than %d tokens", k.name, k.budget)}
	}
	out := []string{fmt.Sprintf("%s: evicted %d of %d items (%s) for a budget of %d tokens; %d came back (%d tokens), %d left the archive, %d were larger than the budget",
		k.name, total, len(k.items), strings.Join(by, ", "), k.budget, k.back, k.rebuilt, k.lost, k.tooLarge)}
	out = append(out, k.demoted[:min(len(k.demoted), mostDemoted)]...)
	if more := len(k.demoted) - mostDemoted; more > 0 {
		out = append(out, fmt.Sprintf("%s: so do %d more", k.name, more))
	}
	for _, e := range k.log {
		out = append(out, fmt.Sprintf("%s: turn %d: %s evicted at %.6g (%s)", k.name, e.Turn, e.Chunk, e.Value, e.Reason))
	}
	return out
}
