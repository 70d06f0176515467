package routed

import (
	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/signals"
)

// Signals are what can be told of a conversation from the messages of its user, without a model.
// Replies and tool results don't count: they depend on who replies, and a policy that was made from
// scripted conversations is used on live ones.
type Signals struct {
	Density     float64 `json:"density"`     // distinct names, numbers and identifiers per token
	Corrections float64 `json:"corrections"` // words that announce a change, per message
	Length      float64 `json:"length"`      // tokens
}

// SignalNames lists the signals as policies name them.
var SignalNames = []string{"density", "corrections", "length"}

// Measure takes the signals of messages.
func Measure(messages []arena.Message, tokens func(string) int) Signals {
	var said []arena.Message
	for _, m := range messages {
		if m.Role == llm.User {
			said = append(said, m)
		}
	}
	a := signals.Of(said, "", tokens)
	return Signals{
		Density: a.Density, Corrections: float64(a.Changes) / float64(max(1, len(said))), Length: float64(a.Tokens),
	}
}

// Value is the named signal; 0 for none.
func (s Signals) Value(name string) float64 {
	return map[string]float64{"density": s.Density, "corrections": s.Corrections, "length": s.Length}[name]
}
