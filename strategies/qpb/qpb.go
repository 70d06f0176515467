// Package qpb is the layer that pins sentences with amounts and identifiers word for word.
package qpb

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/memo"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/prompt"
	"contextarena.internal/words"
)

// Layer (quantity-pinning buffer) keeps beside the notes the sentences in which a value stands that a
// paraphrase would destroy: money, counts with their units, rates, percentages, phone numbers and
// identifiers, found by their shape. Every message is read, no model is asked. A sentence that
// begins like a pinned one replaces it. After the strategy of the same name of the original
// benchmark, whose buffer had no bound.
type Layer struct {
	PinPrefix int `yaml:"pin_prefix" default:"25" min:"1" max:"1000" help:"characters two pinned sentences must share at their beginning for the new one to replace the old"`
	PinTokens int `yaml:"pin_tokens" default:"1500" min:"32" max:"1000000" help:"tokens of all pinned sentences; beyond, those pinned longest ago go"`
}

// Name is "qpb".
func (Layer) Name() string { return "qpb" }

// Prompts are none.
func (Layer) Prompts() prompt.Texts { return prompt.Code(2) }

// Attach begins a trial.
func (l Layer) Attach(env arena.Env) (pipeline.Hooks, error) {
	b := &pins{env: env, prefix: l.PinPrefix, budget: l.PinTokens}
	return pipeline.Hooks{
		Observe: func(_ context.Context, m arena.Message) error {
			b.read(m.Text)
			return nil
		},
		Revise: func(_ context.Context, r *pipeline.Revision) error {
			b.show(r.Cycle)
			return nil
		},
		Text: func() string { return b.shown },
	}, nil
}

// pins are the pinned sentences, those pinned longest ago first.
type pins struct {
	env     arena.Env
	prefix  int
	budget  int
	kept    []pin
	size    int // tokens of kept
	dropped int // since the last cycle
	shown   string
}

type pin struct {
	key, line string
	tokens    int
}

// read pins the sentences of a message that have a value. Questions state nothing.
func (b *pins) read(text string) {
	for _, s := range pipeline.Sentences(text) {
		s = strings.TrimSpace(s)
		if !strings.ContainsAny(s, "0123456789@") || strings.HasSuffix(s, "?") {
			continue
		}
		if at := pinnedAt(s); at != nil {
			b.pin(aroundValue(words.OneLine(s), words.OneLine(s[at[0]:at[1]])))
		}
	}
	b.dropped += memo.Drop(len(b.kept), memo.Unaged, func() bool { return b.size > b.budget }, func(int) {
		b.size -= b.kept[0].tokens
		b.kept = b.kept[1:]
	})
}

func (b *pins) pin(line string) {
	r := []rune(strings.ToLower(line))
	p := pin{string(r[:min(len(r), b.prefix)]), line, b.env.Tokens("- " + line + "\n")}
	b.kept = slices.DeleteFunc(b.kept, func(old pin) bool {
		if old.key == p.key {
			b.size -= old.tokens
			return true
		}
		return false
	})
	b.kept, b.size = append(b.kept, p), b.size+p.tokens
}

// show makes what is pinned now the layer's text.
func (b *pins) show(cycle int) {
	if b.dropped > 0 {
		b.env.Trace.Warn(fmt.Sprintf("cycle %d: %d sentences pinned longest ago were dropped to stay within pin_tokens", cycle, b.dropped))
		b.dropped = 0
	}
	b.shown = ""
	if len(b.kept) == 0 {
		return
	}
	var out strings.Builder
	out.WriteString("Said word for word, of two lines on one thing the later holds:\n")
	for _, p := range b.kept {
		out.WriteString("- " + p.line + "\n")
	}
	b.shown = out.String()
}

const numeral = `\d[\d,]*(?:\.\d+)?`

// The shapes of what is pinned besides phone numbers and identifiers.
var pinShapes = []*words.Expression{
	words.Lazy(`(?i)[$€£¥] ?` + numeral + `(?: ?(?:k|m|b|bn|thousand|million|billion)\b)?|\b` + numeral + ` ?(?:dollars|euros|pounds|cents|USD|EUR|GBP)\b`),
	words.Lazy(`(?i)\b` + numeral + ` ?(?:%|per ?cent\b)`),
	words.Lazy(`(?i)\b` + numeral + `(?: ?[\pL.-]{1,20})?(?: per |/)[\pL]{1,12}\b`),
	words.Lazy(`\b` + numeral + `(?:-| ?)(?:[\pL]{3,}|oz|kg|km|cm|mm|lb|ft|ml|GB|MB|TB|ms|mg|m²)\b`),
}

// uncounted are words behind a number that aren't what it counts.
var uncounted = words.Lazy(`(?i)(?:and|but|for|from|the|with|then|instead|not|are|was|were|has|have|now|until|` + strings.ReplaceAll(words.Months, " ", "|") + `)$`)

// pinnedAt is where the first value to be pinned stands, nil if there is none.
func pinnedAt(sentence string) []int {
	for _, shape := range pinShapes {
		for _, at := range shape.FindAllStringIndex(sentence, -1) {
			if !uncounted.MatchString(sentence[at[0]:at[1]]) {
				return at
			}
		}
	}
	if ids := words.Identifiers(sentence); len(ids) > 0 {
		return []int{ids[0].Start, ids[0].End}
	}
	return nil
}

// longestPin is the characters of a pinned line; of a longer sentence what stands around its value
// is kept.
const longestPin = 200

func aroundValue(line, value string) string {
	if utf8.RuneCountInString(line) <= longestPin {
		return line
	}
	at := max(0, strings.Index(line, value))
	before, after := []rune(line[:at]), []rune(line[at:])
	start := max(0, len(before)-longestPin/2)
	return strings.TrimSpace(string(before[start:]) + string(after[:min(len(after), longestPin/2)]))
}
