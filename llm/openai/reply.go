package openai

import (
	"errors"
	"fmt"

	"contextarena.internal/llm"
	api "github.com/sashabaranov/go-openai"
)

// reply reads a reply. An error says why it can't be used.
func reply(in api.ChatCompletionResponse) (llm.Response, error) {
	if len(in.Choices) == 0 {
		return llm.Response{}, errors.New("the reply holds no choices")
	}
	choice := in.Choices[0]
	r := llm.Response{Text: choice.Message.Content, Model: in.Model, Usage: usage(in.Usage), LogProbs: logProbs(choice.LogProbs)}
	if r.Text == "" && choice.Message.ReasoningContent != "" && r.Usage.Reasoning == 0 {
		r.Usage.Reasoning = r.Usage.Output // a server that tells thoughts apart without counting them
	}
	for _, t := range choice.Message.ToolCalls {
		r.ToolCalls = append(r.ToolCalls, llm.ToolCall{ID: t.ID, Name: t.Function.Name, Arguments: t.Function.Arguments})
	}
	if choice.Message.Refusal != "" {
		r.Text, r.Stop = choice.Message.Refusal, llm.StopRefusal
		return r, nil
	}
	switch choice.FinishReason {
	case api.FinishReasonStop, api.FinishReasonNull, "", "eos":
		r.Stop = llm.StopEnd
		if len(r.ToolCalls) > 0 {
			r.Stop = llm.StopTools // as some servers stop where OpenAI says tool_calls
		}
	case api.FinishReasonLength, "max_tokens":
		r.Stop = llm.StopLength
	case api.FinishReasonToolCalls, api.FinishReasonFunctionCall:
		r.Stop = llm.StopTools
	case api.FinishReasonContentFilter:
		r.Stop = llm.StopRefusal
	default: // "error", "abort": the server broke off
		return llm.Response{}, fmt.Errorf("the reply ended with finish reason %q", choice.FinishReason)
	}
	return r, nil
}

// usage is estimated, with zero counts, if the server gave none.
func usage(u api.Usage) llm.Usage {
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
