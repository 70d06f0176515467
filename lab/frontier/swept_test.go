package frontier

import (
	"fmt"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/space"
	"contextarena.internal/store"
)

// probesOf is how many probes each scenario has: two of a quantity to one correction, the first, fourth and
// so on.
const probesOf = 12

// shown is what a trial shows: its cost in USD, write and read, and which of its probes are kept.
type shown func(p space.Point, scenario, repeat int) (usd float64, kept func(probe int) bool)

// sweptBy is a sweep of a space, given as YAML, by a simulated model that completed everything. A question
// costs a tenth of the conversation and 100 tokens; more than half of the probes pass the task.
func sweptBy(t require.TestingT, text string, scenarios, repeats int, show shown) Swept {
	sp, err := space.Parse("space.yaml", []byte(text))
	require.NoError(t, err)
	points, err := sweptPoints(sp, "sim:nano")
	require.NoError(t, err)
	s := Swept{
		Space: sp, Planned: lab.Planned{Repeats: repeats, Suite: "test", Models: []string{"sim:nano"}, Dialogue: "scripted", Space: text},
		Experiment: store.Experiment{ID: "0123456789abcdef", Number: 1, Status: store.Complete, Simulated: true},
	}
	for i := range scenarios {
		sc := &arena.Scenario{ID: fmt.Sprintf("s%d", i)}
		for k := range probesOf {
			ft := arena.Quantity
			if k%3 == 0 {
				ft = arena.Correction
			}
			sc.Probes = append(sc.Probes, arena.Probe{ID: fmt.Sprint(k), Type: ft, Kind: arena.Current})
		}
		s.Scenarios = append(s.Scenarios, sc)
		s.Planned.Scenarios = append(s.Planned.Scenarios, sc.ID)
	}
	s.Points = points
	for i, p := range points {
		for sc := range scenarios {
			for r := range repeats {
				s.put(i, sc, r, trial(show(p.Point, sc, r)))
			}
		}
	}
	return s
}

// put sets a point's trial on a scenario in a repeat, from 0.
func (s Swept) put(point, scenario, repeat int, t lab.Shown) {
	s.Points[point].Trials[Unit{fmt.Sprint("s", scenario), repeat + 1}] = t
}

// change changes all trials of points.
func change(points []SweptPoint, by func(*lab.Shown)) {
	for _, p := range points {
		for u, t := range p.Trials {
			by(&t)
			p.Trials[u] = t
		}
	}
}

func trial(usd float64, kept func(probe int) bool) lab.Shown {
	o := lab.Shown{Ended: arena.Completed, Latency: time.Second, Cost: lab.Cost{Priced: true}}
	o.Cost.Write = lab.Charge{USD: 0.75 * usd, InputTokens: int(1e6 * usd)}
	o.Cost.Read = lab.Charge{USD: 0.25 * usd, InputTokens: int(1e5 * usd)}
	o.Cost.Probe = lab.Charge{USD: probesOf * usd / 10, InputTokens: probesOf * 100}
	hits := 0
	for k := range probesOf {
		result := probes.Lost
		if kept(k) {
			result = probes.Kept
			hits++
		}
		o.Results = append(o.Results, result)
	}
	o.Passed = hits > probesOf/2
	return o
}
