package lab

import (
	"fmt"
	"strings"

	"contextarena.internal/llm/sim"
)

// Limits are how much a provider is asked at most; 0: as fast as it answers.
type Limits struct{ RequestsPerMinute, TokensPerMinute int }

func (m Models) limits() Limits { return Limits{m.RequestsPerMinute, m.TokensPerMinute} }

// hours says how long the limits make a run at least: of the providers, which are asked side by side, the one
// that takes longest. Nothing without a limit, or where nobody is asked.
func (e Workload) hours() []string {
	calls, tokens := map[string]float64{}, map[string]float64{}
	for _, m := range e.ByModel {
		if provider, _, _ := strings.Cut(m.Model, ":"); provider != sim.Provider.Name {
			calls[provider] += float64(m.Calls)
			tokens[provider] += float64(m.Input + m.Output)
		}
	}
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
	if len(by) == 0 || len(calls) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("At %s per minute it takes %.1f hours or more.", strings.Join(by, " and "), most)}
}
