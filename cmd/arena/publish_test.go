package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWebhook(t *testing.T) {
	var got []string
	status := http.StatusOK
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = append(got, r.Method+" "+r.Header.Get("Content-Type")+" "+string(body))
		if status == http.StatusFound {
			w.Header().Set("Location", "/elsewhere")
		}
		w.WriteHeader(status)
	}))
	defer s.Close()
	const token = "TOKEN0123456789abcdefXYZ"
	require.NoError(t, post(t.Context(), s.URL+"/"+token, "it \"passed\"\n<!channel> & @everyone\u202e\u200b\x1b[0m: all"))
	require.Equal(t, []string{`POST application/json {"text":"it \"passed\" \u0026lt;!channel\u0026gt; \u0026amp; @ everyone[0m: all"}`}, got)

	for _, status = range []int{http.StatusForbidden, http.StatusFound} {
		err := post(t.Context(), s.URL+"/"+token, "x")
		require.ErrorContains(t, err, http.StatusText(status))
		require.NotContains(t, err.Error(), token)
	}
	require.Len(t, got, 3, "no redirect is followed")
	s.Close()
	err := post(t.Context(), s.URL+"/"+token, "x")
	require.ErrorContains(t, err, "--webhook http://127.0.0.1")
	require.NotContains(t, err.Error(), token)
}

func TestWhereANightMayBePosted(t *testing.T) {
	for _, ok := range []string{"", "https://hooks.example.com/x", "http://localhost:8080/x", "http://127.0.0.1/x", "http://[::1]:9/x"} {
		require.NoError(t, checkWebhook(ok), ok)
	}
	for _, no := range []string{"http://example.com/x", "ftp://localhost/x", "hooks.example.com", "https://", "http://127.0.0.1.example.com/", "http://localhost.example.com/"} {
		require.Error(t, checkWebhook(no), no)
	}
}
