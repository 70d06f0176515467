package ollama

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"

	"contextarena.internal/llm"
	"contextarena.internal/llm/wire"
	"github.com/ollama/ollama/api"
)

// request is req as it is sent, and the window it asks for.
func (c *Client) request(req llm.Request) (*api.ChatRequest, int, error) {
	out := &api.ChatRequest{
		Model:  req.Model.Name,
		Stream: new(bool), Truncate: new(bool), Shift: new(bool), // all false: one reply to all of the prompt
		Logprobs: req.LogProbs > 0, TopLogprobs: req.LogProbs,
	}
	var err error
	if out.Messages, err = messages(req.Messages); err != nil {
		return nil, 0, err
	}
	if req.Schema != nil {
		out.Format = json.RawMessage(req.Schema.JSON)
		if !json.Valid(out.Format) {
			return nil, 0, fmt.Errorf("ollama: schema %q is no JSON", req.Schema.Name)
		}
	}
	if out.Options, out.Think, err = options(req.Model); err != nil {
		return nil, 0, err
	}
	window, ok := out.Options["num_ctx"].(int64)
	if !ok {
		window = int64(c.windowFor(req))
		out.Options["num_ctx"] = window
	}
	if req.MaxTokens > 0 {
		out.Options["num_predict"] = req.MaxTokens
	}
	if req.Temperature != nil {
		out.Options["temperature"] = *req.Temperature
	}
	if req.Seed != 0 {
		out.Options["seed"] = wire.Seed(req)
	}
	return out, int(window), nil
}

// messages are ms as they are sent. A tool's result names the tool, as some templates want it.
func messages(ms []llm.Message) ([]api.Message, error) {
	out := make([]api.Message, len(ms))
	names := map[string]string{} // of tools by the id of their call
	for i, m := range ms {
		out[i] = api.Message{Role: string(m.Role), Content: m.Text, ToolCallID: m.ToolCallID, ToolName: names[m.ToolCallID]}
		for _, t := range m.ToolCalls {
			call := api.ToolCall{ID: t.ID, Function: api.ToolCallFunction{Name: t.Name}}
			if err := json.Unmarshal([]byte(t.Arguments), &call.Function.Arguments); err != nil {
				// Not wrapped: broken JSON of ours isn't broken JSON of a server, which is transient.
				return nil, fmt.Errorf("ollama: message %d: arguments of tool call %s are no JSON object: %v", i+1, t.Name, err) //nolint:errorlint // wrapped, it would pass for a broken reply and be tried again
			}
			out[i].ToolCalls = append(out[i].ToolCalls, call)
			names[t.ID] = t.Name
		}
	}
	return out, nil
}

// fromRequest are the parameters that a request sets: as options they would contradict it.
var fromRequest = map[string]string{
	"seed": "the plan's seed", "temperature": "the plan's temperature", "num_predict": "the cap of the reply",
}

// checkOptions reports whether the options of m can be sent: num_ctx and every other parameter of
// Ollama's API except seed, temperature and num_predict, which requests set, and think (true,
// false, high, medium or low).
func checkOptions(m llm.Model) error {
	_, _, err := options(m)
	return err
}

// options are the options of m as they are sent. The map is never nil.
func options(m llm.Model) (map[string]any, *api.ThinkValue, error) {
	out := map[string]any{}
	if m.Options == "" {
		return out, nil, nil
	}
	values, err := url.ParseQuery(m.Options)
	if err != nil {
		return nil, nil, fmt.Errorf("ollama: options of model %s (write key=value&key=value): %w", m, err)
	}
	var think *api.ThinkValue
	for _, key := range slices.Sorted(maps.Keys(values)) {
		value := values.Get(key)
		if by, ok := fromRequest[key]; ok {
			return nil, nil, fmt.Errorf("ollama: option %q of model %s is set by %s", key, m, by)
		}
		if slices.Contains(llm.NotSent, key) {
			continue
		}
		if key == "think" {
			if think, err = thinking(value); err != nil {
				return nil, nil, fmt.Errorf("ollama: option think=%s of model %s: %w", value, m, err)
			}
			continue
		}
		set, err := api.FormatParams(map[string][]string{key: values[key]})
		if err != nil {
			return nil, nil, fmt.Errorf("ollama: option %s=%s of model %s (known: think and the parameters of Ollama's API, as num_ctx, top_p or top_k): %w", key, value, m, err)
		}
		maps.Copy(out, set)
	}
	if window, ok := out["num_ctx"].(int64); ok && (window < 1 || window > math.MaxInt32) {
		return nil, nil, fmt.Errorf("ollama: option num_ctx=%d of model %s: it has to be a positive number of tokens (e.g. 16384)", window, m)
	}
	return out, think, nil
}

func thinking(value string) (*api.ThinkValue, error) {
	switch value {
	case "true", "false":
		return &api.ThinkValue{Value: value == "true"}, nil
	case "high", "medium", "low":
		return &api.ThinkValue{Value: value}, nil
	}
	return nil, errors.New("it has to be true, false, high, medium or low")
}
