package belief

import (
	"math"
	"slices"
	"strings"

	"contextarena.internal/llm/sim/read"
)

// implied is what follows from a rate that fits a part, where the part asks for no rate: "£16 per
// kilo" and 35 kilos give what it costs, "50,000 rows a batch" and 2 million rows how many batches
// there are. It is empty if nothing follows.
func (a *asker) implied(p *part, hits []hit) string {
	if p.wants != 0 && !p.wants.has(read.Amount) || asksRate(p.text) {
		return ""
	}
	for _, h := range hits[:min(len(hits), ratesTried)] {
		if h.score < lacking*hits[0].score {
			break
		}
		f := &a.facts[h.fact]
		for _, rate := range f.Now {
			if rate.Kind != read.Amount || rate.Per == "" || rate.Per == "each" || rate.Number == 0 || timely[rate.Per] {
				continue
			}
			switch {
			case p.unit != "" && !p.money && rate.Per == p.unit:
				if n, ok := a.countOf(p, f, rate.Unit, nil); ok && !money(rate.Unit) && rate.Unit != "" {
					return a.result(label(p), math.Ceil(n.Number/rate.Number-1e-9), p.unit, []operand{n, {rate, h.fact}}, []string{"", "/"})
				}
			case p.wants == 0 || p.counts(rate):
				if n, ok := a.countOf(p, f, rate.Per, nil); ok {
					return a.result(label(p), rate.Number*n.Number, rate.Unit, []operand{{rate, h.fact}, n}, []string{"", "*"})
				}
			}
		}
	}
	return ""
}

// ratesTried bounds how many facts are looked through for a rate.
const ratesTried = 4

// timely are measures of time, of which no count says how much there is.
var timely = set(`second minute hour day week month year`)

// asksRate reports whether a text asks what one of something is: "per person", "each".
func asksRate(text string) bool {
	before := ""
	for w := range words(text) {
		switch w = strings.ToLower(w); w {
		case "per", "each", "apiece", "rate", "single":
			return true
		}
		if (before == "a" || before == "one") && people[read.Unit(w)] {
			return true
		}
		before = w
	}
	return false
}

// share is an amount divided by another: what there is of one for each of the other.
func (a *asker) share(p *part, words []string, hits []hit) (string, bool) {
	if p.unit == "" || a.tells(p, hits) && slices.ContainsFunc(a.facts[hits[0].fact].Now, func(v read.Value) bool { return v.Per != "" }) {
		return "", false
	}
	k := slices.IndexFunc(words, func(w string) bool { return w == "per" || w == "each" || w == "every" })
	if k < 0 || k+1 >= len(words) {
		return "", false
	}
	unit := read.Unit(words[k+1])
	top := a.amounts(p, hits, p.unit)
	if len(top) == 0 {
		return "", false
	}
	n, ok := a.countOf(p, nil, unit, hits)
	if !ok || n.Number == 0 {
		return "", false
	}
	return a.result(label(p), top[0].Number/n.Number, top[0].Unit, []operand{top[0], n}, []string{"", "/"}), true
}
