package llm

import "context"

// Estimate fills in the usage of replies whose provider gave none, by our own count, and leaves
// them marked as estimated.
func Estimate(next Client, tokens func(text string) int) Client {
	return ClientFunc(func(ctx context.Context, req Request) (Response, error) {
		r, err := next.Complete(ctx, req)
		if err != nil || !r.Usage.Estimated || r.Usage.Input+r.Usage.Output > 0 {
			return r, err
		}
		r.Usage.Input, r.Usage.Output = promptTokens(req, tokens), tokens(r.Text)
		return r, nil
	})
}
