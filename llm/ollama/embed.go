package ollama

import (
	"context"

	"contextarena.internal/llm"
	"github.com/ollama/ollama/api"
)

// embed embeds the texts of a request. One too long for the model is an error; it is not cut.
func (c *Client) embed(ctx context.Context, req llm.Request) (llm.Response, error) {
	model := req.Model.Name
	var in api.EmbedResponse
	ex, err := c.at.Ask(ctx, model, "api/embed", api.EmbedRequest{Model: model, Input: req.Texts, Truncate: new(bool)}, &in)
	if err != nil {
		return llm.Response{}, err
	}
	r := llm.Response{Model: in.Model, Usage: llm.Usage{Input: in.PromptEvalCount, Estimated: in.PromptEvalCount == 0}}
	for _, v := range in.Embeddings {
		r.Vectors = append(r.Vectors, v)
	}
	return c.at.Embedded(r, req, ex)
}
