package lab

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/strategies"
)

// Nightly is a plan that is played again and again, and the gates its results must pass. It is
// read from a file by LoadNightly.
type Nightly struct {
	Name       string // names the experiments of the nights; never empty
	Plan       Plan
	PlanFile   string
	Baseline   string // a .json file, or an experiment: its number, name or the beginning of its id
	Gates      []Gate
	Completed  float64 // the share of an arm's planned trials that must be completed for a gate on it to be decided
	Indecision bool    // an inconclusive gate doesn't fail the night
}

// nightlyFile is a nightly as it stands in a file.
type nightlyFile struct {
	Plan         string     `yaml:"plan" need:"true"`
	Baseline     string     `yaml:"baseline" need:"true"`
	Completed    percentage `yaml:"completed_at_least"`
	Inconclusive string     `yaml:"inconclusive" default:"fail" oneof:"fail pass"`
	Gates        []gateFile `yaml:"gates" need:"true"`
}

// gateFile is a gate as it stands in a file.
type gateFile struct {
	Strategy          string      `yaml:"strategy"`
	Model             string      `yaml:"model"`
	Metric            string      `yaml:"metric" need:"true"`
	Type              string      `yaml:"type"`
	MayFallBy         *points     `yaml:"may_fall_by"`
	MayRiseBy         *rise       `yaml:"may_rise_by"`
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
		return fmt.Errorf("want more than nothing and a unit such as 15%% (of the baseline) or 6 points (of a share), have %s", said(n))
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

// LoadNightly reads a nightly file and the plan it names. All mistakes in both are reported at
// once. Paths in the file are relative to it.
func LoadNightly(path string, models Models) (Nightly, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Nightly{}, fmt.Errorf("nightly: %w", err)
	}
	doc, err := strictyaml.Parse(path, data)
	if err != nil {
		return Nightly{}, err
	}
	f := nightlyFile{Completed: 0.9}
	faults := doc.Decode(&f)
	n := Nightly{Baseline: f.Baseline, Completed: float64(f.Completed), Indecision: f.Inconclusive == "pass"}
	if strings.HasSuffix(n.Baseline, ".json") {
		n.Baseline = beside(path, n.Baseline)
	}
	planned := false
	if f.Plan != "" {
		n.PlanFile = beside(path, f.Plan)
		var own strictyaml.Faults
		n.Plan, err = LoadPlan(n.PlanFile, models)
		switch {
		case errors.As(err, &own):
			faults = append(faults, own...)
		case err != nil:
			faults = append(faults, doc.Faultf([]any{"plan"}, "%v", err))
		default:
			planned = true
		}
	}
	if n.Name = n.Plan.Name; n.Name == "" {
		n.Name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	}
	seen := map[string]bool{}
	for i, g := range f.Gates {
		gate, wrong := g.gate(func(field, format string, args ...any) strictyaml.Fault {
			return doc.Faultf([]any{"gates", i, field}, format, args...)
		}, n.Plan, planned, models)
		faults = append(faults, wrong...)
		if planned && len(wrong) == 0 && seen[gate.Name()] {
			faults = append(faults, doc.Faultf([]any{"gates", i}, "there are two gates on %s", gate.Name()))
		}
		seen[gate.Name()] = true
		n.Gates = append(n.Gates, gate)
	}
	return n, faults.Err()
}

// beside is a path of a file relative to the folder of the file that names it.
func beside(file, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(file), path)
}

// gate checks a gate. Its strategy and model are looked up if the plan is there.
func (f gateFile) gate(fault func(field, format string, args ...any) strictyaml.Fault, p Plan, planned bool, models Models) (Gate, strictyaml.Faults) {
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
		g.Margin = f.margin(g.metric(), add)
	}
	if f.Strategy == "" && f.Metric != FailureRate {
		add("strategy", "name the strategy whose %s is gated", f.Metric)
	}
	if !planned {
		return g, faults
	}
	if f.Strategy != "" {
		g.Strategy = f.strategy(p, add)
	}
	g.Model = f.model(p, models, add)
	return g, faults
}

// margin is the one limit the metric takes.
func (f gateFile) margin(m metric, add func(field, format string, args ...any)) float64 {
	given := map[string]bool{"may_fall_by": f.MayFallBy != nil, "may_rise_by": f.MayRiseBy != nil, "at_most": f.AtMost != nil}
	wrong := false
	for _, field := range []string{"may_fall_by", "may_rise_by", "at_most"} {
		if given[field] && field != m.limit {
			wrong = true
			add(field, "%s takes %s, not %s", f.Metric, m.limit, field)
		}
	}
	if !given[m.limit] {
		if !wrong {
			add("metric", "%s needs a limit: %s", f.Metric, m.example())
		}
		return 0
	}
	switch m.limit {
	case "may_fall_by":
		return float64(*f.MayFallBy)
	case "at_most":
		return float64(*f.AtMost)
	}
	if f.MayRiseBy.unit != "" && f.MayRiseBy.unit != m.unit {
		add("may_rise_by", "want %s for %s, as in %s", m.unit, f.Metric, m.example())
	}
	return f.MayRiseBy.value
}

// strategy is the canonical label of the gate's strategy, which the plan must play.
func (f gateFile) strategy(p Plan, add func(field, format string, args ...any)) string {
	var labels []string
	for _, s := range p.Strategies {
		labels = append(labels, strategies.Label(s))
	}
	label := f.Strategy
	if s, err := strategies.Parse(f.Strategy); err == nil {
		label = strategies.Label(s)
	}
	if !slices.Contains(labels, label) {
		add("strategy", "the plan doesn't play %q (%sit plays %s)", f.Strategy, meant(label, labels), strings.Join(labels, ", "))
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
	if err != nil && !errors.Is(err, ErrNoKey) {
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

// nightLabel is what a night may be called: it stands in file names.
var nightLabel = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// Night is the plan of the night that label names. The label goes into its name and its seed,
// so that another night asks anew and the same one resumes.
func (n Nightly) Night(label string) (Plan, error) {
	if !nightLabel.MatchString(label) {
		return Plan{}, fmt.Errorf("night %q: want up to 64 letters, digits, dots, dashes and underscores", label)
	}
	p := n.Plan
	p.Name = n.Name + " " + label
	sum := sha256.Sum256(fmt.Appendf(nil, "seed %d night %s", n.Plan.Seed, label))
	p.Seed = 0
	for _, b := range sum[:6] { // 48 bits: exact in every JSON reader
		p.Seed = p.Seed<<8 | int64(b)
	}
	return p, nil
}
