package eviction

import (
	"cmp"
	"context"
	"fmt"

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
	permanent int // tokens of permanent items
	counted
}

// counted is what the memory remarks on in the end.
type counted struct {
	evicted int
	back    int
	rebuilt int // tokens of those
	demoted int // permanent items that there was no room to protect
}

// start is a memory with a policy; embed is nil where that doesn't look at texts.
func (c Common) start(env arena.Env, name string, policy Policy, decays [Classes]float64, embed func(context.Context, string) (llm.Vector, error)) (arena.Memory, error) {
	return &memory{
		name: name, env: env, settings: c, budget: cmp.Or(env.Budget, c.Budget), decays: decays, embed: embed,
		evictor: Evictor{Policy: policy}, refs: discourse.NewReferences(),
	}, nil
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
	var back []*Chunk
	for _, place := range k.refs.Add(m, it.Place) {
		c := k.chunks[place]
		c.Refs = append(c.Refs, int(m.Turn))
		if k.Items[place].Away && k.settings.Readmit && m.Role == llm.User {
			back = append(back, c)
		}
	}
	if m.Role != llm.User {
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
	k.pool, _ = k.evictor.Cut(append(k.pool, back...), k.budget, now)
	k.report()
	return nil
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
	if k.permanent+c.Size <= k.mostPermanent() {
		k.permanent += c.Size
		return
	}
	k.demoted++
	c.Class = Structural
}

// mostPermanent is how many tokens permanent items may have.
func (k *memory) mostPermanent() int { return int(k.settings.PermanentCap * float64(k.budget)) }

// report tells the cycle that a cut was, if anything left or came back.
func (k *memory) report() {
	shown := map[int]bool{}
	for _, c := range k.pool {
		shown[c.At] = true
	}
	var left, returned []*shelf.Item
	for _, it := range k.Items[:k.settled] {
		switch {
		case !it.Away && !shown[it.Place]:
			left = append(left, it)
		case it.Away && shown[it.Place]:
			returned = append(returned, it)
			k.rebuilt += k.chunks[it.Place].Size
		}
	}
	k.evicted += len(left)
	k.back += len(returned)
	if left == nil && returned == nil {
		return
	}
	k.env.Trace.Cycle(arena.Cycle{Left: k.Leave(left...), Back: k.Return(returned...)})
}

// Recall shows what is kept, in the order in which it was said, whatever the query.
func (k *memory) Recall(ctx context.Context, _ string) (arena.Context, error) {
	return k.Context(k.env.System), ctx.Err()
}

// Remarks implements arena.Remarker.
func (k *memory) Remarks() []string {
	if k.evicted == 0 {
		return []string{fmt.Sprintf("%s: nothing was evicted: the conversation never had more than %d tokens", k.name, k.budget)}
	}
	out := []string{fmt.Sprintf("%s: evicted %d of %d items for a budget of %d tokens; %d came back (%d tokens)",
		k.name, k.evicted, len(k.Items), k.budget, k.back, k.rebuilt)}
	if k.demoted > 0 {
		out = append(out, fmt.Sprintf("%s: %d items that would never be evicted count as STRUCTURAL: such items may have %d tokens (permanent_cap)",
			k.name, k.demoted, k.mostPermanent()))
	}
	return out
}
