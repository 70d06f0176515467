package lab

import (
	"contextarena.internal/arena"
	"contextarena.internal/emas"
)

// Strategy is a genome as it was played.
func (e Evolved) Strategy(g emas.Genome) (arena.Strategy, error) { return pipelineOf(e.Space, g) }
