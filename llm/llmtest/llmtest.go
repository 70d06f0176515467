// Package llmtest has a scripted client.
package llmtest

import "contextarena.internal/llm"

// Func is a scripted client.
type Func = llm.ClientFunc

// Ask is a request for tests: one user message to sim:nano, with a cap of 100 tokens.
func Ask(text string) llm.Request {
	return llm.Request{
		Model:     llm.Model{Provider: "sim", Name: "nano"},
		Messages:  []llm.Message{{Role: llm.User, Text: text}},
		MaxTokens: 100,
	}
}

// Say is a complete reply for tests: text, 10 tokens in and 5 out.
func Say(text string) llm.Response {
	return llm.Response{Text: text, Stop: llm.StopEnd, Usage: llm.Usage{Input: 10, Output: 5}}
}
