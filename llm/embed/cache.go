package embed

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"sync"

	"contextarena.internal/llm"
)

// Key names the embedding of one text by one model: a hash of the model's identity and of the
// text's SHA-256.
type Key [sha256.Size]byte

// String is the key in hexadecimal.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// KeyOf is the key of a text's embedding by model m.
func KeyOf(m llm.Model, text string) Key {
	sum := sha256.Sum256([]byte(text))
	b := make([]byte, 0, 256)
	for _, field := range []string{m.Provider, m.Name, m.BaseURL, m.Options} {
		b = append(binary.AppendUvarint(b, uint64(len(field))), field...)
	}
	return sha256.Sum256(append(b, sum[:]...))
}

// Store keeps embeddings by key. It is safe for concurrent use.
type Store interface {
	// LookupEmbeddings returns the vectors of keys in their order, nil for each that isn't kept.
	LookupEmbeddings(ctx context.Context, keys []Key) ([]llm.Vector, error)
	// StoreEmbeddings keeps vectors[i], by model m, as keys[i]. A key that has a vector keeps it.
	StoreEmbeddings(ctx context.Context, m llm.Model, keys []Key, vectors []llm.Vector) error
}

// batch is how many texts are asked for at once. What a batch brought is kept before the next is
// asked for.
const batch = 128

// Cache answers from store what was embedded before, and asks next, which embeds by model m, for
// the rest. Equal texts, in one call or in calls at the same time, are asked for once. An error
// that came to a text asked for alone is shared by all who wait for it; if a text fails among
// others, or its asker leaves, those who wait ask anew, since the fault may not be theirs. Errors
// aren't kept. A vector that can't be stored is an error, because it would be paid for again.
// Vectors are shared: nobody may change them.
func Cache(next llm.Embedder, m llm.Model, store Store) llm.Embedder {
	return &cache{next: next, model: m, store: store, flights: map[Key]*flight{}}
}

type cache struct {
	next  llm.Embedder
	model llm.Model
	store Store

	mu      sync.Mutex
	flights map[Key]*flight
}

// flight is a text being embedded. Its fields are set before landed is closed.
type flight struct {
	landed chan struct{}
	vector llm.Vector // nil if it failed
	err    error      // nil also if those who wait shall ask anew
}

// Embed implements llm.Embedder.
func (c *cache) Embed(ctx context.Context, texts []string) ([]llm.Vector, error) {
	out := make([]llm.Vector, len(texts))
	places := make(map[Key][]int, len(texts)) // where the vector of a text belongs
	var open []Key                            // still to be found, without repeats
	for i, t := range texts {
		k := KeyOf(c.model, t)
		if places[k] == nil {
			open = append(open, k)
		}
		places[k] = append(places[k], i)
	}
	for len(open) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		mine, flights := c.board(open[:min(batch, len(open))])
		if len(mine) > 0 {
			asked := make([]string, len(mine))
			for i, k := range mine {
				asked[i] = texts[places[k][0]]
			}
			if err := c.ask(ctx, mine, asked); err != nil {
				return nil, err
			}
		}
		var again []Key
		for i, f := range flights {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-f.landed:
			}
			switch {
			case f.err != nil:
				return nil, f.err
			case f.vector == nil:
				again = append(again, open[i])
			}
			for _, at := range places[open[i]] {
				out[at] = f.vector
			}
		}
		open = append(again, open[len(flights):]...)
	}
	return out, nil
}

// board returns the flight of every key, and the keys that nobody asks for yet: the caller has
// to, with ask.
func (c *cache) board(keys []Key) (mine []Key, flights []*flight) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, k := range keys {
		f := c.flights[k]
		if f == nil {
			f = &flight{landed: make(chan struct{})}
			c.flights[k] = f
			mine = append(mine, k)
		}
		flights = append(flights, f)
	}
	return mine, flights
}

// ask finds or fetches the vectors of texts, whose keys are keys, and lands their flights. Should
// next panic, they land without a vector.
func (c *cache) ask(ctx context.Context, keys []Key, texts []string) (err error) {
	vectors := make([]llm.Vector, len(keys))
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		for i, k := range keys {
			f := c.flights[k]
			delete(c.flights, k)
			f.vector = vectors[i]
			if f.vector == nil && len(keys) == 1 && ctx.Err() == nil {
				f.err = err
			}
			close(f.landed)
		}
	}()
	kept, err := c.store.LookupEmbeddings(ctx, keys)
	if err != nil {
		return fmt.Errorf("embed: looking up cached embeddings: %w", err)
	}
	var missing []int
	var asked []string
	for i, v := range kept {
		if vectors[i] = v; v == nil {
			missing, asked = append(missing, i), append(asked, texts[i])
		}
	}
	if len(missing) == 0 {
		return nil
	}
	fetched, err := c.next.Embed(ctx, asked)
	if err != nil {
		return err
	}
	fetchedKeys := make([]Key, len(missing))
	for j, i := range missing {
		vectors[i], fetchedKeys[j] = fetched[j], keys[i]
	}
	// They are paid for: keep them even if the asker has left meanwhile.
	if err := c.store.StoreEmbeddings(context.WithoutCancel(ctx), c.model, fetchedKeys, fetched); err != nil {
		return fmt.Errorf("embed: keeping embeddings in the cache: %w", err)
	}
	return nil
}
