package belief

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"contextarena.internal/llm/sim/read"
)

// total adds a clause's amounts to the running totals they belong to, or takes them away, and
// reports whether it found one. The total of an item follows if the clause names the item and counts
// in its unit; what was derived from it does not.
func (m *memory) total(c *read.Clause, i int, change read.Change) bool {
	found := false
	for _, v := range c.Values {
		if v.Kind != read.Amount || v.Per != "" || v.Unit == "%" {
			continue
		}
		f, k := m.counted(c, v)
		if f < 0 {
			continue
		}
		fact := &m.facts[f]
		old := fact.Now[k]
		n := old.Number
		if change == read.Add {
			n += v.Number
		} else {
			n -= v.Number
		}
		if m.slips.Resists != nil && m.slips.Resists(fact, c) ||
			m.slips.Miscalculates != nil && m.slips.Miscalculates(c.Shape, 2) {
			found = true // the last result known stays
			continue
		}
		now := append([]read.Value(nil), fact.Now...)
		now[k] = renumbered(old, n)
		fact.Was = append([]read.Value{old}, fact.Was[:min(len(fact.Was), oldest)]...)
		fact.Now, fact.Sum, fact.Last, fact.turn = now, true, i, m.speaking
		found = true
	}
	return found
}

// transfer takes a clause's amount from the first thing or place it names and adds it to the
// second: "move 50 units from warehouse B to warehouse A". It reports whether it knew both amounts.
func (m *memory) transfer(c *read.Clause, i int) bool {
	amount, ends := -1, []int(nil)
	for k, v := range c.Values {
		switch v.Kind {
		case read.Amount:
			amount = k
		case read.Name, read.Place, read.Identifier:
			ends = append(ends, k)
		}
	}
	if amount < 0 || len(ends) != 2 || c.Values[amount].Number <= 0 {
		return false
	}
	v := c.Values[amount]
	var of, at [2]int
	for e, k := range ends {
		of[e] = -1
		for f := len(m.facts) - 1; f >= 0 && of[e] < 0; f-- {
			old := &m.facts[f]
			if old.Absorbed || old.Gone || !hasKey(old.Now, c.Values[k]) && !strings.Contains(strings.ToLower(old.Clause.Text), c.Values[k].Key) {
				continue
			}
			for j, o := range old.Now {
				if o.Kind == read.Amount && o.Per == "" && (o.Unit == v.Unit || v.Unit == "") {
					of[e], at[e] = f, j
				}
			}
		}
		if of[e] < 0 {
			return false
		}
	}
	if of[0] == of[1] {
		return false
	}
	for e, sign := range []float64{-1, 1} {
		fact := &m.facts[of[e]]
		if m.slips.Resists != nil && m.slips.Resists(fact, c) || m.slips.Miscalculates != nil && m.slips.Miscalculates(c.Shape, 2) {
			continue // the last result known stays
		}
		old := fact.Now[at[e]]
		now := slices.Clone(fact.Now)
		now[at[e]] = renumbered(old, old.Number+sign*v.Number)
		fact.Was = append([]read.Value{old}, fact.Was[:min(len(fact.Was), oldest)]...)
		fact.Now, fact.Sum, fact.Last, fact.turn = now, true, i, m.speaking
	}
	return true
}

// stepped is whether a clause raises or lowers an amount by another: "they cut the budget by $2,000".
func stepped(c *read.Clause) read.Change {
	if !strings.Contains(c.Text, " by ") {
		return read.Set
	}
	change, before := read.Set, ""
	for w := range words(c.Text) {
		switch {
		case raising[w]:
			change = read.Add
		case lowering[w]:
			change = read.Subtract
		case before == "by" && change != read.Set && w[0] >= '0' && w[0] <= '9':
			return change
		}
		before = w
	}
	return read.Set
}

// raising and lowering are verbs that are followed by "by" and an amount.
var (
	raising  = set(`raise raised raises increase increased increases rise rises rose grew grow grows up extended extend lengthened`)
	lowering = set(`cut cuts reduce reduced reduces lower lowered lowers decrease decreased decreases fell fall falls dropped drop drops shrank down trimmed trim shortened`)
)

// sellOut sets to nothing the amount of what a clause says is gone, where a fact counts several
// things.
func (m *memory) sellOut(f int, c *read.Clause) {
	fact := &m.facts[f]
	for k, v := range fact.Now {
		if _, ok := slices.BinarySearch(c.Topic, read.Hash(v.Unit)); ok && v.Kind == read.Amount && v.Unit != "" {
			fact.Now = slices.Clone(fact.Now)
			fact.Now[k] = renumbered(v, 0)
			fact.Was = append([]read.Value{v}, fact.Was[:min(len(fact.Was), oldest)]...)
			fact.Sum = true
		}
	}
}

// counted finds the fact and the value in it that a movement changes, or -1.
func (m *memory) counted(c *read.Clause, v read.Value) (fact, value int) {
	fact, value = -1, -1
	m.meet(c)
	best := 0.0
	for _, f := range m.near {
		old := &m.facts[f]
		if old.Absorbed || old.Gone || old.Clause.Change == read.Add || old.Clause.Change == read.Subtract {
			continue
		}
		k := -1
		for j, o := range old.Now {
			if o.Kind == read.Amount && o.Per == "" && (o.Unit == v.Unit || v.Unit == "" && o.Unit != "%" || o.Unit == "" && says(old.Clause.Topic, read.Hash(v.Unit))) {
				if k >= 0 && old.Now[k].Unit == o.Unit {
					k = -2 // two amounts of one unit: which is meant isn't said
					break
				}
				k = j
			}
		}
		if k < 0 || !sameItem(c, old) {
			continue
		}
		shared := m.marks[f].shared + m.marks[f].keyed
		if plainUnit(v.Unit) && shared < 1.5 {
			continue
		}
		if shared > best || shared == best && fact >= 0 && old.Last > m.facts[fact].Last {
			fact, value, best = int(f), k, shared
		}
	}
	return fact, value
}

// sameItem reports whether a movement and a fact name the same things, as far as both name any.
func sameItem(c *read.Clause, f *Fact) bool {
	named, met, theirs := false, false, false
	for _, v := range c.Values {
		if v.Kind == read.Name || v.Kind == read.Identifier {
			named = true
			met = met || hasKey(f.Now, v)
		}
	}
	for _, v := range f.Now {
		theirs = theirs || v.Kind == read.Name || v.Kind == read.Identifier
	}
	return met || !named || !theirs
}

// plainUnit reports whether a unit measures many kinds of things, so that it alone doesn't say
// which item an amount is of.
func plainUnit(unit string) bool {
	switch unit {
	case "", "$", "£", "€", "unit", "piec", "piece", "item", "box", "kg", "g", "l", "hour", "day", "minut", "minute", "week", "month", "percent", "dollar", "pound", "euro":
		return true
	}
	return false
}

// renumbered is a value with another number, written the way it was.
func renumbered(v read.Value, n float64) read.Value {
	start := strings.IndexFunc(v.Text, unicode.IsDigit)
	end := start
	for end >= 0 && end < len(v.Text) && (v.Text[end] >= '0' && v.Text[end] <= '9' || (v.Text[end] == ',' || v.Text[end] == '.') && end+1 < len(v.Text) && v.Text[end+1] >= '0' && v.Text[end+1] <= '9') {
		end++
	}
	shown := number(n)
	switch {
	case start < 0: // a number word: "ninety chairs"
		word := v.Text
		if k := strings.IndexByte(word, ' '); k >= 0 {
			v.Text = shown + word[k:]
		} else {
			v.Text = shown
		}
	case end < len(v.Text) && unicode.IsLetter(rune(v.Text[end])) && (v.Text[end] == 'k' || v.Text[end] == 'K' || v.Text[end] == 'M'):
		v.Text = v.Text[:start] + shown + v.Text[end+1:]
	default:
		v.Text = v.Text[:start] + shown + v.Text[end:]
	}
	v.Number = n
	v.Key = strconv.FormatFloat(n, 'f', -1, 64)
	return v
}

// number writes a number as people do: thousands apart, at most two decimals.
func number(n float64) string {
	if math.IsNaN(n) || math.IsInf(n, 0) || math.Abs(n) > 1e15 {
		return strconv.FormatFloat(n, 'g', -1, 64)
	}
	s := strconv.FormatFloat(math.Round(n*100)/100, 'f', -1, 64)
	whole, rest, _ := strings.Cut(s, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	for k := len(whole) - 3; k > 0; k -= 3 {
		whole = whole[:k] + "," + whole[k:]
	}
	if len(rest) == 1 {
		rest += "0"
	}
	if rest != "" {
		rest = "." + rest
	}
	return sign + whole + rest
}
