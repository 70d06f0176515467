package lab

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/space"
	"contextarena.internal/strategies"
)

// contestant is something that is played: a genome, or a baseline.
type contestant struct {
	strategy arena.Strategy
	label    string // its canonical spec
	rank     int    // contestants of near ranks ask much the same
}

// spaceOf is the space of pipelines with a gene for each layer. A layer that can't ride on all of them
// is a mistake.
func spaceOf(specs []string) (*space.Space, error) {
	var more []space.Dimension
	var errs []error
	for _, spec := range specs {
		_, err := strategies.ParseLayer(spec)
		errs = append(errs, err)
		more = append(more, space.Switch(spec, spec))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	over, err := emas.NewPipelineSpace(more...)
	if err != nil || len(specs) == 0 {
		return over, err
	}
	for g := range emas.Genome(over.Size()) {
		if genes := over.Levels(g); genes[1]+genes[2]+genes[3]+genes[4] > 0 {
			continue // what a layer can't ride on is an encoder or its passes
		}
		p, err := pipelineOf(over, g)
		if err == nil {
			err = p.Check()
		}
		if err != nil {
			return nil, fmt.Errorf("genome %s can't run: %w", over.Name(g), err)
		}
	}
	return over, nil
}

// pipelineOf is a genome as a strategy.
func pipelineOf(over *space.Space, g emas.Genome) (*strategies.Pipeline, error) {
	p := &strategies.Pipeline{}
	if err := strictyaml.Defaults(p); err != nil {
		return nil, err
	}
	for _, s := range over.Settings(g) {
		n, _ := strconv.Atoi(s.Value)
		switch s.Name {
		case "encode":
			p.Encode = s.Value
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
		default:
			if s.Value == "true" {
				p.Layers = append(p.Layers, s.Name)
			}
		}
	}
	return p, nil
}

// contestant is a genome, made when it is first asked for.
func (v *evolving) contestant(g emas.Genome) (contestant, error) {
	if c, ok := v.made[g]; ok {
		return c, nil
	}
	p, err := pipelineOf(v.space, g)
	if err != nil {
		return contestant{}, err
	}
	// What is written depends on the encoder and on when it is called; stores and retrievals then differ
	// in what they show, so those of one writer follow each other.
	genes := v.space.Levels(g)
	rank := genes[0]
	for _, gene := range append(genes[3:len(genes):len(genes)], genes[1], genes[2]) {
		rank = rank*16 + gene
	}
	c := contestant{p, strategies.Label(p), rank}
	v.made[g] = c
	return c, nil
}

// named is a baseline.
func named(spec string) (contestant, error) {
	s, err := strategies.Parse(spec)
	if err != nil {
		return contestant{}, err
	}
	return contestant{strategy: s, label: strategies.Label(s)}, nil
}

// emitters are the ways of proposing genomes, by name.
var emitters = []emas.Emitter{
	emas.Uniform{}, emas.Mutation{}, emas.Crossover{}, emas.Guided{Forest: emas.Forest{}, Optimism: 1, Pool: 400}, emas.Genetic{Population: 50},
}

// Emitters lists the names of the ways of proposing genomes.
func Emitters() []string {
	var out []string
	for _, e := range emitters {
		out = append(out, e.Name())
	}
	return out
}

func emittersOf(names []string) ([]emas.Emitter, error) {
	var out []emas.Emitter
	var errs []error
	for _, name := range names {
		i := slices.Index(Emitters(), name)
		if i < 0 {
			errs = append(errs, unknownName("emitter", name, Emitters()))
			continue
		}
		out = append(out, emitters[i])
	}
	if len(names) == 0 {
		errs = append(errs, fmt.Errorf("no emitters: name at least one of %s", strings.Join(Emitters(), ", ")))
	}
	return out, errors.Join(errs...)
}

// The descriptors that aren't the retention of a fact type.
const (
	costDescriptor = "cost"
	biasDescriptor = "bias"
)

// Descriptors lists the names of what a grid may be spanned by: the retention of each fact type, the
// cost per turn, and the fact-type bias.
func Descriptors() []string {
	var out []string
	for _, t := range arena.FactTypes {
		out = append(out, string(t))
	}
	return append(out, costDescriptor, biasDescriptor)
}

func (e Evolution) checkDescriptors() error {
	var errs []error
	for _, name := range e.Descriptors {
		if !slices.Contains(Descriptors(), name) {
			errs = append(errs, unknownName("descriptor", name, Descriptors()))
		}
	}
	if n := len(e.Descriptors); n < 1 || n > 4 {
		errs = append(errs, fmt.Errorf("%d descriptors: want 1 to 4 of %s", n, strings.Join(Descriptors(), ", ")))
	}
	return errors.Join(errs...)
}

// sources are the fact types without which a descriptor can't be measured.
func (e Evolution) sources() []string {
	return slices.DeleteFunc(slices.Clone(e.Descriptors), func(name string) bool {
		return name == costDescriptor || name == biasDescriptor || !slices.Contains(Descriptors(), name)
	})
}

func unknownName(what, name string, known []string) error {
	return fmt.Errorf("unknown %s %q (%swant one of %s)", what, name, strictyaml.DidYouMean(name, known), strings.Join(known, ", "))
}

// costRange is the end of the cost axis, in times what hybrid costs.
const costRange = 3

// descriptors are the axes of the grid. The one of cost ends at three times what hybrid costs.
func (v *evolving) descriptorsOf(hybrid []emas.Trial) ([]emas.Descriptor, error) {
	var out []emas.Descriptor
	for _, name := range v.Descriptors {
		switch name {
		case costDescriptor:
			perTurn, err := emas.CostPerTurn(1, 1).Measure(hybrid)
			if err == nil && perTurn == 0 {
				err = fmt.Errorf("descriptor cost: %s has no price (add one with --prices FILE)", v.Model)
			}
			if err != nil {
				return nil, arena.Mistake{Err: err}
			}
			out = append(out, emas.CostPerTurn(costRange*perTurn, v.Bins))
		case biasDescriptor:
			out = append(out, emas.FactTypeBias(v.Bins))
		default:
			out = append(out, emas.Retained(name, v.Bins))
		}
	}
	return out, nil
}

// rotated divides scenarios into those that choose and n that don't. The latter follow each other in
// the suite's order, from place rotate·n on; one that is the only one left with a source is passed
// over, so that every descriptor can be measured.
func rotated(all []*arena.Scenario, sources []string, n, rotate int) (search, held []*arena.Scenario, err error) {
	var errs []error
	for _, t := range sources {
		if !slices.ContainsFunc(all, func(s *arena.Scenario) bool { return asks(s, t) }) {
			errs = append(errs, fmt.Errorf("descriptor %s: none of the scenarios has a probe of it; choose other scenarios or descriptors", t))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, nil, err
	}
	search = slices.Clone(all)
	for i := range all {
		if len(held) == n {
			break
		}
		s := all[(rotate*n+i)%len(all)]
		rest := slices.DeleteFunc(slices.Clone(search), func(o *arena.Scenario) bool { return o == s })
		only := len(rest) == 0 || slices.ContainsFunc(sources, func(t string) bool {
			return !slices.ContainsFunc(rest, func(o *arena.Scenario) bool { return asks(o, t) })
		})
		if !only {
			search, held = rest, append(held, s)
		}
	}
	if len(held) < n {
		return nil, nil, fmt.Errorf("held-out %d: of %d scenarios only %d can be held out, since every descriptor needs a source among the rest; hold out fewer or name more", n, len(all), len(held))
	}
	return search, held, nil
}

// asks reports whether a scenario has a probe of this type that counts.
func asks(s *arena.Scenario, factType string) bool {
	return slices.ContainsFunc(s.Probes, func(p arena.Probe) bool { return headline(p) && string(p.Type) == factType })
}
