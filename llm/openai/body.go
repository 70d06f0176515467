package openai

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	api "github.com/sashabaranov/go-openai"

	"contextarena.internal/internal/orderedjson"
	"contextarena.internal/llm"
)

// go-openai encodes every message twice and checks it a third time: half of what a call costs,
// with the long histories that are asked here. So it is given one stand-in for all messages,
// and they are put in its place, encoded once, when the request is sent.
var (
	standIn     = []api.ChatCompletionMessage{{Role: api.ChatMessageRoleUser, Content: "\x01messages\x01"}}
	standInJSON = mustEncode(standIn)
)

// chatMessage is a message as it is sent.
type chatMessage struct {
	Role       string         `json:"role"`
	Content    string         `json:"content,omitempty"`
	ToolCalls  []api.ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string         `json:"tool_call_id,omitempty"`
}

// filled is a text as servers take it: they refuse an empty one, so it is sent as a space.
func filled(text string) string {
	if text == "" {
		return " "
	}
	return text
}

// encode writes messages as a JSON array. Only a message that calls tools may be empty.
func encode(messages []llm.Message) ([]byte, error) {
	out := make([]chatMessage, len(messages))
	for i, m := range messages {
		out[i] = chatMessage{Role: string(m.Role), Content: m.Text, ToolCallID: m.ToolCallID}
		if len(m.ToolCalls) == 0 {
			out[i].Content = filled(m.Text)
		}
		for _, t := range m.ToolCalls {
			out[i].ToolCalls = append(out[i].ToolCalls, api.ToolCall{
				ID: t.ID, Type: api.ToolTypeFunction,
				Function: api.FunctionCall{Name: t.Name, Arguments: t.Arguments},
			})
		}
	}
	b, err := orderedjson.Encode(out)
	if err != nil {
		return nil, fmt.Errorf("openai: encode messages: %w", err)
	}
	return bytes.TrimRight(b, "\n"), nil
}

// The smallest temperature above zero, as go-openai writes it, and zero itself. go-openai
// leaves a zero out, and servers take that for their default, which is 1.
var (
	tiniest = []byte(`"temperature":1e-45`)
	zero    = []byte(`"temperature":0`)
)

// chatBody is what go-openai's request for a chat doesn't carry.
type chatBody struct {
	messages []byte // as JSON
	coldest  bool   // the temperature is 0, not unset
}

// complete puts the messages into the body go-openai has written, and a true zero in the place
// of the smallest temperature. Neither text occurs elsewhere, as quotes inside of strings are
// escaped.
func (c chatBody) complete(req *http.Request) error {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return err
	}
	if c.coldest {
		body = bytes.Replace(body, tiniest, zero, 1)
	}
	before, after, ok := bytes.Cut(body, standInJSON)
	if !ok {
		return fmt.Errorf("openai: go-openai wrote no messages into %.80q", body)
	}
	whole := make([]byte, 0, len(before)+len(c.messages)+len(after))
	whole = append(append(append(whole, before...), c.messages...), after...)
	req.ContentLength = int64(len(whole))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(whole)), nil }
	req.Body, err = req.GetBody()
	return err
}

func mustEncode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("openai: encoding %T: %v", v, err))
	}
	return b
}
