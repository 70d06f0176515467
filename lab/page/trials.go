package page

import (
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/leaderboard"
	"contextarena.internal/lab/tally"
	"contextarena.internal/probes"
)

// Trial is a planned trial with its verdicts, packed: a default run has 17,000 of them four times over.
type Trial struct {
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
	Told     int    `json:"told"`    // the piece that has its evidence, of a file or folder
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

// rowAt finds the row of a strategy with a model; -1 if there is none.
func rowAt(rep leaderboard.Report, strategy, model string) int {
	return slices.IndexFunc(rep.Leaderboard, func(r leaderboard.Row) bool { return r.Strategy == strategy && r.Model == model })
}

// trials packs the planned trials of a result in these first repeats, in its order, with the names of the places they count.
func trials(r lab.Result, rep leaderboard.Report, repeats int) (names []string, out []Trial) {
	for _, p := range probes.Places {
		names = append(names, string(p))
	}
	at := map[string]int{}
	for i, s := range r.Scenarios {
		at[s.ID] = i
	}
	out = []Trial{}
	for scenario, t := range r.Each(repeats) {
		p := Trial{
			Key: t.Name(), Row: rowAt(rep, t.Strategy, t.Model), Scenario: at[t.Scenario], Repeat: t.Repeat, Outcome: t.Outcome,
			Reason: arena.Brief(t.Reason), Passed: t.Score.Passed, USD: t.Cost.Write.USD + t.Cost.Read.USD, Exposed: []int{}, Lost: []int{},
		}
		if t.Outcome == arena.Completed {
			var verdicts, where strings.Builder
			for _, probe := range scenario.Probes {
				f := t.Finding(probe)
				for _, level := range arena.Levels {
					verdicts.WriteByte(letter(f.At(level).Result))
				}
				if i := slices.Index(probes.Places, f.Place); i >= 0 {
					where.WriteByte(byte('a' + i))
				} else {
					where.WriteByte('-')
				}
				p.Exposed, p.Lost = append(p.Exposed, f.Exposed), append(p.Lost, f.LostAt)
			}
			p.Verdicts, p.Where = verdicts.String(), where.String()
		}
		out = append(out, p)
	}
	return names, out
}

// counts are the cells of row and scenario, row by row.
func counts(r lab.Result, rep leaderboard.Report) []Count {
	out := []Count{}
	for i, row := range rep.Leaderboard {
		t := tally.Of(r, row.Strategy, row.Model)
		cells := make([]Count, len(r.Scenarios))
		for s, f := range t.Findings() {
			result := f.At(arena.LevelAnswer).Result
			if !result.Counts() {
				continue
			}
			cells[s].Asked++
			switch result {
			case probes.Kept:
				cells[s].Kept++
			case probes.Stale:
				cells[s].Stale++
			}
		}
		for s, c := range cells {
			c.Row, c.Scenario = i, s
			out = append(out, c)
		}
	}
	return out
}
