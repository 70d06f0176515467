package probes

import (
	"math/big"
	"regexp"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/probes/reply"
	"contextarena.internal/words"
)

// A change is said by words around an amount: "two more loads", "one day later", "put off by a week".
var (
	moreBehind  = words.Set("more further additional extra added")
	lessBehind  = words.Set("fewer less")
	moreBefore  = words.Set("another additional extra further plus")
	laterBehind = words.Set("later")
	soonBehind  = words.Set("earlier sooner")
	laterBefore = words.Set("back off postponed delayed")
	soonBefore  = words.Set("forward")

	// "Slid from October 21 by a week"
	slid = regexp.MustCompile(`(?i)\b(?:slid|slipped|pushed|put back|postponed|delayed|moved back|shifted back) (?:\pL+ )?from [^.;\n]*\bby $`)
)

// noted is the verdict on notes, in which a value also stands if they have the one that it replaced and, behind that, by how much it
// changed: "six loads … two more loads come", "postmortem May 28 … postmortem one day later", where entries of a ledger come to it, or where what is given up is crossed out.
func (e *evidence) noted(p probe, text string) Verdict {
	v := e.stated(p, text)
	if v.Result == Kept || p.Kind == arena.Historical || text == "" {
		return v
	}
	m := e.mentions(text)
	for _, old := range p.older[:min(1, len(p.older))] {
		by, days := change(e.sc.facts[old].Value, e.sc.facts[p.fact].Value)
		if by == nil {
			continue
		}
		for _, from := range m.seen(old) {
			if s, ok := m.changed(p.fact, from.End, by, days); ok {
				return Verdict{Result: Kept, Why: why(m.text, s)}
			}
		}
	}
	if s, ok := m.crossedOut(p.fact); ok {
		return Verdict{Result: Kept, Why: why(m.text, s)}
	}
	if v.Result == Lost {
		if s, ok := m.ledger(p.fact); ok {
			return Verdict{Result: Kept, Why: why(m.text, s)}
		}
	}
	return v
}

// change is by how much a value is more than an older one, in days if both are days; nil if they are something else.
func change(old, now arena.Pattern) (by *big.Rat, days bool) {
	old, now = plain(old), plain(now)
	switch {
	case old.Number != nil && now.Number != nil && old.Number.Unit == now.Number.Unit:
		a, ok := new(big.Rat).SetString(old.Number.Value)
		b, too := new(big.Rat).SetString(now.Number.Value)
		if ok && too {
			return b.Sub(b, a), false
		}
	case old.Date != nil && now.Date != nil:
		a := words.Date{Year: old.Date.Year, Month: old.Date.Month, Day: old.Date.Day}
		b := words.Date{Year: now.Date.Year, Month: now.Date.Month, Day: now.Date.Day}
		n := b.After(a)
		if back := a.After(b); back < n {
			n = -back
		}
		return big.NewRat(int64(n), 1), true
	}
	return nil, false
}

// plain is a number or a day that a value may be, else the value.
func plain(p arena.Pattern) arena.Pattern {
	for _, q := range p.Any {
		if q.Number != nil || q.Date != nil {
			return q
		}
	}
	return p
}

// amounts are those of a text, and "a day", "a week" among them.
func (m *mentions) amounts() []words.Amount {
	t := m.text
	out := slices.Clone(t.Amounts())
	for i := t.First("a"); i >= 0; i = t.Next(i) {
		if w := t.Word(i + 1); w == "day" || w == "week" {
			out = append(out, words.Amount{Span: t.Span(i, i), Value: big.NewRat(1, 1), Units: []string{w}})
		}
	}
	return out
}

// changed is where a text says, behind an offset, that a fact has changed by so much: in a sentence with its label or a word that
// says what it is.
func (m *mentions) changed(fact, behind int, by *big.Rat, days bool) (words.Span, bool) {
	t, f := m.text, m.sc.facts[fact]
	size := new(big.Rat).Abs(by)
	for _, a := range m.amounts() {
		first, last := t.Cover(a.Span)
		if a.Span.Start < behind || first > last {
			continue
		}
		value, before, next := a.Value, t.Word(first-1), last+1
		if days {
			week := words.ShareUnit(a.Units, []string{"week"})
			if !week && !words.ShareUnit(a.Units, []string{"day"}) {
				continue
			}
			if week {
				value = new(big.Rat).Mul(value, big.NewRat(7, 1))
			}
			if t.NamesUnit(next) {
				next++
			}
		}
		if value.Cmp(size) != 0 {
			continue
		}
		if before == "by" {
			before = t.Word(first - 2)
		}
		up, down := moreBehind[t.Word(next)] || moreBefore[before], lessBehind[t.Word(next)]
		if days {
			up, down = laterBehind[t.Word(next)] || laterBefore[before] || slid.MatchString(t.Source()[t.Line(first).Start:a.Span.Start]), soonBehind[t.Word(next)] || soonBefore[before]
		}
		line := t.Line(first)
		if (by.Sign() > 0 && up || by.Sign() < 0 && down) && (m.labelled(fact, line, a.Span) || !disjoint(reply.Content(t.Slice(line)), f.says)) {
			return line, true
		}
	}
	return words.Span{}, false
}
