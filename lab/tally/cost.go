package tally

import "contextarena.internal/arena"

// Cost is means per completed trial at nominal prices.
type Cost struct {
	ContextTokens    float64 `json:"context_tokens"`    // what a probe's call is given
	TranscriptTokens float64 `json:"transcript_tokens"` // of the whole conversation: what a memory is to replace
	MemoryTokens     float64 `json:"memory_tokens"`     // of the memory text at the end; 0 for a memory without text
	WriteTokens      float64 `json:"write_tokens"`
	ReadTokens       float64 `json:"read_tokens"`
	WriteUSD         float64 `json:"write_usd"`
	ReadUSD          float64 `json:"read_usd"`
	ProbeUSD         float64 `json:"probe_usd"`
	CachedUSD        float64 `json:"write_read_cached_usd"` // write and read with the provider's prefix caching, as it reported it
	Priced           bool    `json:"priced"`                // false: a model has no price and the USD figures mean nothing
	Cycles           float64 `json:"cycles"`
	CutCycles        int     `json:"cut_cycles"` // in all: memory replies cut at the token cap
}

// Saturation is the context given for a question as a share of the conversation. Near 1 the
// memory replaces nothing. It is 0 if nothing was completed.
func (c Cost) Saturation() float64 {
	if c.TranscriptTokens == 0 {
		return 0
	}
	return c.ContextTokens / c.TranscriptTokens
}

// Cost is the mean over completed trials.
func (t Tally) Cost() Cost {
	c := Cost{Priced: true}
	var n float64
	for _, trials := range t.Trials {
		for _, trial := range trials {
			c.CutCycles += trial.CutCycles
			if trial.Outcome != arena.Completed {
				continue
			}
			n++
			c.ContextTokens += float64(trial.Cost.ContextTokens)
			c.TranscriptTokens += float64(trial.TranscriptTokens)
			c.MemoryTokens += float64(trial.Tokens)
			c.WriteTokens += float64(trial.Cost.Write.Tokens())
			c.ReadTokens += float64(trial.Cost.Read.Tokens())
			c.WriteUSD += trial.Cost.Write.USD
			c.ReadUSD += trial.Cost.Read.USD
			c.ProbeUSD += trial.Cost.Probe.USD
			c.CachedUSD += trial.Cost.Write.CachedUSD + trial.Cost.Read.CachedUSD
			c.Cycles += float64(trial.Cycles)
			c.Priced = c.Priced && trial.Cost.Priced
		}
	}
	if n == 0 {
		return Cost{CutCycles: c.CutCycles}
	}
	for _, f := range []*float64{
		&c.ContextTokens, &c.TranscriptTokens, &c.MemoryTokens, &c.WriteTokens, &c.ReadTokens, &c.WriteUSD, &c.ReadUSD, &c.ProbeUSD, &c.CachedUSD, &c.Cycles,
	} {
		*f /= n
	}
	return c
}

// Outcomes counts trials.
type Outcomes struct {
	Planned   int `json:"planned"`
	Completed int `json:"completed"`
	Failed    int `json:"failed"`
	Refused   int `json:"refused"`
	Truncated int `json:"truncated"`
	Unfunded  int `json:"unfunded"`
	NotRun    int `json:"not_run"`
}
