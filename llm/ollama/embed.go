package ollama

import (
	"context"
	"fmt"

	"contextarena.internal/llm"
	"github.com/ollama/ollama/api"
)

// embed embeds the texts of a request. One too long for the model is an error; it is not cut.
func (c *Client) embed(ctx context.Context, req llm.Request) (llm.Response, error) {
	model := req.Model.Name
	var in api.EmbedResponse
	ex, err := c.at.Ask(ctx, model, "api/embed", api.EmbedRequest{Model: model, Input: req.Texts, KeepAlive: c.keepAlive, Truncate: new(bool)}, &in)
	if err != nil {
		return llm.Response{}, err
	}
	if len(in.Embeddings) != len(req.Texts) {
		return llm.Response{}, c.at.Unusable(model, ex, fmt.Errorf("%d embeddings for %d texts", len(in.Embeddings), len(req.Texts)))
	}
	out := make([]llm.Vector, len(req.Texts))
	for i, v := range in.Embeddings {
		if len(v) == 0 || len(v) != len(in.Embeddings[0]) {
			return llm.Response{}, c.at.Unusable(model, ex, fmt.Errorf("the embedding of text %d has length %d", i+1, len(v)))
		}
		out[i] = v
	}
	return c.at.Reply(llm.Response{Vectors: out, Model: in.Model, Usage: llm.Usage{Input: in.PromptEvalCount, Estimated: in.PromptEvalCount == 0}}, nil, model, ex)
}
