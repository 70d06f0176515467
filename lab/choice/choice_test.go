package choice

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/stats"
)

// planted is a landscape whose truth is known: what a configuration keeps and passes over all scenarios that there might be.
type planted struct {
	kept, passed, cost []float64 // full_context is the last
}

// landscape has configurations that cost a hundredth of full_context to as much, and of which a share keeps floor or more.
func landscape(r *rand.Rand, floor float64, better int) planted {
	var p planted
	const n = 60
	for i := range n {
		kept, passed := floor*(0.2+0.78*r.Float64()), 0.9 // short of the floor
		if i%2 == 0 {                                     // or of tasks
			kept, passed = 0.97*r.Float64(), 0.7*r.Float64()
		}
		if i < better {
			kept, passed = floor+0.02+(0.97-floor)*r.Float64(), 0.9
		}
		p.kept, p.passed, p.cost = append(p.kept, kept), append(p.passed, passed), append(p.cost, 0.01+0.9*r.Float64())
	}
	p.kept, p.passed, p.cost = append(p.kept, 0.97), append(p.passed, 0.9), append(p.cost, 1)
	return p
}

// drawn are trials of a landscape: scenarios differ in how hard they are for all, and for each configuration by itself.
func (p planted) drawn(r *rand.Rand, scenarios int) []Candidate {
	out := make([]Candidate, len(p.kept))
	for i := range out {
		out[i] = Candidate{Name: fmt.Sprint(i), Question: p.cost[i]}
	}
	for range scenarios {
		hard, luck := 0.05*r.NormFloat64(), r.Float64()
		for i := range out {
			share := p.kept[i] + (hard+0.03*r.NormFloat64())*(1-p.kept[i])*3
			kept := 0.0
			for range 12 {
				if r.Float64() < share {
					kept++
				}
			}
			passed := 0.0
			if luck < p.passed[i] { // a scenario's task is as hard for all
				passed = 1
			}
			out[i].Kept, out[i].Passed = append(out[i].Kept, stats.Cluster{Sum: kept, N: 12}), append(out[i].Passed, stats.Cluster{Sum: passed, N: 1})
		}
	}
	return out
}

// best is the cheapest that truly keeps the floor, below full_context.
func (p planted) best(floor float64) int {
	at := len(p.kept) - 1
	for i, kept := range p.kept {
		if kept >= floor && p.passed[i] >= p.passed[len(p.kept)-1] && p.cost[i] < p.cost[at] {
			at = i
		}
	}
	return at
}

func TestPlantedTruth(t *testing.T) {
	const floor, landscapes = 0.8, 50
	for _, scenarios := range []int{16, 48} {
		within, named, said, held, splits, anew := 0, 0, 0, 0, 0, 0
		for k := range uint64(landscapes) {
			r := rand.New(rand.NewPCG(7, k))
			some, none := landscape(r, floor, 6), landscape(r, floor, 0)
			ask := Ask{Floor: floor, Questions: 1, Tasks: 1}
			c := Of(ask, "USD", some.drawn(r, scenarios), len(some.kept)-1, 0)
			if c.At >= 0 && some.kept[c.At] >= min(floor, some.kept[some.best(floor)])-0.02 {
				within++
			}
			if c.Kind == Use {
				named++
				if mean(some.drawn(r, scenarios)[c.At].Kept) >= floor {
					anew++
				}
			}
			held, splits = held+c.Held, splits+c.Splits
			if c := Of(ask, "USD", none.drawn(r, scenarios), len(none.kept)-1, 0); c.Kind == Full && c.At == len(none.kept)-1 {
				said++
			}
		}
		t.Logf("%d scenarios: within 2 points of a true choice %d, something cheaper named %d, full_context said %d of %d; splits held %d of %d, on other scenarios the floor was held by %d", scenarios, within, named, said, landscapes, held, splits, anew)
		require.GreaterOrEqual(t, within, 45)
		require.GreaterOrEqual(t, said, 45)
		require.InDelta(t, float64(held)/float64(splits), float64(anew)/float64(named), 0.1, "as often as it says")
	}
}

func TestSentences(t *testing.T) {
	share := func(scenarios ...float64) []stats.Cluster {
		var out []stats.Cluster
		for _, s := range scenarios {
			out = append(out, stats.Cluster{Sum: 10 * s, N: 10})
		}
		return out
	}
	full := Candidate{Name: "full_context", Kept: share(.9, 1, .9, 1, .9, 1, .9, 1), Passed: share(1, 1, 1, 1, 1, 1, 1, 0), Question: 1}
	good := Candidate{Name: "good", Kept: share(.9, .9, 1, .9, .9, 1, .9, .9), Passed: full.Passed, Write: 0.5, Writes: true, Question: 0.1}
	plain := Candidate{Name: "plain", Kept: good.Kept, Passed: full.Passed, Question: 0.18}
	tasks := Candidate{Name: "fails tasks", Kept: good.Kept, Passed: share(0, 0, 0, 0, 0, 0, 0, 0), Question: 0.01}
	near := Candidate{Name: "near", Kept: share(.9, .8, .9, .7, .9, .8, .8, 1), Passed: full.Passed, Question: 0.1}
	ask := Ask{Floor: 0.8, Questions: 5, Tasks: 1}
	for name, one := range map[string]struct {
		all  []Candidate
		want string
	}{
		"the cheapest that does":  {[]Candidate{tasks, good, plain, full}, "use plain"},
		"tasks count":             {[]Candidate{tasks, full}, "use full_context: of 1 configuration at less cost none can be said to keep 80 % and pass as many tasks"},
		"can't tell":              {[]Candidate{near, full}, "these trials can't tell: near keeps 85 %"},
		"nothing keeps the floor": {[]Candidate{{Name: "less", Kept: share(.4, .5, .6), Passed: full.Passed[:3], Question: 0.5}, {Name: "full_context", Kept: share(.5, .6, .5), Passed: full.Passed[:3], Question: 1}}, "nothing will do"},
	} {
		t.Run(name, func(t *testing.T) {
			n := len(one.all[len(one.all)-1].Kept)
			for i := range one.all {
				one.all[i].Kept, one.all[i].Passed = one.all[i].Kept[:n], one.all[i].Passed[:n]
			}
			got := Of(ask, "USD", one.all, len(one.all)-1, 0)
			require.Contains(t, strings.Join(got.Sentences(), " "), one.want)
		})
	}
	good.Write = 0.3
	plain.Question = 0.19
	got := Of(ask, "USD", []Candidate{good, plain, full}, 2, 0)
	require.Equal(t, "good", got.Name)
	require.Equal(t, "plain", got.Simpler, "as good, a little dearer, and asks no model to write")
	require.Equal(t, "use", string(got.Kind))
	require.Equal(t, 3+1000, Of(ask, "USD", []Candidate{good, plain, full}, 2, 1000).Family)
	require.NotEqual(t, Use, Of(ask, "USD", []Candidate{good, plain, full}, 2, 1_000_000).Kind, "the best of so many owes that to luck")
	ask.Context = 100
	good.Context, full.Context = 90, 900
	require.Equal(t, "good", Of(ask, "USD", []Candidate{good, full}, 1, 0).Name)
	good.Context = 101
	none := Of(ask, "USD", []Candidate{good, full}, 1, 0)
	require.Equal(t, None, none.Kind)
	require.Contains(t, strings.Join(none.Sentences(), " "), "nothing will do: of 0 configurations at less cost")
	near.Context = 50
	more := Of(ask, "USD", []Candidate{near, full}, 1, 0)
	require.Equal(t, More, more.Kind, "full_context takes too many tokens, so it is no way out")
	require.Contains(t, strings.Join(more.Sentences(), " "), "like these would tell")
	for _, bad := range []Ask{{Floor: 0.5, Context: -1}, {Floor: 1, Tasks: 1}, {Floor: 0.5, Questions: -1}, {Floor: 0.5, Tasks: 1.5}} {
		require.Error(t, bad.Check())
	}
}
