package openai

import (
	"fmt"
	"math"
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
	later := now.Add(90 * time.Second)
	for _, tt := range []struct {
		name                     string
		seconds, millis, dateNow string
		now                      time.Time
		want                     time.Duration
	}{
		{name: "absent", want: 0},
		{name: "seconds", seconds: "20", want: 20 * time.Second},
		{name: "part of a second", seconds: "0.25", want: 250 * time.Millisecond},
		{name: "milliseconds go first", seconds: "20", millis: "1500", want: 1500 * time.Millisecond},
		{name: "negative", seconds: "-5", want: 0},
		{name: "no number", seconds: "NaN", want: 0},
		{name: "endless", seconds: "Inf", want: 24 * time.Hour},
		{name: "date by the server's clock", seconds: later.Format(http.TimeFormat), dateNow: later.Add(-time.Minute).Format(http.TimeFormat), now: now, want: time.Minute},
		{name: "date by our clock", seconds: later.Format(http.TimeFormat), now: now, want: 90 * time.Second},
		{name: "date without any clock", seconds: later.Format(http.TimeFormat), want: 0},
		{name: "date that has passed", seconds: now.Format(http.TimeFormat), now: later, want: 0},
		{name: "words", seconds: "soon", now: now, want: 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := http.Header{}
			for k, v := range map[string]string{"Retry-After": tt.seconds, "Retry-After-Ms": tt.millis, "Date": tt.dateNow} {
				if v != "" {
					h.Set(k, v)
				}
			}
			require.Equal(t, tt.want, retryAfter(h, tt.now))
		})
	}
}

func FuzzRetryAfter(f *testing.F) {
	for _, s := range []string{"1", "-1", "1e308", "0x1p-2", "NaN", "Wed, 04 Mar 2026 05:06:07 GMT", "Wednesday, 04-Mar-26 05:06:07 GMT", ""} {
		f.Add(s, int64(0))
		f.Add(s, int64(math.MinInt64))
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
		{"in chunks", plainReply + strings.Repeat("\n", 8192)},
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
			c, err := New(Options{BaseURL: s.URL})
			require.NoError(t, err)
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

func TestParallelCallsKeepTheirReplies(t *testing.T) {
	s, _ := stub(t, func(w http.ResponseWriter, r *http.Request) {
		body := make([]byte, r.ContentLength)
		if _, err := r.Body.Read(body); err != nil && len(body) == 0 {
			http.Error(w, "no body", http.StatusBadRequest)
			return
		}
		_, after, _ := strings.Cut(string(body), `"content":"`)
		text, _, _ := strings.Cut(after, `"`)
		says(`{"choices":[{"message":{"content":"re: `+text+`"}}]}`)(w, r)
	})
	c, err := New(Options{BaseURL: s.URL})
	require.NoError(t, err)
	var wg sync.WaitGroup
	var got [32]string
	for i := range got {
		wg.Go(func() {
			if r, err := c.Complete(t.Context(), ask("m", fmt.Sprint(i))); err == nil {
				got[i] = r.Text
			}
		})
	}
	wg.Wait()
	for i, text := range got {
		require.Equal(t, fmt.Sprintf("re: %d", i), text)
	}
}

// BenchmarkComplete is what a call costs besides the model: 20 messages of 300 characters to a
// server on loopback, whose share is in the figure too.
func BenchmarkComplete(b *testing.B) {
	s := httptest.NewServer(says(plainReply))
	b.Cleanup(s.Close)
	c, err := New(Options{BaseURL: s.URL, Key: testKey})
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
