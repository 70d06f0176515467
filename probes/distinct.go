package probes

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"contextarena.internal/arena"
	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// own is what the conversation says with a fact's value: whether it says it of nothing else, and in which words. Notes of
// the conversation need no label beside such a value.
type own struct {
	once   sync.Once
	alone  bool
	spoken map[string]bool // the names that it has for it, in lower case
	beside map[string]bool // the stems of the sentences with it
}

// messages are the texts of the scenario's script, each read once.
func (sc *Scorer) messages() []*words.Text {
	sc.script.Do(func() {
		for _, ex := range sc.scenario.Turns {
			said := []string{ex.User, ex.Assistant}
			for _, use := range ex.Tools {
				said = append(said, use.Arguments, use.Result)
			}
			for _, s := range said {
				sc.said = append(sc.said, words.Read(s).Measured())
			}
		}
	})
	return sc.said
}

// own is what the conversation says with the value of fact i. Small numbers and words that are no names are said of too
// many things by chance. A value that nobody says, since it follows from others, is said of nothing else either, unless
// another fact has it too.
func (sc *Scorer) own(i int) *own {
	f := sc.facts[i]
	f.own.once.Do(func() {
		f.own.spoken, f.own.beside = map[string]bool{}, map[string]bool{}
		if f.label == nil || match.ByChance(f.Value) {
			return
		}
		for _, t := range sc.messages() {
			spans := f.bare.Find(t)
			if len(spans) == 0 {
				continue
			}
			if len(within(spans, f.anchored.Find(t))) < len(spans) {
				f.own.alone = false
				return
			}
			f.own.alone = true
			for _, s := range spans {
				maps.Copy(f.own.beside, words.Stems(clause(t.Source(), s, ".!?\n")))
				if said := t.Slice(s); strings.ToLower(said) != said {
					f.own.spoken[strings.ToLower(said)] = true
				}
			}
		}
		if !f.own.alone && len(f.operands) > 0 && sc.nowhereElse(i) {
			f.own.alone = true
		}
	})
	return f.own
}

// nowhereElse reports whether no other fact says the value of fact i, but for those that took each other's place.
func (sc *Scorer) nowhereElse(i int) bool {
	g := sc.lineage
	return !slices.ContainsFunc(sc.facts, func(f fact) bool {
		j := g.Index[f.ID]
		return j != i && !g.oneThing(i, j) && len(sc.facts[i].bare.Find(words.Read(f.Text))) > 0
	})
}

// clause is what stands around a place, as far as the next of these characters on both sides.
func clause(text string, s words.Span, ends string) string {
	part := clauseAt(text, s, ends)
	return text[part.Start:part.End]
}

// clauseAt is where the clause stands.
func clauseAt(text string, s words.Span, ends string) words.Span {
	end := len(text)
	if i := strings.IndexAny(text[s.End:], ends); i >= 0 {
		end = s.End + i
	}
	return words.Span{Start: strings.LastIndexAny(text[:s.Start], ends) + 1, End: end}
}

// seen is where a text has the value of a fact: with its label or, of a value that the conversation says of nothing else,
// without, unless it is another fact's there. A value in words needs to be a name that the conversation has for it; and a day
// that a line begins with, or that the first line has, needs its label: such a line is dated by it.
func (m *mentions) seen(fact int) []words.Span {
	return m.values.Of(fact, func() []words.Span {
		f := &m.sc.facts[fact]
		bare := f.bare.Find(m.text)
		with := within(bare, m.of(fact))
		if len(with) == len(bare) || !m.sc.own(fact).alone {
			return with
		}
		return slices.DeleteFunc(ordered(slices.Concat(bare, with)), func(v words.Span) bool {
			return !slices.Contains(with, v) && (!m.sc.own(fact).says(f.Value, m.text, v) || m.claimed(fact, v))
		})
	})
}

// says reports whether a value of a text may stand without its label.
func (o *own) says(p arena.Pattern, t *words.Text, v words.Span) bool {
	before := t.Source()[:v.Start]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	if p.Date != nil {
		return strings.TrimSpace(before) != strings.TrimSpace(line) && strings.Trim(line, "# \t*_>[(-") != ""
	}
	return measured(p) || o.spoken[strings.ToLower(t.Slice(v))]
}

// measured reports whether a value is a number, a time of day or an identifier, in one unit or in several.
func measured(p arena.Pattern) bool {
	return p.Number != nil || p.Time != nil || p.Identifier != "" || len(p.Any) > 0 && !slices.ContainsFunc(p.Any, func(q arena.Pattern) bool { return !measured(q) })
}

// claimed reports whether a value is another fact's: that one's own value stands there with its label, or its label leads
// the line and its value is not in it ("Legal fees: $175K" where the fees are 75K), or a word of what it says stands in
// the part of the line with the value, which the conversation doesn't say beside it. So it is where nothing in that part is what
// the conversation says beside it: "paid £64 for the taxi"; and of a value that nobody says, where another's label stands in that
// part and its own doesn't. Facts that took each other's place claim nothing of each other.
func (m *mentions) claimed(fact int, v words.Span) bool {
	if m.taken(fact, v) {
		return true
	}
	text := m.text.Source()
	line := words.Line(text, v)
	colon := strings.IndexByte(text[line.Start:v.Start], ':')
	around, own := m.part(v), m.sc.own(fact)
	unit := v.End // the unit says nothing of what the value is of
	if _, last := m.text.Cover(v); m.text.NamesUnit(last+1) && m.text.SameBlock(last, last+1) {
		unit = max(unit, min(around.End, m.text.Span(last+1, last+1).End))
	}
	part := text[around.Start:v.Start] + " " + text[unit:around.End]
	spoken := func(w string, _ bool) bool { return m.sc.facts[fact].says[w] || own.beside[w] }
	others, said := words.Stems(part), words.Content(part)
	n := len(said)
	maps.DeleteFunc(others, func(w string, _ bool) bool { return joining[w] })
	maps.DeleteFunc(others, spoken)
	maps.DeleteFunc(said, spoken)
	if n > 0 && len(said) == n {
		return true
	}
	unsaid := len(m.sc.facts[fact].operands) > 0 && !m.labelled(fact, around, v)
	for i, f := range m.sc.facts {
		if i == fact || m.sc.lineage.oneThing(i, fact) {
			continue
		}
		if !words.Disjoint(others, f.says) || unsaid && m.labelled(i, around, words.Span{Start: v.Start, End: unit}) {
			return true
		}
		bare := f.bare.Find(m.text)
		if colon > 0 && colon <= longestHead && f.label != nil && !slices.ContainsFunc(bare, line.Overlaps) {
			head := words.Span{Start: line.Start, End: line.Start + colon}
			if slices.ContainsFunc(f.label.Find(m.text), head.Contains) {
				return true
			}
		}
	}
	return false
}

// longestHead is how far, in bytes, the colon stands from the beginning of a line that a label leads.
const longestHead = 40

// joining are the words that any sentence may have, whatever it is about.
var joining = words.Set("the a an of for to in on at by from with and or but then than had has have been be it its as also")

// part is what stands around a value in its sentence, as far as the next comma, semicolon, bar or bracket.
func (m *mentions) part(v words.Span) words.Span {
	around := clauseAt(m.text.Source(), v, ",;|()\n")
	if first, last := m.text.Cover(v); first <= last {
		around.Start, around.End = max(around.Start, m.text.Line(first).Start), min(around.End, max(v.End, m.text.Line(last).End))
	}
	return words.Span{Start: min(around.Start, v.Start), End: around.End}
}

// labelled reports whether a part of the text has a fact's label besides a value.
func (m *mentions) labelled(fact int, part, v words.Span) bool {
	f := m.sc.facts[fact]
	return f.label != nil && slices.ContainsFunc(f.label.Find(m.text), func(l words.Span) bool { return part.Contains(l) && !l.Overlaps(v) })
}
