package llm_test

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
)

func TestAddressesAreShownWithoutSecrets(t *testing.T) {
	for _, tt := range []struct{ name, raw, want string }{
		{"plain", "https://api.openai.com/v1", "https://api.openai.com/v1"},
		{"a port", "http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1"},
		{"words of a path", "https://h.example/compatible-mode/v1beta/openai", "https://h.example/compatible-mode/v1beta/openai"},
		{"a password", "http://me:hunter2hunter2@h/v1", "http://h/v1"},
		{"a quote in it", "http://me:hun'ter2'secret@h/v1", "http://h/v1"},
		{"a raw slash in it", "http://me:hunter/2secret@h/v1", "http://[redacted]"},
		{"a raw slash behind digits", "http://me:12/34secret@h/v1", "http://[redacted]"},
		{"a raw question mark", "http://me:12?34secret@h/v1", "http://[redacted]"},
		{"a raw hash", "http://me:12#34secret@h/v1", "http://[redacted]"},
		{"a user alone", "http://hunter2secret@h/v1", "http://h/v1"},
		{"a query", "https://h/v1?k=hunter2&api-version=1", "https://h/v1?api-version=[redacted]&k=[redacted]"},
		{"a query without a name", "https://h/v1?hunter2hunter2", "https://h/v1?[redacted]=[redacted]"},
		{"a fragment", "https://h/v1#hunter2", "https://h/v1"},
		{"a token in the path", "https://h/t/q7Zp92LmX4vB/v1", "https://h/t/[redacted]/v1"},
		{"an escaped one", "https://h/t/q7Zp92%2FLmX4vB/v1", "https://h/t/[redacted]/v1"},
		{"a known form", "https://h/sk-abcdefgh/v1", "https://h/[redacted]/v1"},
		{"a long one", "https://h/abcdefabcdefabcdefabcdef/v1", "https://h/[redacted]/v1"},
		{"no URL", "hunter2hunter2", "[redacted]"},
		{"no scheme", "localhost:8000/v1", "localhost:8000/v1"},
		{"no scheme and a password", "me:12345@localhost:8000/v1", "localhost:8000/v1"},
		{"malformed", "http://h:hunter2/v1", "http://[redacted]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, llm.ShownURL(tt.raw))
			if tt.want != "[redacted]" && tt.want != "http://[redacted]" {
				require.Equal(t, tt.want, llm.ShownURL(tt.want), "showing twice")
			}
		})
	}
}

func TestSecretsOfAnAddress(t *testing.T) {
	u, err := url.Parse("https://me:a%2Fb'cdef@h/t/q7Zp92LmX4vB/v1?k=qu%20ery&api-version=2026-11-22")
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"a/b'cdef", "a%2Fb%27cdef", "bWU6YS9iJ2NkZWY=", "q7Zp92LmX4vB", "qu ery", "qu+ery"}, llm.URLSecrets(u))
	u, err = url.Parse("http://127.0.0.1:8000/v1")
	require.NoError(t, err)
	require.Empty(t, llm.URLSecrets(u))
}
