package generate

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/scenarios/filler"
)

// Suite is the suite of every generated scenario.
const Suite = "generated"

// Write writes the scenario that settings describe: a file that scenarios.Parse reads. The count of
// tokens is used only where Tokens are asked for. What is held at once grows with the facts, not
// with the length of the conversation. An error of the settings holds all mistakes and comes before
// anything is written.
func Write(out io.Writer, s Settings, count func(text string) int) error {
	if err := s.Check(); err != nil {
		return err
	}
	w := simulate(s)
	if n := w.untold(); n < s.Absent {
		return arena.Mistake{Err: fmt.Errorf("absent: want at most %d with this seed, have %d: the conversation tells every other attribute of what it speaks of", n, s.Absent)}
	}
	t := newTalk(w, s)
	said := make([]exchange, len(w.events))
	for i := range said {
		said[i] = t.told(i)
	}
	turns, err := length(s, said, count)
	if err != nil {
		return err
	}
	b := &writer{Writer: bufio.NewWriterSize(out, 1<<16), w: w, s: s}
	b.at = positions(s.Placement, len(said), turns, stream(s.Seed, "place"))
	b.header()
	end := b.turns(turns, said)
	r := stream(s.Seed, "questions")
	b.final(end, w.task(r))
	qs := append(w.questions(s.Absent, r), w.past(s.Historical, stream(s.Seed, "history"))...)
	further := stream(s.Seed, "further questions")
	b.facts(w.asks(qs, further), further)
	b.probes(qs)
	return b.Flush()
}

// talker is the small talk of a scenario, from its beginning.
func talker(s Settings) *filler.Talk { return filler.New(stream(s.Seed, "filler")) }

// length is the number of turns with which the transcript has the tokens asked for.
func length(s Settings, said []exchange, count func(string) int) (int, error) {
	if s.Tokens == 0 {
		return s.Turns, nil
	}
	n := 0
	for _, ex := range said {
		n += count(ex.user) + count(ex.assistant)
		if ex.tool != nil {
			n += count(ex.tool.text())
		}
	}
	small := talker(s)
	add := func() {
		ex := small.Next()
		n += count(ex.User) + count(ex.Assistant)
	}
	for range s.Turns - len(said) {
		add()
	}
	if n > s.Tokens {
		return 0, fmt.Errorf("tokens: %d are too few: the %d turns have %d without further small talk (fewer turns or facts, or more tokens)", s.Tokens, s.Turns, n)
	}
	turns := s.Turns
	for ; n < s.Tokens; turns++ {
		add()
	}
	return turns, nil
}

// text is a tool's result as the scenario has it.
func (l *lookup) text() string { return strings.Join(l.result, "\n") + "\n" }

// writer writes YAML. An error of the underlying writer stays until Flush returns it.
type writer struct {
	*bufio.Writer
	w  *world
	s  Settings
	at []int // by group: its turn, from 0
}

func (b *writer) line(format string, args ...any) { fmt.Fprintf(b, format+"\n", args...) }

// fold writes a text as a folded block: a line break is a space again when it is read, the last
// one nothing, and two empty lines are the end of a paragraph.
func (b *writer) fold(indent int, name, text string) {
	margin := strings.Repeat(" ", indent+2)
	b.line("%s%s: >", margin[2:], name)
	for i, part := range strings.Split(text, paragraph) {
		if i > 0 {
			fmt.Fprint(b, "\n\n")
		}
		b.foldPart(margin, part)
	}
}

// foldPart writes a paragraph.
func (b *writer) foldPart(margin, text string) {
	const width = 100
	column := 0
	for word := range strings.FieldsSeq(text) {
		switch {
		case column == 0:
			fmt.Fprint(b, margin)
			column = len(margin)
		case column+1+len(word) > width:
			fmt.Fprint(b, "\n", margin)
			column = len(margin)
		default:
			fmt.Fprint(b, " ")
			column++
		}
		fmt.Fprint(b, word)
		column += len(word)
	}
	fmt.Fprintln(b)
}

// madeBy stands before the settings in a description.
const madeBy = "Made by arena scenarios generate "

// header says what the scenario is and how to make it again.
func (b *writer) header() {
	s := b.s
	b.line("id: %s", s.ID)
	b.line("name: %s", strconv.Quote(b.w.setting.Name+", generated"))
	b.line("suite: %s", Suite)
	b.fold(0, "description", fmt.Sprintf("%s %s%s.", b.w.setting.About, madeBy, s))
	b.fold(0, "system", b.w.setting.System)
}

// begin is when every generated conversation begins.
var begin = time.Date(2026, time.November, 2, 9, 0, 0, 0, time.UTC)

// turns writes the conversation and returns when it ends. Sessions are about equally long and begin
// on days of their own.
func (b *writer) turns(n int, said []exchange) time.Time {
	b.line("turns:")
	small := talker(b.s)
	r := stream(b.s.Seed, "clock")
	at, session, group := begin, 1, 0
	for i := range n {
		if next := 1 + i*b.s.Sessions/n; next > session {
			session = next
			day := at.Truncate(24*time.Hour).AddDate(0, 0, 1+r.IntN(3))
			at = day.Add(time.Duration(8*60+r.IntN(120)) * time.Minute)
		} else if i > 0 {
			at = at.Add(time.Duration(1+r.IntN(6)) * time.Minute)
		}
		b.line("  - at: %s", at.Format("2006-01-02 15:04"))
		b.line("    session: %d", session)
		if group < len(said) && b.at[group] == i {
			b.turn(said[group])
			group++
			continue
		}
		ex := small.Next()
		b.turn(exchange{user: ex.User, assistant: ex.Assistant})
	}
	return at
}

// turn writes what is said at a turn.
func (b *writer) turn(ex exchange) {
	b.fold(4, "user", ex.user)
	if len(ex.refs) > 0 {
		var refs []string
		for _, group := range slices.Compact(slices.Sorted(slices.Values(ex.refs))) {
			refs = append(refs, strconv.Itoa(b.at[group]+1))
		}
		b.line("    refs: [%s]", strings.Join(refs, ", "))
	}
	if l := ex.tool; l != nil {
		b.line("    tools:")
		b.line("      - call: %s", l.call)
		b.line("        arguments: {query: %s}", strconv.Quote(l.query))
		b.line("        result: |")
		for _, line := range l.result {
			b.line("          %s", line)
		}
	}
	b.fold(4, "assistant", ex.assistant)
}

// final writes the final task.
func (b *writer) final(end time.Time, t task) {
	b.line("final:")
	b.line("  at: %s", end.Add(time.Hour).Format("2006-01-02 15:04"))
	b.fold(2, "question", t.question)
	b.line("  pass: %d", (2*len(t.items)+2)/3)
	b.line("  rubric:")
	for _, i := range t.items {
		f := b.w.facts[i]
		b.line("    - {item: %s, match: {near: [%s, %s], within: 12}}", strconv.Quote(f.id(0)), textPattern(f.who.label), f.now().pattern(f.what))
	}
}

// facts writes every value that anything has had, with the question that asks for it.
func (b *writer) facts(asks map[string]string, r *rand.Rand) {
	b.line("facts:")
	version := func(base string, k, group int, text, about, value string) {
		id := numbered(base, k)
		b.line("  - id: %s", id)
		b.line("    turn: %d", b.at[group]+1)
		b.line("    text: %s", strconv.Quote(text))
		b.line("    question: %s", strconv.Quote(asks[id]))
		if about != "" {
			b.line("    about: %s", about)
		}
		b.line("    value: %s", value)
		if k > 0 {
			b.line("    supersedes: %s", numbered(base, k-1))
		}
	}
	for _, f := range b.w.facts {
		for k, v := range f.versions {
			text := fmt.Sprintf("%s of %s: %s", f.what.Name, f.who.name, v.written(f.what))
			version(f.who.id+"-"+f.what.Name, k, v.group, text, textPattern(f.who.label), v.pattern(f.what))
		}
	}
	for _, d := range b.w.derived {
		for k, v := range d.versions {
			version(d.base, k, v.group, b.w.text(d, k, r), d.about(), d.pattern(k))
			b.line("    derived_from: [%s]", strings.Join(v.operands, ", "))
		}
	}
}

// probes writes what is asked.
func (b *writer) probes(qs []question) {
	b.line("probes:")
	for _, q := range qs {
		lead := "  - "
		for _, field := range [][2]string{{"id", q.id}, {"fact", q.fact}} {
			if field[1] != "" {
				b.line("%s%s: %s", lead, field[0], field[1])
				lead = "    "
			}
		}
		b.line("    type: %s", q.of)
		b.line("    kind: %s", q.kind)
		if q.fact == "" {
			b.line("    question: %s", strconv.Quote(q.text))
		}
		b.line("    extended: true")
	}
}
