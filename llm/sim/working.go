package sim

import (
	"slices"
	"strings"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
	"contextarena.internal/llm/sim/shape"
)

// working is how a value follows from others.
type working struct {
	premises []string
	values   []string // those of the premises that hold
	value    string   // the one that follows, if the statement has several
	formula  string   // with names and numbers; empty for none
}

// farOperand is how many clauses an operand may stand away from the value that is worked out, where no
// word connects the two.
const farOperand = 4

// explained is what follows from what, with the formula in names where the operands have some. Snaked
// names are in snake_case. A value is explained by the values that held before as well: people state what follows
// before they correct what it follows from.
func (f *finder) explained(snaked bool) map[*belief.Fact]working {
	out := map[*belief.Fact]working{}
	var amounts []operand
	for i := range f.facts {
		fact := &f.facts[i]
		for _, values := range [][]read.Value{fact.Now, fact.Was} {
			for _, v := range values {
				if v.Kind == read.Amount {
					amounts = append(amounts, operand{v, fact})
				}
			}
		}
	}
	if len(amounts) > mostOperands {
		amounts = amounts[len(amounts)-mostOperands:]
	}
	before := f.befores()
	name := func(g *belief.Fact) string {
		t := toldBy(f.line(g, false), g, before[g.Clause])
		n := t.name()
		if snaked {
			n = strings.ReplaceAll(shape.Spoken(strings.ToLower(n)), " ", "_")
		}
		return n
	}
	for i := range f.facts {
		fact := &f.facts[i]
		if fact.Absorbed || len(fact.Now) == 0 && !cued(fact.Clause.Text, hanging) {
			continue
		}
		if premises, formula := f.added(fact); formula != "" {
			out[fact] = working{premises: premises, formula: formula}
			continue
		}
		if cued(fact.Clause.Text, resulting) || slices.ContainsFunc(fact.Earlier, func(t belief.Telling) bool { return cued(t.Clause.Text, resulting) }) {
			if w, ok := f.madeOf(fact, amounts, name); ok {
				out[fact] = w
				continue
			}
		}
		if cued(fact.Clause.Text, following) || offset(fact.Clause.Text) {
			if g := f.basis(fact); g != nil {
				if n := name(g); n != name(fact) {
					out[fact] = working{premises: []string{n}}
				}
			}
		}
	}
	return out
}

// madeOf is how the amounts of a fact follow from two others, or from several in a row that add up.
func (f *finder) madeOf(fact *belief.Fact, amounts []operand, name func(*belief.Fact) string) (working, bool) {
	say := func(o operand) string {
		if o.fact == fact || len(o.fact.Now) > 1 && !strings.Contains(toldBy(f.line(o.fact, false), o.fact, "").value, o.Text) {
			return figure(o.Number)
		}
		return name(o.fact)
	}
	sums := cued(fact.Clause.Text, resulting[:4])
	meant := func(o operand, v read.Value) bool {
		return (sums || o.fact.First <= fact.First) && !(o.fact == fact && (o.Key == v.Key || slices.ContainsFunc(fact.Was, func(w read.Value) bool { return w.Key == o.Key }))) &&
			(o.fact == fact || common(o.fact.Clause.Topic, fact.Clause.Topic) || fact.First-o.fact.First <= farOperand && fact.First >= o.fact.First)
	}
	values := slices.Clone(fact.Now)
	slices.Reverse(values) // "20% of it, so $240"
	for _, v := range slices.Concat(values, fact.Was) {
		if v.Kind != read.Amount || v.Number == 0 {
			continue
		}
		for i, a := range amounts {
			if !meant(a, v) {
				continue
			}
			for _, b := range amounts[i+1:] {
				if b.fact == a.fact && a.fact != fact || !meant(b, v) {
					continue
				}
				if op := operation(a, b, v, say); op != "" {
					return working{named(say(a), say(b)), []string{holding(a), holding(b)}, v.Text, op}, true
				}
			}
		}
		for i := range amounts {
			sum := 0.0
			var names, held []string
			for _, a := range amounts[i:] {
				if !meant(a, v) || a.Unit != v.Unit || a.fact == fact {
					break
				}
				sum += a.Number
				held = append(held, holding(a))
				if names = append(names, say(a)); len(names) > 2 && sum == v.Number {
					return working{names, held, v.Text, strings.Join(names, " + ")}, true
				}
			}
		}
	}
	return working{}, false
}

// holding is the value that holds now where an operand stood.
func holding(o operand) string {
	for _, v := range o.fact.Now {
		if v.Kind == o.Kind && v.Unit == o.Unit && slices.ContainsFunc(o.fact.Was, func(w read.Value) bool { return w.Key == o.Key }) {
			return v.Text
		}
	}
	return o.Text
}

// named are those of some operands that have names, all if none has.
func named(operands ...string) []string {
	out := slices.DeleteFunc(slices.Clone(operands), func(o string) bool { return strings.Trim(o, "0123456789.") == "" })
	if len(out) == 0 {
		return operands
	}
	return out
}

// name is what a fact's value is called by itself: the thing, with what is told of it if that has a name.
func (t *told) name() string {
	if t.aspect != "" && !slices.Contains(aspects[:], t.aspect) && len(t.path) == 0 {
		return t.thing + " " + t.aspect
	}
	return t.thing
}
