package pruning

import (
	"fmt"
	"math"

	"contextarena.internal/lab/simulate"
)

// shares are the capacities that are compared, of all memories of a case.
var shares = []float64{.05, .1, .2, .4, .8}

// shown is the capacity of the tables that have one, by its place.
const shown = 2

// swept are the scores of which thresholds are tried, by their policy's place. The first of each is under the least
// score there is.
var swept = []struct {
	policy     int
	thresholds []float64
}{
	{1, []float64{0, .1, .2, .3, .5, .75, 1, 1.5}},
	{2, []float64{0, .1, .2, .3, .4, .5, .6}},
	{3, []float64{0, .1, .2, .3, .4, .5}},
	{4, []float64{0, .1, .2, .3, .5, .75, 1}},
}

// findings are those of all cases, by seed.
type findings struct{ all [][]found }

// mean is each seed's mean of something of its cases, where that is a number.
func (f findings) mean(of func(found) float64) []float64 {
	var out []float64
	for _, seed := range f.all {
		sum, n := 0., 0
		for _, x := range seed {
			if v := of(x); !math.IsNaN(v) {
				sum, n = sum+v, n+1
			}
		}
		if n > 0 {
			out = append(out, sum/float64(n))
		}
	}
	return out
}

func columns(names ...string) []simulate.Column {
	var out []simulate.Column
	for _, n := range names {
		out = append(out, simulate.Column{Name: n, Decimals: 1})
	}
	return out
}

// kept is the curve from which a size is chosen.
func (f findings) kept() simulate.Table {
	t := simulate.Table{
		ID: "kept", Title: "Later-needed memories that are kept, %", Rows: "policy",
		Notes: []string{
			"Columns: capacity, of all memories of a case. What was retrieved in the last 3 days or was once more relevant than 0.9 is protected, but by age, by chance and by the one that knows the future.",
			"as stored: utility as of the newest retrieval. grace 7: what is new stays for a week.",
		},
	}
	for _, share := range shares {
		t.Columns = append(t.Columns, simulate.Column{Name: fmt.Sprintf("%g %%", 100*share), Decimals: 1})
	}
	for i, p := range policies {
		var values [][]float64
		for k := range shares {
			values = append(values, f.mean(func(x found) float64 { return x.capacity[i][k].kept.share() }))
		}
		t.Add(p.name, values...)
	}
	return t
}

// sizes is how large the store really is.
func (f findings) sizes() simulate.Table {
	t := simulate.Table{
		ID: "sizes", Title: "Store in the end, % of all memories", Rows: "policy", Columns: f.kept().Columns,
		Notes: []string{"Columns: capacity. More is left where what is protected doesn't fit it."},
	}
	for i, p := range policies {
		var values [][]float64
		for k := range shares {
			values = append(values, f.mean(func(x found) float64 { return 100 * x.capacity[i][k].end }))
		}
		t.Add(p.name, values...)
	}
	return t
}

// name is that of a score with a threshold.
func name(policy int, threshold float64) string {
	return fmt.Sprintf("%s < %g", policies[policy].name, threshold)
}

// thresholds is the curve from which a threshold is chosen.
func (f findings) thresholds() simulate.Table {
	t := simulate.Table{
		ID: "thresholds", Title: "What a threshold keeps, without a capacity", Rows: "goes, a week old", Columns: columns("store %", "kept %", "rare kept %", "never used %"),
		Notes: []string{"store: its mean size, of all said until then. never used: of what went, never retrieved."},
	}
	for i, s := range swept {
		for k, threshold := range s.thresholds {
			of := func(value func(outcome) float64) []float64 {
				return f.mean(func(x found) float64 { return value(x.thresholds[i][k]) })
			}
			t.Add(name(s.policy, threshold), of(func(o outcome) float64 { return 100 * o.size }), of(func(o outcome) float64 { return o.kept.share() }),
				of(func(o outcome) float64 { return o.kinds[rare].share() }), of(func(o outcome) float64 { return o.pruned.share() }))
		}
	}
	return t
}

// kinds is which memories are kept.
func (f findings) kinds() simulate.Table {
	t := simulate.Table{
		ID: "kinds", Title: "Kept by kind of memory at a capacity of 20 %, %", Rows: "policy", Columns: columns(kindNames[work], kindNames[fact], kindNames[rare]),
		Notes: []string{"Of later needs. of all needs: how many are of each kind."},
	}
	t.Add("of all needs", f.shareOf(func(o outcome) []tally { return o.kinds[:] }, int(work)), f.shareOf(func(o outcome) []tally { return o.kinds[:] }, int(fact)), f.shareOf(func(o outcome) []tally { return o.kinds[:] }, int(rare)))
	for i, p := range policies {
		var values [][]float64
		for _, k := range []kind{work, fact, rare} {
			values = append(values, f.mean(func(x found) float64 { return x.capacity[i][shown].kinds[k].share() }))
		}
		t.Add(p.name, values...)
	}
	return t
}

// shareOf is what share of all needs is of one of several tallies.
func (f findings) shareOf(of func(outcome) []tally, k int) []float64 {
	return f.mean(func(x found) float64 {
		o := x.capacity[0][shown]
		return 100 * of(o)[k].of / o.kept.of
	})
}

// usage is what becomes of needs by how often their memory had been retrieved: the feedback loop.
func (f findings) usage() simulate.Table {
	t := simulate.Table{
		ID: "usage", Title: "Kept by earlier use at a capacity of 20 %, %", Rows: "policy", Columns: columns("never", "once", "2 or 3 times", "more often"),
		Notes: []string{"Of later needs, by how often the memory would have been retrieved before, were nothing pruned. of all needs: how many are of each."},
	}
	var first [][]float64
	for b := range bins {
		first = append(first, f.shareOf(func(o outcome) []tally { return o.bins[:] }, b))
	}
	t.Add("of all needs", first...)
	for i, p := range policies {
		var values [][]float64
		for b := range bins {
			values = append(values, f.mean(func(x found) float64 { return x.capacity[i][shown].bins[b].share() }))
		}
		t.Add(p.name, values...)
	}
	return t
}

// loop is how often what is pruned, and what is left, was used.
func (f findings) loop() simulate.Table {
	t := simulate.Table{
		ID: "loop", Title: "Never retrieved, % of what is pruned and of what is left", Rows: "policy", Columns: columns("pruned, 5 %", "left, 5 %", "pruned, 20 %", "left, 20 %", "pruned, 80 %", "left, 80 %"),
		Notes: []string{"Columns: capacity. What is never retrieved is never kept, and what isn't kept is never retrieved."},
	}
	for i, p := range policies {
		var values [][]float64
		for _, k := range []int{0, shown, len(shares) - 1} {
			values = append(values, f.mean(func(x found) float64 { return x.capacity[i][k].pruned.share() }), f.mean(func(x found) float64 { return x.capacity[i][k].left.share() }))
		}
		t.Add(p.name, values...)
	}
	return t
}
