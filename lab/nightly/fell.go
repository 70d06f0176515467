package nightly

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/probes"
	"contextarena.internal/stats"
)

// Fell is a probe that was kept less often tonight than on the other side of a gate that failed.
type Fell struct {
	Scenario string `json:"scenario"`
	Probe    string `json:"probe"`
	Before   Share  `json:"before"`
	Tonight  Share  `json:"tonight"`
	Repeat   int    `json:"repeat"` // the first of tonight's that lost it
}

// Share is how many of the trials that have a verdict kept a probe.
type Share struct {
	Kept int `json:"kept"`
	Of   int `json:"of"`
}

func (s Share) String() string { return fmt.Sprintf("%d/%d", s.Kept, s.Of) }

// of is the share as a number.
func (s Share) of() float64 { return float64(s.Kept) / float64(s.Of) }

// mostFell are the probes that a sentence names.
const mostFell = 5

// fell lists the probes of a gate that failed by how much they fell, ties in the order of scenarios and
// probes. It is empty where a trial has one number, and where the limit is kept.
func (g Gated) fell(before, tonight contrast.Arm) []Fell {
	if g.Result != stats.Fail || g.Gate.ofTrials() {
		return nil
	}
	var out []Fell
	for _, s := range tonight.Scenarios {
		i := slices.IndexFunc(before.Scenarios, func(o contrast.Scenario) bool { return o.ID == s.ID && o.Script == s.Script })
		if i < 0 {
			continue
		}
		for k, p := range s.Probes {
			if !p.Counts() || g.Gate.Type != "" && p.Type != g.Gate.Type {
				continue
			}
			f := Fell{s.ID, p.ID, g.Gate.share(before.Scenarios[i], k), g.Gate.share(s, k), g.Gate.loses(s, k)}
			if f.Before.Of > 0 && f.Tonight.Of > 0 && f.Tonight.of() < f.Before.of() {
				out = append(out, f)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Fell) int {
		return cmp.Compare(b.Before.of()-b.Tonight.of(), a.Before.of()-a.Tonight.of())
	})
	return out
}

// share counts the verdicts on one probe of a scenario.
func (g Gate) share(s contrast.Scenario, probe int) (out Share) {
	for _, t := range s.Trials {
		if results := t.Results[g.metric().Level]; probe < len(results) && results[probe].Counts() {
			out.Of++
			if results[probe] == probes.Kept {
				out.Kept++
			}
		}
	}
	return out
}

// loses is the first repeat in which a probe of a scenario was judged and not kept, 0 if there is none.
func (g Gate) loses(s contrast.Scenario, probe int) int {
	for _, t := range s.Trials {
		if results := t.Results[g.metric().Level]; probe < len(results) && results[probe].Counts() && results[probe] != probes.Kept {
			return t.Repeat
		}
	}
	return 0
}

// shows are the commands that print how the first of what fell was lost.
func (g Gated) shows(r lab.Result) (out []string) {
	flags := fmt.Sprintf(" --in %d", r.Experiment.Number)
	if len(r.Planned.Models) > 1 {
		flags += " --model " + g.Gate.Model
	}
	if given := r.Experiment.Given; given != nil && given.Flags["db"] != "arena.db" {
		flags += " --db " + Word(given.Flags["db"])
	}
	for _, f := range g.Fell[:min(len(g.Fell), mostFell)] {
		out = append(out, fmt.Sprintf("arena show %s %s %d %s%s", Word(g.Gate.Strategy), f.Scenario, f.Repeat, f.Probe, flags))
	}
	return out
}

// fallen says which probes fell, the first of them by name.
func fallen(all []Fell) string {
	if len(all) == 0 {
		return ""
	}
	var names []string
	for _, f := range all[:min(len(all), mostFell)] {
		names = append(names, fmt.Sprintf("%s %s (%s → %s)", f.Scenario, f.Probe, f.Before, f.Tonight))
	}
	more := ""
	if n := len(all) - len(names); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return " Fell: " + strings.Join(names, ", ") + more + "."
}
