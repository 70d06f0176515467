package serve

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"strings"

	"contextarena.internal/llm"
)

// chat is a request for a completion, read and checked.
type chat struct {
	llm.Request        // without its model, which is for the server to find
	id          string // of the model
	alternate   int    // alternatives wanted per token, which may be 0 with LogProbs at 1
	tool        string // that has to be called: the reply is its arguments
	stream      bool
	usage       bool // at the end of a stream
}

// chatBody is the body of a request for a completion, but for what unsupported.go refuses.
type chatBody struct {
	Model               string          `json:"model"`
	Messages            []chatMessage   `json:"messages"`
	MaxTokens           *int            `json:"max_tokens"`
	MaxCompletionTokens *int            `json:"max_completion_tokens"`
	Temperature         *float64        `json:"temperature"`
	Seed                *int64          `json:"seed"`
	LogProbs            bool            `json:"logprobs"`
	TopLogProbs         *int            `json:"top_logprobs"`
	ResponseFormat      *responseFormat `json:"response_format"`
	Stream              bool            `json:"stream"`
	StreamOptions       *streamOptions  `json:"stream_options"`
	Tools               json.RawMessage `json:"tools"`
	ToolChoice          json.RawMessage `json:"tool_choice"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

// Bounds of fields, as OpenAI has them.
const (
	hottest = 2
	mostTop = 20
)

// parseChat reads the body of a request for a completion. Fields in ignored are passed over
// where they would be refused. An error is a *failure that names the field.
func parseChat(body []byte, ignored map[string]bool) (chat, error) {
	var in chatBody
	if err := decode(body, &in); err != nil {
		return chat{}, err
	}
	tool, err := in.forced(ignored)
	if err != nil {
		return chat{}, err
	}
	if tool != nil {
		given := map[string]bool{"tools": true, "tool_choice": true} // they are done
		maps.Copy(given, ignored)
		ignored = given
	}
	if err := refused(body, ignored); err != nil {
		return chat{}, err
	}
	if in.Model == "" {
		return chat{}, missing("model")
	}
	out := chat{id: in.Model, stream: in.Stream}
	if out.Messages, err = messages(in.Messages, ignored); err != nil {
		return chat{}, err
	}
	if most := cmp.Or(in.MaxCompletionTokens, in.MaxTokens); most != nil {
		if *most < 1 {
			return chat{}, outOfRange("max_tokens", "at least 1")
		}
		out.MaxTokens = *most
	}
	if t := in.Temperature; t != nil {
		if !(*t >= 0 && *t <= hottest) {
			return chat{}, outOfRange("temperature", "from 0 to %d", hottest)
		}
		out.Temperature = t
	}
	if in.Seed != nil {
		out.Seed = *in.Seed
	}
	if n := in.TopLogProbs; n != nil {
		switch {
		case *n < 0 || *n > mostTop:
			return chat{}, outOfRange("top_logprobs", "from 0 to %d", mostTop)
		case *n > 0 && !in.LogProbs:
			return chat{}, invalid(http.StatusBadRequest, "top_logprobs", "invalid_value", "'top_logprobs' needs 'logprobs' to be true")
		}
		out.alternate = *n
	}
	if in.LogProbs {
		out.LogProbs = max(1, out.alternate)
	}
	if out.Schema, err = in.ResponseFormat.schema(); tool != nil {
		out.tool = tool.Function.Name
		out.Schema, err = tool.schema()
	}
	if err != nil {
		return chat{}, err
	}
	if in.StreamOptions != nil {
		out.usage = in.StreamOptions.IncludeUsage
	}
	return out, nil
}

// decode reads a JSON object.
func decode(body []byte, into any) error {
	err := json.Unmarshal(body, into)
	var shape *json.UnmarshalTypeError
	var f *failure
	switch {
	case err == nil:
		return nil
	case errors.As(err, &f): // of a part that reads itself
		return f
	case errors.As(err, &shape) && shape.Field != "":
		field := shape.Field[strings.LastIndexByte(shape.Field, '.')+1:]
		return invalid(http.StatusBadRequest, shape.Field, "invalid_type", "invalid type for '%s': %s can't be %s", shape.Field, field, shape.Value)
	}
	return invalid(http.StatusBadRequest, "", "", "the body is not the JSON object that is expected: %v", err)
}

func missing(param string) *failure {
	return invalid(http.StatusBadRequest, param, "missing_required_parameter", "missing required parameter: '%s'", param)
}

func outOfRange(param, format string, args ...any) *failure {
	f := invalid(http.StatusBadRequest, param, "invalid_value", format, args...)
	f.message = "invalid value for '" + param + "': want " + f.message
	return f
}

// read reads the body of r.
func read(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	tooLarge := invalid(http.StatusRequestEntityTooLarge, "", "request_too_large", "the body is longer than %d bytes", MaxBody)
	if r.ContentLength > MaxBody {
		w.Header().Set("Connection", "close") // rather than to read it
		return nil, tooLarge
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	if err != nil {
		var most *http.MaxBytesError
		if errors.As(err, &most) {
			return nil, tooLarge
		}
		return nil, invalid(http.StatusBadRequest, "", "", "the body broke off: %v", err)
	}
	return body, nil
}

// chat answers a request for a completion.
func (s *Server) chat(w http.ResponseWriter, r *http.Request) error {
	body, err := read(w, r)
	if err != nil {
		return err
	}
	c, err := parseChat(body, s.ignored)
	if err != nil {
		return err
	}
	model, ok := s.models[c.id]
	if !ok {
		return s.unknownModel(c.id)
	}
	c.Model = model.model
	number := s.requests.Add(1)
	ctx, bill := llm.WithBill(r.Context())
	resp, err := s.o.Client.Complete(ctx, c.Request)
	tell(w, bill)
	if err != nil {
		return err
	}
	d := delivery{id: replyID(c.Key(), number), fingerprint: model.fingerprint, model: c.id, created: s.o.Now().Unix()}
	w.Header().Set("X-Request-Id", d.id)
	if c.stream {
		return d.stream(w, c, resp)
	}
	return d.whole(w, c, resp)
}
