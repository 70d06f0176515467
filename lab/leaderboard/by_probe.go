package leaderboard

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
)

// byProbe lists the probes with their questions, and by which strategies each was kept how often.
func (r Report) byProbe() []reports.Section {
	var out []reports.Section
	for _, scenario := range r.Experiment.Plan.Scenarios {
		s := reports.Section{Title: scenario}
		for _, p := range r.Probes {
			if p.Scenario != scenario {
				continue
			}
			item := []string{fmt.Sprintf("%s (%s, %s): %s", p.Probe, p.Type, p.Kind, p.Question)}
			for _, k := range p.Kept {
				item = append(item, fmt.Sprintf("%d of %d: %s", k.Kept, k.Of, strings.Join(k.Strategies, ", ")))
			}
			s.List = append(s.List, item)
		}
		if s.List != nil {
			out = append(out, s)
		}
	}
	return append([]reports.Section{{
		Title: "Who kept each probe" + r.Experiment.Title(), Notes: []string{"Replies that had the value, of those that could be judged."},
	}}, out...)
}

// ProbeKept says which strategies kept a probe how often, most often first.
type ProbeKept struct {
	Scenario string         `json:"scenario"`
	Probe    string         `json:"probe"`
	Type     arena.FactType `json:"type"`
	Kind     arena.Kind     `json:"kind"`
	Question string         `json:"question"`
	Kept     []KeptBy       `json:"kept"`
}

// KeptBy are the strategies that kept a probe equally often, of the replies that could be judged.
type KeptBy struct {
	Strategies []string `json:"strategies"`
	Kept       int      `json:"kept"`
	Of         int      `json:"of"`
}

// addProbes counts by probe, for the probes that are asked for, with strategies in the order of the rows.
func (r *Report) addProbes(result lab.Result) {
	tallies := tally.All(result)
	for s, scenario := range result.Scenarios {
		for i, p := range scenario.Probes {
			if !r.ask.counts(p) {
				continue
			}
			line := ProbeKept{Scenario: scenario.ID, Probe: p.ID, Type: p.Type, Kind: p.Kind, Question: p.Question}
			for _, t := range tallies {
				var kept, n int
				for _, trial := range t.Trials[s] {
					if i < len(trial.Score.Findings) {
						if v := keptAt(trial.Score.Findings[i], arena.LevelAnswer); v.Counts {
							n++
							kept += boolean(v.Yes)
						}
					}
				}
				line.add(r.label(t.Strategy, t.Model), kept, n)
			}
			r.Probes = append(r.Probes, line)
		}
	}
}

// add adds a strategy to those that kept the probe as often.
func (p *ProbeKept) add(strategy string, kept, of int) {
	if of == 0 {
		return
	}
	at := 0
	for ; at < len(p.Kept); at++ {
		have := p.Kept[at].Kept*of - kept*p.Kept[at].Of
		if have < 0 || have == 0 && p.Kept[at].Of <= of {
			break
		}
	}
	if at < len(p.Kept) && p.Kept[at].Kept == kept && p.Kept[at].Of == of {
		p.Kept[at].Strategies = append(p.Kept[at].Strategies, strategy)
		return
	}
	p.Kept = slices.Insert(p.Kept, at, KeptBy{[]string{strategy}, kept, of})
}
