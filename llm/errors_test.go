package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"contextarena.internal/llm"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestAPIErrorNamesTheNextStep(t *testing.T) {
	for _, tt := range []struct {
		name string
		err  llm.APIError
		want string
	}{
		{
			"bad key",
			llm.APIError{Provider: "openai", Model: "gpt-5-nano", Status: 401, Next: "check OPENAI_API_KEY", Code: "invalid_api_key", Message: "Incorrect API key provided: sk-proj-****************abcd."},
			"openai:gpt-5-nano: 401 Unauthorized (invalid_api_key): Incorrect API key provided: [redacted]; check OPENAI_API_KEY",
		},
		{"bad key of another provider", llm.APIError{Provider: "other", Model: "m", Status: 401}, "other:m: 401 Unauthorized; check the key for other"},
		{"forbidden", llm.APIError{Provider: "openai", Model: "m", Status: 403}, "openai:m: 403 Forbidden; this key may not use the model: check its permissions"},
		{
			"no such model",
			llm.APIError{Provider: "openai", Model: "m", BaseURL: "http://127.0.0.1:9/v1", Status: 404, Message: "no"},
			"openai:m: 404 Not Found: no; model not found at http://127.0.0.1:9/v1; see arena models --check",
		},
		{"no such model, address unknown", llm.APIError{Provider: "openai", Model: "m", Status: 404}, "openai:m: 404 Not Found; model not found at openai; see arena models --check"},
		{"no such local model", llm.APIError{Provider: "ollama", Model: "m:1b", Status: 404, Next: "fetch the model with: ollama pull m:1b"}, "ollama:m:1b: 404 Not Found; fetch the model with: ollama pull m:1b"},
		{"too fast", llm.APIError{Provider: "openai", Model: "m", Status: 429, RetryAfter: 20 * time.Second}, "openai:m: 429 Too Many Requests; the provider asks to wait 20s: lower the request rate"},
		{"too fast, no hint", llm.APIError{Provider: "openai", Model: "m", Status: 429}, "openai:m: 429 Too Many Requests; lower the request rate"},
		{"no money", llm.APIError{Provider: "openai", Model: "m", Status: 429, Code: "insufficient_quota"}, "openai:m: 429 Too Many Requests (insufficient_quota); the account has no money left: check its plan and billing"},
		{"too long", llm.APIError{Provider: "openai", Model: "m", Status: 400, Code: "context_length_exceeded"}, "openai:m: 400 Bad Request (context_length_exceeded); the prompt is longer than the model's window: lower the token budget"},
		{"server fault", llm.APIError{Provider: "openai", Model: "m", Status: 503, Message: "busy."}, "openai:m: 503 Service Unavailable: busy; the fault is the provider's: try again later"},
		{"bad request", llm.APIError{Provider: "openai", Model: "m", Status: 400, Message: "temperature: too hot"}, "openai:m: 400 Bad Request: temperature: too hot"},
		{"no connection", llm.APIError{Provider: "openai", Model: "m", Err: syscall.ECONNREFUSED}, "openai:m: connection refused; check the base URL and the network"},
		{"cause is in the message already", llm.APIError{Provider: "ollama", Model: "m", Message: "no server: connection refused", Err: syscall.ECONNREFUSED}, "ollama:m: no server: connection refused"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, tt.err.Error())
		})
	}
}

func TestTransient(t *testing.T) {
	status := func(n int) error { return &llm.APIError{Status: n} }
	_, syntax := json.Marshal(json.RawMessage("{")) // wraps a *json.SyntaxError
	cut := json.Unmarshal([]byte(`{"a":`), new(any))
	for _, tt := range []struct {
		name string
		err  error
		want bool
	}{
		{"none", nil, false},
		{"any other error", errors.New("odd"), false},
		{"400", status(400), false},
		{"401", status(401), false},
		{"404", status(404), false},
		{"408", status(408), true},
		{"409", status(409), false},
		{"429", status(429), true},
		{"429 without money", &llm.APIError{Status: 429, Code: "insufficient_quota"}, false},
		{"500", status(500), true},
		{"529", status(529), true},
		{"200 without a usable reply", status(200), true},
		{"400 with an error page that isn't JSON", &llm.APIError{Status: 400, Err: cut}, false},
		{"wrapped", fmt.Errorf("asking: %w", status(502)), true},
		{"cancelled", context.Canceled, false},
		{"cancelled during a 500", &llm.APIError{Status: 500, Err: context.Canceled}, false},
		{"time limit of a call", &llm.APIError{Err: context.DeadlineExceeded}, true},
		{"network timeout", &url.Error{Op: "Post", URL: "http://x", Err: os.ErrDeadlineExceeded}, true},
		{"connection refused", &llm.APIError{Err: &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}}, true},
		{"connection reset", &net.OpError{Op: "read", Err: syscall.ECONNRESET}, true},
		{"half a reply", &llm.APIError{Err: io.ErrUnexpectedEOF}, true},
		{"no reply", &url.Error{Op: "Post", URL: "http://x", Err: io.EOF}, true},
		{"invalid JSON", fmt.Errorf("reading: %w", cut), true},
		{"invalid JSON, wrapped by json", syntax, true},
		{"mistyped host", &url.Error{Op: "Post", URL: "http://x", Err: &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", IsNotFound: true}}}, false},
		{"budget", llm.ErrBudget, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, llm.Transient(tt.err))
		})
	}
}

func TestRedact(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"nothing", "model not found: gpt-5-nano", "model not found: gpt-5-nano"},
		{"words with sk-", "the task-oriented risk-assessment", "the task-oriented risk-assessment"},
		{"request id stays", "request req_0123456789abcdef failed", "request req_0123456789abcdef failed"},
		{"key", "bad key sk-abcDEF123456.", "bad key [redacted]."},
		{"project key", "sk-proj-a_b-c123456789", "[redacted]"},
		{"starred key", "provided: sk-ab*****yz9.", "provided: [redacted]."},
		{"header", "Authorization: Bearer abcdef0123456789==", "Authorization: Bearer [redacted]"},
		{"bearer alone", "with bearer AbCdEf0123/+x=", "with bearer [redacted]"},
		{"JSON", `{"api_key":"hunter2hunter2","n":1}`, `{"api_key":"[redacted]","n":1}`},
		{"JSON in JSON", `{\"x-api-key\": \"hunter2hunter2\"}`, `{\"x-api-key\": \"[redacted]\"}`},
		{"environment", "OPENAI_API_KEY=plainlowercasekey is wrong", "OPENAI_API_KEY=[redacted] is wrong"},
		{"unusual key", "Incorrect API key provided: test-key-1.", "Incorrect API key provided: [redacted]"},
		{"URL", "Get http://me:secret@host/v1: refused", "Get http://[redacted]@host/v1: refused"},
		{"token", "eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.abc-_", "[redacted]"},
		{"others", "gsk_abcdefgh1234 hf_abcdefgh1234 AIzaSyA0123456789abcdefg", "[redacted] [redacted] [redacted]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, llm.Redact(tt.in))
		})
	}
}

func TestRedactLeavesNoKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		secret := rapid.StringMatching(`[A-Za-z0-9]{20,60}`).Draw(t, "secret")
		before := rapid.StringMatching(`[ -~]{0,20} `).Draw(t, "before")
		after := rapid.StringMatching(`[ ",}.]?`).Draw(t, "after")
		form := rapid.SampledFrom([]string{"sk-%s", "Bearer %s", "api_key=%s", `"Authorization": "Bearer %s"`, "https://u:%s@h/"}).Draw(t, "form")
		once := llm.Redact(before + fmt.Sprintf(form, secret) + after)
		require.False(t, strings.Contains(once, secret), once)
		require.Equal(t, once, llm.Redact(once))
	})
}
