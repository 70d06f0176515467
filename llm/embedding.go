package llm

import "context"

// mostTexts is how many texts are embedded by one call.
const mostTexts = 256

// Embedding embeds by model m, which c asks: each call is a Request with Texts, so that c's decorators limit, charge and
// wait for it as for any other. Many texts are several calls, one after the other; none is no call.
func Embedding(c Client, m Model) Embedder { return embedding{c, m} }

type embedding struct {
	client Client
	model  Model
}

// Embed implements Embedder.
func (e embedding) Embed(ctx context.Context, texts []string) ([]Vector, error) {
	out := make([]Vector, 0, len(texts))
	for len(texts) > 0 {
		n := min(len(texts), mostTexts)
		r, err := e.client.Complete(ctx, Request{Model: e.model, Texts: texts[:n]})
		if err != nil {
			return nil, err
		}
		out, texts = append(out, r.Vectors...), texts[n:]
	}
	return out, nil
}
