package serve

import (
	"fmt"
	"net/http"
	"unicode"

	"contextarena.internal/llm"
)

// chunk is a part of a streamed reply.
type chunk struct {
	ID                string        `json:"id"`
	Object            string        `json:"object"`
	Created           int64         `json:"created"`
	Model             string        `json:"model"`
	SystemFingerprint string        `json:"system_fingerprint"`
	Choices           []chunkChoice `json:"choices"`
	Usage             any           `json:"usage,omitempty"` // a *usage, nil in all chunks but the last; none if it wasn't asked for
}

type chunkChoice struct {
	Index        int       `json:"index"`
	Delta        delta     `json:"delta"`
	LogProbs     *logProbs `json:"logprobs"`
	FinishReason *string   `json:"finish_reason"`
}

type delta struct {
	Role    string      `json:"role,omitempty"`
	Content *string     `json:"content,omitempty"`
	Refusal *string     `json:"refusal,omitempty"`
	Calls   []deltaCall `json:"tool_calls,omitempty"`
}

type deltaCall struct {
	Index int `json:"index"`
	toolCall
}

// stream sends a reply as server-sent events: the role, the text in parts, why it ended, the
// usage if it was asked for, and [DONE]. A client has the reply if all the parts arrive; that it
// was complete before they were sent shows in nothing but their pace.
func (d delivery) stream(w http.ResponseWriter, c chat, resp llm.Response) error {
	choices := d.choices(c, resp)
	h := w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	for _, choice := range choices {
		if err := d.event(w, c, []chunkChoice{choice}, nil); err != nil {
			return err
		}
	}
	if c.usage {
		u := usageOf(resp.Usage)
		if err := d.event(w, c, []chunkChoice{}, &u); err != nil {
			return err
		}
	}
	_, _ = w.Write([]byte("data: [DONE]\n\n"))
	return nil
}

// event sends one event.
func (d delivery) event(w http.ResponseWriter, c chat, choices []chunkChoice, u *usage) error {
	v := chunk{
		ID: d.id, Object: "chat.completion.chunk", Created: d.created, Model: d.model,
		SystemFingerprint: d.fingerprint, Choices: choices,
	}
	if c.usage {
		v.Usage = u
	}
	data, err := encode(v)
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(w, "data: %s\n", data) // encode ends the line, this the event
	return nil
}

// choices are the parts of a reply in their order.
func (d delivery) choices(c chat, resp llm.Response) []chunkChoice {
	empty := ""
	out := []chunkChoice{{Delta: delta{Role: "assistant", Content: &empty}}}
	calls := c.called(d.id, resp)
	switch {
	case calls != nil:
		out = append(out, chunkChoice{Delta: delta{Calls: []deltaCall{{toolCall: calls[0]}}}})
	case refusal(resp):
		for _, part := range parts(resp.Text) {
			out = append(out, chunkChoice{Delta: delta{Refusal: &part}})
		}
	default:
		for i, part := range parts(resp.Text) {
			out = append(out, chunkChoice{Delta: delta{Content: &part}})
			if i == 0 {
				out[1].LogProbs = logProbsOf(resp.LogProbs, c)
			}
		}
	}
	reason := finishReason(c, resp)
	return append(out, chunkChoice{FinishReason: &reason})
}

// parts cuts a text before the spaces behind its words.
func parts(text string) []string {
	var out []string
	from, inWord := 0, false
	for i, r := range text {
		space := unicode.IsSpace(r)
		if space && inWord {
			out = append(out, text[from:i])
			from = i
		}
		inWord = !space
	}
	if from < len(text) {
		out = append(out, text[from:])
	}
	return out
}
