package llm

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Route hands each request to the client of its model's provider. A key of clients is a provider
// ("openai"), or a provider and one of its base URLs ("openai|http://localhost:8000/v1"), which
// goes first. The error for any other provider lists those there are.
func Route(clients map[string]Client) Client { return router(maps.Clone(clients)) }

type router map[string]Client

func (r router) Complete(ctx context.Context, req Request) (Response, error) {
	c, ok := r[req.Model.Provider+"|"+req.Model.BaseURL]
	if !ok {
		c, ok = r[req.Model.Provider]
	}
	if !ok {
		known := strings.Join(slices.Sorted(maps.Keys(r)), ", ")
		return Response{}, fmt.Errorf("llm: no client for provider %q of model %s (there are: %s)", req.Model.Provider, req.Model, known)
	}
	return c.Complete(ctx, req)
}
