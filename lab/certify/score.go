package certify

import (
	"cmp"
	"fmt"
	"slices"

	"contextarena.internal/lab"
	"contextarena.internal/lab/judge"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// How intervals come about.
const (
	alpha     = 0.05
	resamples = 4000
	seed      = 1
)

// Share is how often a verdict was what people said, with a 95 % interval: a bootstrap over scenarios, and
// where all of them agree Wilson's over replies, since no spread is no certainty.
type Share struct {
	lab.Measured
	N         int    `json:"n"` // replies
	Scenarios int    `json:"scenarios"`
	Note      string `json:"note,omitempty"` // why there is no interval, or which it is

	estimate stats.Estimate
}

// Cell is the share as percent, with its interval.
func (s Share) Cell() string { return reports.FigureOf(s.estimate, reports.About{}).Cell().String() }

// brief is Cell without decimals, for tables.
func (s Share) brief() string {
	e := s.estimate
	switch {
	case !e.Defined():
		return "–"
	case e.Interval == nil:
		return fmt.Sprintf("%.0f [n/a]", 100*e.Mean)
	}
	return fmt.Sprintf("%.0f [%.0f–%.0f]", 100*e.Mean, 100*e.Interval.Low, 100*e.Interval.High)
}

// Group is a part of the labelled replies, and how one scorer does on it. A verdict of unsure is never right.
type Group struct {
	By    string `json:"by"`    // all, type, kind, manner
	Value string `json:"value"` // which; empty for all
	N     int    `json:"n"`     // replies that the scorer has judged

	Agreement   Share `json:"agreement"`   // of all: kept where people said kept, and stale or lost where they said either
	Kept        Share `json:"kept"`        // of those labelled kept: judged kept (sensitivity)
	Specificity Share `json:"specificity"` // of those labelled stale or lost: judged stale or lost
	Stale       Share `json:"stale"`       // of those labelled stale: judged stale
	Lost        Share `json:"lost"`        // of those labelled lost: judged lost
}

// judged is a labelled reply with a verdict on it.
type judged struct {
	Reply
	factType string
	verdict  probes.Result
}

// right reports whether verdict and label agree on kept or not kept.
func (j judged) right() bool {
	return j.verdict != judge.Unsure && (j.verdict == probes.Kept) == (j.Label == probes.Kept)
}

// collect puts labels and verdicts together. Replies without a verdict are left out.
func collect(s Set, said Opinion) []judged {
	var out []judged
	for _, i := range s.labelled() {
		if v := said[i]; v != "" {
			a := s.asked[i]
			out = append(out, judged{Reply: s.Replies[i], factType: string(a.scenario.Probes[a.probe].Type), verdict: v})
		}
	}
	return out
}

// groupsOf are the figures of all replies and of their parts.
func groupsOf(all []judged) []Group {
	out := []Group{groupOf("all", "", all)}
	for _, by := range []struct {
		name string
		of   func(judged) string
	}{
		{"type", func(j judged) string { return j.factType }},
		{"kind", func(j judged) string { return j.Kind }},
		{"manner", func(j judged) string { return cmp.Or(j.Manner, "–") }},
	} {
		parts := map[string][]judged{}
		var values []string
		for _, j := range all {
			v := by.of(j)
			if _, ok := parts[v]; !ok {
				values = append(values, v)
			}
			parts[v] = append(parts[v], j)
		}
		slices.Sort(values)
		for _, v := range values {
			out = append(out, groupOf(by.name, v, parts[v]))
		}
	}
	return out
}

func groupOf(by, value string, all []judged) Group {
	labelled := func(label probes.Result) func(judged) bool {
		return func(j judged) bool { return j.Label == label }
	}
	same := func(j judged) bool { return j.verdict == j.Label }
	return Group{
		By: by, Value: value, N: len(all),
		Agreement:   share(all, func(judged) bool { return true }, judged.right),
		Kept:        share(all, labelled(probes.Kept), same),
		Specificity: share(all, func(j judged) bool { return j.Label != probes.Kept }, judged.right),
		Stale:       share(all, labelled(probes.Stale), same),
		Lost:        share(all, labelled(probes.Lost), same),
	}
}

// share is how many of those that count are right.
func share(all []judged, counts, right func(judged) bool) Share {
	sums := map[string]stats.Cluster{}
	var ids []string
	k, n := 0, 0
	for _, j := range all {
		if !counts(j) {
			continue
		}
		c, ok := sums[j.Scenario]
		if !ok {
			ids = append(ids, j.Scenario)
		}
		c.N++
		n++
		if right(j) {
			c.Sum++
			k++
		}
		sums[j.Scenario] = c
	}
	slices.Sort(ids)
	clusters := make([]stats.Cluster, len(ids))
	for i, id := range ids {
		clusters[i] = sums[id]
	}
	e := stats.ClusterBootstrap(clusters, resamples, seed, alpha)
	if e.Interval == nil && e.Clusters >= stats.MinClusters {
		w, err := stats.Wilson(k, n, alpha)
		if err != nil {
			panic(fmt.Sprintf("certify: %v", err)) // k of n are counted above
		}
		e.Interval, e.Note = &w, "all scenarios agree: Wilson's interval over replies"
	}
	return Share{Measured: lab.MeasuredOf(e), N: n, Scenarios: e.Clusters, Note: e.Note, estimate: e}
}
