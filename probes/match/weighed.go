package match

import (
	"cmp"
	"slices"
	"strings"

	"contextarena.internal/words"
)

// weighed finds a value beside enough of what it is of.
type weighed struct {
	value  Matcher
	labels []label
	label  Matcher   // any of them
	near   []Matcher // by label: it and the value
	least  float64   // weight
	free   Matcher   // what needs no label; nil if nothing

	scene *scene // where no other fact may be spoken of on the line of what has no label; nil if it may be
	fact  int
}

// weigh lets a value be found only where a part of the weight of labels stands beside it.
func weigh(value Matcher, labels []label, part float64, within int) (*weighed, error) {
	m := &weighed{value: value, labels: labels}
	var all []Matcher
	for _, l := range labels {
		is, err := compileLabel(l.is)
		if err != nil {
			return nil, err
		}
		m.near = append(m.near, &nearMatcher{of: []Matcher{is, value}, within: cmp.Or(within, defaultWithin)})
		m.least += max(part, some) * l.weight
		all = append(all, is)
	}
	m.label = finder(func(t *words.Text) []words.Span { return anyOf(t, all) })
	return m, nil
}

// Find returns where the value stands with labels of enough weight on its line, or in what leads that in, or may stand alone.
func (m *weighed) Find(t *words.Text) []words.Span {
	values := m.value.Find(t)
	var free []words.Span
	if m.free != nil {
		free = m.free.Find(t)
	}
	return slices.DeleteFunc(slices.Clone(values), func(v words.Span) bool {
		return (!slices.Contains(free, v) || m.elsewhere(t, v)) && m.sums(t, values)[v] < m.least
	})
}

// sums are the weights of the labels beside each value, found once a text.
func (m *weighed) sums(t *words.Text, values []words.Span) map[words.Span]float64 {
	return t.Once(&m.near[0], func() any {
		sums := map[words.Span]float64{}
		for i, near := range m.near {
			beside := near.Find(t)
			for _, v := range values {
				if slices.ContainsFunc(beside, func(s words.Span) bool { return s.Contains(v) && !strings.Contains(t.Slice(s), "\n") }) {
					sums[v] += m.labels[i].weight
				}
			}
		}
		return sums
	}).(map[words.Span]float64)
}

// elsewhere reports whether the line of a value says something of another fact, and not of its own.
func (m *weighed) elsewhere(t *words.Text, v words.Span) bool {
	if m.scene == nil {
		return false
	}
	line := words.Line(t.Source(), v)
	for w := range words.Content(t.Source()[line.Start:v.Start] + " " + t.Source()[v.End:line.End]) {
		for j := range m.scene.others(m.fact) {
			if says := m.scene.says; says[j][words.Root(w)] && !says[m.fact][words.Root(w)] {
				return true
			}
		}
	}
	return false
}
