package belief

import (
	"math"
	"slices"
	"strings"

	"contextarena.internal/llm/sim/read"
)

// operand is a value that a calculation uses, and the fact it is from.
type operand struct {
	read.Value
	fact int
}

// operators are the words that say what to do with the value named next. Longer ones stand first.
var operators = []struct {
	words []string
	op    byte
}{
	{[]string{"take", "off"}, '-'},
	{[]string{"take", "away"}, '-'},
	{[]string{"multiply", "by"}, '*'},
	{[]string{"multiplied", "by"}, '*'},
	{[]string{"divide", "by"}, '/'},
	{[]string{"divided", "by"}, '/'},
	{[]string{"sum", "of"}, '+'},
	{[]string{"add"}, '+'},
	{[]string{"plus"}, '+'},
	{[]string{"subtract"}, '-'},
	{[]string{"minus"}, '-'},
	{[]string{"times"}, '*'},
}

// step is one operation of a chain on the value that a text names.
type step struct {
	op   byte
	text string
}

// steps reads a chain of operations out of a question: "add A and B, then take off C". It returns
// fewer than two if it is none.
func steps(text string) []step {
	words := strings.Fields(text)
	bare := make([]string, len(words))
	for i, w := range words {
		bare[i] = strings.ToLower(strings.Trim(w, ".,:;?!()"))
	}
	var out []step
	start, op := 0, byte(0)
	end := func(i int) {
		if op == 0 {
			if i > start && len(out) == 0 {
				out = append(out, step{'+', strings.Join(words[start:i], " ")})
			}
			return
		}
		for _, t := range operandsOf(words[start:i]) {
			out = append(out, step{op, t})
		}
	}
	found := false
	for i := 0; i < len(words); i++ {
		for _, o := range operators {
			if i+len(o.words) <= len(words) && slices.Equal(bare[i:i+len(o.words)], o.words) && !(o.op == '*' && len(o.words) == 1 && i == 0) {
				if i > 0 {
					end(i)
				}
				if i == 0 || len(out) == 0 && op == 0 && content(bare[:i]) == 0 {
					out = nil
				}
				found = true
				op, start = o.op, i+len(o.words)
				i += len(o.words) - 1
				break
			}
		}
	}
	if !found {
		return nil
	}
	end(len(words))
	return out
}

// content counts the words that say what a text is about.
func content(lower []string) int {
	n := 0
	for _, w := range lower {
		if !grammar[w] {
			n++
		}
	}
	return n
}

// operandsOf are the texts that name the values of one operation, joined by "and" or commas. What
// says what to do with the result is none.
func operandsOf(words []string) []string {
	var out []string
	start := 0
	cut := func(i int) {
		text := strings.Trim(strings.Join(words[start:min(i, len(words))], " "), " .,:;?!")
		lower := strings.Fields(strings.ToLower(text))
		if len(lower) > 0 && !asking[lower[0]] && content(lower) > 0 && !(content(lower) == 1 && lower[len(lower)-1] == "result") {
			out = append(out, text)
		}
	}
	for i, w := range words {
		if w == "and" || w == "then" {
			cut(i)
			start = i + 1
			continue
		}
		if strings.HasSuffix(w, ",") || strings.HasSuffix(w, ".") || strings.HasSuffix(w, ":") {
			cut(i + 1)
			start = i + 1
		}
	}
	if start < len(words) {
		cut(len(words))
	}
	return out
}

// chain calculates what a chain of operations comes to. It reports false if a value isn't known.
func (a *asker) chain(ss []step) (string, bool) {
	total := 0.0
	var ops []operand
	unit := ""
	for i, s := range ss {
		p := a.part(s.text)
		p.wants = of(read.Amount)
		v, ok := a.value(&p, p.unit)
		if !ok {
			return "", false
		}
		ops = append(ops, v)
		switch {
		case i == 0:
			total, unit = v.Number, v.Unit
		case s.op == '+':
			total += v.Number
		case s.op == '-':
			total -= v.Number
		case s.op == '*':
			total *= v.Number
		case s.op == '/' && v.Number != 0:
			total /= v.Number
		}
	}
	signs := make([]string, len(ops))
	for i, s := range ss {
		signs[i] = string(s.op)
	}
	return a.result("", total, unit, ops, signs), true
}

// result puts the result of a calculation in words, with the operands behind it; only those if
// the calculation slips.
func (a *asker) result(label string, total float64, unit string, ops []operand, signs []string) string {
	var b strings.Builder
	for i, o := range ops {
		if i > 0 {
			b.WriteString(" " + sign(signs[i]) + " ")
		}
		b.WriteString(o.Text)
	}
	if a.slips.Miscalculates != nil && a.slips.Miscalculates(a.facts[ops[0].fact].Clause.Shape, len(ops)) {
		return label + b.String()
	}
	return label + measured(total, unit) + " (" + b.String() + ")"
}

func sign(op string) string {
	switch op {
	case "*":
		return "×"
	case "-":
		return "−"
	case "/":
		return "÷"
	}
	return op
}

// measured is a number with its unit.
func measured(n float64, unit string) string {
	switch unit {
	case "":
		return number(n)
	case "$", "£", "€":
		if n < 0 {
			return "-" + unit + number(-n)
		}
		return unit + number(n)
	case "%":
		return number(n) + "%"
	}
	if n != 1 && len(unit) > 2 && !symbols[unit] && !strings.HasSuffix(unit, "s") {
		unit += "s"
	}
	return number(n) + " " + unit
}

// symbols are units that have no plural.
var symbols = set(`kwh mph kph gold people staff`)

// value is the value that a part asks for, of one of its kinds and in its unit if it has one.
func (a *asker) value(p *part, unit string) (operand, bool) {
	for k, h := range a.find(p) {
		if k == 0 && !a.covers(p, h) || k > 3 {
			break
		}
		if v, ok := a.pick(p, &a.facts[h.fact], unit); ok {
			return operand{v, h.fact}, true
		}
	}
	return operand{}, false
}

// pick is the value of a fact that a part asks for: of those that can answer, the one whose words
// stand nearest to the words asked for. With a unit, it has to be in it.
func (a *asker) pick(p *part, f *Fact, unit string) (read.Value, bool) {
	values := f.Now
	if p.past && len(f.Was) > 0 {
		values = f.Was
	}
	best, distance := -1, math.MaxInt
	for i, v := range values {
		if p.wants != 0 && !p.wants.has(v.Kind) || a.asks(v) || unit != "" && v.Kind == read.Amount && v.Unit != unit && !(unit == p.unit && p.counts(v)) {
			continue
		}
		if d := a.distance(p, f.Clause.Text, v); d < distance {
			best, distance = i, d
		}
	}
	if best < 0 {
		return read.Value{}, false
	}
	return values[best], true
}

// distance is how far a value stands from the nearest asked word in a text, in bytes.
func (a *asker) distance(p *part, text string, v read.Value) int {
	best := len(text)
	at := 0
	for w := range words(text) {
		k := at + strings.Index(text[at:], w)
		at = k + len(w)
		c := a.cell(read.Hash(w))
		if c.word == 0 || p.words&(1<<(c.word-1)) == 0 {
			continue
		}
		if k < v.At {
			best = min(best, v.At-k)
		} else {
			best = min(best, k-v.At)
		}
	}
	return best
}
