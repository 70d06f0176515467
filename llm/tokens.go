package llm

// chatTokens is the number of tokens a chat of ms is charged as input: that of its texts, 3 for
// each message and 3 for the reply's beginning (OpenAI's published rule of thumb). Tool calls
// count with their names, arguments and ids.
func chatTokens(ms []Message, count func(string) int) int {
	n := 3
	for _, m := range ms {
		n += 3 + count(m.Text)
		if m.ToolCallID != "" {
			n += count(m.ToolCallID)
		}
		for _, t := range m.ToolCalls {
			n += count(t.ID) + count(t.Name) + count(t.Arguments)
		}
	}
	return n
}

// promptTokens estimates the input of a request: its chat and its schema, or the texts to embed, of which each is
// a token at least.
func promptTokens(req Request, count func(string) int) int {
	if req.Texts != nil {
		n := 0
		for _, t := range req.Texts {
			n += max(1, count(t))
		}
		return n
	}
	return chatTokens(req.Messages, count) + schemaTokens(req, count)
}

// schemaTokens are those of the schema that a request brings, as it is written.
func schemaTokens(req Request, count func(string) int) int {
	if req.Schema == nil {
		return 0
	}
	return count(req.Schema.Name) + count(req.Schema.JSON)
}
