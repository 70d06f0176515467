package selection

import (
	"fmt"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/reports"
)

// findings are those of all cases, by seed.
type findings struct {
	all      [][]found
	settings simulate.Settings
}

// mean is each seed's mean of something of its cases.
func (f findings) mean(of func(found) float64) []float64 {
	return bySeed(f.settings, func(seed, number int) (float64, bool) { return of(f.all[seed][number]), true })
}

func columns(decimals int, names ...string) []simulate.Column {
	var out []simulate.Column
	for _, n := range names {
		out = append(out, simulate.Column{Name: n, Decimals: decimals})
	}
	return out
}

func sizingNames() []string {
	var out []string
	for _, s := range sizings {
		out = append(out, s.name)
	}
	return out
}

// normalised is what methods reach where importance is between 0 and 1.
func (f findings) normalised() simulate.Table {
	t := simulate.Table{
		ID: "normalised", Title: "Score as % of the optimum, 1,000 messages, importance between 0 and 1", Rows: "method", Columns: columns(1, sizingNames()...),
		Notes: []string{"Columns: sizes. Importance x counts as x / (1 + x)."},
	}
	for m, method := range methods {
		var values [][]float64
		for s := range sizings {
			values = append(values, f.mean(func(x found) float64 { return x.normalised[s][m+1].score }))
		}
		t.Add(method.name, values...)
	}
	return t
}

// parts is what scores differ by.
func (f findings) parts() simulate.Table {
	t := simulate.Table{
		ID: "variance", Title: "What scores differ by, % of their variance", Rows: "importance, sizes", Columns: columns(1, "likeness", "recency", "importance"),
		Notes: []string{"Of 1,000 messages, the variance of each weighted term over the sum of all three. bounded: importance x counts as x / (1 + x)."},
	}
	for s, sizing := range sizings {
		for _, way := range []struct {
			name string
			of   func(found) [3]float64
		}{{"as written, ", func(x found) [3]float64 { return x.written[s] }}, {"bounded, ", func(x found) [3]float64 { return x.bounded[s] }}} {
			var values [][]float64
			for k := range 3 {
				values = append(values, f.mean(func(x found) float64 { return way.of(x)[k] }))
			}
			t.Add(way.name+sizing.name, values...)
		}
	}
	return t
}

// dangling is how many references lead nowhere.
func (f findings) dangling() simulate.Table {
	t := simulate.Table{
		ID: "dangling", Title: "References of shown messages to what isn't shown, %", Rows: "chosen by", Columns: columns(1, sizingNames()...),
		Notes: []string{"Of 1,000 messages in 50,000 tokens; columns: sizes. resolved: what is left of the budget goes to what the chosen messages refer to."},
	}
	for c, chain := range chains {
		var values [][]float64
		for s := range sizings {
			values = append(values, f.mean(func(x found) float64 { return x.dangling[s][c] }))
		}
		t.Add(chain.name, values...)
	}
	return t
}

// references is what methods reach where references count.
func (f findings) references() simulate.Table {
	t := simulate.Table{
		ID: "references", Title: fmt.Sprintf("Worth with references as %% of the exact choice, %d messages", smallest), Rows: "method",
		Notes: []string{"Of sizes source. The budget is half of all tokens; the exact choice is by branch and bound. blind: what refers to what is left out of account."},
	}
	for _, d := range deltas {
		t.Columns = append(t.Columns, simulate.Column{Name: deltaName(d), Decimals: 1})
	}
	for m, name := range blind {
		var values [][]float64
		for d := range deltas {
			values = append(values, f.mean(func(x found) float64 { return x.references[0][d][m] }))
		}
		t.Add(name, values...)
	}
	return t
}

// cache is theorem 3.
func (f findings) cache(id, title string, of func(found) [][]float64) simulate.Table {
	t := simulate.Table{
		ID: id, Title: title, Rows: "scores, messages",
		Notes: []string{fmt.Sprintf("Columns: k. A question after each of %d messages, %d before the first; each is answered from %s tokens, about fifty messages, chosen by greedy. claimed: 1 − exp(−0.1·k).", requests, history, reports.Thousands(window))},
	}
	var claim [][]float64
	for _, k := range cacheSizes {
		t.Columns, claim = append(t.Columns, simulate.Column{Name: fmt.Sprint(k), Decimals: 1}), append(claim, []float64{claimed(k)})
	}
	t.Add("claimed", claim...)
	for b, bias := range biases {
		var values [][]float64
		for k := range cacheSizes {
			values = append(values, f.mean(func(x found) float64 { return of(x)[b][k] }))
		}
		t.Add(bias.name, values...)
	}
	return t
}
