package probes

import "contextarena.internal/arena"

// Mark says how far the conversation was when a cycle happened.
type Mark struct {
	After  arena.MessageIndex // the message whose observation caused the cycle
	Tokens int                // of all messages up to it
}
