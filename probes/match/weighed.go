package match

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// weighed finds a value beside enough of what it is of.
type weighed struct {
	value  Matcher
	labels []label
	near   []Matcher // by label: it and the value
	least  float64   // weight
}

// weigh lets a fact be found only where a part of the weight of its labels stands beside its value.
func (f *Fact) weigh(within int, labels []label, part float64) error {
	if len(labels) == 0 {
		return nil
	}
	m := &weighed{value: f.Bare, labels: labels}
	var all []Matcher
	for _, l := range labels {
		is, err := compileLabel(arena.Pattern{Text: l.word})
		if err != nil {
			return fmt.Errorf("label: %w", err)
		}
		m.near = append(m.near, &nearMatcher{of: []Matcher{is, f.Bare}, within: cmp.Or(within, defaultWithin)})
		m.least += part * l.weight
		all = append(all, is)
	}
	f.Anchored, f.Label = m, finder(func(t *words.Text) []words.Span { return anyOf(t, all) })
	return nil
}

// Find returns where the value stands with labels of enough weight on its line, or in what leads that in.
func (m *weighed) Find(t *words.Text) []words.Span {
	values := m.value.Find(t)
	if len(values) == 0 {
		return nil
	}
	sums := map[words.Span]float64{}
	for i, near := range m.near {
		beside := near.Find(t)
		for _, v := range values {
			if slices.ContainsFunc(beside, func(s words.Span) bool { return s.Contains(v) && !strings.Contains(t.Slice(s), "\n") }) {
				sums[v] += m.labels[i].weight
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(values), func(v words.Span) bool { return sums[v] < m.least-1e-9 })
}
