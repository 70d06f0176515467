package generate

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// exchange is a turn as it is said, without its time.
type exchange struct {
	user, assistant string
	refs            []int // groups that it goes back to
	tool            *lookup
}

// lookup is a tool call and its result.
type lookup struct {
	call, query string
	result      []string // lines
}

// talk says what happens in a world. Every value stands near the name of what has it; what is said
// of anything else has values of its own.
type talk struct {
	w     *world
	r     *rand.Rand
	tools bool
	style int // of the next correction
	shift int // the register that is spoken first
}

func newTalk(w *world, s Settings) *talk {
	r := stream(s.Seed, "talk")
	return &talk{w: w, r: r, tools: s.Tools, style: r.IntN(3), shift: r.IntN(3)}
}

// told is the turn in which the events of a group are told.
func (t *talk) told(group int) exchange {
	w := t.w
	register := t.shift + 3*group/len(w.events) // the tone changes as time goes by
	var said []string
	var ex exchange
	if t.r.IntN(3) > 0 {
		said = append(said, spoken(t.r, one(t.r, w.words.Openers.register(register))))
	}
	for _, e := range w.events[group] {
		f := w.facts[e.fact]
		switch {
		case e.step == states:
			said = append(said, t.stated(f, register))
			continue
		case f.deleted:
			// The words that delete are those of any deletion, so they stand by themselves.
			said = append(said, paragraph+spoken(t.r, one(t.r, f.what.Dropped), "who", f.who.name)+paragraph)
			ex.refs = append(ex.refs, f.versions[0].group)
			continue
		}
		sentence, open := t.corrected(f)
		said = append(said, sentence)
		if open {
			ex.refs = append(ex.refs, f.versions[0].group)
		}
	}
	about := w.facts[w.events[group][0].fact]
	if t.r.IntN(3) == 0 {
		said = append(said, t.beside(about.what))
	}
	if t.r.IntN(2) == 0 {
		said = append(said, spoken(t.r, one(t.r, w.words.Closers.register(register))))
	}
	ex.user = paragraphs(said)
	reply := []string{spoken(t.r, one(t.r, w.words.Replies))}
	if t.tools && (group == 0 || t.r.IntN(4) == 0) {
		ex.tool = t.lookup(about)
		reply = append(reply, spoken(t.r, one(t.r, w.words.Consulted)))
	}
	ex.assistant = strings.Join(reply, " ")
	return ex
}

// paragraph stands between two paragraphs.
const paragraph = "\n\n"

// paragraphs joins sentences, of which some stand by themselves.
func paragraphs(said []string) string {
	var out []string
	for part := range strings.SplitSeq(strings.Join(said, " "), paragraph) {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return strings.Join(out, paragraph)
}

// stated says a fact's first value.
func (t *talk) stated(f *fact, register int) string {
	var loser string
	if f.what.Form == "option" {
		loser = t.another(f.what).text
	}
	return spoken(t.r, one(t.r, f.what.register(register)),
		"who", f.who.name, "v", f.versions[0].said(f.what, t.r), "loser", loser)
}

// corrected says a fact's second value. An open correction refers to the first.
func (t *talk) corrected(f *fact) (sentence string, open bool) {
	styles := [][]string{f.what.Explicit, f.what.Mild, f.what.Implicit}
	style := t.style % len(styles)
	t.style++
	return spoken(t.r, one(t.r, styles[style]),
		"who", f.who.name, "v", f.versions[1].said(f.what, t.r), "old", f.versions[0].said(f.what, t.r)), style < 2
}

// another is a value that nothing in the world has.
func (t *talk) another(a *attribute) value {
	return t.w.urn.draw(a, anyNumber, func(value) bool { return true })
}

// beside says something of the same kind about something that nobody asks for.
func (t *talk) beside(a *attribute) string {
	return spoken(t.r, one(t.r, a.Other), "who", t.w.newEntity(a.Of).name, "v", t.another(a).said(a, t.r))
}

// listed are the attributes whose values tools return.
var listed = []string{"weight", "capacity", "length", "price", "serial", "permit"}

// lookup is a search that finds only what stands beside what is looked for.
func (t *talk) lookup(f *fact) *lookup {
	out := &lookup{call: t.w.setting.Ledger, query: f.who.label, result: []string{"status: partial match", "entries:"}}
	for range 2 + t.r.IntN(4) {
		a := t.w.words.named(one(t.r, listed))
		v := t.another(a)
		out.result = append(out.result, fmt.Sprintf("- %s, %s: %s", t.w.newEntity("thing").label, a.Name, v.said(a, t.r)))
	}
	return out
}
