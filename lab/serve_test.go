package lab

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
	"contextarena.internal/llm/serve"
)

func TestParseServed(t *testing.T) {
	for in, want := range map[string]Served{
		"sim:nano":                           {"sim:nano", "sim:nano"},
		"gpt-5-nano=sim:nano":                {"gpt-5-nano", "sim:nano"},
		"openai:m?verbosity=low":             {"openai:m?verbosity=low", "openai:m?verbosity=low"},
		"m=openai:m?verbosity=low&top_p=0.5": {"m", "openai:m?verbosity=low&top_p=0.5"},
		"local":                              {"local", "local"},
		"=sim:nano":                          {"", "sim:nano"}, // the endpoint wants a name
	} {
		require.Equal(t, want, ParseServed(in), in)
	}
}

func TestRecordedModels(t *testing.T) {
	line := func(provider, name, options string) string {
		return `{"request":{"model":{"provider":"` + provider + `","name":"` + name + `","options":"` + options + `"}}}` + "\n"
	}
	got, err := recordedModels([]byte(line("openai", "b", "") + "\n" + line("openai", "a", "top_p=0.5") + line("openai", "b", "")))
	require.NoError(t, err)
	require.Equal(t, []serve.Model{
		{ID: "openai:a?top_p=0.5", Model: llm.Model{Provider: "openai", Name: "a", Options: "top_p=0.5"}},
		{ID: "openai:b", Model: llm.Model{Provider: "openai", Name: "b"}},
	}, got)
	_, err = recordedModels([]byte("nonsense\n"))
	require.ErrorContains(t, err, "holds no exchange")
	_, err = recordedModels(nil)
	require.ErrorContains(t, err, "no model to serve")
}
