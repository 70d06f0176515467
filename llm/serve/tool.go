package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"contextarena.internal/llm"
)

// offered is a tool of a request.
type offered struct {
	Type     string `json:"type"`
	Function struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
		Strict      bool            `json:"strict"`
	} `json:"function"`
}

// forced is the one tool that a request says has to be called, by its name or as the only one that there is; nil for none. Its call is a reply of a
// schema: that of its arguments. A tool that the model may call or not stays where it is refused.
func (b *chatBody) forced(ignored map[string]bool) (*offered, error) {
	if null(b.Tools) || ignored["tools"] || ignored["tool_choice"] {
		return nil, nil
	}
	var tools []offered
	if err := json.Unmarshal(b.Tools, &tools); err != nil {
		return nil, outOfRange("tools", "a list of functions (%v)", err)
	}
	var choice offered
	if null(b.ToolChoice) || json.Unmarshal(b.ToolChoice, &choice) != nil {
		if string(b.ToolChoice) != `"required"` || len(tools) != 1 {
			return nil, nil
		}
		choice = tools[0]
	}
	i := slices.IndexFunc(tools, func(t offered) bool { return t.Type == "function" && t.Function.Name == choice.Function.Name })
	if i < 0 || choice.Function.Name == "" {
		return nil, outOfRange("tool_choice", "the name of a function of 'tools'")
	}
	if b.ResponseFormat != nil && b.ResponseFormat.Type != "text" {
		return nil, unsupported("response_format")
	}
	return &tools[i], nil
}

// schema is that of a tool's arguments, with what the tool is for as its description.
func (t *offered) schema() (*llm.Schema, error) {
	f := t.Function
	if null(f.Parameters) {
		f.Parameters = json.RawMessage(`{"type":"object","properties":{}}`)
	}
	var b bytes.Buffer
	if err := json.Compact(&b, f.Parameters); err != nil || b.Bytes()[0] != '{' {
		return nil, outOfRange("tools", "'parameters' to be an object")
	}
	out := &llm.Schema{Name: f.Name, JSON: b.String(), Strict: f.Strict}
	var own struct {
		Description string `json:"description"`
	}
	if json.Unmarshal(b.Bytes(), &own) == nil && own.Description == "" && f.Description != "" && b.Len() > len("{}") {
		text, err := json.Marshal(f.Description)
		if err != nil {
			return nil, err
		}
		out.JSON = fmt.Sprintf(`{"description":%s,%s`, text, out.JSON[1:])
	}
	return out, nil
}

// called is the call that a reply to a forced tool is; nil where no tool was.
func (c chat) called(id string, resp llm.Response) []toolCall {
	if c.tool == "" || resp.Stop == llm.StopRefusal {
		return nil
	}
	call := toolCall{ID: "call_" + id, Type: "function"}
	call.Function.Name, call.Function.Arguments = c.tool, llm.WithoutThoughts(resp.Text)
	return []toolCall{call}
}
