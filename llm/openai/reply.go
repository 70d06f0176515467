package openai

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"contextarena.internal/llm"
	api "github.com/sashabaranov/go-openai"
)

// chatReply is a reply as it comes. One whose usage isn't even numbers is still a reply.
type chatReply struct {
	api.ChatCompletionResponse
	Usage json.RawMessage `json:"usage"`
}

// reply reads a reply. An error says why it can't be used.
func reply(in chatReply) (llm.Response, error) {
	if len(in.Choices) == 0 {
		return llm.Response{}, errors.New("the reply holds no choices")
	}
	choice := in.Choices[0]
	r := llm.Response{Text: choice.Message.Content, Model: in.Model, Usage: usage(in.Usage), LogProbs: logProbs(choice.LogProbs)}
	if r.Text == "" && choice.Message.ReasoningContent != "" && r.Usage.Reasoning == 0 {
		r.Usage.Reasoning = r.Usage.Output // a server that tells thoughts apart without counting them
	}
	if choice.Message.Refusal != "" {
		r.Text, r.Stop = choice.Message.Refusal, llm.StopRefusal
		return r, nil
	}
	switch choice.FinishReason {
	case api.FinishReasonStop, api.FinishReasonNull, "", "eos", api.FinishReasonToolCalls, api.FinishReasonFunctionCall:
		r.Stop = llm.StopEnd
	case api.FinishReasonLength, "max_tokens":
		r.Stop = llm.StopLength
	case api.FinishReasonContentFilter:
		r.Stop = llm.StopRefusal
	default: // "error", "abort": the server broke off
		return llm.Response{}, fmt.Errorf("the reply ended with finish reason %q", choice.FinishReason)
	}
	return r, nil
}

// usage is estimated, with zero counts, if the server gave none.
func usage(raw json.RawMessage) llm.Usage {
	var u api.Usage
	_ = json.Unmarshal(raw, &u)
	if u.PromptTokens == 0 && u.CompletionTokens == 0 {
		return llm.Usage{Estimated: true}
	}
	out := llm.Usage{Input: u.PromptTokens, Output: u.CompletionTokens}
	if d := u.PromptTokensDetails; d != nil {
		out.CachedInput = d.CachedTokens
	}
	if d := u.CompletionTokensDetails; d != nil {
		out.Reasoning = d.ReasoningTokens
	}
	return out
}

func logProbs(in *api.LogProbs) []llm.LogProb {
	if in == nil || len(in.Content) == 0 {
		return nil
	}
	out := make([]llm.LogProb, len(in.Content))
	for i, t := range in.Content {
		out[i] = llm.LogProb{Token: t.Token, LogProb: t.LogProb}
		for _, top := range t.TopLogProbs {
			out[i].Top = append(out[i].Top, llm.LogProb{Token: top.Token, LogProb: top.LogProb})
		}
	}
	return out
}

// filtered is the reply that a failure stands for if it is a filter's: the server refused the
// prompt before the model saw it.
func filtered(req llm.Request, err error) (llm.Response, bool) {
	var e *llm.APIError
	if !errors.As(err, &e) || e.Status != http.StatusBadRequest || e.Code != "content_filter" && e.Code != "content_policy_violation" {
		return llm.Response{}, false
	}
	return llm.Response{
		Text: e.Message, Stop: llm.StopRefusal, Model: req.Model.Name, Usage: llm.Usage{Estimated: true},
	}, true
}
