package belief

import (
	"strings"

	"contextarena.internal/llm/sim/read"
)

// grand is what everything comes to, where no item is named: "what is the total cost?"
func (a *asker) grand(p *part, words []string) (string, bool) {
	if !has(words, "total", "altogether", "all", "everything", "overall", "together", "spend", "spent") || !has(words, "cost", "costs", "spend", "spent", "expenses", "expense", "pay") {
		return "", false
	}
	for w := range a.n {
		if p.words&(1<<w) != 0 && !outlays[a.words[w].text] {
			return "", false
		}
	}
	items := a.items("$", -1)
	if len(items) < 2 {
		return "", false
	}
	return a.added(p, items), true
}

// outlays are words for what is paid, of whatever it is for.
var outlays = set(`cost costs spend spent expense expenses price total sum add pay money everything come make far`)

// items are the amounts of a unit, or of any currency for "$", that facts give as what something
// takes or costs: those of a budget or an income are none, nor is that of one fact.
func (a *asker) items(unit string, but int) []operand {
	var out []operand
	for i := range a.facts {
		f := &a.facts[i]
		if i == but || f.Absorbed || f.Gone || f.Group != "" || f.Clause.Speaker == "assistant" || f.Clause.Speaker == "tool" || f.Clause.Denies || holding(f.Clause) || statesTotal(f.Clause.Text) {
			continue
		}
		for _, v := range f.Now {
			if v.Kind != read.Amount || v.Unit != unit && !(unit == "$" && money(v.Unit)) || len(out) > 0 && v.Unit != out[0].Unit {
				continue
			}
			switch {
			case v.Per == "":
				out = append(out, operand{v, i})
			case v.Per != "each":
				if n, ok := a.countOf(&part{}, f, v.Per, nil); ok {
					v.Number *= n.Number
					v.Text = v.Text + " × " + n.Text
					out = append(out, operand{v, i})
				}
			}
			break
		}
	}
	return out
}

// holding reports whether a clause says what there is rather than what goes: a budget, an income.
func holding(c *read.Clause) bool {
	for w := range words(c.Text) {
		if means[strings.ToLower(w)] {
			return true
		}
	}
	return false
}

// means are words for what there is to spend or use.
var means = set(`budget limit earn earns income revenue salary savings save saved grant sponsor loan capacity fund funds available worth has have`)

// added is the sum of operands.
func (a *asker) added(p *part, ops []operand) string {
	total := 0.0
	signs := make([]string, len(ops))
	for i, o := range ops {
		total += o.Number
		signs[i] = "+"
	}
	return a.result(label(p), total, ops[0].Unit, ops, signs)
}

// remainder is what is left of what there is when everything that goes is taken off. It is for
// questions that name nothing that goes: "how much of the budget is left?"
func (a *asker) remainder(p *part, hits []hit) (string, bool) {
	if len(hits) == 0 || !a.covers(p, hits[0]) || strings.Contains(p.text, " after ") {
		return "", false
	}
	f := &a.facts[hits[0].fact]
	if !holding(f.Clause) {
		return "", false
	}
	whole, ok := a.pick(p, f, "")
	if !ok || whole.Kind != read.Amount || whole.Per != "" {
		return "", false
	}
	unit := whole.Unit
	if money(unit) {
		unit = "$"
	}
	items := a.items(unit, hits[0].fact)
	if len(items) == 0 {
		return "", false
	}
	left := whole.Number
	ops, signs := []operand{{whole, hits[0].fact}}, []string{""}
	for _, o := range items {
		left -= o.Number
		ops, signs = append(ops, o), append(signs, "-")
	}
	if left < 0 {
		return "", false
	}
	return a.result(label(p), left, whole.Unit, ops, signs), true
}

// fraction is what a percentage that fits a part comes to, or a number of things that have so many
// of another each: "15% of the guests are vegetarian", "3 rooms with 4 beds each".
func (a *asker) fraction(p *part, h hit) string {
	f := &a.facts[h.fact]
	for k, v := range f.Now {
		if v.Kind != read.Amount || a.asks(v) {
			continue
		}
		if v.Unit == "%" && p.wants.has(read.Amount) && v.At+len(v.Text) <= len(f.Clause.Text) {
			rest, ok := strings.CutPrefix(strings.TrimSpace(f.Clause.Text[v.At+len(v.Text):]), "of ")
			for w := range words(rest) {
				if !ok || grammar[w] {
					continue
				}
				if n, ok := a.countOf(p, f, read.Unit(w), nil); ok {
					return a.result(label(p), v.Number/100*n.Number, n.Unit, []operand{{v, h.fact}, n}, []string{"", "*"})
				}
				break
			}
		}
		if k > 0 && p.unit != "" && v.Unit == p.unit && v.Per == "each" && f.Now[k-1].Kind == read.Amount && f.Now[k-1].Per == "" {
			n := operand{f.Now[k-1], h.fact}
			return a.result(label(p), n.Number*v.Number, v.Unit, []operand{n, {v, h.fact}}, []string{"", "*"})
		}
	}
	return ""
}
