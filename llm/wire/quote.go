package wire

import (
	"bytes"
	"strings"

	"contextarena.internal/llm"
)

const (
	mostQuoted = 300     // characters of a server's text that an error quotes
	mostPage   = 1 << 16 // bytes of it that are looked at
	keySize    = 6       // shorter keys are placeholders, and would be found in ordinary words
	echoSize   = 8       // of a key that is looked for in replies, where "ollama" may be an answer
)

// Quote is a server's text as an error may quote it: without secrets, or whatever else looks like a
// key, in one line and cut to 300 characters. A secret of fewer than 6 bytes is left in.
func Quote(text string, secrets ...string) string {
	text = text[:min(len(text), mostPage)]
	for _, secret := range secrets {
		if len(secret) >= keySize {
			text = strings.ReplaceAll(text, secret, "[redacted]")
		}
	}
	text = strings.Join(strings.Fields(strings.ToValidUTF8(llm.Redact(text), "�")), " ")
	if runes := []rune(text); len(runes) > mostQuoted {
		text = string(runes[:mostQuoted-1]) + "…"
	}
	return text
}

// mask blanks secrets in the body of a reply, whatever field they stand in. Those of fewer than 8 bytes
// are left in.
func mask(body []byte, secrets []string) []byte {
	for _, secret := range secrets {
		if len(secret) >= echoSize {
			body = bytes.ReplaceAll(body, []byte(secret), []byte("[redacted]"))
		}
	}
	return body
}
