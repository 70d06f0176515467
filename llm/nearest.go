package llm

import (
	"fmt"
	"strings"
)

// nearest says what differs between a request and the recorded one that is nearest to it: the one with the fewest
// differences, of several the one whose messages agree longest, then the first. It is empty where nothing is recorded.
func nearest(req Request, recorded []Request) string {
	var least []string
	longest := -1
	for _, r := range recorded {
		d, agree := differences(req, r)
		if longest < 0 || len(d) < len(least) || len(d) == len(least) && agree > longest {
			least, longest = d, agree
		}
	}
	if longest < 0 {
		return "; the recording is empty"
	}
	return "; the nearest recorded request differs in " + strings.Join(least, ", ")
}

// differences lists in what a request differs from a recorded one, and how many bytes of their messages agree from the
// beginning.
func differences(req, recorded Request) (out []string, agree int) {
	differ := func(what string, have, want any) {
		if have != want {
			out = append(out, fmt.Sprintf("%s (%v, recorded: %v)", what, have, want))
		}
	}
	differ("model", req.Model.String(), recorded.Model.String())
	differ("the cap of tokens", req.MaxTokens, recorded.MaxTokens)
	differ("temperature", temperature(req), temperature(recorded))
	differ("seed", req.Seed, recorded.Seed)
	differ("sample", req.Sample, recorded.Sample)
	differ("log-probabilities", req.LogProbs, recorded.LogProbs)
	differ("the schema of the reply", schemaName(req), schemaName(recorded))
	if req.Schema != nil && recorded.Schema != nil && req.Schema.JSON != recorded.Schema.JSON && req.Schema.Name == recorded.Schema.Name {
		out = append(out, fmt.Sprintf("what the schema %s says", req.Schema.Name))
	}
	differ("the number of messages", len(req.Messages), len(recorded.Messages))
	for i := range min(len(req.Messages), len(recorded.Messages)) {
		a, b := req.Messages[i], recorded.Messages[i]
		n := common(a.Text, b.Text)
		agree += n
		switch {
		case a.Text != b.Text:
			return append(out, fmt.Sprintf("message %d (%s) from character %d on: %q, recorded: %q",
				i+1, a.Role, len([]rune(a.Text[:n]))+1, firstRunes(a.Text[n:], 40), firstRunes(b.Text[n:], 40))), agree
		case a.Role != b.Role:
			return append(out, fmt.Sprintf("the role of message %d (%s, recorded: %s)", i+1, a.Role, b.Role)), agree
		case a.ToolCallID != b.ToolCallID || fmt.Sprint(a.ToolCalls) != fmt.Sprint(b.ToolCalls):
			return append(out, fmt.Sprintf("the tool calls of message %d", i+1)), agree
		}
	}
	return out, agree
}

// common is how many bytes two texts have in common from the beginning, whole characters.
func common(a, b string) int {
	for i, r := range a {
		if !strings.HasPrefix(b[min(i, len(b)):], string(r)) {
			return i
		}
	}
	return len(a)
}

func temperature(r Request) string {
	if r.Temperature == nil {
		return "the model's own"
	}
	return fmt.Sprint(*r.Temperature)
}

func schemaName(r Request) string {
	if r.Schema == nil {
		return "none"
	}
	return r.Schema.Name
}
