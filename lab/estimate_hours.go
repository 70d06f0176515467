package lab

import (
	"fmt"
	"strings"
	"time"

	"contextarena.internal/llm/sim"
)

// Limits are how much is asked at once, and of a provider at most; 0: as much as it answers.
type Limits struct{ Parallel, RequestsPerMinute, TokensPerMinute int }

func (l *Lab) limits() Limits {
	return Limits{max(1, l.Parallel), l.Models.RequestsPerMinute, l.Models.TokensPerMinute}
}

// What a call to a real model is assumed to take: a second until it begins to answer, and then 50 tokens in each.
const (
	assumedWait = time.Second
	assumedRate = 50
)

// hours says how long a run takes if calls take what is assumed, and how long the limits make it at least: of the providers,
// which are asked side by side, the one that takes longest. Nothing where nobody is asked.
func (e Workload) hours() []string {
	calls, tokens := map[string]float64{}, map[string]float64{}
	took := 0.0
	for _, m := range e.ByModel {
		if provider, _, _ := strings.Cut(m.Model, ":"); provider != sim.Provider.Name {
			calls[provider] += float64(m.Calls)
			tokens[provider] += float64(m.Input + m.Output)
			took += float64(m.Calls)*assumedWait.Seconds() + float64(m.Output)/assumedRate
		}
	}
	if len(calls) == 0 {
		return nil
	}
	out := []string{fmt.Sprintf("With %d trials at once it takes about %.1f hours, if a call takes %.0f s and one more for each %d tokens of its output.",
		e.Limits.Parallel, took/3600/float64(max(1, min(e.Limits.Parallel, e.Trials))), assumedWait.Seconds(), assumedRate)}
	most := 0.0
	var by []string
	for _, limit := range []struct {
		name string
		most int
		of   map[string]float64
	}{{"requests", e.Limits.RequestsPerMinute, calls}, {"tokens", e.Limits.TokensPerMinute, tokens}} {
		if limit.most == 0 {
			continue
		}
		by = append(by, fmt.Sprintf("%d %s", limit.most, limit.name))
		for _, n := range limit.of {
			most = max(most, n/float64(limit.most)/60)
		}
	}
	if len(by) > 0 {
		out = append(out, fmt.Sprintf("At %s per minute it takes %.1f hours or more.", strings.Join(by, " and "), most))
	}
	return out
}
