package eviction

import (
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/discourse"
	"contextarena.internal/words"
)

// classify says what kind of context an item is, by the first of these that holds:
//
//	the user's first message                               PERMANENT   the task
//	a user's message that binds: never, always, must …     PERMANENT   a constraint
//	a tool call whose results are errors (discourse.Fails) or empty   EPHEMERAL   a failed branch
//	a tool that lists, searches or reports a state         EPHEMERAL   tool metadata
//	any other tool call with its result                    TRANSIENT   work in progress
//	a message that settles something (discourse.Decides)        STRUCTURAL
//	a user's message that states a figure, code or name    STRUCTURAL  an established fact
//	an assistant's that states one                         TRANSIENT
//	any other of the user                                  TRANSIENT
//	any other of the assistant                             EPHEMERAL   scaffolding
//
// Relevance is 0.5, more by 0.2 for what is stated, by 0.2 for what is settled and by 0.1 for who says it
// if that is the user; 1 for the permanent, and 0.2 for the ephemeral, as in the source's own example. What
// is ephemeral costs nothing to rebuild, because nobody would; everything else costs its size.
func classify(messages []arena.Message, first bool) (class Class, relevance float64) {
	m := messages[0]
	if len(m.ToolCalls) > 0 || m.Role == llm.Tool {
		return classifyTool(messages)
	}
	user, decides, stating := m.Role == llm.User, discourse.Decides(m.Text), states(m.Text)
	relevance = 0.5
	if stating {
		relevance += 0.2
	}
	if decides {
		relevance += 0.2
	}
	if user {
		relevance += 0.1
	}
	switch {
	case user && (first || binding.MatchString(m.Text)):
		return Permanent, 1
	case decides, user && stating:
		return Structural, relevance
	case user, stating:
		return Transient, relevance
	}
	return Ephemeral, 0.2
}

// classifyTool is classify for a tool call with its results.
func classifyTool(messages []arena.Message) (class Class, relevance float64) {
	failed, listing, stating := true, false, false
	for _, m := range messages {
		for _, c := range m.ToolCalls {
			listing = listing || looking.MatchString(c.Name)
		}
		if m.Role == llm.Tool {
			failed = failed && (strings.TrimSpace(m.Text) == "" || discourse.Fails(m.Text))
			stating = stating || states(m.Text)
		}
	}
	switch {
	case failed || listing:
		return Ephemeral, 0.2
	case stating:
		return Transient, 0.7
	}
	return Transient, 0.5
}

var (
	// binding is what a user says who lays something down for all that follows.
	binding = words.Lazy(`(?i)\b(never|always|must|mustn't|do not|don't ever|under no circumstances|at all times|from now on|no matter what|make sure|required to|forbidden|not allowed)\b`)
	// looking is the name of a tool that looks around and does nothing.
	looking = words.Lazy(`(?i)(?:^|[_.-])(?:ls|list|search|find|status|ping|help|version|describe)(?:$|[_.-])`)
	// figures are numbers, codes, and names within a sentence.
	figures = words.Lazy(`\d|[a-z,;:] \p{Lu}\p{Ll}{2,}|\b[A-Z]{2,}\b`)
)

// states reports whether a text has a figure, an identifier or a name.
func states(text string) bool { return figures.MatchString(text) }
