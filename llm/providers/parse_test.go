package providers

import (
	"strings"
	"testing"

	"contextarena.internal/llm"
	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	for in, want := range map[string]llm.Model{
		"openai:gpt-5-nano":                {Provider: "openai", Name: "gpt-5-nano"},
		"ollama:llama3.2:1b":               {Provider: "ollama", Name: "llama3.2:1b"},
		"ollama:hf.co/a/b:Q4?num_ctx=8192": {Provider: "ollama", Name: "hf.co/a/b:Q4", Options: "num_ctx=8192"},
		"sim:nano":                         {Provider: "sim", Name: "nano"},
		"sim:nano?carrying=off":            {Provider: "sim", Name: "nano", Options: "carrying=off"},
		"sim:nano?b=2&a=1&c=x%20y":         {Provider: "sim", Name: "nano", Options: "a=1&b=2&c=x+y"},
	} {
		t.Run(in, func(t *testing.T) {
			got, err := Parse(in)
			require.NoError(t, err)
			require.Equal(t, want, got)
		})
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	for in, want := range map[string]string{
		"":                     `no model given (e.g. sim:nano)`,
		"gpt-5-nano":           `no provider in model "gpt-5-nano" (known: openai, ollama, sim; e.g. sim:nano)`,
		"foo:bar":              `unknown provider "foo" in model "foo:bar" (known: openai, ollama, sim; e.g. sim:nano)`,
		":bar":                 `unknown provider "" in model ":bar" (known: openai, ollama, sim; e.g. sim:nano)`,
		"OpenAI:gpt-5":         `unknown provider "OpenAI" in model "OpenAI:gpt-5" (known: openai, ollama, sim; e.g. sim:nano)`,
		"openai:":              `no name in model "openai:" (e.g. openai:gpt-5-nano)`,
		"ollama:?a=1":          `no name in model "ollama:?a=1" (e.g. ollama:llama3.2:1b)`,
		"sim:na no":            `name in model "sim:na no" holds a space or an unprintable character (e.g. sim:nano)`,
		"sim:nano\n":           `name in model "sim:nano\n" holds a space or an unprintable character (e.g. sim:nano)`,
		"sim:nano?":            `no options after ? in model "sim:nano?" (write key=value&key=value)`,
		"sim:nano?off":         `option without key or value in model "sim:nano?off" (write key=value&key=value)`,
		"sim:nano?=off":        `option without key or value in model "sim:nano?=off" (write key=value&key=value)`,
		"sim:nano?a=1&a=2":     `option "a" of model "sim:nano?a=1&a=2" is given 2 times`,
		"sim:nano?a=%zz":       `options of model "sim:nano?a=%zz" (write key=value&key=value): invalid URL escape "%zz"`,
		"sim:nano?a=1;b=2":     `options of model "sim:nano?a=1;b=2" (write key=value&key=value): invalid semicolon separator in query`,
		"sim:na\u200bno\xff?a": `name in model "sim:na\u200bno\xff?a" holds a space or an unprintable character (e.g. sim:nano)`,
	} {
		t.Run(in, func(t *testing.T) {
			_, err := Parse(in)
			require.EqualError(t, err, want)
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"openai:gpt-5-nano", "ollama:llama3.2:1b", "sim:nano?carrying=off&b=%20", "foo:bar", "sim:?", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m, err := Parse(s)
		if err != nil {
			require.Zero(t, m)
			return
		}
		if strings.Contains(m.Options, llm.HashOption+"=") {
			require.NotContains(t, m.String(), llm.HashOption+"=")
			return
		}
		back, err := Parse(m.String())
		require.NoError(t, err)
		require.Equal(t, m, back)
	})
}
