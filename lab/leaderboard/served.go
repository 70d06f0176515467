package leaderboard

import (
	"fmt"
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// Served is what answered for a model.
type Served struct {
	Model string `json:"model"` // that was asked
	By    string `json:"by"`    // as the provider names it; empty if that isn't known
	Calls int    `json:"calls"`
	// Counted are the calls whose usage this program counted itself, as the provider told none that can
	// be true.
	Counted int `json:"usage_counted_here"`
}

// served lists what answered.
func served(r lab.Result) []Served {
	var out []Served
	for _, s := range r.Served {
		out = append(out, Served{s.Model.String(), s.By, s.Calls, s.Counted})
	}
	return out
}

// servedNotes says for each model what answered for it.
func (r Report) servedNotes() []string {
	var out, by []string
	for i, s := range r.Served {
		name := s.By
		if name == "" {
			name = "an unknown model"
		}
		by = append(by, fmt.Sprintf("%s (%s)", name, reports.Plural(s.Calls, "call")))
		if i+1 == len(r.Served) || r.Served[i+1].Model != s.Model {
			out = append(out, fmt.Sprintf("%s was served by %s.", s.Model, strings.Join(by, ", ")))
			by = nil
		}
	}
	return out
}

// countedHere names the models whose cost rests on our own count of tokens.
func countedHere(rep Report) []string {
	var out []string
	counted, calls := 0, 0
	for i, s := range rep.Served {
		counted, calls = counted+s.Counted, calls+s.Calls
		if i+1 < len(rep.Served) && rep.Served[i+1].Model == s.Model {
			continue
		}
		if counted > 0 {
			out = append(out, fmt.Sprintf("%s: the provider told no usage that can be true for %d of %d calls; their tokens are counted by this program, and their cost is an estimate.", s.Model, counted, calls))
		}
		counted, calls = 0, 0
	}
	return out
}
