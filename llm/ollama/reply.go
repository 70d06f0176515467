package ollama

import (
	"fmt"

	"contextarena.internal/llm"
	"github.com/ollama/ollama/api"
)

// reply reads a reply. An error says why it can't be used.
func reply(in api.ChatResponse) (llm.Response, error) {
	r := llm.Response{
		Text: in.Message.Content, Model: in.Model,
		Usage: llm.Usage{Input: in.PromptEvalCount, Output: in.EvalCount},
	}
	if in.PromptEvalCount == 0 && in.EvalCount == 0 {
		r.Usage.Estimated = true
	}
	if r.Text == "" && in.Message.Thinking != "" {
		r.Usage.Reasoning = r.Usage.Output // of other replies it isn't known
	}
	for _, t := range in.Logprobs {
		p := llm.LogProb{Token: t.Token, LogProb: t.Logprob}
		for _, top := range t.TopLogprobs {
			p.Top = append(p.Top, llm.LogProb{Token: top.Token, LogProb: top.Logprob})
		}
		r.LogProbs = append(r.LogProbs, p)
	}
	switch in.DoneReason {
	case "stop", "":
		r.Stop = llm.StopEnd
	case "length":
		r.Stop = llm.StopLength
	default: // "load", "unload": the server was not asked for a reply
		return llm.Response{}, fmt.Errorf("the reply ended with done reason %q", in.DoneReason)
	}
	return r, nil
}
