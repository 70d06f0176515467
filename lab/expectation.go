package lab

import "contextarena.internal/stats"

// Expectation is one of those that a study was proposed with, with what became of it.
type Expectation struct {
	Claim   string        `json:"claim"`
	Rule    string        `json:"rule"`    // what decides it
	Finding string        `json:"finding"` // the figures
	Verdict stats.Verdict `json:"verdict"`
}
