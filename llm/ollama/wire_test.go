package ollama

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	for _, tt := range []struct {
		name, header string
		now          time.Time
		want         time.Duration
	}{
		{"absent", "", now, 0},
		{"seconds", "20", now, 20 * time.Second},
		{"very long", "4000000000", now, 24 * time.Hour},
		{"negative", "-5", now, 0},
		{"date", now.Add(time.Minute).Format(http.TimeFormat), now, time.Minute},
		{"date that has passed", now.Format(http.TimeFormat), now.Add(time.Hour), 0},
		{"date without a clock", now.Format(http.TimeFormat), time.Time{}, 0},
		{"words", "soon", now, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, retryAfter(http.Header{"Retry-After": {tt.header}}, tt.now))
		})
	}
}

func FuzzRetryAfter(f *testing.F) {
	for _, s := range []string{"1", "-1", "1e9", "99999999999", "Wed, 04 Mar 2026 05:06:07 GMT", ""} {
		f.Add(s, int64(1))
	}
	f.Fuzz(func(t *testing.T, s string, unix int64) {
		d := retryAfter(http.Header{"Retry-After": {s}}, time.Unix(unix, 0))
		if d < 0 || d > 24*time.Hour {
			t.Fatalf("%q: wait %s", s, d)
		}
	})
}

func TestConnectionsAreUsedAgain(t *testing.T) {
	for _, tt := range []struct{ name, body string }{
		{"length announced", plainReply},
		{"in chunks", strings.Replace(plainReply, "Hello.", strings.Repeat("long ", 2000), 1)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var mu sync.Mutex
			opened := 0
			s := httptest.NewUnstartedServer(says(tt.body))
			s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
				if state == http.StateNew {
					mu.Lock()
					opened++
					mu.Unlock()
				}
			}
			s.Start()
			t.Cleanup(s.Close)
			c := client(t, s)
			for range 10 {
				_, err := c.Complete(t.Context(), ask("m", "Hi"))
				require.NoError(t, err)
			}
			mu.Lock()
			defer mu.Unlock()
			require.Equal(t, 1, opened)
		})
	}
}

// BenchmarkComplete is what a call costs besides the model: 20 messages of 300 characters to a
// server on loopback, whose share is in the figure too.
func BenchmarkComplete(b *testing.B) {
	s := httptest.NewServer(says(strings.Replace(plainReply, `"prompt_eval_count":12`, `"prompt_eval_count":2000`, 1)))
	b.Cleanup(s.Close)
	c, err := New(Options{Host: s.URL})
	require.NoError(b, err)
	req := ask("m", strings.Repeat("0123456789 ", 28)[:300])
	for len(req.Messages) < 20 {
		req.Messages = append(req.Messages, req.Messages[0])
	}
	req.MaxTokens, req.Seed = 300, 1
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Complete(b.Context(), req); err != nil {
			b.Fatal(err)
		}
	}
}
