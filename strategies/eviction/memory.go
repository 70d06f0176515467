package eviction

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/discourse"
	"contextarena.internal/strategies/shelf"
)

// memory evicts items by a policy.
type memory struct {
	shelf.Shelf
	name     string
	env      arena.Env
	settings Common
	budget   int
	evictor  Evictor
	decays   [Classes]float64
	embed    func(ctx context.Context, text string) (llm.Vector, error) // nil where the policy doesn't look at texts

	chunks    []*Chunk // of all items, by their places
	settled   int      // how many are of turns that are over: the one that is answered is always shown, and not counted
	pool      []*Chunk // of those, what is shown
	refs      *discourse.References
	permanent int      // tokens of permanent items
	archive   []*Chunk // evicted ones, those that left first ahead
	archived  int      // their tokens
	counted
}

// counted is what the memory remarks on in the end.
type counted struct {
	evicted  [Classes]int
	back     int
	rebuilt  int      // tokens of those
	demoted  []string // permanent items that there was no room to protect
	lost     int      // items that left the archive
	log      []Eviction
	tooLarge int
}

// start is a memory with a policy; embed is nil where that doesn't look at texts.
func (c Common) start(env arena.Env, name string, policy Policy, decays [Classes]float64, embed func(context.Context, string) (llm.Vector, error)) (arena.Memory, error) {
	if env.Tokens == nil {
		return nil, fmt.Errorf("%s: a budget needs a count of tokens", name)
	}
	k := &memory{
		name: name, env: env, settings: c, budget: cmp.Or(env.Budget, c.Budget), decays: decays, embed: embed,
		refs: discourse.NewReferences(),
	}
	k.evictor = Evictor{Policy: policy, Log: k.logged}
	return k, nil
}

// Observe adds m. When the user speaks, the items of earlier turns are cut to the budget; what he refers
// to comes back before.
func (k *memory) Observe(ctx context.Context, m arena.Message) error {
	it, err := k.Add(ctx, m)
	if err != nil {
		return err
	}
	if it.Place == len(k.chunks) {
		k.chunks = append(k.chunks, &Chunk{At: it.Place})
	}
	to := k.refs.Add(m, it.Place)
	if m.Role != llm.User {
		k.refer(to, m.Turn, false)
		return nil
	}
	now := Now{Turn: int(m.Turn)}
	if k.embed != nil {
		if now.Query, err = k.embed(ctx, m.Text); err != nil {
			return fmt.Errorf("embed what the user says: %w", err)
		}
	}
	if err := k.settle(ctx, it.Place); err != nil {
		return err
	}
	back := k.refer(to, m.Turn, k.settings.Readmit)
	gone, err := k.cut(now)
	if err != nil {
		return err
	}
	k.report(gone, back)
	return nil
}

// refer counts a turn's references to items, and with readmit takes back those that were evicted.
func (k *memory) refer(to []int, turn arena.Turn, readmit bool) (back []*Chunk) {
	for _, place := range to {
		c := k.chunks[place]
		c.Refs = append(c.Refs, int(turn))
		if at := slices.Index(k.archive, c); readmit && at >= 0 {
			k.archive = slices.Delete(k.archive, at, at+1)
			k.archived -= c.Size
			k.pool, back = append(k.pool, c), append(back, c)
		}
	}
	return back
}

// settle classifies the items before a place whose turn is over, and puts them into the pool.
func (k *memory) settle(ctx context.Context, before int) error {
	for _, it := range k.Items[k.settled:before] {
		c := k.chunks[it.Place]
		c.ID, c.Inserted, c.Size = fmt.Sprintf("message %d", it.Window[0].Index), int(it.Window[0].Turn), it.Size(k.env)
		c.Class, c.Relevance = Structural, 0.5
		if k.settings.Classes == "text" {
			c.Class, c.Relevance = classify(it.Window, c.At == 0)
		}
		if c.Class == Permanent {
			k.protect(c)
		}
		c.Decay = k.decays[c.Class]
		if c.Class != Ephemeral {
			c.Rebuild = float64(c.Size)
		}
		if k.embed != nil {
			var err error
			if c.Vector, err = k.embed(ctx, it.Text()); err != nil {
				return fmt.Errorf("embed %s: %w", c.ID, err)
			}
		}
		k.pool = append(k.pool, c)
	}
	k.settled = before
	return nil
}

// protect keeps a permanent item for good if the cap of those allows.
func (k *memory) protect(c *Chunk) {
	most := int(k.settings.PermanentCap * float64(k.budget))
	if k.permanent+c.Size <= most {
		k.permanent += c.Size
		return
	}
	k.demoted = append(k.demoted, fmt.Sprintf("%s: turn %d: %s would never be evicted, but with it such items would have %d tokens, over their %d (permanent_cap): it counts as STRUCTURAL",
		k.name, c.Inserted, c.ID, k.permanent+c.Size, most))
	c.Class = Structural
}

// cut evicts what is over the budget.
func (k *memory) cut(now Now) (gone []*Chunk, err error) {
	if k.pool, gone, err = k.evictor.Cut(k.pool, k.budget, now); err != nil {
		return nil, err
	}
	for _, c := range gone {
		k.archive = append(k.archive, c)
		k.archived += c.Size
	}
	for k.archived > k.settings.ArchiveTokens {
		k.archived -= k.archive[0].Size
		k.archive = k.archive[1:]
		k.lost++
	}
	return gone, nil
}

// logged counts an eviction.
func (k *memory) logged(e Eviction) {
	if e.Reason == TooLarge {
		k.tooLarge++
	}
	if k.settings.Log {
		k.log = append(k.log, e)
	}
}

// report tells the cycle that a cut was, if anything left or came back: what came back and went again did neither.
func (k *memory) report(gone, back []*Chunk) {
	var left, returned []*shelf.Item
	for _, c := range gone {
		if !slices.Contains(back, c) {
			k.evicted[c.Class]++
			left = append(left, k.Items[c.At])
		}
	}
	for _, c := range back {
		if !slices.Contains(gone, c) {
			k.back++
			k.rebuilt += c.Size
			returned = append(returned, k.Items[c.At])
		}
	}
	if left == nil && returned == nil {
		return
	}
	k.env.Trace.Cycle(arena.Cycle{Left: k.Leave(left...), Back: k.Return(returned...)})
}

// Recall shows what is kept, in the order in which it was said, whatever the query.
func (k *memory) Recall(ctx context.Context, _ string) (arena.Context, error) {
	return k.Context(k.env.System), ctx.Err()
}

// mostDemoted is how many permanent items that weren't protected are named one by one.
const mostDemoted = 3

// Remarks implements arena.Remarker.
func (k *memory) Remarks() []string {
	var by []string
	total := 0
	for class, n := range k.evicted {
		total += n
		if n > 0 {
			by = append(by, fmt.Sprintf("%s %d", Class(class), n))
		}
	}
	if total == 0 {
		return []string{fmt.Sprintf("%s: nothing was evicted: the conversation never had more than %d tokens", k.name, k.budget)}
	}
	out := []string{fmt.Sprintf("%s: evicted %d of %d items (%s) for a budget of %d tokens; %d came back (%d tokens), %d left the archive, %d were larger than the budget",
		k.name, total, len(k.Items), strings.Join(by, ", "), k.budget, k.back, k.rebuilt, k.lost, k.tooLarge)}
	out = append(out, k.demoted[:min(len(k.demoted), mostDemoted)]...)
	if more := len(k.demoted) - mostDemoted; more > 0 {
		out = append(out, fmt.Sprintf("%s: so do %d more", k.name, more))
	}
	for _, e := range k.log {
		out = append(out, fmt.Sprintf("%s: turn %d: %s evicted at %.6g (%s)", k.name, e.Turn, e.Chunk, e.Value, e.Reason))
	}
	return out
}
