// Package probestest helps tests that compare scores.
package probestest

import "contextarena.internal/probes"

// Bare is a score as summaries of trials have it: without the words that decided or tell of a loss, and without rubric.
func Bare(s probes.Score) probes.Score {
	out := probes.Score{Passed: s.Passed}
	for _, f := range s.Findings {
		g := *f
		g.Before, g.After, g.Verdicts = "", "", nil
		for _, v := range f.Verdicts {
			v.Why = ""
			g.Verdicts = append(g.Verdicts, v)
		}
		out.Findings = append(out.Findings, &g)
	}
	return out
}
