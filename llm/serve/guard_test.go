package serve_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"contextarena.internal/internal/program"
	"contextarena.internal/llm"
	"contextarena.internal/llm/serve"
	"github.com/stretchr/testify/require"
)

func TestWithoutTokenOnlyThisMachineIsAnswered(t *testing.T) {
	s := newServer(t, says(llm.Response{Text: "Hello."}))
	for host, want := range map[string]int{
		"127.0.0.1":            http.StatusOK,
		"127.0.0.1:8089":       http.StatusOK,
		"127.8.9.1:1":          http.StatusOK,
		"[::1]":                http.StatusOK,
		"[::1]:8089":           http.StatusOK,
		"[::ffff:127.0.0.1]:1": http.StatusOK,
		"LocalHost:8089":       http.StatusOK,
		"":                     http.StatusForbidden,
		"evil.example":         http.StatusForbidden,
		"evil.example:8089":    http.StatusForbidden,
		"localhost.evil.org":   http.StatusForbidden,
		"127.0.0.1.nip.io":     http.StatusForbidden,
		"192.168.0.1:8089":     http.StatusForbidden,
		"0.0.0.0:8089":         http.StatusForbidden,
	} {
		r := httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(hi))
		r.Host = host
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		require.Equal(t, want, w.Code, host)
	}
}

func TestToken(t *testing.T) {
	const token = "sk-test-0123456789abcdef"
	s := newServer(t, says(llm.Response{Text: "Hello."}), func(o *serve.Options) { o.Guests = map[string]llm.Ledger{"another": nil, token: nil} })
	for _, tt := range []struct {
		name, header, code string
		want               int
	}{
		{"right", "Bearer " + token, "", http.StatusOK},
		{"scheme in small letters", "bearer  " + token, "", http.StatusOK},
		{"none", "", "", http.StatusUnauthorized},
		{"another", "Bearer " + token + "0", "invalid_api_key", http.StatusUnauthorized},
		{"its beginning", "Bearer " + token[:8], "invalid_api_key", http.StatusUnauthorized},
		{"another scheme", "Basic " + token, "", http.StatusUnauthorized},
		{"no scheme", token, "", http.StatusUnauthorized},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodPost, "http://arena.example/v1/chat/completions", strings.NewReader(hi))
			r.Header.Set("Authorization", tt.header)
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			require.Equal(t, tt.want, w.Code, "with a token the host doesn't matter")
			if w.Code == http.StatusOK {
				return
			}
			p := problemOf(t, w)
			require.Equal(t, "invalid_request_error", p.Type)
			require.NotContains(t, w.Body.String(), token[:8])
			if tt.code != "" {
				require.Equal(t, tt.code, *p.Code)
			}
		})
	}
	w := answer(s, http.MethodGet, "/nowhere", "")
	require.Equal(t, http.StatusUnauthorized, w.Code, "what exists is nobody's business either")
}

func TestPagesOfOtherOriginsAreRefused(t *testing.T) {
	asked := 0
	s := newServer(t, counted(&asked, "Hello."))
	for _, header := range [][]string{
		{"Origin", "https://evil.example"},
		{"Sec-Fetch-Site", "cross-site"},
		{"Sec-Fetch-Site", "same-site"},
	} {
		w := post(s, hi, header...)
		require.Equal(t, http.StatusForbidden, w.Code, header)
		require.Equal(t, "cross_origin", *problemOf(t, w).Code)
	}
	require.Zero(t, asked)
	w := answer(s, http.MethodOptions, "/v1/chat/completions", "", "Origin", "https://evil.example", "Access-Control-Request-Method", "POST")
	require.Equal(t, http.StatusMethodNotAllowed, w.Code)
	require.Empty(t, w.Header().Get("Access-Control-Allow-Origin"), "so the browser sends nothing")
	require.Equal(t, http.StatusOK, post(s, hi, "Origin", "http://127.0.0.1", "Sec-Fetch-Site", "same-origin").Code)
}

// Shards that another build of this program plays would be another experiment.
func TestAnotherBuildIsRefused(t *testing.T) {
	s := newServer(t, says(llm.Response{Text: "Hello."}))
	for agent, want := range map[string]int{program.Agent(): http.StatusOK, "curl/8.0": http.StatusOK, "arena/v0.1.0": http.StatusBadRequest} {
		r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/v1/chat/completions", strings.NewReader(hi))
		r.Header.Set("User-Agent", agent)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		require.Equal(t, want, w.Code, agent)
		require.Equal(t, want != http.StatusOK, strings.Contains(w.Body.String(), "and asked by arena/v0.1.0: start both from one build"))
	}
}
