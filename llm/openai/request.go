package openai

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/llm"
	"contextarena.internal/llm/wire"
	api "github.com/sashabaranov/go-openai"
)

// chatRequest is a request as it is sent: go-openai's, which leaves out a temperature of zero and encodes every message twice.
type chatRequest struct {
	api.ChatCompletionRequest
	Messages    []chatMessage `json:"messages"`
	Temperature *float64      `json:"temperature,omitempty"`
}

type chatMessage struct {
	Role       string         `json:"role"`
	Content    string         `json:"content,omitempty"`
	ToolCalls  []api.ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string         `json:"tool_call_id,omitempty"`
}

// filled is a text as servers take it: they refuse an empty one, so it is sent as a space.
func filled(text string) string { return cmp.Or(text, " ") }

// request is req as it is sent. Only a message that calls tools may be empty.
func (c *Client) request(req llm.Request) (chatRequest, error) {
	out := chatRequest{Messages: make([]chatMessage, len(req.Messages)), Temperature: req.Temperature}
	out.Model, out.LogProbs, out.TopLogProbs, out.Seed = req.Model.Name, req.LogProbs > 0, req.LogProbs, seed(req)
	for i, m := range req.Messages {
		out.Messages[i] = chatMessage{Role: string(m.Role), Content: m.Text, ToolCallID: m.ToolCallID}
		if len(m.ToolCalls) == 0 {
			out.Messages[i].Content = filled(m.Text)
		}
		for _, t := range m.ToolCalls {
			out.Messages[i].ToolCalls = append(out.Messages[i].ToolCalls, api.ToolCall{
				ID: t.ID, Type: api.ToolTypeFunction,
				Function: api.FunctionCall{Name: t.Name, Arguments: t.Arguments},
			})
		}
	}
	if c.official || reasons(req.Model.Name) {
		out.MaxCompletionTokens = req.MaxTokens
	} else {
		out.MaxTokens = req.MaxTokens //nolint:staticcheck // deprecated by OpenAI, and all that other servers know
	}
	if req.Schema != nil {
		out.ResponseFormat = format(req.Schema)
	}
	return out, setOptions(&out.ChatCompletionRequest, req.Model)
}

// reasons reports whether a model of this name, at whatever server, takes its cap as
// max_completion_tokens: the o-series and gpt-5 and later.
func reasons(name string) bool {
	name = name[strings.LastIndexByte(name, '/')+1:] // as in openai/gpt-5
	if len(name) >= 2 && name[0] == 'o' && name[1] >= '1' && name[1] <= '9' {
		return true
	}
	rest, ok := strings.CutPrefix(name, "gpt-")
	return ok && rest != "" && rest[0] >= '5' && rest[0] <= '9'
}

// seed is nil where the request has none.
func seed(req llm.Request) *int {
	if req.Seed == 0 {
		return nil
	}
	n := wire.Seed(req)
	return &n
}

// options lists what can be set in the options of a model, "openai:gpt-5-nano?verbosity=low".
var options = map[string]func(*api.ChatCompletionRequest, string) error{
	"reasoning_effort": func(r *api.ChatCompletionRequest, v string) error {
		r.ReasoningEffort = v
		return nil
	},
	schemaOption: func(_ *api.ChatCompletionRequest, v string) error {
		if v != schemaStrict && v != schemaPrompt {
			return errors.New("schema has to be strict (the server is told the schema) or prompt (it stands in the prompt)")
		}
		return nil
	},
	"service_tier": func(r *api.ChatCompletionRequest, v string) error {
		r.ServiceTier = api.ServiceTier(v)
		return nil
	},
	"top_p": func(r *api.ChatCompletionRequest, v string) error {
		p, err := strconv.ParseFloat(v, 32)
		if err != nil || !(p > 0 && p <= 1) {
			return errors.New("top_p has to be above 0 and at most 1")
		}
		r.TopP = float32(p)
		return nil
	},
	"verbosity": func(r *api.ChatCompletionRequest, v string) error {
		r.Verbosity = v
		return nil
	},
}

// checkOptions reports whether the options of m can be sent: reasoning_effort, schema, service_tier, top_p and verbosity, and
// those of llm.NotSent. The values of all but schema and top_p are for the server to judge.
func checkOptions(m llm.Model) error { return setOptions(&api.ChatCompletionRequest{}, m) }

// setOptions puts the options of m into r.
func setOptions(r *api.ChatCompletionRequest, m llm.Model) error {
	if m.Options == "" {
		return nil
	}
	values, err := url.ParseQuery(m.Options)
	if err != nil {
		return fmt.Errorf("openai: options of model %s (write key=value&key=value): %w", m, err)
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if slices.Contains(llm.NotSent, key) {
			continue
		}
		set, ok := options[key]
		if !ok {
			known := strings.Join(slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Keys(options)), llm.NotSent))), ", ")
			return fmt.Errorf("openai: unknown option %q of model %s (known: %s)", key, m, known)
		}
		if err := set(r, values.Get(key)); err != nil {
			return fmt.Errorf("openai: option %s=%s of model %s: %w", key, values.Get(key), m, err)
		}
	}
	return nil
}
