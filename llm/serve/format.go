package serve

import (
	"bytes"
	"encoding/json"
	"net/http"

	"contextarena.internal/llm"
)

// responseFormat says whether a reply has to be JSON, and of which schema.
type responseFormat struct {
	Type       string `json:"type"`
	JSONSchema *struct {
		Name   string          `json:"name"`
		Schema json.RawMessage `json:"schema"`
		Strict bool            `json:"strict"`
	} `json:"json_schema"`
}

// anyObject is the schema of the format json_object.
const anyObject = `{"type":"object"}`

// schema is what the format asks for; nil for plain text. The schema is compacted, so that the
// spaces between its tokens don't make another request.
func (f *responseFormat) schema() (*llm.Schema, error) {
	if f == nil {
		return nil, nil
	}
	switch f.Type {
	case "text":
		return nil, nil
	case "json_object":
		return &llm.Schema{Name: "reply", JSON: anyObject}, nil
	case "json_schema":
	case "":
		return nil, missing("response_format.type")
	default:
		return nil, outOfRange("response_format.type", "text, json_object or json_schema")
	}
	switch s := f.JSONSchema; {
	case s == nil:
		return nil, missing("response_format.json_schema")
	case s.Name == "":
		return nil, missing("response_format.json_schema.name")
	case null(s.Schema):
		return nil, missing("response_format.json_schema.schema")
	case s.Schema[0] != '{':
		return nil, invalid(http.StatusBadRequest, "response_format.json_schema.schema", "invalid_type",
			"invalid type for 'response_format.json_schema.schema': want an object")
	}
	var b bytes.Buffer
	if err := json.Compact(&b, f.JSONSchema.Schema); err != nil {
		return nil, err // it has been decoded, so it can't be
	}
	return &llm.Schema{Name: f.JSONSchema.Name, JSON: b.String(), Strict: f.JSONSchema.Strict}, nil
}
