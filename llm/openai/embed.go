package openai

import (
	"context"
	"fmt"

	"contextarena.internal/llm"
	api "github.com/sashabaranov/go-openai"
)

const mostTexts = 256 // texts embedded by one call

// Embed implements llm.Embedder with Options.EmbedModel. An empty text is embedded as a space,
// since servers refuse it; one too long for the model is an error.
func (c *Client) Embed(ctx context.Context, texts []string) ([]llm.Vector, error) {
	out := make([]llm.Vector, 0, len(texts))
	for len(texts) > 0 {
		n := min(len(texts), mostTexts)
		vectors, err := c.embed(ctx, texts[:n])
		if err != nil {
			return nil, err
		}
		out, texts = append(out, vectors...), texts[n:]
	}
	return out, nil
}

func (c *Client) embed(ctx context.Context, texts []string) ([]llm.Vector, error) {
	input := make([]string, len(texts))
	for i, t := range texts {
		input[i] = filled(t)
	}
	call, ex, done := c.at.Start(ctx)
	defer done()
	in, err := c.api.CreateEmbeddings(call, api.EmbeddingRequest{Input: input, Model: api.EmbeddingModel(c.embedModel)})
	if err != nil {
		return nil, c.failure(ctx, c.embedModel, ex, err)
	}
	out := make([]llm.Vector, len(texts))
	for _, e := range in.Data {
		if e.Index < 0 || e.Index >= len(out) || len(e.Embedding) == 0 || len(e.Embedding) != len(in.Data[0].Embedding) {
			return nil, c.at.Unusable(c.embedModel, ex, fmt.Errorf("embedding %d is out of place", e.Index))
		}
		out[e.Index] = e.Embedding
	}
	for i, v := range out {
		if v == nil {
			return nil, c.at.Unusable(c.embedModel, ex, fmt.Errorf("the embedding of text %d of %d is missing", i+1, len(out)))
		}
	}
	return out, nil
}
