package nightly

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/words"
)

// gateFile is a gate as it stands in a file.
type gateFile struct {
	Strategy          string    `yaml:"strategy"`
	Model             string    `yaml:"model"`
	Metric            string    `yaml:"metric" need:"true"`
	Type              string    `yaml:"type"`
	Against           string    `yaml:"against"`
	MayFallBy         *quantity `yaml:"may_fall_by"`
	MayRiseBy         *quantity `yaml:"may_rise_by"`
	MayBeWorseBy      *quantity `yaml:"may_be_worse_by"`
	AtMost            *quantity `yaml:"at_most"`
	AllowUnderpowered bool      `yaml:"allow_underpowered"`
}

// worseBy is the limit of gates that compare two strategies.
const worseBy = "may_be_worse_by"

// limits are the fields that bound a metric, as far as they are there.
func (f gateFile) limits() map[string]*quantity {
	all := map[string]*quantity{"may_fall_by": f.MayFallBy, "may_rise_by": f.MayRiseBy, worseBy: f.MayBeWorseBy, "at_most": f.AtMost}
	maps.DeleteFunc(all, func(_ string, q *quantity) bool { return q == nil })
	return all
}

// quantity is a hundredth of a number, with its unit: % or points; empty if it is no such text.
type quantity struct {
	value float64
	unit  string
	said  string // for messages
}

// amount is a plain decimal number with a unit. There is no exponent and no sign: a margin with
// either is a mistake.
var amount = words.Lazy(`^([0-9]{1,6}(?:\.[0-9]{1,6})?) ?(%|points?)$`)

// UnmarshalStrict reads any text. What it must be depends on the field.
func (q *quantity) UnmarshalStrict(n *yaml.Node) error {
	q.said = "something else"
	if n.Kind != yaml.ScalarNode {
		return nil
	}
	q.said = strconv.Quote(n.Value)
	if m := amount.FindStringSubmatch(n.Value); m != nil {
		value, _ := strconv.ParseFloat(m[1], 64) // a plain number, as amount has it
		q.value, q.unit = value/100, m[2]
		if m[2] == "point" {
			q.unit = "points"
		}
	}
	return nil
}

// check is an error unless the quantity is in a unit and at most so much.
func (q *quantity) check(unit string, most float64, example string) error {
	if q.unit == unit && q.value <= most {
		return nil
	}
	return fmt.Errorf("want up to %g %s such as %s, have %s", 100*most, unit, example, q.said)
}

// world is what a gate is checked in.
type world struct {
	plan    lab.Plan
	planned bool // the plan could be read, so that names can be looked up
	models  lab.Models
}

// addFunc notes a mistake in a field of a gate.
type addFunc func(field, format string, args ...any)

// gate checks a gate. Its strategies and model are looked up if the plan is there.
func (f gateFile) gate(w world, add addFunc) Gate {
	g := Gate{Metric: f.Metric, Type: arena.FactType(f.Type), AllowUnderpowered: f.AllowUnderpowered}
	known := slices.Contains(metricNames, f.Metric)
	if !known && f.Metric != "" {
		add("metric", "unknown metric %q (%sknown: %s)", f.Metric, strictyaml.DidYouMean(f.Metric, metricNames), strings.Join(metricNames, ", "))
	}
	if f.Type != "" && known && g.metric().Level == "" {
		add("type", "%s isn't counted by fact type: leave the type out", f.Metric)
	} else if f.Type != "" && !slices.Contains(arena.FactTypes, g.Type) {
		var names []string
		for _, t := range arena.FactTypes {
			names = append(names, string(t))
		}
		add("type", "unknown fact type %q (%sknown: %s)", f.Type, strictyaml.DidYouMean(f.Type, names), strings.Join(names, ", "))
	}
	if known {
		f.checkRival(w, add)
		g.Margin = f.margin(g.metric(), add)
	}
	if f.Strategy == "" && f.Metric != failureRate {
		add("strategy", "name the strategy whose %s is gated", f.Metric)
	}
	if !w.planned {
		return g
	}
	if f.Strategy != "" {
		g.Strategy = played("strategy", f.Strategy, w.plan, add)
		for _, alias := range w.plan.Aliases {
			g.Aliased = g.Aliased || alias == g.Strategy
		}
	}
	if f.Against != "" {
		g.Against = played("against", f.Against, w.plan, add)
		if g.Against == g.Strategy {
			add("against", "%s against itself tells nothing: name another strategy", f.Strategy)
		}
	}
	g.Model = f.model(w.plan, w.models, add)
	return g
}

// checkRival checks that a gate against another strategy can be decided.
func (f gateFile) checkRival(w world, add addFunc) {
	switch {
	case f.Against == "":
	case f.Metric == failureRate:
		add("against", "%s is a limit on what happened, not a comparison: leave against out", f.Metric)
	case w.planned && w.plan.Repeats < 2:
		add("against", tooFewRepeats)
	}
}

// margin is the one limit the metric takes.
func (f gateFile) margin(m metric, add addFunc) float64 {
	limit, hint := m.limit, ""
	if f.Against != "" && f.Metric != failureRate {
		limit, hint = worseBy, " where it is compared with a strategy (against)"
	} else if f.MayBeWorseBy != nil {
		hint = " (may_be_worse_by goes with against: NAME)"
	}
	given := f.limits()
	for field := range given {
		if field != limit {
			add(field, "%s takes %s, not %s%s", f.Metric, limit, field, hint)
		}
	}
	bound := given[limit]
	switch {
	case bound == nil && len(given) == 0:
		add("metric", "%s needs a limit: %s: %s", f.Metric, limit, m.example())
	case bound == nil:
	case bound.value == 0 && f.Metric != failureRate && bound.unit != "":
		add(limit, "%s: want more than nothing, have %s", limit, bound.said)
	default:
		if err := bound.check(m.unit, m.most, m.example()); err != nil {
			add(limit, "%s of %s: %v", limit, f.Metric, err)
		}
		return bound.value
	}
	return 0
}

// played is the canonical label of the strategy that a field names, which the plan must play.
func played(field, spec string, p lab.Plan, add addFunc) string {
	labels, label := p.Labels(), p.NameOf(lab.Canonical(spec))
	if !slices.Contains(labels, label) {
		add(field, "the plan doesn't play %q (%sit plays %s)", spec, strictyaml.DidYouMean(label, labels), strings.Join(labels, ", "))
	}
	return label
}

// model is the gate's model as arms name it. It may be left out where there is no choice.
func (f gateFile) model(p lab.Plan, models lab.Models, add addFunc) string {
	switch {
	case f.Model == "" && f.Metric == failureRate && f.Strategy == "":
		return ""
	case f.Model == "" && len(p.Models) != 1:
		add("strategy", "the plan has several models: say which with model: %s", strings.Join(p.Models, " or "))
		return ""
	case f.Model != "" && !slices.Contains(p.Models, f.Model):
		add("model", "the plan doesn't ask %q (%sit asks %s)", f.Model, strictyaml.DidYouMean(f.Model, p.Models), strings.Join(p.Models, ", "))
		return ""
	}
	name := f.Model
	if name == "" {
		name = p.Models[0]
	}
	m, err := models.Resolve(name)
	if err != nil && !errors.Is(err, llm.ErrNoKey) {
		return "" // the plan's own mistake, reported there
	}
	return m.String()
}
