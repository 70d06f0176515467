package llm

import (
	"math"
	"regexp"
)

// Bounds of a usage that can be true, against what was sent and what came.
const (
	leastShare    = 1. / 3  // that told may be of our own count: vocabularies differ by less,
	leastKnown    = 0.8     // and where ours is the model's by messages and special tokens alone
	hiddenInput   = 1 << 13 // tokens that a server may put around a prompt: templates, a system prompt of its own
	perMessage    = 32      // and around each message
	mostReasoning = 1 << 20 // tokens that aren't in the text, where the request sets no cap
	overCap       = 2       // how far a server may pass a cap, in which not all of them count thoughts
)

// credible is the usage of a reply as the provider tells it, or where that can't be true as counted, by
// ourselves, and marked as estimated: what it is charged by, and all that is ever said of it. Of a call that failed,
// the reply is empty but for its usage. It can't be true if it is negative, if it is nothing or less than a
// third of what we count (0.8 where our vocabulary is the model's, of all but a schema, which a server writes in a way of its own),
// if all input was cached (the last token never is), or if it is more than the text has bytes and the server can have added:
// 8,192 tokens of input; of output twice the cap, or 1,048,576 without one.
func credible(req Request, r Response, counted Usage, count func(string) int) Usage {
	u, least := r.Usage, leastShare
	if req.Model.Provider == "openai" && ourVocabulary.MatchString(plainName(req.Model.Name)) {
		least = leastKnown
	}
	few := tooFew(u.Input, counted.Input, leastShare) || tooFew(u.Input, counted.Input-schemaTokens(req, count), least)
	if mostIn := hiddenInput + bytesAsked(req); u.Input > mostIn || few {
		u.Input, u.CachedInput, u.Estimated = counted.Input, 0, true
	}
	mostOut := hiddenInput + len(r.Text) + mostReasoning
	if req.MaxTokens > 0 {
		mostOut = hiddenInput + len(r.Text) + overCap*req.MaxTokens
	}
	if u.Output > mostOut || tooFew(u.Output, counted.Output, least) {
		u.Output, u.Reasoning, u.Estimated = counted.Output, 0, true
	}
	if u.CachedInput < 0 || u.CachedInput > 0 && u.CachedInput >= u.Input {
		u.CachedInput, u.Estimated = 0, true
	}
	if u.Reasoning < 0 || u.Reasoning > u.Output {
		u.Reasoning, u.Estimated = 0, true
	}
	return u
}

// ourVocabulary are the models that we count for as they do.
var ourVocabulary = regexp.MustCompile(`^(gpt-(4o|4\.1|[5-9])|chatgpt-4o|o[1-9])`)

// tooFew reports whether told is fewer tokens than that share of those of a text that we count as counted.
func tooFew(told, counted int, least float64) bool {
	return told < 0 || counted > 0 && told < int(math.Ceil(least*float64(counted)))
}

// bytesAsked is no less than the tokens of the texts of a request, in any vocabulary.
func bytesAsked(req Request) int {
	n := 0
	for _, m := range req.Messages {
		n += perMessage + len(m.Text) + len(m.ToolCallID)
		for _, t := range m.ToolCalls {
			n += perMessage + len(t.ID) + len(t.Name) + len(t.Arguments)
		}
	}
	for _, t := range req.Texts {
		n += perMessage + len(t)
	}
	if req.Schema != nil {
		n += len(req.Schema.Name) + len(req.Schema.JSON)
	}
	return n
}

// mostUsed is the most that a request can use: its prompt and a reply as long as its cap. Embeddings have no reply.
func mostUsed(req Request, count func(string) int) Usage {
	most := Usage{Input: promptTokens(req, count)}
	if req.Texts == nil {
		most.Output = outputCap(req)
	}
	return most
}

// outputCap is the most tokens that a reply may have.
func outputCap(req Request) int {
	if req.MaxTokens <= 0 {
		return DefaultReplyCap
	}
	return req.MaxTokens
}
