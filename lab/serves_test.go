package lab_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
)

func TestAPlanSaysWhoMayAnswer(t *testing.T) {
	load := func(text string) (lab.Plan, error) {
		path := filepath.Join(t.TempDir(), "plan.yaml")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return lab.LoadPlan(path, lab.Models{})
	}
	p, err := load(`
models:
  - openai:gpt-5-nano
  - {name: openai:gpt-5-nano?verbosity=low, serves: [a/b, c]}
memory_model: {name: "ollama:llama3", serves: [other]}
`)
	require.NoError(t, err)
	require.Equal(t, []string{"openai:gpt-5-nano", "openai:gpt-5-nano?verbosity=low&serves=a%2Fb%2Cc"}, p.Models)
	require.Equal(t, "ollama:llama3?serves=other", p.MemoryModel)
	m, err := lab.Models{Dry: true}.Resolve(p.Models[1])
	require.NoError(t, err)
	require.Equal(t, []string{"a/b", "c"}, m.Serves())
	m, err = lab.Models{}.Resolve(p.MemoryModel)
	require.NoError(t, err)
	require.True(t, m.ServedBy("other"))

	p, err = load("models:\n  - {name: openai:qwen3, base_url: 'http://localhost:8000/v1', key_env: VLLM_KEY}\n")
	require.NoError(t, err)
	m, err = lab.Models{Dry: true}.Resolve(p.Models[0])
	require.NoError(t, err)
	require.Equal(t, "http://localhost:8000/v1", m.BaseURL)
	require.Equal(t, "openai:qwen3?base_url=http://localhost:8000/v1&key_env=VLLM_KEY", m.String())
	again, err := lab.Models{Dry: true}.Resolve(m.String())
	require.NoError(t, err)
	require.Equal(t, m, again)

	_, err = load("models:\n  - {name: openai:gpt-5-nano, server: [a]}\n")
	require.ErrorContains(t, err, "did you mean serves")
	_, err = load("models:\n  - {serves: [a]}\n")
	require.ErrorContains(t, err, "name")
	_, err = load("models:\n  - [a]\n")
	require.ErrorContains(t, err, "plan.yaml:2:5")
	_, err = load("models:\n  - {name: openai:gpt-5-nano, serves: []}\n")
	require.Error(t, err)
}
