// Package compaction is memory compaction: a history of steps whose older part is replaced by a
// summary once there are too many or they are too long, and a conversation of which the older half is. After
// "Memory Compaction" of rlm_code (rlm_code.rlm.memory_compaction), whose sizes are in characters (code points).
//
//  1. Config says when a history is compacted and what stays (config.go), Compactor does it (compact.go): a model
//     writes the summary, or rules do (findings.go, deterministic.go).
//  2. Conversation is the second memory of the source: turns of a chat (conversation.go).
//  3. Both have two modes. AsDocumented does what the source's code does; Claims lists what is wrong
//     with that. CarrySummary never forgets what an earlier summary said but within a stated bound (carry.go).
//
// The strategies (strategies.go) replace the older part of a conversation by a summary of it once there is
// too much: the compactor of rlm_code and its conversation memory.
//
//  1. An exchange is an entry (memory.go): the user's message, the calls of tools, their results and the reply. It is
//     one when the user speaks again.
//  2. Then it is seen whether the history is due to be compacted (rounds.go, memory.go), or exceeds the
//     trial's budget: that trigger is ours, and CarrySummary's alone. What is written then is shown behind the
//     system prompt, and the exchanges that are left as they were said.
//
// Within a budget a summary has at most half of it, and the exchanges that stay the other half, fewer than the settings
// preserve if they must. As documented nothing heeds a budget: what exceeds it, the trial cuts.
package compaction

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mode says what becomes of the summary before.
type Mode string

// A summary is lost when the next one is made, as in the source; or goes on into it, within a bound.
const (
	AsDocumented Mode = "as_documented"
	CarrySummary Mode = "carry_summary"
)

// Entry is one step: what was thought, what was run, and what came back. Of a chat it is an exchange: Reasoning is
// the user's message, Code the calls of tools, Output their results and the reply.
type Entry struct {
	Reasoning, Code, Output string
	Calls                   int // of models, made by the step
}

// Chars is the size of an entry.
func (e Entry) Chars() int { return chars(e.Reasoning) + chars(e.Code) + chars(e.Output) }

// History is entries, oldest first. With CarrySummary those that are gone stand in Summary.
type History struct {
	Summary Summary
	Entries []Entry
}

// Shown is the history as it is read: a summary that is carried is an entry ahead of the others.
func (h History) Shown() []Entry {
	if h.Summary.Steps == 0 {
		return h.Entries
	}
	return append([]Entry{wrapped(h.Summary.Text(), h.Summary.Steps)}, h.Entries...)
}

// Chars is the size of all that is shown, with what is written around a summary.
func (h History) Chars() int { return sum(h.Shown()) }

func sum(entries []Entry) (n int) {
	for _, e := range entries {
		n += e.Chars()
	}
	return n
}

// wrapped is a summary as an entry.
func wrapped(summary string, steps int) Entry {
	return Entry{Reasoning: "[COMPACTED] " + summary, Code: "# Previous steps summarized above", Output: fmt.Sprintf("(Compacted %d steps)", steps)}
}

func chars(text string) int { return utf8.RuneCountInString(text) }

// first is the first n characters of a text.
func first(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}

// strip is a text without the space around it, of which Python has more than Go.
func strip(text string) string { return strings.TrimFunc(text, isSpace) }

func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }
