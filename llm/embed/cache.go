package embed

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

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
	return &cache{next: next, model: m, store: store}
}

type cache struct {
	next    llm.Embedder
	model   llm.Model
	store   Store
	flights llm.Flights[Key, llm.Vector]
}

// Embed implements llm.Embedder.
func (c *cache) Embed(ctx context.Context, texts []string) ([]llm.Vector, error) {
	keys := make([]Key, len(texts))
	text := make(map[Key]string, len(texts))
	var open []Key // without repeats
	for i, t := range texts {
		k := KeyOf(c.model, t)
		keys[i] = k
		if _, twice := text[k]; !twice {
			text[k] = t
			open = append(open, k)
		}
	}
	vectors, err := c.flights.Get(ctx, open, batch, func(ctx context.Context, keys []Key) (map[Key]llm.Vector, error) {
		return c.ask(ctx, keys, text)
	})
	if err != nil {
		return nil, err
	}
	out := make([]llm.Vector, len(texts))
	for i, k := range keys {
		out[i] = vectors[k]
	}
	return out, nil
}

// ask finds or fetches the vectors of texts by their keys.
func (c *cache) ask(ctx context.Context, keys []Key, text map[Key]string) (map[Key]llm.Vector, error) {
	kept, err := c.store.LookupEmbeddings(ctx, keys)
	if err != nil {
		return nil, fmt.Errorf("embed: looking up cached embeddings: %w", err)
	}
	vectors := make(map[Key]llm.Vector, len(keys))
	var missing []Key
	var asked []string
	for i, k := range keys {
		if kept[i] != nil {
			vectors[k] = kept[i]
			continue
		}
		missing, asked = append(missing, k), append(asked, text[k])
	}
	if len(missing) == 0 {
		return vectors, nil
	}
	fetched, err := c.next.Embed(ctx, asked)
	if err != nil {
		return vectors, err
	}
	for i, k := range missing {
		vectors[k] = fetched[i]
	}
	// They are paid for: keep them even if the asker has left meanwhile.
	if err := c.store.StoreEmbeddings(context.WithoutCancel(ctx), c.model, missing, fetched); err != nil {
		return vectors, fmt.Errorf("embed: keeping embeddings in the cache: %w", err)
	}
	return vectors, nil
}
