package wire

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const longestWait = 24 * time.Hour

// retryAfter is how long the headers of a reply ask to wait: retry-after-ms, or Retry-After in
// seconds or as a date, which is compared with the server's own clock where its Date is known
// and with now otherwise. It is 0 if they don't ask or can't be read, and at most a day.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return wait(ms / 1000)
	}
	text := strings.TrimSpace(h.Get("Retry-After"))
	if text == "" {
		return 0
	}
	if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		return wait(seconds)
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	if date, err := http.ParseTime(h.Get("Date")); err == nil {
		now = date
	} else if now.IsZero() {
		return 0 // no clock to compare it with
	}
	return wait(at.Sub(now).Seconds())
}

// wait is a number of seconds from 0 to a day; what is no number is 0.
func wait(seconds float64) time.Duration {
	if math.IsNaN(seconds) || seconds <= 0 {
		return 0
	}
	return time.Duration(min(seconds, longestWait.Seconds()) * float64(time.Second))
}
