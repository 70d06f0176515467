package compaction

import (
	"fmt"
	"strings"

	"contextarena.internal/strategies/memo"
)

// Turn is what a user said and what was replied.
type Turn struct{ User, Assistant string }

// recentTurns is how many turns the source shows, whatever it keeps.
const recentTurns = 5

// Conversation keeps the turns of a chat. Once there are more than MaxTurns the older half becomes a summary.
//
//   - AsDocumented: half of MaxTurns stay. The summary quotes the first three of those that go, and takes the place of
//     the one before; five turns are shown. So a turn that is neither among the first three nor among the newest five
//     is kept and never seen, or gone. With MaxTurns of 0 or 1 nothing ever goes, and the summary is of 0 turns.
//   - CarrySummary: every turn that is kept is shown, one at least, and every turn that goes is quoted behind those
//     before. The text of the quotes has at most Most by Size, the oldest give way.
type Conversation struct {
	MaxTurns              int
	Mode                  Mode
	UserChars, ReplyChars int // of a turn that are quoted; 0 for all
	Most                  int
	Size                  func(string) int // characters where nil

	turns   []Turn
	summary string
	quotes  []string
	gone    int // turns
	Dropped int // quotes that there was no room for
}

// PreviewChars is how much the source quotes of a message.
const PreviewChars = 100

// Add takes in a turn, and compacts the conversation if that makes one too many.
func (c *Conversation) Add(t Turn) {
	c.turns = append(c.turns, t)
	if len(c.turns) <= c.MaxTurns {
		return
	}
	keep := c.MaxTurns / 2
	if c.Mode == CarrySummary {
		c.Compact(max(1, keep))
		return
	}
	var out []Turn
	if keep > 0 {
		out = c.turns[:len(c.turns)-keep]
	}
	c.turns = c.turns[len(out):]
	var quotes []string
	for _, t := range out {
		quotes = append(quotes, fmt.Sprintf("Q: %s... A: %s...", c.cut(t.User, c.UserChars), c.cut(t.Assistant, c.ReplyChars)))
	}
	c.summary = previous(len(out), quotes[:min(3, len(quotes))])
}

func previous(turns int, quotes []string) string {
	return fmt.Sprintf("[Previous conversation (%d turns): %s]", turns, strings.Join(quotes, " | "))
}

func (c *Conversation) cut(text string, n int) string {
	if n == 0 {
		return text
	}
	return first(text, n)
}

// Compact lets go all turns but the newest, with CarrySummary alone.
func (c *Conversation) Compact(keep int) {
	out := c.turns[:max(0, len(c.turns)-keep)]
	if len(out) == 0 {
		return
	}
	c.turns, c.gone = c.turns[len(out):], c.gone+len(out)
	for _, t := range out {
		c.quotes = append(c.quotes, "Q: "+c.quoted(t.User, c.UserChars)+" A: "+c.quoted(t.Assistant, c.ReplyChars))
	}
	size := c.Size
	if size == nil {
		size = chars
	}
	var gone int
	c.quotes, gone = memo.Fit(c.quotes, memo.Unaged, c.Most, func(quotes []string) int { return size(previous(c.gone, quotes)) })
	c.Dropped += gone
	c.summary = Clip(previous(c.gone, c.quotes), c.Most, size)
}

// quoted is a text, marked where it is cut.
func (c *Conversation) quoted(text string, n int) string {
	short := c.cut(text, n)
	if short != text {
		short += "..."
	}
	return short
}

// Summary is what is left of the turns that are gone.
func (c *Conversation) Summary() string { return c.summary }

// Kept is how many turns there are.
func (c *Conversation) Kept() int { return len(c.turns) }

// Shown is how many of them, the newest, are shown.
func (c *Conversation) Shown() int {
	if c.Mode == CarrySummary {
		return len(c.turns)
	}
	return min(recentTurns, len(c.turns))
}

// Context is what a model sees: the summary, and turns as they were.
func (c *Conversation) Context() string {
	var parts []string
	if c.summary != "" {
		parts = append(parts, c.summary)
	}
	for _, t := range c.turns[len(c.turns)-c.Shown():] {
		parts = append(parts, "User: "+t.User, "Assistant: "+t.Assistant)
	}
	return strings.Join(parts, "\n\n")
}
