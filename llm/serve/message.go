package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"contextarena.internal/llm"
)

// chatMessage is a message of a request.
type chatMessage struct {
	Role       string     `json:"role"`
	Content    content    `json:"content"`
	Refusal    string     `json:"refusal"`
	ToolCalls  []toolCall `json:"tool_calls"`
	ToolCallID string     `json:"tool_call_id"`
	Name       string     `json:"name"`
}

// toolCall is a call of a tool.
type toolCall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

// content is the text of a message: a string, or a list of parts.
type content struct {
	text  string
	given bool   // it isn't null
	other string // the type of a part that isn't text; empty if all are
}

// UnmarshalJSON implements json.Unmarshaler.
func (c *content) UnmarshalJSON(in []byte) error {
	switch {
	case bytes.Equal(in, []byte("null")):
		return nil
	case in[0] == '"':
		c.given = true
		return json.Unmarshal(in, &c.text)
	case in[0] != '[':
		return invalid(http.StatusBadRequest, "messages", "invalid_type", "invalid type for the 'content' of a message: want a string or a list of parts")
	}
	var parts []struct{ Type, Text string }
	if err := json.Unmarshal(in, &parts); err != nil {
		return invalid(http.StatusBadRequest, "messages", "invalid_type", "invalid type in the 'content' of a message: %v", err)
	}
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.Text
		if p.Type != "text" {
			c.other = fmt.Sprintf("%.40q", p.Type)
		}
	}
	c.text, c.given = strings.Join(texts, "\n"), len(parts) > 0
	return nil
}

// roles are those of requests.
var roles = map[string]llm.Role{
	"system": llm.System, "developer": llm.System, "user": llm.User, "assistant": llm.Assistant, "tool": llm.Tool,
}

// messages reads the messages of a request.
func messages(in []chatMessage, ignored map[string]bool) ([]llm.Message, error) {
	if len(in) == 0 {
		return nil, missing("messages")
	}
	out := make([]llm.Message, len(in))
	for i := range in {
		var err error
		if out[i], err = in[i].message(i, ignored); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// message reads the message with this index.
func (m *chatMessage) message(index int, ignored map[string]bool) (llm.Message, error) {
	at := func(field string) string { return fmt.Sprintf("messages[%d].%s", index, field) }
	role, ok := roles[m.Role]
	out := llm.Message{Role: role, Text: m.Content.text, ToolCallID: m.ToolCallID}
	switch {
	case m.Role == "":
		return out, missing(at("role"))
	case !ok:
		return out, outOfRange(at("role"), "system, developer, user, assistant or tool")
	case m.Content.other != "":
		return out, invalid(http.StatusBadRequest, at("content"), "unsupported_value",
			"unsupported value: %s in '%s': only parts of type 'text' are read", m.Content.other, at("content"))
	case m.Name != "" && !ignored["name"]:
		return out, unsupported(at("name"), "name")
	case role == llm.Tool && m.ToolCallID == "":
		return out, missing(at("tool_call_id"))
	case !m.Content.given && m.Refusal != "" && role == llm.Assistant:
		out.Text = m.Refusal
	case !m.Content.given && len(m.ToolCalls) == 0:
		return out, missing(at("content"))
	}
	for j, t := range m.ToolCalls {
		if t.ID == "" || t.Function.Name == "" {
			return out, outOfRange(at(fmt.Sprintf("tool_calls[%d]", j)), "a function's name and the call's id")
		}
		out.ToolCalls = append(out.ToolCalls, llm.ToolCall{ID: t.ID, Name: t.Function.Name, Arguments: t.Function.Arguments})
	}
	return out, nil
}

func null(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }
