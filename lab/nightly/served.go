package nightly

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/lab"
)

// served are the names that answered for each model of a result.
func served(r lab.Result) map[string][]string {
	var out map[string][]string
	for _, s := range r.Served {
		if s.By == "" {
			continue
		}
		if out == nil {
			out = map[string][]string{}
		}
		model := s.Model.String()
		if !slices.Contains(out[model], s.By) {
			out[model] = append(out[model], s.By)
		}
	}
	return out
}

// servedOtherwise says which models another one answered for than in the baseline: a provider may change
// what stands behind a name, and a gate would see it as a change of ours.
func (b *Baseline) servedOtherwise(r lab.Result) []string {
	now := served(r)
	var out []string
	for _, model := range r.Planned.Models {
		before, tonight := b.Served[model], now[model]
		if before != nil && tonight != nil && !slices.Equal(before, tonight) {
			out = append(out, fmt.Sprintf("%s was served by %s in the baseline, and by %s tonight: a change may be the provider's", model, strings.Join(before, ", "), strings.Join(tonight, ", ")))
		}
	}
	return out
}
