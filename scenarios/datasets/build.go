package datasets

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// What stands where nobody says anything: a turn of ours has a message of the user and a reply.
const (
	otherBegins = "(the other begins)"
	noReply     = "(no reply)"
)

// builder makes a scenario of a talk.
type builder struct {
	*source
	talk
	s     *arena.Scenario
	said  map[string]stated // by a message's id
	texts []*words.Text     // all messages: two a turn
	// Facts that are recognised before they are said, or that what tells them from others hides where they are. Their values
	// count in answers alone.
	unfit map[string]bool
}

// stated is a message as it stands in the scenario.
type stated struct {
	says
	turn arena.Turn
	at   time.Time
	// Of evidence:
	read  *words.Text
	shown string // its first words, as long as they are found in it; empty if it has none
}

// build makes a scenario of a talk; nil if nothing is left of it.
func build(src *source, t talk) *arena.Scenario {
	b := &builder{source: src, talk: t, said: map[string]stated{}, unfit: map[string]bool{}, s: &arena.Scenario{ID: t.id, Name: t.id, System: t.system}}
	b.turns()
	left := len(src.out.Left)
	for {
		src.out.Left, b.s.Facts, b.s.Probes = src.out.Left[:left], nil, nil
		for _, q := range t.questions {
			b.question(q)
		}
		if !b.unfitFound() {
			break
		}
	}
	if len(b.s.Probes) == 0 || len(b.s.Turns) == 0 {
		src.leave(t.at, "%s: no question with an answer and its evidence could be read", t.id)
		return nil
	}
	return b.s
}

// turns lays the sessions out: each begins with its date, and what one says in a row is one message.
func (b *builder) turns() {
	for n, in := range b.sessions {
		head, last := fmt.Sprintf("[session %s, %s]", in.name, in.at.Format("2 January 2006, 15:04")), llm.System
		for _, m := range in.says {
			if m.role == llm.User && last != llm.User || last == llm.System {
				b.s.Turns = append(b.s.Turns, arena.Exchange{At: in.at, Session: n + 1, User: head})
				head = ""
			}
			ex := &b.s.Turns[len(b.s.Turns)-1]
			into := &ex.User
			if m.role == llm.Assistant {
				into = &ex.Assistant
				if last == llm.System {
					ex.User += "\n" + otherBegins
				}
			}
			line := m.text
			if m.by != "" {
				line = m.by + ": " + line
			}
			*into, last = strings.TrimSpace(*into+"\n"+line), m.role
			if m.id != "" {
				b.said[m.id] = stated{says: m, turn: arena.Turn(len(b.s.Turns)), at: in.at}
			}
		}
	}
	for i := range b.s.Turns {
		ex := &b.s.Turns[i]
		ex.Assistant = cmp.Or(ex.Assistant, noReply)
		b.texts = append(b.texts, words.Read(ex.User), words.Read(ex.Assistant))
	}
}

// shownWords are how many of a message's words stand for it.
const shownWords = 20

// beginning is the first words of a message, as many as a matcher finds in it.
func beginning(m stated) string {
	line, _, _ := strings.Cut(strings.TrimSpace(m.text), "\n")
	all := strings.Fields(line)
	for n := min(shownWords, len(all)); n > 0; n /= 2 {
		first := strings.Join(all[:n], " ")
		if found, err := match.CompileFact(arena.Fact{Value: arena.Pattern{Text: first}}); err == nil && len(found.Anchored.Find(m.read)) > 0 {
			return first
		}
	}
	return ""
}

// question adds a probe and its facts.
func (b *builder) question(q question) {
	p := arena.Probe{ID: q.id, Type: q.factType, Kind: arena.Absent, Question: q.text, Extended: true, Published: q.was}
	if q.absent {
		p.Type = arena.Entity
		b.s.Probes = append(b.s.Probes, p)
		return
	}
	evidence, ok := b.evidence(q)
	if !ok {
		return
	}
	a := answered{}
	if !q.prose {
		a = read(q.answer)
	}
	f := arena.Fact{ID: q.id, Text: q.answer, Question: q.text, Value: orDayBefore(a.pattern(), evidence), Within: 12}
	if a.prose() {
		f.Value, p.Only = arena.Pattern{Text: q.answer}, arena.OnlyJudge
	}
	if _, err := match.CompileFact(f); err != nil {
		b.leave(q.at, "question %s: the answer %s has no word", quoted(q.text), quoted(q.answer))
		return
	}
	p.Fact, p.Kind, p.Question = f.ID, arena.Current, ""
	p.Type = cmp.Or(p.Type, a.factType, arena.Entity)
	if p.Type == arena.Entity && strings.HasPrefix(q.text, "Where") {
		p.Type = arena.Spatial
	}
	if p.Only == "" && !b.state(&f, evidence) && !b.list(&f, a.all, evidence) {
		p.Only = arena.OnlyAnswer
	}
	if p.Only != "" {
		for _, m := range evidence {
			b.from(&f, arena.Fact{
				ID: "said-" + kebab(m.id), Turn: m.turn, In: m.role, Text: m.shown, Value: arena.Pattern{Text: m.shown}, Within: f.Within,
				Question: "What does message " + m.id + " say?",
			})
		}
	}
	if len(f.DerivedFrom) > 0 {
		p.Kind = arena.Derived
	} else if q.factType == arena.Correction {
		b.replaced(&f, evidence)
	}
	b.add(f)
	b.s.Probes = append(b.s.Probes, p)
}

// evidence are the messages that a question's answer follows from, in their order. Without an answer, or any, the question is left out.
func (b *builder) evidence(q question) (out []stated, ok bool) {
	for _, id := range q.evidence {
		m, ok := b.said[id]
		if m.read = words.Read(m.text); ok {
			m.shown = beginning(m)
		}
		if m.shown == "" {
			b.leave(q.at, "question %s: its evidence %s is no message of the conversation that has words", quoted(q.text), quoted(id))
			return nil, false
		}
		out = append(out, m)
	}
	switch {
	case q.answer == "":
		b.leave(q.at, "question %s has no answer that is a text", quoted(q.text))
	case len(out) == 0:
		b.leave(q.at, "question %s has no evidence, so that nobody knows when its answer was said", quoted(q.text))
	default:
		slices.SortStableFunc(out, func(x, y stated) int { return int(x.turn - y.turn) })
		return out, true
	}
	return nil, false
}

// orDayBefore is a value; if it is the day before a message was said, it may be told so too.
func orDayBefore(v arena.Pattern, evidence []stated) arena.Pattern {
	days := words.Read(v.Text).Dates()
	for _, m := range evidence {
		if len(days) == 1 && *on(m.at.AddDate(0, 0, -1)).Date == (arena.DatePattern{Year: days[0].Year, Month: days[0].Month, Day: days[0].Day}) {
			return arena.Pattern{Any: []arena.Pattern{v, toldBy("day before", m.at)}}
		}
	}
	return v
}

// state puts a fact into the first message of its evidence in which it is recognised, if there is one and it isn't unfit.
func (b *builder) state(f *arena.Fact, evidence []stated) bool {
	m, err := match.CompileFact(*f)
	at := slices.IndexFunc(evidence, func(e stated) bool { return err == nil && len(m.Anchored.Find(e.read)) > 0 })
	if at < 0 || b.unfit[f.ID] {
		return false
	}
	f.Turn, f.In = evidence[at].turn, evidence[at].role
	return true
}

// replaced has an amount take the place of the one that an earlier message of its evidence says in the same unit, if that says only one.
func (b *builder) replaced(f *arena.Fact, evidence []stated) {
	now := words.Read(f.Text).Amounts()
	for _, m := range evidence {
		was := m.read.Amounts()
		if m.turn >= f.Turn || len(now) != 1 || len(was) != 1 || was[0].Same(now[0]) || len(was[0].Units)+len(now[0].Units) > 0 && !words.ShareUnit(was[0].Units, now[0].Units) {
			continue
		}
		text := m.read.Slice(was[0].Span)
		old := arena.Fact{ID: f.ID + "-before", Turn: m.turn, In: m.role, Text: text, Value: arena.Pattern{Text: text}, Question: "Before that changed: " + f.Question, Within: f.Within}
		if b.state(&old, []stated{m}) {
			b.add(old)
			f.Supersedes = old.ID
		}
		return
	}
}

// list makes of each of several values a fact that is recognised in the evidence, so that theirs follows from them. It does nothing
// unless all are.
func (b *builder) list(f *arena.Fact, values []arena.Pattern, evidence []stated) bool {
	var parts []arena.Fact
	for i, v := range values {
		one := arena.Fact{
			ID: fmt.Sprintf("%s-part-%d", f.ID, i+1), Text: v.Text, Value: v, Within: f.Within,
			Question: fmt.Sprintf("Which is number %d of those that answer %q?", i+1, f.Question),
		}
		if !b.state(&one, evidence) {
			return false
		}
		parts = append(parts, one)
	}
	for _, one := range parts {
		b.from(f, one)
	}
	return len(parts) > 0
}

// from has a fact follow from another.
func (b *builder) from(f *arena.Fact, operand arena.Fact) {
	b.add(operand)
	f.Turn, f.In = max(f.Turn, operand.Turn), ""
	if !slices.Contains(f.DerivedFrom, operand.ID) {
		f.DerivedFrom = append(f.DerivedFrom, operand.ID)
	}
}

// add adds a fact that isn't there.
func (b *builder) add(f arena.Fact) {
	if !slices.ContainsFunc(b.s.Facts, func(o arena.Fact) bool { return o.ID == f.ID }) {
		b.s.Facts = append(b.s.Facts, f)
	}
}

// unfitFound looks for facts that aren't recognised where they are said, or are before, and reports whether there are any.
func (b *builder) unfitFound() bool {
	before := len(b.unfit)
	for i, m := range match.MustFacts(b.s.Facts) {
		f := b.s.Facts[i]
		if len(f.DerivedFrom) > 0 || strings.HasPrefix(f.ID, "said-") {
			continue
		}
		at := 2 * (int(f.Turn) - 1)
		if f.In == llm.Assistant {
			at++
		}
		states := func(t *words.Text) bool { return len(m.Anchored.Find(t)) > 0 }
		if !states(b.texts[at]) || slices.ContainsFunc(b.texts[:at], states) {
			b.unfit[f.ID] = true
		}
	}
	return len(b.unfit) > before
}
