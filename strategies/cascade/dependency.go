package cascade

import (
	"cmp"
	"slices"
	"strings"

	"contextarena.internal/llm/form"
	"contextarena.internal/strategies/formula"
	"contextarena.internal/strategies/memo"
	"contextarena.internal/words"
)

// dependencies is a graph of values and what they are worked out from. It has no cycles. Values are
// kept in the order in which they were first stated.
type dependencies struct{ values []*dependent }

// dependent is a named value of the graph.
type dependent struct {
	name, same string // as it was named, and as names are compared
	memo.Value        // as it was stated, and at most one value before; what it depends on changes it too
	from       []*dependent
	formula    *formula.Formula // nil unless it gives the value that was stated
	operands   []*dependent
	cause      string // what changed since it was stated; empty if nothing did
	derived    string // the value worked out anew since then; empty if it can't be
}

// newest is the newest value there is.
func (d *dependent) newest() string { return cmp.Or(d.derived, d.Now) }

// unverified reports whether something it depends on changed and it couldn't be worked out anew.
func (d *dependent) unverified() bool { return d.cause != "" && d.derived == "" }

// find returns a value by its name as names are compared, nil if there is none.
func (d *dependencies) find(same string) *dependent {
	for _, v := range d.values {
		if v.same == same {
			return v
		}
	}
	return nil
}

// valueName is a name as names are compared.
func valueName(name string) string { return words.Canonical(strings.ReplaceAll(name, "_", " ")) }

// dependencyList is what a reply says of values.
type dependencyList struct {
	Values []statedValue `json:"values" about:"the values that these messages state, and those that depend on them"`
}

// statedValue is one of them.
type statedValue struct {
	What    string   `json:"what" about:"the thing's name, the known one if it has one" most:"60"`
	Value   string   `json:"value" about:"its value, copied exactly" most:"80"`
	Was     string   `json:"was" about:"the value it replaces, empty for none" optional:"true" most:"80"`
	Formula string   `json:"formula" about:"how it is worked out, as names and numbers with + - * / and brackets, empty for none" optional:"true"`
	From    []string `json:"from" about:"names of the values that it is worked out from or depends on, empty for none"`

	repeated bool // the messages don't state it: what it depends on counts, its value doesn't
}

var dependencyForm = form.New[dependencyList]("dependencies")

// state takes in the lines of one cycle: first every value, then what each depends on, so that the
// order of the lines doesn't matter. It returns how many edges were refused because they would have
// closed a cycle, and how many formulas because they don't give the value that was stated; such a
// value still depends on what the formula names.
func (d *dependencies) state(lines []statedValue, cycle int) (circular, misfits int) {
	for _, l := range lines {
		same := valueName(l.What)
		v := d.find(same)
		if v == nil {
			v = &dependent{name: l.What, same: same, Value: memo.Value{Now: l.Value}}
			d.values = append(d.values, v)
		} else if l.repeated {
			continue
		}
		if !v.Say(l.Value, cycle, words.SameValue) && l.Was != "" && !words.SameValue(l.Was, l.Value) && len(v.Was) == 0 {
			v.Was, v.Changed = []string{l.Was}, cycle
		}
		v.Forget(1)
		v.cause, v.derived = "", ""
	}
	known := make([]string, len(d.values))
	for i, v := range d.values {
		known[i] = v.same
	}
	for _, l := range lines {
		v := d.find(valueName(l.What))
		from := l.From
		var f formula.Formula
		worked := false
		if l.Formula != "" {
			var err error
			if f, err = formula.Read(l.Formula, known); err != nil {
				misfits++
			} else {
				from, worked = f.Operands, true
			}
		}
		if len(from) == 0 {
			continue
		}
		if l.Formula != "" || len(v.from) == 0 {
			v.from, v.formula, v.operands = nil, nil, nil
		}
		for _, name := range from {
			up := d.find(valueName(name))
			switch {
			case up == nil || slices.Contains(v.from, up):
			case up == v || up.dependsOn(v, map[*dependent]bool{}):
				circular++
				worked = false
			default:
				v.from = append(v.from, up)
			}
		}
		if worked && !v.fit(f, d) {
			misfits++
		}
	}
	return circular, misfits
}

// fit keeps a formula that gives the value as stated from the values its operands have.
func (v *dependent) fit(f formula.Formula, d *dependencies) bool {
	stated, ok := words.ReadAmount(v.Now)
	if !ok {
		return false
	}
	operands := make([]*dependent, len(f.Operands))
	for i, name := range f.Operands {
		operands[i] = d.find(name)
	}
	numbers, ok := amountsOf(operands)
	if !ok {
		return false
	}
	if f, ok = f.Fitted(numbers, stated); !ok {
		return false
	}
	v.formula, v.operands = &f, operands
	return true
}

// amountsOf are the newest values as numbers; ok is false if one is none.
func amountsOf(values []*dependent) ([]float64, bool) {
	out := make([]float64, len(values))
	for i, v := range values {
		a, ok := words.ReadAmount(v.newest())
		if !ok {
			return nil, false
		}
		out[i] = a.Approx
	}
	return out, true
}

// dependsOn reports whether a value depends on another, directly or not.
func (v *dependent) dependsOn(up *dependent, seen map[*dependent]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	for _, f := range v.from {
		if f == up || f.dependsOn(up, seen) {
			return true
		}
	}
	return false
}

// ordered are the values with every one behind all it depends on; ties in the order of statement.
func (d *dependencies) ordered() []*dependent {
	done := map[*dependent]bool{}
	var out []*dependent
	var visit func(v *dependent)
	visit = func(v *dependent) {
		if done[v] {
			return
		}
		done[v] = true
		for _, up := range v.from {
			visit(up)
		}
		out = append(out, v)
	}
	for _, v := range d.values {
		visit(v)
	}
	return out
}

// propagate notes which values something changed under in this cycle, and works out those anew that
// have a formula. Failed counts formulas that divide by zero or overflow with the new values.
func (d *dependencies) propagate(cycle int) (failed int) {
	for _, v := range d.ordered() {
		if v.Said == cycle {
			continue
		}
		for _, up := range v.from {
			if up.Changed == cycle {
				v.cause, v.Changed = up.name, cycle
				break
			}
		}
		if v.Changed != cycle && !v.unverified() {
			continue
		}
		before := v.newest()
		v.derived = ""
		numbers, ok := amountsOf(v.operands)
		if v.formula == nil || !ok || slices.ContainsFunc(v.operands, (*dependent).unverified) {
			continue
		}
		x, err := v.formula.Evaluate(numbers)
		if err != nil {
			failed++
			continue
		}
		shape, _ := words.ReadAmount(v.Now)
		v.derived = shape.Like(x)
		if words.SameValue(v.derived, v.Now) { // the change made no difference
			v.derived, v.cause = "", ""
		}
		if words.SameValue(v.newest(), before) {
			v.Changed = 0
		}
	}
	return failed
}

// lines are the values as a model may read them back.
func (d *dependencies) lines() []string {
	out := make([]string, len(d.values))
	for i, v := range d.values {
		out[i] = v.name + " = " + v.newest()
		if v.formula != nil {
			out[i] += " <- " + v.formula.Text
		} else if len(v.from) > 0 {
			out[i] += " <- depends on " + namesOf(v.from)
		}
	}
	return out
}

func namesOf(values []*dependent) string {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = v.name
	}
	return strings.Join(names, ", ")
}

// fit drops the values stated longest ago, of these the older, until the lines keep to a budget, and
// says how many. What depended on a dropped value keeps its value and loses that edge.
func (d *dependencies) fit(budget int, tokens func(string) int) (dropped int) {
	d.values, dropped = memo.Fit(d.values, func(v *dependent) int { return v.Said }, budget, func(vs []*dependent) int {
		return tokens(strings.Join((&dependencies{vs}).lines(), "\n"))
	})
	out := func(v *dependent) bool { return !slices.Contains(d.values, v) }
	for _, v := range d.values {
		if slices.ContainsFunc(v.operands, out) {
			v.formula, v.operands = nil, nil
		}
		v.from = slices.DeleteFunc(v.from, out)
	}
	return dropped
}
