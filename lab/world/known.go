package world

import (
	"sync"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
)

// Known are the worlds of some scenarios, each made once. It is safe for concurrent use; its zero
// value is ready.
type Known struct {
	mu sync.Mutex
	of map[*arena.Scenario]*sim.World
}

// Of is the world of a scenario.
func (k *Known) Of(s *arena.Scenario) *sim.World {
	k.mu.Lock()
	defer k.mu.Unlock()
	w := k.of[s]
	if w == nil {
		if k.of == nil {
			k.of = map[*arena.Scenario]*sim.World{}
		}
		w = Of(s)
		k.of[s] = w
	}
	return w
}

// All are the worlds of several scenarios.
func (k *Known) All(scenarios ...*arena.Scenario) []*sim.World {
	out := make([]*sim.World, len(scenarios))
	for i, s := range scenarios {
		out[i] = k.Of(s)
	}
	return out
}

// Name is what a trial names its world by: its hash where a simulated model takes part, else empty.
func (k *Known) Name(s *arena.Scenario, models ...llm.Model) string {
	for _, m := range models {
		if m.Provider == "sim" {
			return k.Of(s).Hash()
		}
	}
	return ""
}
