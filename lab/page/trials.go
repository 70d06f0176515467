package page

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
)

// Packed is a planned trial with its verdicts in letters: a default run has 17,000 of them four times over.
type Packed struct {
	Key      string        `json:"key"`      // the first 12 digits; empty if it was never run
	Row      int           `json:"row"`      // of Page.Rows
	Scenario int           `json:"scenario"` // of Page.Scenarios
	Repeat   int           `json:"repeat"`
	Outcome  arena.Outcome `json:"outcome"`
	Reason   string        `json:"reason,omitempty"` // why it isn't completed
	Passed   bool          `json:"passed"`
	USD      float64       `json:"usd"` // write and read
	// Verdicts has four letters a probe, for memory, context, answer and final: k kept, s stale, l lost,
	// v void, n never left the window, - none.
	Verdicts string `json:"verdicts"`
	Where    string `json:"where"`   // a letter a probe: a is the first of Page.Places; - for none
	Exposed  []int  `json:"exposed"` // by probe: the cycle that took the fact from the window, 0 for none
	Lost     []int  `json:"lost"`    // by probe: the cycle that lost it from the memory, 0 for none
}

// letter is a verdict's.
func letter(r probes.Result) byte {
	switch r {
	case probes.Kept:
		return 'k'
	case probes.Stale:
		return 's'
	case probes.Lost:
		return 'l'
	case probes.Void:
		return 'v'
	case probes.Unexposed:
		return 'n'
	}
	return '-'
}

// packed is a trial of a row and a scenario with these probes.
func packed(t *lab.Trial, row, scenario int, asked []arena.Probe) Packed {
	p := Packed{
		Key: t.Name(), Row: row, Scenario: scenario, Repeat: t.Repeat, Outcome: t.Outcome, Reason: arena.Brief(t.Reason),
		Passed: t.Score.Passed, USD: t.Cost.Write.USD + t.Cost.Read.USD, Exposed: []int{}, Lost: []int{},
	}
	if t.Outcome != arena.Completed {
		return p
	}
	for _, q := range asked {
		f, place := t.Finding(q), byte('-')
		for _, level := range arena.Levels {
			p.Verdicts += string(letter(f.At(level).Result))
		}
		if i := slices.Index(probes.Places, f.Place); i >= 0 {
			place = byte('a' + i)
		}
		p.Where += string(place)
		p.Exposed, p.Lost = append(p.Exposed, f.Exposed), append(p.Lost, f.LostAt)
	}
	return p
}
