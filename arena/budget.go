package arena

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/llm"
)

// framing is how many tokens stand around a message: its role, and where it begins and ends.
const framing = 3

// SizeOf is how many tokens a message takes of a budget: its text, the names and arguments of its tool calls, and within a budget of
// the run what stands around it.
func (e Env) SizeOf(m llm.Message) int {
	n := e.Tokens(m.Text)
	for _, c := range m.ToolCalls {
		n += e.Tokens(c.Name) + e.Tokens(c.Arguments)
	}
	if e.Budget > 0 {
		n += framing
	}
	return n
}

// budgeted is a context, taken apart into what counts for Env.Budget and what doesn't.
type budgeted struct {
	Context
	env           Env
	before, after string // what the memory put around the scenario's system prompt; all of System is after where that isn't in it
	prompt        string // the scenario's system prompt, if it is there
	made          int    // messages that aren't of the conversation; they stand ahead of those that are
}

func newBudgeted(c Context, env Env) *budgeted {
	b := &budgeted{Context: c, env: env, after: c.System, made: len(c.Messages) - len(c.Shown)}
	if before, after, ok := strings.Cut(c.System, env.System); ok {
		b.before, b.prompt, b.after = before, env.System, after
	}
	return b
}

// size is what counts for the budget.
func (b *budgeted) size() int {
	n := b.env.Tokens(b.before) + b.env.Tokens(b.after)
	for _, m := range b.Messages {
		n += b.env.SizeOf(m)
	}
	return n
}

// fit cuts a context that exceeds a budget until it doesn't, and says by how many tokens it did:
//
//  1. The oldest messages of the conversation go, one by one; a tool result goes with the call it
//     answers, because providers refuse one without the other.
//  2. What the memory says in messages of its own loses its end: the last such message first.
//  3. So does what it put behind the scenario's system prompt, and then what it put ahead of it.
//
// Texts are cut after whole words.
func (b *budgeted) fit(budget int) (over int) {
	size := b.size()
	over = max(0, size-budget)
	if over == 0 {
		return 0
	}
	shown, made := b.Messages[b.made:], append([]llm.Message(nil), b.Messages[:b.made]...)
	dropped := 0
	for dropped < len(shown) && (size > budget || dropped > 0 && shown[dropped].Role == llm.Tool) {
		size -= b.env.SizeOf(shown[dropped])
		dropped++
	}
	b.drop(dropped)
	for i := len(made) - 1; i >= 0 && size > budget; i-- {
		size -= b.env.SizeOf(made[i])
		text := clip(made[i].Text, budget-size-framing, b.env.Tokens)
		if text == "" {
			made = made[:i]
			continue
		}
		made[i] = llm.Message{Role: made[i].Role, Text: text}
		size += b.env.SizeOf(made[i])
	}
	b.Messages = append(made, shown[dropped:]...)
	for _, part := range []*string{&b.after, &b.before} {
		if size > budget {
			size -= b.env.Tokens(*part)
			*part = clip(*part, budget-size, b.env.Tokens)
			size += b.env.Tokens(*part)
		}
	}
	b.System = b.before + b.prompt + b.after
	return over
}

// drop takes the first n messages of the conversation out of Shown and Fetched.
func (b *budgeted) drop(n int) {
	gone := make(map[MessageIndex]bool, n)
	for _, m := range b.Shown[:n] {
		gone[m] = true
	}
	b.Shown = b.Shown[n:]
	var fetched []MessageIndex
	for _, m := range b.Fetched {
		if !gone[m] {
			fetched = append(fetched, m)
		}
	}
	b.Fetched = fetched
}

// clip is the longest beginning of a text that ends after a word and has at most n tokens, taking a
// longer beginning to have no fewer; empty where there is none.
func clip(text string, n int, tokens func(string) int) string {
	var ends []int
	for i, r := range text {
		if unicode.IsSpace(r) && i > 0 {
			if before, _ := utf8.DecodeLastRuneInString(text[:i]); !unicode.IsSpace(before) {
				ends = append(ends, i)
			}
		}
	}
	ends = append(ends, len(text))
	fits := sort.Search(len(ends), func(i int) bool { return tokens(text[:ends[i]]) > n })
	if fits == 0 || n <= 0 {
		return ""
	}
	return text[:ends[fits-1]]
}
