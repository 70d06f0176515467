package openai

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"contextarena.internal/llm"
	api "github.com/sashabaranov/go-openai"
)

// The option that says how a model is told the schema of its reply, and its values: as structured
// outputs, unless the server refuses them (the default), or in the prompt from the first call on, for a
// server that takes the schema and ignores it.
const (
	schemaOption = "schema"
	schemaStrict = "strict"
	schemaPrompt = "prompt"
)

// bounds are keywords that OpenAI takes and several others behind its API refuse (Azure, Anthropic
// through OpenRouter): who reads the reply checks them. The text occurs nowhere else, as quotes inside of
// strings are escaped.
var bounds = regexp.MustCompile(`,\s*"(?:minimum|maximum)"\s*:\s*-?[0-9.]+`)

// format asks for structured outputs.
func format(s *llm.Schema) *api.ChatCompletionResponseFormat {
	name := s.Name
	if name == "" {
		name = "reply"
	}
	schema := json.RawMessage(bounds.ReplaceAllString(s.JSON, ""))
	return &api.ChatCompletionResponseFormat{
		Type:       api.ChatCompletionResponseFormatTypeJSONSchema,
		JSONSchema: &api.ChatCompletionResponseFormatJSONSchema{Name: name, Schema: schema, Strict: s.Strict},
	}
}

// spoken is req as the server takes it: with its schema in the prompt where the model's options say so
// or the server has refused it once. Invalid options are left for setOptions to find.
func (c *Client) spoken(req llm.Request) llm.Request {
	if req.Schema == nil {
		return req
	}
	values, _ := url.ParseQuery(req.Model.Options)
	if _, refused := c.refused.Load(req.Model.Name); !refused && values.Get(schemaOption) != schemaPrompt {
		return req
	}
	block := fmt.Sprintf("<schema>\n%s\n</schema>\nReply with one JSON object of this schema and nothing else.", req.Schema.JSON)
	req.Schema, req.Messages = nil, slices.Clone(req.Messages)
	for i, m := range slices.Backward(req.Messages) {
		if m.Role == llm.User {
			req.Messages[i].Text = strings.TrimRight(m.Text, "\n") + "\n\n" + block
			return req
		}
	}
	req.Messages = append(req.Messages, llm.Message{Role: llm.User, Text: block})
	return req
}

// refusesSchemas reports whether a server failed because it knows no structured outputs. One that knows
// them and finds fault with this very schema doesn't: that is a mistake of ours, to be seen, and is told
// the way around it.
func refusesSchemas(err error) bool {
	var e *llm.APIError
	if !errors.As(err, &e) || !slices.Contains([]int{http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusNotImplemented}, e.Status) {
		return false
	}
	said := strings.ToLower(e.Message + " " + e.Code)
	if strings.Contains(said, "invalid schema") {
		e.Message += " (?schema=prompt behind the model's name puts the schema into the prompt)"
		return false
	}
	return slices.ContainsFunc([]string{"response_format", "json_schema", "structured output"}, func(name string) bool { return strings.Contains(said, name) })
}
