package llm

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Route hands each request to the client of its model's provider. A key of clients is a provider
// ("openai"), or a provider and one of its base URLs ("openai|http://localhost:8000/v1"), which
// goes first. The error for any other provider lists those there are.
func Route(clients map[string]Client) Client {
	clients = maps.Clone(clients)
	return ClientFunc(func(ctx context.Context, req Request) (Response, error) {
		c := cmp.Or(clients[req.Model.Provider+"|"+req.Model.BaseURL], clients[req.Model.Provider])
		if c == nil {
			known := strings.Join(slices.Sorted(maps.Keys(clients)), ", ")
			return Response{}, fmt.Errorf("llm: no client for provider %q of model %s (there are: %s)", req.Model.Provider, req.Model, known)
		}
		return c.Complete(ctx, req)
	})
}
