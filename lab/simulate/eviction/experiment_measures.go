package eviction

import (
	"fmt"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/strategies/evict"
)

// measures sets what can be counted of a session side by side: without re-admission, and with it.
func measures(played [][]swept) []simulate.Table {
	columns := []simulate.Column{
		{Name: "hits, %", Decimals: 1}, {Name: "with .8, %", Decimals: 1}, {Name: "charged, %", Decimals: 1}, {Name: "rebuilt a turn", Decimals: 2}, {Name: "tokens of that", Decimals: 0},
	}
	away := simulate.Table{
		ID: "measures", Title: "Experiment A at 10 %: what a miss costs", Rows: "policy", Columns: columns,
		Notes: []string{
			"% of the value of all uses. with .8: a miss earns 0.8 of it, as in the author's code. charged: a miss costs R/σ, which is 1, as the source's value of keeping has it.",
		},
	}
	taken := simulate.Table{ID: "readmitted", Title: "The same, where what is used while evicted is taken back", Rows: "policy", Columns: columns}
	row := func(of func(swept) Outcome) [][]float64 {
		per := func(times float64, value, whole func(Outcome) float64) []float64 {
			return ratios(played, times, func(s swept) float64 { return value(of(s)) }, func(s swept) float64 { return whole(of(s)) })
		}
		possible, turns := func(o Outcome) float64 { return o.Possible }, func(o Outcome) float64 { return float64(o.Turns) }
		return [][]float64{
			per(100, func(o Outcome) float64 { return o.Hits }, possible),
			per(100, func(o Outcome) float64 { return o.consolation() }, possible),
			per(100, func(o Outcome) float64 { return o.Charged }, possible),
			per(1, func(o Outcome) float64 { return float64(o.Misses) }, turns),
			per(1, func(o Outcome) float64 { return o.Rebuilt }, turns),
		}
	}
	for i, c := range contenders {
		away.Add(c.name, row(func(s swept) Outcome { return s.of[middle][i] })...)
		taken.Add(c.name, row(func(s swept) Outcome { return s.taken[i] })...)
	}
	return []simulate.Table{away, taken}
}

// altered is RWOE with other priors, and with noise.
func altered(played [][]swept) simulate.Table {
	t := simulate.Table{
		ID: "altered", Title: "Experiment A at 10 %: RWOE with other priors, and with noise", Rows: "rwoe",
		Columns: []simulate.Column{{Name: "hits, % of the optimum", Decimals: 1}},
		Notes:   []string{"As generated, its priors are the very probabilities that the generator draws uses by. Noise is rwoe_r."},
	}
	add := func(name string, of func(swept) Outcome) {
		t.Add(name, ratios(played, 100, func(s swept) float64 { return of(s).Hits }, func(s swept) float64 { return s.best[middle].Value }))
	}
	for i, m := range misled {
		add("priors "+m.name, func(s swept) Outcome { return s.priors[i] })
	}
	for i, n := range noises {
		add(fmt.Sprintf("noise %g", n), func(s swept) Outcome { return s.noise[i] })
	}
	return t
}

// watched are the policies whose chunks' lives are counted.
var watched = []string{"lru", "rwoe", "rwoe density"}

// keptTable is how long each class is kept.
func keptTable(id, title string, byClass func(policy int, class evict.Class) []float64) simulate.Table {
	t := simulate.Table{
		ID: id, Title: title, Rows: "class",
		Notes: []string{"Turns until a chunk is evicted first, at most 20 (Kaplan–Meier: the end of a session ends no life)."},
	}
	for _, name := range watched {
		t.Columns = append(t.Columns, simulate.Column{Name: name, Decimals: 2})
	}
	for class := evict.Structural; class < evict.Classes; class++ {
		var cells [][]float64
		for p := range watched {
			cells = append(cells, byClass(p, class))
		}
		t.Add(class.String(), cells...)
	}
	return t
}

// unprotected is how many permanent chunks each policy would drop if nothing but its keys kept them.
func unprotected(played [][]swept) simulate.Table {
	t := simulate.Table{
		ID: "unprotected", Title: "Experiment A at 10 %: permanent chunks evicted if no rule protects them", Rows: "policy",
		Columns: []simulate.Column{{Name: "a session", Decimals: 2}},
		Notes:   []string{"With the rule none is, by any policy."},
	}
	for i, c := range contenders[:blind] {
		t.Add(c.name, ratios(played, 1, func(s swept) float64 { return float64(s.bared[i]) }, func(swept) float64 { return 1 }))
	}
	return t
}
