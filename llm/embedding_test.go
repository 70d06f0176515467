package llm_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"contextarena.internal/llm"
	"github.com/stretchr/testify/require"
)

var embeds = llm.Model{Provider: "openai", Name: "text-embedding-3-small"}

// lengths embeds a text as its length, and tells of its calls what tell says.
func lengths(tell func(req llm.Request, r *llm.Response)) llm.Client {
	return llm.ClientFunc(func(_ context.Context, req llm.Request) (llm.Response, error) {
		r := llm.Response{Model: req.Model.Name, Usage: llm.Usage{Input: 2 * len(req.Texts)}}
		for _, text := range req.Texts {
			r.Vectors = append(r.Vectors, llm.Vector{float32(len(text))})
		}
		tell(req, &r)
		return r, nil
	})
}

func TestEmbeddingInBatches(t *testing.T) {
	var sizes []int
	c := lengths(func(req llm.Request, _ *llm.Response) { sizes = append(sizes, len(req.Texts)) })
	texts := make([]string, 258)
	for i := range texts {
		texts[i] = strings.Repeat("x", i+1)
	}
	got, err := llm.Embedding(c, embeds).Embed(t.Context(), texts)
	require.NoError(t, err)
	require.Len(t, got, len(texts))
	for i, v := range got {
		require.Equal(t, llm.Vector{float32(i + 1)}, v)
	}
	require.Equal(t, []int{256, 2}, sizes)
	none, err := llm.Embedding(c, embeds).Embed(t.Context(), nil)
	require.NoError(t, err)
	require.Empty(t, none)
	require.Len(t, sizes, 2)
}

// What is embedded decides a request's key, and how it is cut into texts.
func TestKeysOfEmbeddings(t *testing.T) {
	seen := map[llm.Key]string{}
	for _, texts := range [][]string{nil, {""}, {"", ""}, {"a"}, {"ab"}, {"a", "b"}, {"b", "a"}} {
		key := llm.Request{Model: embeds, Texts: texts}.Key()
		require.Empty(t, seen[key], "%q", texts)
		seen[key] = fmt.Sprintf("%q", texts)
	}
}

// An embedding is reserved by its texts, charged what is told where that can be true, and what answers has to be the model.
func TestEmbeddingsAreCharged(t *testing.T) {
	const perToken = 0.02 / 1e6
	words := func(s string) int { return len(strings.Fields(s)) }
	for _, tt := range []struct {
		name   string
		tell   func(req llm.Request, r *llm.Response)
		paid   float64
		refuse string
	}{
		{"as told", func(_ llm.Request, r *llm.Response) { r.Usage.Input = 9 }, 9, ""},
		{"nothing told", func(_ llm.Request, r *llm.Response) { r.Usage = llm.Usage{Estimated: true} }, 6, ""},
		{"negative", func(_ llm.Request, r *llm.Response) { r.Usage.Input = -4 }, 6, ""},
		{"beyond all numbers", func(_ llm.Request, r *llm.Response) { r.Usage.Input = 1 << 62 }, 6, ""},
		{"by another model", func(_ llm.Request, r *llm.Response) { r.Usage.Input, r.Model = 9, "ada" }, 9, "another model answered"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			one := 1.0
			a := llm.NewAccount(llm.AccountOptions{Prices: llm.BuiltinPrices(), CapUSD: &one})
			ledger := &book{ended: map[int64]llm.AttemptEnd{}}
			a.Keep(ledger, 0)
			_, err := llm.Embedding(a.Asked(lengths(tt.tell), words), embeds).Embed(t.Context(), []string{"one two three", "four five", ""})
			if tt.refuse == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, tt.refuse)
			}
			paid, _ := a.Paid()
			require.InDelta(t, tt.paid*perToken, paid, 1e-15)
			require.InDelta(t, 6*perToken, ledger.begun[0].ReservedUSD, 1e-15, "an empty text is a token, too")
			require.Equal(t, llm.Usage{Input: 6}, ledger.ended[1].Counted)
		})
	}
}
