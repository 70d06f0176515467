package providers

import (
	"fmt"
	"net/url"
	"strings"
	"unicode"

	"contextarena.internal/llm"
)

// Parse reads a model as a user writes it: PROVIDER:NAME or PROVIDER:NAME?KEY=VALUE&...,
// as in "openai:gpt-5-nano", "ollama:llama3.2:1b" and "sim:nano?carrying=off". Options come
// out sorted by key, so that their order doesn't matter; whether they exist is for the provider
// to say. The base URL is left empty. An error names what is wrong and shows a model that works.
func Parse(s string) (llm.Model, error) {
	if s == "" {
		return llm.Model{}, fmt.Errorf("no model given (e.g. %s)", fallback)
	}
	base, options, hasOptions := strings.Cut(s, "?")
	provider, name, ok := strings.Cut(base, ":")
	if !ok {
		return llm.Model{}, fmt.Errorf("no provider in model %q (known: %s; e.g. %s)", s, strings.Join(Names(true), ", "), fallback)
	}
	known, ok := Of(provider)
	if !ok {
		return llm.Model{}, fmt.Errorf("unknown provider %q in model %q (known: %s; e.g. %s)", provider, s, strings.Join(Names(true), ", "), fallback)
	}
	if name == "" {
		return llm.Model{}, fmt.Errorf("no name in model %q (e.g. %s)", s, known.Example)
	}
	if i := strings.IndexFunc(name, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r) || r == unicode.ReplacementChar
	}); i >= 0 {
		return llm.Model{}, fmt.Errorf("name in model %q holds a space or an unprintable character (e.g. %s)", s, known.Example)
	}
	m := llm.Model{Provider: provider, Name: name}
	if !hasOptions {
		return m, nil
	}
	values, err := url.ParseQuery(options)
	if err != nil {
		return llm.Model{}, fmt.Errorf("options of model %q (write key=value&key=value): %w", s, err)
	}
	for key, vs := range values {
		if len(vs) > 1 {
			return llm.Model{}, fmt.Errorf("option %q of model %q is given %d times", key, s, len(vs))
		}
		if key == "" || vs[0] == "" {
			return llm.Model{}, fmt.Errorf("option without key or value in model %q (write key=value&key=value)", s)
		}
	}
	if len(values) == 0 {
		return llm.Model{}, fmt.Errorf("no options after ? in model %q (write key=value&key=value)", s)
	}
	m.Options = values.Encode()
	return m, nil
}
