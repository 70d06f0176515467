package world

import (
	"slices"
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

// For are All of them where one of the models is simulated, else none: no other asks for one.
func (k *Known) For(models []llm.Model, scenarios ...*arena.Scenario) []*sim.World {
	if !Simulated(models...) {
		return nil
	}
	return k.All(scenarios...)
}

// Name is what a trial names its world by: its hash where a simulated model takes part, else empty.
func (k *Known) Name(s *arena.Scenario, models ...llm.Model) string {
	if !Simulated(models...) {
		return ""
	}
	return k.Of(s).Hash()
}

// Simulated reports whether one of the models is.
func Simulated(models ...llm.Model) bool {
	return slices.ContainsFunc(models, func(m llm.Model) bool { return m.Provider == "sim" })
}
