package emas

// Trial is one scenario played once with a configuration, as far as fitness needs it. Failed trials
// are not given: they are no measurement.
type Trial struct {
	Scenario string  `json:"scenario"`
	Passed   bool    `json:"passed"` // the final task
	Probes   []Tally `json:"probes"`
	Cost     float64 `json:"cost"`   // of the memory, in any unit that all trials have
	Upkeep   float64 `json:"upkeep"` // its part that writing took
}

// Tally counts the probes of one fact type. Counts may be fractional where answers were averaged.
type Tally struct {
	Type  string  `json:"fact_type"`
	Kept  float64 `json:"kept"`
	Asked float64 `json:"asked"`
}

// byScenario groups trials; scenarios come in order of first appearance.
func byScenario(trials []Trial) (scenarios []string, groups map[string][]Trial) {
	groups = map[string][]Trial{}
	for _, t := range trials {
		if groups[t.Scenario] == nil {
			scenarios = append(scenarios, t.Scenario)
		}
		groups[t.Scenario] = append(groups[t.Scenario], t)
	}
	return scenarios, groups
}

// counted are the probes of a fact type, or of all for none: how many were kept, and asked.
func counted(trials []Trial, factType string) (kept, asked float64) {
	for _, t := range trials {
		for _, p := range t.Probes {
			if factType == "" || p.Type == factType {
				kept, asked = kept+p.Kept, asked+p.Asked
			}
		}
	}
	return kept, asked
}
