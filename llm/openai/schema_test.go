package openai

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"contextarena.internal/llm"
	"contextarena.internal/llm/wire/wiretest"
	"github.com/stretchr/testify/require"
)

const closedSchema = `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`

// form is a request for a form, with a system prompt before it and a reply after it.
func form(name string) llm.Request {
	req := ask(name, "Hi\n")
	req.Messages = append(req.Messages, llm.Message{Role: llm.Assistant, Text: "Hello."})
	req.Schema = &llm.Schema{Name: "facts", JSON: closedSchema, Strict: true}
	return req
}

// inPrompt is how the schema of form stands in the body of a request.
const inPrompt = `Hi\n\n<schema>\n{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}},\"required\":[\"a\"],\"additionalProperties\":false}\n</schema>\nReply with one JSON object of this schema and nothing else."},{"role":"assistant","content":"Hello."}`

// A server without structured outputs is told the schema in the prompt: after one refusal for each model,
// or from the first call on where the model's options say so.
func TestTheSchemaStandsInThePrompt(t *testing.T) {
	for _, refusal := range []string{
		`{"error":{"message":"'response_format' of type 'json_schema' is not supported with this model","type":"invalid_request_error"}}`,
		`{"error":{"message":"This model does not support structured outputs","code":"unsupported"}}`,
		`response_format.type: Input should be 'text' or 'json_object'`,
	} {
		s, seen := wiretest.Stub(t, func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err == nil && strings.Contains(string(body), `"json_schema"`) {
				w.WriteHeader(http.StatusBadRequest)
				_, _ = io.WriteString(w, refusal)
				return
			}
			wiretest.Says(plainReply)(w, r)
		})
		c := client(t, s)
		req := form("m")
		for range 2 {
			got, err := c.Complete(t.Context(), req)
			require.NoError(t, err)
			require.Equal(t, "Hello.", got.Text)
		}
		require.Equal(t, form("m"), req, "the caller's request is left alone")
		require.Contains(t, (<-seen).Body, `"strict":true`)
		for range 2 {
			body := (<-seen).Body
			require.NotContains(t, body, `"response_format"`)
			require.Contains(t, body, inPrompt)
		}
		_, err := c.Complete(t.Context(), form("other"))
		require.NoError(t, err)
		require.Len(t, seen, 2, "each model is tried once")
	}
}

func TestTheSchemaIsWhereTheModelSaysFromTheStart(t *testing.T) {
	s, seen := wiretest.Stub(t, wiretest.Says(plainReply))
	c := client(t, s)
	for options, inTheFormat := range map[string]bool{"schema=prompt": false, "schema=strict": true, "": true} {
		req := form("m")
		req.Model.Options = options
		_, err := c.Complete(t.Context(), req)
		require.NoError(t, err)
		body := (<-seen).Body
		require.Equal(t, inTheFormat, strings.Contains(body, `"response_format"`), options)
		require.Equal(t, !inTheFormat, strings.Contains(body, inPrompt), options)
	}
	req := form("m")
	req.Model.Options, req.Messages = "schema=prompt", nil
	_, err := c.Complete(t.Context(), req)
	require.NoError(t, err)
	require.Contains(t, (<-seen).Body, `"messages":[{"role":"user","content":"<schema>`)
	require.ErrorContains(t, checkOptions(llm.Model{Provider: provider, Name: "m", Options: "schema=loose"}), "schema has to be strict")
}

// Bounds of numbers are no reason for a schema not to be strict, nor to be refused.
func TestBoundsAreNotSent(t *testing.T) {
	s, seen := wiretest.Stub(t, wiretest.Says(plainReply))
	req := form("m")
	req.Schema.JSON = `{"type":"object","properties":{"minimum":{"type":"integer","minimum":-1,"maximum":9}},"required":["minimum"],"additionalProperties":false}`
	_, err := client(t, s).Complete(t.Context(), req)
	require.NoError(t, err)
	require.Contains(t, (<-seen).Body, `"schema":{"type":"object","properties":{"minimum":{"type":"integer"}},"required":["minimum"],"additionalProperties":false},"strict":true`)
}

// What isn't a server without structured outputs is no reason to ask again.
func TestOtherRefusalsOfASchemaStand(t *testing.T) {
	for name, f := range map[string]struct {
		status int
		body   string
	}{
		"a schema with a fault": {http.StatusBadRequest, `{"error":{"message":"Invalid schema for response_format 'facts': required is missing"}}`},
		"another fault":         {http.StatusBadRequest, `{"error":{"message":"max_tokens is too large"}}`},
		"a broken server":       {http.StatusInternalServerError, `{"error":{"message":"json_schema: out of memory"}}`},
	} {
		t.Run(name, func(t *testing.T) {
			s, seen := wiretest.Stub(t, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(f.status)
				_, _ = io.WriteString(w, f.body)
			})
			_, err := client(t, s).Complete(t.Context(), form("m"))
			require.Error(t, err)
			require.Len(t, seen, 1)
			require.Equal(t, name == "a schema with a fault", strings.Contains(err.Error(), "?schema=prompt"))
		})
	}
}
