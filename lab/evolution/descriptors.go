package evolution

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
)

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

func (s Settings) checkDescriptors() error {
	err := unknownNames("descriptor", s.Descriptors, Descriptors())
	if n := len(s.Descriptors); n < 1 || n > 4 {
		err = errors.Join(err, fmt.Errorf("%d descriptors: want 1 to 4 of %s", n, strings.Join(Descriptors(), ", ")))
	}
	return err
}

// sources are the fact types without which a descriptor can't be measured.
func (s Settings) sources() []string {
	return slices.DeleteFunc(slices.Clone(s.Descriptors), func(name string) bool {
		return name == costDescriptor || name == biasDescriptor || !slices.Contains(Descriptors(), name)
	})
}

// costRange is the end of the cost axis, in times what hybrid costs.
const costRange = 3

// descriptorsOf are the axes of the grid; the one of cost ends at three times what hybrid costs.
func (s Settings) descriptorsOf(hybrid []emas.Trial) ([]emas.Descriptor, error) {
	var out []emas.Descriptor
	for _, name := range s.Descriptors {
		switch name {
		case costDescriptor:
			perTurn, err := emas.CostPerTurn(1, 1).Measure(hybrid)
			if err == nil && perTurn == 0 {
				err = fmt.Errorf("descriptor cost: %s has no price (add one with --prices FILE)", s.Model)
			}
			if err != nil {
				return nil, arena.Mistake{Err: err}
			}
			out = append(out, emas.CostPerTurn(costRange*perTurn, s.Bins))
		case biasDescriptor:
			out = append(out, emas.FactTypeBias(s.Bins))
		default:
			out = append(out, emas.Retained(name, s.Bins))
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
	return slices.ContainsFunc(s.Probes, func(p arena.Probe) bool { return p.Kind.Headline() && string(p.Type) == factType })
}
