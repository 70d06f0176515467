package llm

import "context"

// Estimate fills in the usage of replies whose provider gave none, by our own count, and leaves
// them marked as estimated.
func Estimate(next Client, tokens func(text string) int) Client {
	return estimator{next, tokens}
}

type estimator struct {
	next   Client
	tokens func(string) int
}

// Complete implements Client.
func (e estimator) Complete(ctx context.Context, req Request) (Response, error) {
	r, err := e.next.Complete(ctx, req)
	if err != nil || !r.Usage.Estimated || r.Usage.Input+r.Usage.Output > 0 {
		return r, err
	}
	r.Usage.Input = promptTokens(req, e.tokens)
	r.Usage.Output = e.tokens(r.Text)
	return r, nil
}
