package serve

import (
	"encoding/hex"
	"fmt"
	"net/http"

	"contextarena.internal/internal/orderedjson"
	"contextarena.internal/llm"
)

// delivery is how a reply is sent.
type delivery struct {
	id, fingerprint, model string
	created                int64 // Unix time
}

// completion is a reply. Where OpenAI has a null, there is one.
type completion struct {
	ID                string   `json:"id"`
	Object            string   `json:"object"`
	Created           int64    `json:"created"`
	Model             string   `json:"model"`
	Choices           []choice `json:"choices"`
	Usage             usage    `json:"usage"`
	SystemFingerprint string   `json:"system_fingerprint"`
}

type choice struct {
	Index        int          `json:"index"`
	Message      replyMessage `json:"message"`
	LogProbs     *logProbs    `json:"logprobs"`
	FinishReason string       `json:"finish_reason"`
}

type replyMessage struct {
	Role      string     `json:"role"`
	Content   *string    `json:"content"`
	Refusal   *string    `json:"refusal"`
	ToolCalls []toolCall `json:"tool_calls,omitempty"`
}

type usage struct {
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
	TotalTokens      int `json:"total_tokens"`
	PromptDetails    struct {
		CachedTokens int `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	CompletionDetails struct {
		ReasoningTokens int `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
}

type logProbs struct {
	Content []tokenLogProb `json:"content"`
	Refusal []tokenLogProb `json:"refusal"`
}

type tokenLogProb struct {
	rival
	Top []rival `json:"top_logprobs"`
}

type rival struct {
	Token   string  `json:"token"`
	LogProb float64 `json:"logprob"`
	Bytes   []int   `json:"bytes"`
}

// replyID is one for each request, also where equal ones are asked again.
func replyID(key llm.Key, number int64) string {
	return fmt.Sprintf("chatcmpl-%s%06x", hex.EncodeToString(key[:9]), number)
}

// whole sends a reply at once.
func (d delivery) whole(w http.ResponseWriter, c chat, resp llm.Response) error {
	out := completion{
		ID: d.id, Object: "chat.completion", Created: d.created, Model: d.model, SystemFingerprint: d.fingerprint,
		Usage: usageOf(resp.Usage),
		Choices: []choice{{
			Message:  replyMessage{Role: "assistant"},
			LogProbs: logProbsOf(resp.LogProbs, c), FinishReason: finishReason(c, resp),
		}},
	}
	m := &out.Choices[0].Message
	m.ToolCalls = c.called(d.id, resp)
	switch {
	case refusal(resp):
		m.Refusal = &resp.Text
	case m.ToolCalls == nil:
		m.Content = &resp.Text
	}
	return deliver(w, out)
}

// deliver sends v as JSON.
func deliver(w http.ResponseWriter, v any) error {
	body, err := encode(v)
	if err == nil {
		send(w, http.StatusOK, body)
	}
	return err
}

// refusal reports whether a reply is refused in the model's own words.
func refusal(resp llm.Response) bool { return resp.Stop == llm.StopRefusal && resp.Text != "" }

// finishReason is OpenAI's word for why a reply ended. One that was refused in words ended by
// itself; one refused without was filtered.
func finishReason(c chat, resp llm.Response) string {
	switch {
	case resp.Stop == llm.StopLength:
		return "length"
	case resp.Stop == llm.StopRefusal && resp.Text == "":
		return "content_filter"
	case c.tool != "" && resp.Stop != llm.StopRefusal:
		return "tool_calls"
	}
	return "stop"
}

func usageOf(u llm.Usage) usage {
	out := usage{PromptTokens: u.Input, CompletionTokens: u.Output, TotalTokens: u.Input + u.Output}
	out.PromptDetails.CachedTokens = u.CachedInput
	out.CompletionDetails.ReasoningTokens = u.Reasoning
	return out
}

// logProbsOf are the log-probabilities that were asked for; nil if the model gave none.
func logProbsOf(in []llm.LogProb, c chat) *logProbs {
	if c.LogProbs == 0 || len(in) == 0 {
		return nil
	}
	out := &logProbs{Content: make([]tokenLogProb, len(in))}
	for i, p := range in {
		out.Content[i] = tokenLogProb{rivalOf(p), []rival{}}
		for _, top := range p.Top[:min(len(p.Top), c.alternate)] {
			out.Content[i].Top = append(out.Content[i].Top, rivalOf(top))
		}
	}
	return out
}

func rivalOf(p llm.LogProb) rival {
	out := rival{Token: p.Token, LogProb: p.LogProb, Bytes: make([]int, len(p.Token))}
	for i := range len(p.Token) {
		out.Bytes[i] = int(p.Token[i])
	}
	return out
}

// encode writes v as JSON.
func encode(v any) ([]byte, error) {
	b, err := orderedjson.Encode(v)
	if err != nil {
		return nil, fmt.Errorf("serve: encoding a reply: %w", err)
	}
	return b, nil
}
