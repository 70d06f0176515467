package try

import (
	"encoding/json"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/words"
)

// finalPrompt stands for the reply to the final task, which every strategy asks for.
const finalPrompt = "the final task"

// Tried is what a model made of the prompts of all strategies.
type Tried struct {
	Model   string     `json:"model"`
	Prompts []Prompt   `json:"prompts"`
	Forms   []Delivery `json:"forms"` // of the strategies that ask for forms
	Failed  []Failure  `json:"failed"`
	Calls   int        `json:"calls"`
	PaidUSD *float64   `json:"paid_usd"` // null where the model has no price
}

// Prompt counts the replies to one prompt. Strategies that asked the very same share a reply.
type Prompt struct {
	Prompt       string   `json:"prompt"` // the name of the form that is asked for, or how the instruction begins
	Strategies   []string `json:"strategies"`
	Asked        int      `json:"asked"`
	Cut          int      `json:"cut"` // at the token cap
	Refused      int      `json:"refused"`
	Empty        int      `json:"empty"`
	Parsed       int      `json:"parsed"` // JSON where a form is asked for, any text elsewhere
	InputTokens  int      `json:"input_tokens"`
	OutputTokens int      `json:"output_tokens"`
	USD          float64  `json:"usd"` // at nominal prices; 0 without a price
}

// Delivery is what a strategy says became of the forms it asked for.
type Delivery struct {
	Strategy string `json:"strategy"`
	arena.Delivery
}

// Failure is a conversation that a strategy couldn't be played over to its end.
type Failure struct {
	Strategy string        `json:"strategy"`
	Scenario string        `json:"scenario"`
	Outcome  arena.Outcome `json:"outcome"`
	Reason   string        `json:"reason"`
}

// add counts an exchange for its prompt, unless it was seen.
func (t *Tried) add(strategy string, s *arena.Scenario, e exchanged, price llm.Price, seen map[llm.Key]bool) {
	asked := e.req.Messages[len(e.req.Messages)-1].Text
	name := promptName(e.req.Schema, asked)
	if asked == s.Final.Question {
		name = finalPrompt
	}
	i := slices.IndexFunc(t.Prompts, func(p Prompt) bool { return p.Prompt == name })
	if i < 0 {
		i = len(t.Prompts)
		t.Prompts = append(t.Prompts, Prompt{Prompt: name})
	}
	p := &t.Prompts[i]
	if !slices.Contains(p.Strategies, strategy) {
		p.Strategies = append(p.Strategies, strategy)
	}
	key := e.req.Key()
	if seen[key] {
		return
	}
	seen[key] = true
	text := strings.TrimSpace(e.resp.Text)
	p.Asked++
	p.InputTokens += e.resp.Usage.Input
	p.OutputTokens += e.resp.Usage.Output
	p.USD += price.USD(e.resp.Usage)
	if e.resp.Stop == llm.StopLength {
		p.Cut++
	}
	switch {
	case e.resp.Stop == llm.StopRefusal || llm.CannedRefusal(text):
		p.Refused++
	case text == "":
		p.Empty++
	case e.req.Schema == nil || holdsJSON(text):
		p.Parsed++
	}
}

// holdsJSON reports whether a text holds a JSON value, whatever stands around it.
func holdsJSON(text string) bool {
	from, to := strings.IndexAny(text, "{["), strings.LastIndexAny(text, "}]")
	return from >= 0 && from < to && json.Valid([]byte(text[from:to+1]))
}

// data is a tagged block of a prompt.
var data = words.Lazy(`(?s)<[a-z_]+[^>]*>\n.*?\n?</[a-z_]+>`)

// promptName is the name of the form that is asked for, or the first line of the instruction.
func promptName(form *llm.Schema, text string) string {
	if form != nil {
		return form.Name
	}
	first, _, _ := strings.Cut(strings.TrimSpace(data.ReplaceAllString(text, "")), "\n")
	return first
}
