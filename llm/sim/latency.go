package sim

import (
	"time"

	"contextarena.internal/llm"
)

// pace is how fast a model is on the virtual clock: seconds before anything is read, and tokens read
// and written in a second.
type pace struct{ overhead, read, write float64 }

// paces of the models. nano: gpt-5-nano's first token after 2.7 s and 146 tokens a second, averages that
// the zenmux.ai gateway showed in October 2025. mini: the published runs of Claude Haiku 4.5, 44.4 s for
// 38,467 tokens in and some 4,400 out in 17 calls. standard: assumed slower than both.
var paces = map[string]pace{
	"nano":     {2.6, 20000, 146},
	"mini":     {0.35, 20000, 120},
	"standard": {4, 8000, 70},
	Exact:      {2.6, 20000, 146},
}

// took is the virtual time of a reply. No clock is asked and nothing waits.
func took(model string, u llm.Usage) time.Duration {
	p := paces[model]
	seconds := p.overhead + float64(u.Input-u.CachedInput)/p.read + float64(u.Output)/p.write
	return time.Duration(seconds * float64(time.Second)).Round(time.Microsecond)
}
