package openai

import (
	"context"
	"encoding/json"
	"fmt"

	"contextarena.internal/llm"
	api "github.com/sashabaranov/go-openai"
)

// embed embeds the texts of a request. An empty text is embedded as a space, since servers refuse it; one too
// long for the model is an error.
func (c *Client) embed(ctx context.Context, req llm.Request) (llm.Response, error) {
	model := req.Model.Name
	input := make([]string, len(req.Texts))
	for i, t := range req.Texts {
		input[i] = filled(t)
	}
	var in struct {
		api.EmbeddingResponse
		Usage json.RawMessage `json:"usage"`
	}
	ex, err := c.at.Ask(ctx, model, "embeddings", api.EmbeddingRequest{Input: input, Model: api.EmbeddingModel(model)}, &in)
	if err != nil {
		return llm.Response{}, err
	}
	out := make([]llm.Vector, len(input))
	for _, e := range in.Data {
		if e.Index < 0 || e.Index >= len(out) {
			return llm.Response{}, c.at.Unusable(model, ex, fmt.Errorf("embedding %d is out of place", e.Index))
		}
		out[e.Index] = e.Embedding
	}
	return c.at.Embedded(llm.Response{Vectors: out, Model: string(in.Model), Usage: usage(in.Usage)}, req, ex)
}
