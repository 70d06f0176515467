package llm_test

import (
	"context"
	"testing"

	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"github.com/stretchr/testify/require"
)

func TestRouteContract(t *testing.T) {
	keepsTheContract(t, func(next llm.Client) llm.Client { return llm.Route(map[string]llm.Client{"sim": next}) })
}

func TestRoute(t *testing.T) {
	named := func(name string) llm.Client {
		return llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) { return llmtest.Say(name), nil })
	}
	c := llm.Route(map[string]llm.Client{
		"openai": named("official"), "openai at http://localhost/v1 by KEY": named("local"), "sim": named("simulator"),
	})
	const at = "base_url=http%3A%2F%2F"
	for _, tt := range []struct {
		name  string
		model llm.Model
		want  string
	}{
		{"provider", llm.Model{Provider: "openai", Name: "m", BaseURL: "https://x/v1", Options: "top_p=0.5"}, "official"},
		{"a place of its own", llm.Model{Provider: "openai", Name: "m", Options: at + "localhost%2Fv1&key_env=KEY"}, "local"},
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
	for options, server := range map[string]string{at + "localhost%2Fv1": "openai at http://localhost/v1", at + "other%2Fv1&key_env=KEY": "openai at http://other/v1 by KEY"} {
		req := llmtest.Ask("a")
		req.Model.Provider, req.Model.Options = "openai", options
		_, err := c.Complete(t.Context(), req)
		require.ErrorContains(t, err, `llm: no client for "`+server+`" of model openai:nano?base_url=http://`, "a model with a place of its own is never sent to the provider's")
	}
}
