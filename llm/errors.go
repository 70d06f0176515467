package llm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// APIError is what a provider, or the way to it, answered instead of a reply. Providers return
// every failure as one, so that Transient can judge it and the user is told the next step.
type APIError struct {
	Provider   string        // openai, ollama, ...
	Model      string        // as the provider names it
	BaseURL    string        // where it was asked, without credentials; empty if unknown
	Status     int           // HTTP status; 0 if there was none, as when the connection failed
	Code       string        // the provider's own word for it, "insufficient_quota"; may be empty
	Message    string        // the provider's text; keys in it are blanked by Error
	RetryAfter time.Duration // how long the provider asks to wait; 0 if it doesn't say
	Usage      Usage         // what the failed call used and is paid, as told; zero if it doesn't say
	PaidUSD    *float64      // what an endpoint of ours paid for it all the same (PaidHeader); nil where none says
	Next       string        // the provider's own next step for the user; empty for the usual one
	Err        error         // the cause; may be nil
}

// Error names the model, the status, what was said and the next step. It never holds a key.
func (e *APIError) Error() string {
	var b strings.Builder
	b.WriteString(e.Provider)
	if e.Model != "" {
		b.WriteString(":" + e.Model)
	}
	if e.Status != 0 {
		fmt.Fprintf(&b, ": %d", e.Status)
		if text := http.StatusText(e.Status); text != "" {
			b.WriteString(" " + text)
		}
	}
	if e.Code != "" {
		fmt.Fprintf(&b, " (%s)", e.Code)
	}
	if e.Message != "" {
		b.WriteString(": " + e.Message)
	}
	if e.Err != nil {
		if cause := e.Err.Error(); !strings.Contains(e.Message, cause) {
			b.WriteString(": " + cause)
		}
	}
	text := Redact(b.String())
	if step := e.nextStep(); step != "" {
		text = strings.TrimRight(text, ". ") + "; " + step
	}
	return text
}

// Unwrap is the cause.
func (e *APIError) Unwrap() error { return e.Err }

// nextStep says what the user can do, or nothing where the message has to speak for itself.
func (e *APIError) nextStep() string {
	switch {
	case e.Next != "":
		return e.Next
	case e.Status == http.StatusUnauthorized:
		return "check the key for " + e.Provider
	case e.Status == http.StatusForbidden:
		return "this key may not use the model: check its permissions"
	case e.Status == http.StatusNotFound:
		return "model not found at " + Redact(cmp.Or(e.BaseURL, e.Provider)) + "; see arena models --check"
	case e.Code == codeTooLong:
		return "the prompt is longer than the model's window: lower the token budget"
	case noQuota[e.Code], e.Status == http.StatusPaymentRequired:
		return "the account has no money left: check its plan and billing"
	case e.Status == http.StatusTooManyRequests && e.RetryAfter > 0:
		return fmt.Sprintf("the provider asks to wait %s: lower the request rate", e.RetryAfter)
	case e.Status == http.StatusTooManyRequests:
		return "lower the request rate"
	case e.Status >= 500:
		return "the fault is the provider's: try again later"
	case e.Status == 0 && e.Message == "":
		return "check the base URL and the network"
	}
	return ""
}

// Codes of OpenAI-compatible servers that decide more than their status does.
const codeTooLong = "context_length_exceeded"

// noQuota are the codes that say that an account has no money left.
var noQuota = map[string]bool{
	"insufficient_quota": true, "billing_hard_limit_reached": true, "billing_not_active": true, "insufficient_balance": true,
}

// Transient reports whether the same request may succeed if it is asked again: the provider was
// busy or broken (429, 408, 5xx), a time limit passed, the connection failed, or a success
// carried no usable reply (an APIError with a 2xx status, half a reply, invalid JSON). A
// cancelled context, an empty account, a reply that is too long or another model's, and every other 4xx
// are final.
func Transient(err error) bool {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, ErrTooLong) || errors.Is(err, ErrOtherModel) {
		return false
	}
	if errors.Is(err, ErrEmpty) || errors.Is(err, ErrOverlong) {
		return true
	}
	var api *APIError
	if errors.As(err, &api) && api.Status != 0 {
		switch s := api.Status; {
		case noQuota[api.Code]:
			return false
		case s == http.StatusTooManyRequests, s == http.StatusRequestTimeout, s >= 500:
			return true
		default:
			return s >= 200 && s < 300
		}
	}
	var dns *net.DNSError
	if errors.As(err, &dns) && dns.IsNotFound {
		return false // a mistyped host
	}
	for _, cause := range []error{
		context.DeadlineExceeded, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed,
		syscall.ECONNREFUSED, syscall.ECONNRESET, syscall.ECONNABORTED, syscall.EPIPE,
	} {
		if errors.Is(err, cause) {
			return true
		}
	}
	var syntax *json.SyntaxError
	var op *net.OpError
	var timeout net.Error
	return errors.As(err, &syntax) || errors.As(err, &op) || errors.As(err, &timeout) && timeout.Timeout()
}

// redacted stands where Redact found a key.
const redacted = "[redacted]"

// secretForms are the shapes keys have. The groups around a key are kept.
var secretForms = []*regexp.Regexp{
	// Whatever follows the name of a header or field that holds a key.
	regexp.MustCompile(`(?i)((?:api[-_ ]?key|authorization|access[-_ ]?token|secret|password)` +
		`(?: provided| is)?\\?["']?\s*[:=]\s*\\?["']?(?:(?:bearer|basic|token)\s+)?)(?:\[redacted\]|[a-z0-9+/=_.~*-]{6,})()`),
	regexp.MustCompile(`(?i)(\b(?:bearer|basic)\s+)(?:\[redacted\]|[a-z0-9+/=_.~*-]{6,})()`),
	// Keys known by how they begin, wherever they stand, also when the middle is starred out.
	regexp.MustCompile(`()\b(?:sk|pk|rk|xai|gsk|hf|nvapi|pplx|ghp|github_pat)[-_][A-Za-z0-9_*-]{8,}()`),
	regexp.MustCompile(`()\bAIza[A-Za-z0-9_*-]{16,}()`),
	regexp.MustCompile(`()\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_.-]{8,}()`),
	// Credentials in a URL.
	regexp.MustCompile(`(://)[^\s@"]+(@)`),
}

// Redact blanks everything in s that looks like an API key, a bearer token or credentials in a
// URL. It rather blanks too much than too little: it is for messages of providers, not for
// texts of a conversation. Redacting twice changes nothing.
func Redact(s string) string {
	for _, form := range secretForms {
		s = form.ReplaceAllString(s, "${1}"+redacted+"${2}")
	}
	return s
}
