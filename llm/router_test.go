package llm_test

import (
	"context"
	"testing"

	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"github.com/stretchr/testify/require"
)

func TestRouteContract(t *testing.T) {
	llmtest.Client(t, func(next llm.Client) llm.Client { return llm.Route(map[string]llm.Client{"sim": next}) })
}

func TestRoute(t *testing.T) {
	named := func(name string) llm.Client {
		return llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) { return llmtest.Say(name), nil })
	}
	c := llm.Route(map[string]llm.Client{
		"openai": named("official"), "openai|http://localhost/v1": named("local"), "sim": named("simulator"),
	})
	for _, tt := range []struct {
		name  string
		model llm.Model
		want  string
	}{
		{"provider", llm.Model{Provider: "openai", Name: "m"}, "official"},
		{"provider at a base URL", llm.Model{Provider: "openai", Name: "m", BaseURL: "http://localhost/v1"}, "local"},
		{"another base URL", llm.Model{Provider: "openai", Name: "m", BaseURL: "http://other/v1"}, "official"},
		{"another provider", llm.Model{Provider: "sim", Name: "m"}, "simulator"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			req := llmtest.Ask("a")
			req.Model = tt.model
			resp, err := c.Complete(t.Context(), req)
			require.NoError(t, err)
			require.Equal(t, tt.want, resp.Text)
		})
	}
	req := llmtest.Ask("a")
	req.Model.Provider = "ollama"
	_, err := c.Complete(t.Context(), req)
	require.EqualError(t, err, `llm: no client for provider "ollama" of model ollama:nano (there are: openai, openai|http://localhost/v1, sim)`)
}
