package llm

import "io"

// Cache is next behind a cache, for tests.
func Cache(next Client, store CacheStore) Client { return &Caller{Client: next, Store: store} }

// Worth is next with its replies judged as those of a recording, for tests.
func Worth(next Client, tokens func(string) int) Client {
	return &Caller{Client: next, Of: Recorded, Tokens: tokens}
}

// Through is next behind a gate, for tests. A text is a token.
func Through(next Client, o GateOptions) Client {
	return &Caller{Client: next, Gate: NewGate(o), Tokens: func(text string) int { return min(1, len(text)) }}
}

// Client is next with its exchanges on a tape, for tests.
func (t *Tape) Client(next Client, secrets ...string) Client {
	return &Caller{Client: next, Store: MemoryCache(), Tape: t, Secrets: secrets}
}

// Record is next with its exchanges on a new tape, for tests.
func Record(next Client, w io.Writer, today string, secrets ...string) Client {
	return NewTape(w, today).Client(next, secrets...)
}

// Reserved is the most that the calls in flight can cost, in USD, for tests.
func (a *Account) Reserved() float64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.reserved
}

// Charged is next with its calls charged to an account at nominal prices, for tests.
func (a *Account) Charged(next Client, tokens func(string) int) Client {
	return &Caller{Client: next, Account: a, Tokens: tokens}
}

// Asked is next with its attempts paid from an account, for tests.
func (a *Account) Asked(next Client, tokens func(string) int) *Caller {
	return &Caller{Client: next, Of: Asked, Account: a, Tokens: tokens}
}

// ChatTokens is chatTokens, for tests.
var ChatTokens = chatTokens
