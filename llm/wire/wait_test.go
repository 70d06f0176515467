package wire

import (
	"math"
	"net/http"
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
		{name: "very long", seconds: "4000000000", want: 24 * time.Hour},
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
