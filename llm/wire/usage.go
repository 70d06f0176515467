package wire

import (
	"encoding/json"

	"contextarena.internal/llm"
)

// told is the usage that the body of a failed call tells in OpenAI's form; zero where it tells none. A server
// that worked on what it then couldn't answer says so here, and is paid.
func told(body []byte) llm.Usage {
	var in struct {
		Usage struct {
			Prompt     int `json:"prompt_tokens"`
			Completion int `json:"completion_tokens"`
		} `json:"usage"`
	}
	if len(body) == 0 || json.Unmarshal(body, &in) != nil {
		return llm.Usage{}
	}
	return llm.Usage{Input: in.Usage.Prompt, Output: in.Usage.Completion}
}
