package evolution

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/internal/strictyaml"
)

// Descriptors lists the names of what a grid may be spanned by: cost, the part of it that upkeep takes, and the retention
// of each fact type.
func Descriptors() []string {
	out := []string{emas.Cost, emas.Upkeep}
	for _, t := range arena.FactTypes {
		out = append(out, string(t))
	}
	return out
}

func (s Settings) checkDescriptors() error {
	var err error
	for _, name := range s.Descriptors {
		if !slices.Contains(Descriptors(), name) {
			err = errors.Join(err, fmt.Errorf("unknown descriptor %q (%swant one of %s)", name, strictyaml.DidYouMean(name, Descriptors()), strings.Join(Descriptors(), ", ")))
		}
	}
	if n := len(s.Descriptors); n != 2 {
		err = errors.Join(err, fmt.Errorf("%d descriptors: want 2 of %s", n, strings.Join(Descriptors(), ", ")))
	}
	return err
}

// sources are the known fact types among the descriptors.
func (s Settings) sources() []string {
	return slices.DeleteFunc(slices.Clone(s.Descriptors), func(name string) bool { return !slices.Contains(Descriptors(), name) })
}

// descriptors are the axes of the grid.
func (s Settings) descriptors() []emas.Descriptor {
	var out []emas.Descriptor
	for _, name := range s.Descriptors {
		out = append(out, emas.Describe(name, s.Bins))
	}
	return out
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

// asks reports whether a scenario has what a descriptor is measured by: a probe of its type that counts.
func asks(s *arena.Scenario, descriptor string) bool {
	return descriptor == emas.Cost || descriptor == emas.Upkeep || slices.ContainsFunc(s.Probes, func(p arena.Probe) bool { return p.Kind.Headline() && string(p.Type) == descriptor })
}
