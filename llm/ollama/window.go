package ollama

import (
	"fmt"
	"strings"

	"contextarena.internal/llm"
)

const (
	windowStep  = 2048 // windows are multiples of it, as every change reloads the model
	leastWindow = 4096
	freeReply   = 2048 // tokens kept for a reply without a cap
	chatMargin  = 256  // tokens of a template and of thoughts between messages
	perMessage  = 8    // tokens a template puts around a message
)

// windowFor is the num_ctx that prompt and reply of req should fit: a token for every digit and
// every three bytes of the rest, the cap of the reply and a margin, rounded up to a multiple of
// 2048 and at least 4096. The server lowers it to what the model was trained with.
func windowFor(req llm.Request) int {
	reply := req.MaxTokens
	if reply == 0 {
		reply = freeReply
	}
	n := promptMost(req) + reply + chatMargin
	return max(leastWindow, (n+windowStep-1)/windowStep*windowStep)
}

// windowFor is the window for req, or the largest that any request for its model needed before: a smaller one would reload the model.
func (c *Client) windowFor(req llm.Request) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.windows[req.Model.Name] = max(c.windows[req.Model.Name], windowFor(req))
	return c.windows[req.Model.Name]
}

// promptMost estimates the tokens of the prompt of req on the high side. Many vocabularies split
// numbers into digits.
func promptMost(req llm.Request) int {
	n := 0
	for _, m := range req.Messages {
		n += perMessage + most(m.Text)
		for _, t := range m.ToolCalls {
			n += perMessage + most(t.Name) + most(t.Arguments)
		}
	}
	if req.Schema != nil {
		n += most(req.Schema.JSON)
	}
	return n
}

func most(text string) int {
	digits := 0
	for i := range len(text) {
		if '0' <= text[i] && text[i] <= '9' {
			digits++
		}
	}
	return digits + (len(text)-digits+2)/3
}

// promptLeast is no more tokens than the prompt of req has if all of it was read: no vocabulary
// joins words across white space.
func promptLeast(req llm.Request) int {
	n := 0
	for _, text := range llm.Kept(req) {
		n += words(text)
	}
	return n
}

// words is len(strings.Fields(text)), for white space of ASCII.
func words(text string) int {
	return len(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || '\t' <= r && r <= '\r' }))
}

// cut reports that the server dropped the beginning of the prompt of req, of which it read as
// many tokens as counted, in a window of the given size. Servers count the whole prompt, whatever
// of it was in their cache, so:
//
//   - a prompt that fills the window was cut to it (and left no room for a reply);
//   - a prompt with more words than tokens read lost whole messages.
//
// There are no false alarms. It is the second line of defence, for servers that don't know
// truncate=false: of theirs, a loss of a few messages may go unseen, as a text has about three
// words to four tokens.
func cut(req llm.Request, window, counted int) error {
	least := promptLeast(req)
	if counted <= 0 || counted > 2*window || counted < window && counted >= least {
		return nil // not counted, or not truly, or all there
	}
	return llm.CutPrompt(req.Model, counted, max(least, counted), fmt.Sprintf("in a window of %d: %s", window, advice(req, window)))
}

// advice says which window to set for req where the given one was too small.
func advice(req llm.Request, window int) string {
	need := windowFor(req)
	if need <= window {
		need = 2 * window
	}
	return fmt.Sprintf("set num_ctx=%d in the model's options if the model allows it", need)
}
