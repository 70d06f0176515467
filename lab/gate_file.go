package lab

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/llm"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/stats"
	"contextarena.internal/strategies"
)

// gateFile is a gate as it stands in a file.
type gateFile struct {
	Strategy          string      `yaml:"strategy"`
	Model             string      `yaml:"model"`
	Metric            string      `yaml:"metric" need:"true"`
	Type              string      `yaml:"type"`
	Against           string      `yaml:"against"`
	MayFallBy         *points     `yaml:"may_fall_by"`
	MayRiseBy         *rise       `yaml:"may_rise_by"`
	MayBeWorseBy      *rise       `yaml:"may_be_worse_by"`
	AtMost            *percentage `yaml:"at_most"`
	AllowUnderpowered bool        `yaml:"allow_underpowered"`
}

// percentage is a share written as "2%".
type percentage float64

// UnmarshalStrict reads 0% to 100%.
func (p *percentage) UnmarshalStrict(n *yaml.Node) error {
	v, unit, err := quantity(n)
	if err == nil && (unit != "%" || v > 100) {
		err = errors.New("out of range")
	}
	if err != nil {
		return fmt.Errorf("want a share from 0%% to 100%% such as 2%%, have %s", said(n))
	}
	*p = percentage(v / 100)
	return nil
}

// points is a difference of shares written as "6 points".
type points float64

// UnmarshalStrict reads more than 0 and up to 100 points.
func (p *points) UnmarshalStrict(n *yaml.Node) error {
	v, unit, err := quantity(n)
	if err == nil && (unit != "points" || v <= 0 || v > 100) {
		err = errors.New("out of range")
	}
	if err != nil {
		return fmt.Errorf("want more than 0 and up to 100 percentage points such as 6 points, have %s", said(n))
	}
	*p = points(v / 100)
	return nil
}

// rise is either of the two, which the metric decides.
type rise struct {
	value float64
	unit  string
}

// UnmarshalStrict reads a number with its unit.
func (r *rise) UnmarshalStrict(n *yaml.Node) error {
	v, unit, err := quantity(n)
	most := 1000.0
	if unit == "points" {
		most = 100
	}
	if err != nil || v <= 0 || v > most {
		return fmt.Errorf("want more than nothing and a unit such as 15%% (of the other side) or 6 points (of a share), have %s", said(n))
	}
	r.value, r.unit = v/100, unit
	return nil
}

// amount is a plain decimal number with a unit. There is no exponent and no sign: a margin with
// either is a mistake.
var amount = regexp.MustCompile(`^([0-9]{1,6}(?:\.[0-9]{1,6})?) ?(%|points?)$`)

func quantity(n *yaml.Node) (value float64, unit string, err error) {
	m := amount.FindStringSubmatch(n.Value)
	if n.Kind != yaml.ScalarNode || m == nil {
		return 0, "", errors.New("no number with a unit")
	}
	value, err = strconv.ParseFloat(m[1], 64)
	if m[2] == "point" {
		return value, "points", err
	}
	return value, m[2], err
}

// said is a node for a message.
func said(n *yaml.Node) string {
	if n.Kind != yaml.ScalarNode {
		return "something else"
	}
	return strconv.Quote(n.Value)
}

// gateWorld is what a gate is checked in.
type gateWorld struct {
	plan    Plan
	planned bool // the plan could be read, so that names can be looked up
	models  Models
	sealed  bool
	drawn   int // scenarios of a sealed night; 0 if their number isn't known
}

// gate checks a gate. Its strategies and model are looked up if the plan is there.
func (f gateFile) gate(fault func(field, format string, args ...any) strictyaml.Fault, w gateWorld) (Gate, strictyaml.Faults) {
	g := Gate{Metric: f.Metric, Type: arena.FactType(f.Type), AllowUnderpowered: f.AllowUnderpowered}
	var faults strictyaml.Faults
	add := func(field, format string, args ...any) { faults = append(faults, fault(field, format, args...)) }
	names := metricNames()
	known := slices.Contains(names, f.Metric)
	if !known && f.Metric != "" {
		add("metric", "unknown metric %q (%sknown: %s)", f.Metric, meant(f.Metric, names), strings.Join(names, ", "))
	}
	if f.Type != "" && known && g.metric().level == "" {
		add("type", "%s isn't counted by fact type: leave the type out", f.Metric)
	} else if f.Type != "" && !slices.Contains(arena.FactTypes, g.Type) {
		var names []string
		for _, t := range arena.FactTypes {
			names = append(names, string(t))
		}
		add("type", "unknown fact type %q (%sknown: %s)", f.Type, meant(f.Type, names), strings.Join(names, ", "))
	}
	if known {
		f.rival(g.metric(), w, add)
		g.Margin = f.margin(g.metric(), add)
	}
	if f.Strategy == "" && f.Metric != FailureRate {
		add("strategy", "name the strategy whose %s is gated", f.Metric)
	}
	if !w.planned {
		return g, faults
	}
	if f.Strategy != "" {
		g.Strategy = played("strategy", f.Strategy, w.plan, add)
	}
	if f.Against != "" {
		g.Against = played("against", f.Against, w.plan, add)
		if g.Against == g.Strategy {
			add("against", "%s against itself tells nothing: name another strategy", f.Strategy)
		}
	}
	g.Model = f.model(w.plan, w.models, add)
	return g, faults
}

// rival checks that what the gate compares can be compared on such a night.
func (f gateFile) rival(m metric, w gateWorld, add func(field, format string, args ...any)) {
	switch {
	case f.Metric == FailureRate && f.Against != "":
		add("against", "%s is a limit on what happened, not a comparison: leave against out", f.Metric)
	case f.Metric == FailureRate:
	case f.Against == "" && w.sealed:
		add("metric", "a gate on %s needs a baseline, and no other night has a sealed night's scenarios: compare two strategies of the night, as in against: NAME, may_be_worse_by: %s", f.Metric, m.amount())
	case f.Against == "":
	case w.sealed && w.drawn > 0 && w.drawn < stats.MinClusters:
		add("against", "%s are too few to compare strategies across them: draw %d or more", numbered(w.drawn, "scenario"), stats.MinClusters)
	case !w.sealed && w.planned && w.plan.Repeats < 2:
		add("against", "the plan plays 1 repeat: without 2 there is no variance to judge by; raise repeats")
	}
	if w.sealed && f.AllowUnderpowered {
		add("allow_underpowered", "leave it out: before a sealed night no gate is refused for its margin, since nothing is known of the spread")
	}
}

// margin is the one limit the metric takes.
func (f gateFile) margin(m metric, add func(field, format string, args ...any)) float64 {
	limit, hint := m.limit, ""
	if f.Against != "" && f.Metric != FailureRate {
		limit, hint = worseBy, " where it is compared with a strategy (against)"
	} else if f.MayBeWorseBy != nil {
		hint = " (may_be_worse_by goes with against: NAME)"
	}
	example := limit + ": " + m.amount()
	given := map[string]bool{"may_fall_by": f.MayFallBy != nil, "may_rise_by": f.MayRiseBy != nil, "at_most": f.AtMost != nil, worseBy: f.MayBeWorseBy != nil}
	wrong := false
	for _, field := range []string{"may_fall_by", "may_rise_by", "at_most", worseBy} {
		if given[field] && field != limit {
			wrong = true
			add(field, "%s takes %s, not %s%s", f.Metric, limit, field, hint)
		}
	}
	if !given[limit] {
		if !wrong {
			add("metric", "%s needs a limit: %s", f.Metric, example)
		}
		return 0
	}
	var r rise
	switch limit {
	case "may_fall_by":
		return float64(*f.MayFallBy)
	case "at_most":
		return float64(*f.AtMost)
	case worseBy:
		r = *f.MayBeWorseBy
	default:
		r = *f.MayRiseBy
	}
	if r.unit != "" && r.unit != m.unit {
		add(limit, "want %s for %s, as in %s", m.unit, f.Metric, example)
	}
	return r.value
}

// played is the canonical label of the strategy that a field names, which the plan must play.
func played(field, spec string, p Plan, add func(field, format string, args ...any)) string {
	var labels []string
	for _, s := range p.Strategies {
		labels = append(labels, strategies.Label(s))
	}
	label := spec
	if s, err := strategies.Parse(spec); err == nil {
		label = strategies.Label(s)
	}
	if !slices.Contains(labels, label) {
		add(field, "the plan doesn't play %q (%sit plays %s)", spec, meant(label, labels), strings.Join(labels, ", "))
	}
	return label
}

// model is the gate's model as arms name it. It may be left out where there is no choice.
func (f gateFile) model(p Plan, models Models, add func(field, format string, args ...any)) string {
	switch {
	case f.Model == "" && f.Metric == FailureRate && f.Strategy == "":
		return ""
	case f.Model == "" && len(p.Models) != 1:
		add("strategy", "the plan has several models: say which with model: %s", strings.Join(p.Models, " or "))
		return ""
	case f.Model != "" && !slices.Contains(p.Models, f.Model):
		add("model", "the plan doesn't ask %q (%sit asks %s)", f.Model, meant(f.Model, p.Models), strings.Join(p.Models, ", "))
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

// meant is a hint at the nearest name, ready to stand before other words.
func meant(word string, names []string) string {
	if near := strictyaml.Nearest(word, names); near != "" {
		return "did you mean " + near + "? "
	}
	return ""
}
