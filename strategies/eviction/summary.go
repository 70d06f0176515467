package eviction

import (
	"context"
	"embed"
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/excerpt"
	"contextarena.internal/strategies/prompt"
	"contextarena.internal/strategies/shelf"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var prompts = prompt.Load(promptFiles, nil)

// data is what a prompt may quote.
type data struct {
	System, Knowledge, Transcript string
	Words                         int
}

// wordsPerToken is how many words there are to a token of English.
const wordsPerToken = 0.75

// sumUp has the memory model add what leaves to the summary. A reply that says nothing leaves the summary
// as it was, and is warned of.
func (k *memory) sumUp(ctx context.Context, left []*shelf.Item, cycle *arena.Cycle) error {
	ask := prompts.Render("summary.tmpl", data{
		Knowledge: prompt.Quote(k.summary), Transcript: prompt.Quote(shelf.Messages(left...).Transcript()),
		Words: int(wordsPerToken * float64(k.settings.SummaryTokens)),
	})
	r, err := k.env.Client.Complete(ctx, llm.Ask(k.env.MemoryModel, k.settings.MaxTokens, ask))
	if err != nil {
		return fmt.Errorf("sum up what leaves: %w", err)
	}
	cycle.Stop, cycle.Asked = r.Stop, 1
	text := r.Said()
	if text == "" {
		cycle.Empty = 1
		k.env.Trace.Warn(fmt.Sprintf("the memory model wrote no summary of %d items that left: the one of before stays", len(left)))
		return nil
	}
	cycle.Parsed = 1
	most := min(k.settings.SummaryTokens, k.budget) - k.env.Tokens(prompts.Render("recall.tmpl", data{}))
	text = strings.TrimSpace(text)
	if end := excerpt.First(text, max(0, most), k.env.Tokens); end < len(text) {
		k.env.Trace.Warn(fmt.Sprintf("a summary was cut to stay within %d tokens (summary_tokens)", k.settings.SummaryTokens))
		text = strings.TrimSpace(text[:end])
	}
	k.summary = text
	return nil
}
