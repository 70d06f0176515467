package evolution

import (
	"strconv"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/space"
	"contextarena.internal/strategies"
	"contextarena.internal/strategies/pipeline"
)

// contestant is something that is played: a genome, or a baseline.
type contestant struct {
	strategy arena.Strategy
	label    string // its canonical spec
	rank     int    // contestants of near ranks ask much the same
}

// pipelineOf is a genome as a strategy.
func pipelineOf(over *space.Space, g emas.Genome) *strategies.Pipeline {
	p := &strategies.Pipeline{}
	strictyaml.Defaults(p)
	for _, s := range over.Settings(g) {
		n, _ := strconv.Atoi(s.Value)
		switch s.Name {
		case "encode":
			p.Encode = pipeline.Encoding(s.Value)
		case "store":
			p.Store = s.Value
		case "retrieve":
			p.Retrieve = s.Value
		case "compress_every":
			p.CompressEvery = n
		case "recent_window":
			p.RecentWindow = n
		case "depth":
			p.Depth = n
		case "adaptive_depth":
			p.AdaptiveDepth = s.Value == "true"
		}
	}
	return p
}

// contestant is a genome, made when it is first asked for.
func (s *search) contestant(g emas.Genome) contestant {
	if c, ok := s.made[g]; ok {
		return c
	}
	p := pipelineOf(s.Space, g)
	// What is written depends on the encoder and on when it is called; stores and retrievals then differ
	// in what they show, so those of one writer follow each other.
	genes := s.Space.Levels(g)
	rank := genes[0]
	for _, gene := range append(genes[3:len(genes):len(genes)], genes[1], genes[2]) {
		rank = rank*16 + gene
	}
	c := contestant{p, strategies.Label(p), rank}
	s.made[g] = c
	return c
}

// named is a baseline.
func named(spec string) (contestant, error) {
	s, err := strategies.Parse(spec)
	if err != nil {
		return contestant{}, err
	}
	return contestant{strategy: s, label: strategies.Label(s)}, nil
}

// emitters are the ways of proposing genomes.
var emitters = []emas.Emitter{emas.Uniform, emas.Mutation, emas.Crossover}
