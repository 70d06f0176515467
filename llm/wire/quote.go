package wire

import (
	"strings"

	"contextarena.internal/llm"
)

const (
	mostQuoted = 300     // characters of a server's text that an error quotes
	mostPage   = 1 << 16 // bytes of it that are looked at
	keySize    = 6       // shorter keys are placeholders, and would be found in ordinary words
)

// Quote is a server's text as an error may quote it: without key, or whatever else looks like
// one, in one line and cut to 300 characters. A key of fewer than 6 bytes is left in.
func Quote(text, key string) string {
	text = text[:min(len(text), mostPage)]
	if len(key) >= keySize {
		text = strings.ReplaceAll(text, key, "[redacted]")
	}
	text = strings.Join(strings.Fields(strings.ToValidUTF8(llm.Redact(text), "�")), " ")
	if runes := []rune(text); len(runes) > mostQuoted {
		text = string(runes[:mostQuoted-1]) + "…"
	}
	return text
}
