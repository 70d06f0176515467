package sim

import (
	"time"

	"contextarena.internal/llm"
)

// took is the virtual time of a reply: overhead, reading the input that no cache holds, writing the
// output, with some jitter that depends on the request alone. No clock is asked and nothing waits.
func (r *reading) took(u llm.Usage) time.Duration {
	seconds := r.Overhead + float64(u.Input-u.CachedInput)/r.Prefill + float64(u.Output)/r.Decode
	about := mix(uint64(u.Input)<<32 ^ uint64(u.Output))
	seconds *= 1 + r.Jitter*(2*r.unit(onLatency, about, 0)-1)
	return time.Duration(seconds * r.Strength[latency] * float64(time.Second)).Round(time.Microsecond)
}
