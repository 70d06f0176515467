package sim

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
	"contextarena.internal/llm/sim/shape"
)

// resulting words say that a value is the result of others, following words that one thing hangs on
// another.
var (
	resulting = []string{"total", "altogether", "together", "sum", "comes", "makes", "so", "each", "per", "half", "twice", "double", "percent", "deposit", "share", "remaining", "left", "leaves", "balance"}
	following = []string{"depend", "based", "because", "follow", "derived", "relative", "requires", "assuming"}
	hanging   = following[:1] // says so outright
)

// operand is an amount that may be part of a calculation.
type operand struct {
	read.Value
	fact *belief.Fact
}

// mostOperands keeps looking for products and sums of two amounts short: the newest count.
const mostOperands = 80

// dependencies are the values that follow from others: running totals, amounts that a sum,
// difference, product or percentage of two others explains where their words say so, and
// statements that say what they hang on.
func (f *finder) dependencies() []shape.Row {
	var amounts []operand
	for i := range f.facts {
		for _, v := range f.facts[i].Now {
			if v.Kind == read.Amount {
				amounts = append(amounts, operand{v, &f.facts[i]})
			}
		}
	}
	if len(amounts) > mostOperands {
		amounts = amounts[len(amounts)-mostOperands:]
	}
	var out []shape.Row
	for i := range f.facts {
		fact := &f.facts[i]
		if fact.Absorbed || len(fact.Now) == 0 && !cued(fact.Clause.Text, hanging) {
			continue
		}
		premises, formula := f.added(fact)
		if premises == nil && cued(fact.Clause.Text, resulting) {
			premises, formula = f.computed(fact, amounts)
		}
		if premises == nil && (cued(fact.Clause.Text, following) || offset(fact.Clause.Text)) {
			premises = f.named(fact)
		}
		if premises == nil {
			continue
		}
		r := f.row(fact, len(out))
		r.Cells[shape.Premises] = shape.Cell{Text: strings.Join(premises, ", "), List: premises}
		r.Cells[shape.Formula] = shape.Words(formula)
		r.Cells[shape.From] = shape.Words(strings.Join(premises, ", "))
		r.Cells[shape.To] = r.Cells[shape.Subject]
		r.Cells[shape.Reason] = r.Cells[shape.Text]
		out = append(out, r)
	}
	return out
}

// cued reports whether a text has one of the words.
func cued(text string, cues []string) bool {
	for w := range wordsOf(text) {
		if begins(w, cues) || w == "so" && slices.Contains(cues, "so") || w == "per" && slices.Contains(cues, "per") {
			return true
		}
	}
	return strings.Contains(text, "%") && slices.Contains(cues, "percent")
}

// offset reports whether a text counts time from something else: "two weeks before the launch".
func offset(text string) bool {
	before := ""
	for w := range wordsOf(text) {
		if (w == "before" || w == "after") && begins(before, []string{"minute", "hour", "days", "week", "month", "year"}) {
			return true
		}
		before = w
	}
	return false
}

// added are the movements that a running total took in.
func (f *finder) added(fact *belief.Fact) (premises []string, formula string) {
	if !fact.Sum {
		return nil, ""
	}
	var b strings.Builder
	take := func(c *read.Clause) {
		for _, v := range c.Values {
			if v.Kind != read.Amount || len(fact.Now) == 0 || v.Unit != fact.Now[0].Unit {
				continue
			}
			switch {
			case c.Change == read.Subtract:
				b.WriteString(" - ")
			case b.Len() > 0:
				b.WriteString(" + ")
			}
			b.WriteString(figure(v.Number))
			premises = append(premises, c.Text)
			return
		}
	}
	for _, t := range fact.Earlier {
		take(t.Clause)
	}
	take(fact.Clause)
	for i := range f.facts {
		if g := &f.facts[i]; g.Absorbed && common(g.Clause.Topic, fact.Clause.Topic) && !slices.Contains(premises, g.Clause.Text) {
			take(g.Clause)
		}
	}
	if len(premises) < 2 {
		return premises, ""
	}
	return premises, strings.TrimSpace(b.String())
}

// computed are two amounts that explain an amount of a fact.
func (f *finder) computed(fact *belief.Fact, amounts []operand) (premises []string, formula string) {
	for _, v := range slices.Backward(fact.Now) { // "20% of it, so $240"
		if v.Kind != read.Amount || math.Abs(v.Number) < 10 {
			continue
		}
		for i, a := range amounts {
			for _, b := range amounts[i+1:] {
				if a.Key == v.Key && a.Unit == v.Unit || b.Key == v.Key && b.Unit == v.Unit || a.fact != fact && b.fact != fact && !near(fact, a, b) {
					continue
				}
				if op := operation(a, b, v, inDigits); op != "" {
					return []string{f.called(a, fact), f.called(b, fact)}, op
				}
			}
		}
	}
	return nil, ""
}

// near reports whether an operand shares a word with the fact, or both are of its unit.
func near(fact *belief.Fact, a, b operand) bool {
	return common(a.fact.Clause.Topic, fact.Clause.Topic) || common(b.fact.Clause.Topic, fact.Clause.Topic)
}

// operation is how two amounts make a third one, as say writes them; empty if they don't.
func operation(a, b operand, v read.Value, say func(operand) string) string {
	is := func(x float64) bool { return math.Abs(x-v.Number) < 1e-6*math.Abs(v.Number) }
	switch {
	case a.Unit == "%" && is(a.Number*b.Number/100):
		return figure(a.Number) + " / 100 * " + say(b)
	case b.Unit == "%" && is(a.Number*b.Number/100):
		return figure(b.Number) + " / 100 * " + say(a)
	case v.Unit == "%" && a.Unit == b.Unit && a.Unit != "%" && rounds(100*a.Number/b.Number, v):
		return say(a) + " / " + say(b)
	case v.Unit == "%" && a.Unit == b.Unit && a.Unit != "%" && rounds(100*b.Number/a.Number, v):
		return say(b) + " / " + say(a)
	case a.Number <= 1 || b.Number <= 1 || a.Unit == "%" || b.Unit == "%":
		return ""
	case is(a.Number*b.Number) && (a.Unit == v.Unit || b.Unit == v.Unit):
		return say(a) + " * " + say(b)
	case a.Unit == v.Unit && b.Unit != v.Unit && b.Unit != "" && is(a.Number/b.Number):
		return say(a) + " / " + say(b)
	case b.Unit == v.Unit && a.Unit != v.Unit && a.Unit != "" && is(b.Number/a.Number):
		return say(b) + " / " + say(a)
	case a.Unit != b.Unit || a.Unit != v.Unit:
		return ""
	case is(a.Number + b.Number):
		return say(a) + " + " + say(b)
	case is(a.Number - b.Number):
		return say(a) + " - " + say(b)
	case is(b.Number - a.Number):
		return say(b) + " - " + say(a)
	}
	return ""
}

// rounds reports whether a number is v with the digits that v is written with.
func rounds(x float64, v read.Value) bool {
	half := 0.5
	if _, decimals, ok := strings.Cut(strings.TrimRight(v.Text, "% percnt"), "."); ok {
		half /= math.Pow(10, float64(len(decimals)))
	}
	return !math.IsInf(x, 0) && math.Abs(x-v.Number) <= half
}

// called is how a premise is named: by its own statement's subject, or its value in the same
// statement.
func (f *finder) called(o operand, in *belief.Fact) string {
	if o.fact == in {
		return o.Text
	}
	subject, _, _ := parsed(o.fact.Line(), o.fact.Now)
	return subject
}

// named is the subject of the fact that a statement is based on; nil for none.
func (f *finder) named(fact *belief.Fact) []string {
	g := f.basis(fact)
	if g == nil {
		return nil
	}
	subject, _, _ := parsed(g.Line(), g.Now)
	return []string{subject}
}

// basis is the fact that a statement shares most words with: two at least, unless it says outright that
// it depends on something. It is nil if there is none.
func (f *finder) basis(fact *belief.Fact) *belief.Fact {
	var best *belief.Fact
	most := 1
	if cued(fact.Clause.Text, hanging) {
		most = 0
	}
	for i := range f.facts {
		g := &f.facts[i]
		if g == fact || len(g.Now) == 0 || g.Clause.Sig&fact.Clause.Sig == 0 {
			continue
		}
		n := 0
		for _, w := range fact.Clause.Topic {
			if _, ok := slices.BinarySearch(g.Clause.Topic, w); ok {
				n++
			}
		}
		if common(g.Clause.Keys, fact.Clause.Keys) {
			n++
		}
		if n > most {
			best, most = g, n
		}
	}
	return best
}

// inDigits writes an operand as a number.
func inDigits(o operand) string { return figure(o.Number) }

// figure is a number in digits, without an exponent.
func figure(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
