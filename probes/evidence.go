package probes

import (
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes/unwrap"
	"contextarena.internal/words"
)

// mentions is what one text says of the facts of a scenario. It is safe for concurrent use.
type mentions struct {
	raw  string
	text *words.Text // as notes: members of JSON on lines of their own, behind their keys
	sc   *Scorer

	states words.Memo[int, []words.Span] // by fact: where its value stands with its label
	values words.Memo[int, []words.Span] // by fact: where its value stands, with its label or as nothing else's
	stated words.Memo[int, Verdict]      // by probe: what the text says, as notes
	judged words.Memo[int, Verdict]      // the same, as an answer
}

// plain is the text as the answer to a question (unwrap.Plain), with what it measures in several words.
func (m *mentions) plain() *words.Text {
	return m.text.Once("answer", func() any {
		if plain := unwrap.Plain(m.raw); plain != m.text.Source() {
			return words.Read(plain).Measured()
		}
		return m.text
	}).(*words.Text)
}

// of is where a fact's value stands with its label.
func (m *mentions) of(fact int) []words.Span {
	return m.states.Of(fact, func() []words.Span { return m.sc.facts[fact].anchored.Find(m.text) })
}

// facts are those that the text states.
func (m *mentions) facts() []int {
	return m.text.Once("facts", func() any {
		var out []int
		for i := range m.sc.facts {
			if len(m.of(i)) > 0 {
				out = append(out, i)
			}
		}
		return out
	}).([]int)
}

// remembered bounds the texts, in bytes, whose mentions are kept between records: messages, replies
// and notes that many trials share.
const remembered = 1 << 19

// evidence is a record being judged.
type evidence struct {
	sc      *Scorer
	rec     arena.Record
	exposed []int // by fact: the cycle after which no message that states it is left
	lower   words.Memo[string, string]
	whole   words.Memo[*arena.Context, string]
}

// evidence reads a record: which messages state which facts, and when they left the window.
func (sc *Scorer) evidence(rec arena.Record) *evidence {
	e := &evidence{sc: sc, rec: rec, exposed: make([]int, len(sc.facts))}
	gone, said := departures(rec), e.statements()
	for i := range sc.facts {
		e.exposed[i] = e.exposure(i, gone, said)
	}
	return e
}

// away says of each message which cycles (from 0) took it out of the raw window and back in, in turn.
// Lists for each message rather than sets for each cycle: a conversation may have ten thousands of both.
type away map[arena.MessageIndex][]int

// departures reads a record's cycles.
func departures(rec arena.Record) away {
	gone := away{}
	for k, c := range rec.Cycles {
		for _, m := range c.Left {
			if len(gone[m])%2 == 0 {
				gone[m] = append(gone[m], k)
			}
		}
		for _, m := range c.Back {
			if len(gone[m])%2 == 1 {
				gone[m] = append(gone[m], k)
			}
		}
	}
	return gone
}

// after reports whether a message is out of the window after cycle k (from 0).
func (a away) after(k int, m arena.MessageIndex) bool {
	changes, _ := slices.BinarySearch(a[m], k+1)
	return changes%2 == 1
}

// statements lists, by fact, the messages from its turn on in which its value is recognised. Every
// message is read once, for all facts.
func (e *evidence) statements() [][]arena.MessageIndex {
	said := make([][]arena.MessageIndex, len(e.sc.facts))
	for _, m := range e.rec.Messages {
		for _, i := range e.mentions(m.Text).facts() {
			if m.Turn >= e.sc.facts[i].Turn {
				said[i] = append(said[i], m.Index)
			}
		}
	}
	return said
}

// origin is the message in which a stated fact is stated first: the user's message of its turn or, of a
// fact that a tool states, the first result of that turn in which it is recognised, else the first.
func (e *evidence) origin(fact int) (arena.Message, bool) {
	f := e.sc.facts[fact]
	first := slices.IndexFunc(e.rec.Messages, f.StatedBy)
	if first < 0 {
		return arena.Message{}, false
	}
	if f.Speaker() == llm.Tool {
		for _, m := range e.rec.Messages[first:] {
			if f.StatedBy(m) && len(e.mentions(m.Text).of(fact)) > 0 {
				return m, true
			}
		}
	}
	return e.rec.Messages[first], true
}

// exposure is the first cycle (from 1) after which every message so far that states fact i is
// out of the window; of a derived fact, every message that states an operand or the value. It
// is 0 if there is none. A message states a fact if it is where the fact is stated first (origin),
// or is of that turn or later and the value is recognised in it.
func (e *evidence) exposure(i int, gone away, said [][]arena.MessageIndex) int {
	var stating, origins []arena.MessageIndex
	for _, leaf := range e.sc.facts[i].leaves {
		origin, ok := e.origin(leaf)
		if !ok {
			return 0
		}
		origins = append(origins, origin.Index)
		stating = append(append(stating, origin.Index), said[leaf]...)
	}
	if len(e.sc.facts[i].DerivedFrom) > 0 {
		stating = append(stating, said[i]...)
	}
	for k, c := range e.rec.Cycles {
		begun := !slices.ContainsFunc(origins, func(m arena.MessageIndex) bool { return m > c.After })
		if begun && !slices.ContainsFunc(stating, func(m arena.MessageIndex) bool { return m <= c.After && !gone.after(k, m) }) {
			return k + 1
		}
	}
	return 0
}

// mentions reads a text once for all probes.
func (e *evidence) mentions(text string) *mentions {
	sc := e.sc
	sc.mu.Lock()
	m, ok := sc.mentions[text]
	if !ok {
		if m, ok = sc.older[text]; ok {
			sc.keep(text, m)
		}
	}
	sc.mu.Unlock()
	if ok {
		return m
	}
	m = sc.look(text)
	sc.mu.Lock()
	defer sc.mu.Unlock()
	sc.keep(text, m)
	return m
}

// keep remembers a text, and of those before what was asked for since half as many were. The caller holds mu.
func (sc *Scorer) keep(text string, m *mentions) {
	if sc.kept += len(text); sc.kept > remembered/2 {
		sc.older, sc.mentions, sc.kept = sc.mentions, map[string]*mentions{}, len(text)
	}
	sc.mentions[text] = m
}

// look reads a text in which facts are to be found.
func (sc *Scorer) look(text string) *mentions {
	return &mentions{raw: text, text: words.Read(unwrap.Notes(text)).Measured(), sc: sc}
}

// read reads a text for matching, as notes.
func (e *evidence) read(text string) *words.Text { return e.mentions(text).text }

// inNotes judges a text that may hold many facts. A derived value is there if all its operands are, unless the text gives an old one.
func (e *evidence) inNotes(p probe, text string) Verdict {
	v := e.stated(p, text)
	if v.Result == Stale {
		return v
	}
	return e.derived(p, v, []string{text})
}

// stated judges a text that may hold many facts: the value itself has to stand in it.
func (e *evidence) stated(p probe, text string) Verdict {
	if text == "" {
		return Verdict{Result: Lost}
	}
	m := e.mentions(text)
	return m.stated.Of(p.index, func() Verdict {
		now, old := m.seen(p.fact), e.sc.oldSpans(p, m)
		return judge(p, m.text, e.sc.days, now, old)
	})
}

// joined is a context as one text, made once for all probes that saw it.
func (e *evidence) joined(c *arena.Context, parts []string) string {
	return e.whole.Of(c, func() string { return strings.Join(parts, "\n") })
}
