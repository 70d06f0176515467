package ollama

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseHost(t *testing.T) {
	for _, tt := range []struct{ host, want string }{
		{"", defaultHost},
		{" 'gpu' ", "http://gpu:11434"},
		{"gpu:8080", "http://gpu:8080"},
		{":8080", "http://127.0.0.1:8080"},
		{"10.0.0.7", "http://10.0.0.7:11434"},
		{"0.0.0.0", "http://127.0.0.1:11434"},
		{"0.0.0.0:8080", "http://127.0.0.1:8080"},
		{"[::1]", "http://[::1]:11434"},
		{"::1", "http://[::1]:11434"},
		{"[::]:8080", "http://[::1]:8080"},
		{"http://gpu", "http://gpu:80"},
		{"https://gpu", "https://gpu:443"},
		{"https://gpu:8443/", "https://gpu:8443"},
		{"http://gpu:11434/ollama/", "http://gpu:11434/ollama"},
		{"gpu/ollama", "http://gpu:11434/ollama"},
	} {
		t.Run(tt.host, func(t *testing.T) {
			got, err := parseHost(tt.host)
			require.NoError(t, err)
			require.Equal(t, tt.want, got.String())
		})
	}
}

func TestParseHostRefuses(t *testing.T) {
	for _, host := range []string{
		"ftp://gpu", "gpu:0", "gpu:65536", "gpu:port", "a b", "gpu?a", "a:b:1", "http://me:secret-word@gpu", "me:secret-word@gpu:1",
	} {
		t.Run(host, func(t *testing.T) {
			got, err := parseHost(host)
			require.Nil(t, got)
			require.ErrorContains(t, err, "malformed address")
			require.ErrorContains(t, err, "set OLLAMA_HOST")
			require.True(t, strings.ContainsAny(host, "@?/") || strings.Contains(err.Error(), strconv.Quote(host)))
			require.NotContains(t, err.Error(), "secret-word")
		})
	}
}

func FuzzParseHost(f *testing.F) {
	for _, s := range []string{"", "gpu:1", "http://[::1]:1/x", "https://a/b/../c", "0.0.0.0", "a@b", "[", "::1%eth0", "\x00", "http:///"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := parseHost(s)
		if err != nil {
			return
		}
		if u.Hostname() == "" || u.Port() == "" || u.User != nil {
			t.Fatalf("%q: incomplete address %q", s, u)
		}
		if _, err := url.Parse(u.String()); err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		again, err := parseHost(u.String())
		if err != nil || again.String() != u.String() {
			t.Fatalf("%q: %q read again is %v, %v", s, u, again, err)
		}
	})
}

func TestSecretsInAnAddressAreNotShown(t *testing.T) {
	for _, s := range []string{
		"http://me:canary@gpu", "http://me:can/canary@gpu", "me:canary@gpu:1", "gpu:1/v1?k=canary", "gpu?k=canary", "http://gpu:0/ca1n9ary0canary2",
	} {
		_, err := parseHost(s)
		require.ErrorContains(t, err, "OLLAMA_HOST", s)
		require.NotContains(t, err.Error(), "canary", s)
	}
	c, err := New(Options{Host: "http://gpu:11434/t/q7Zp92LmX4vB"})
	require.NoError(t, err)
	require.Equal(t, "http://gpu:11434/t/[redacted]", c.BaseURL())
}
