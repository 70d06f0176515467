package sim

import (
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/llm"
	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
)

// notes writes down what was quoted, or what was said before if nothing was, in the form that
// is asked for. Own notes are read first, since what people said is newer.
func (r *reading) notes(a *asked) string {
	if len(a.quoted) == 0 {
		r.conversation(a, a.last)
	}
	for _, b := range a.quoted {
		if b.origin() == ownNotes {
			r.add(r.texts.of("", b.text), true)
		}
	}
	for _, b := range a.quoted {
		if b.origin() != ownNotes {
			r.transcript(b.text)
		}
	}
	r.number(a.Seed, a.Sample)
	clauses := r.attend(onNotes, r.OverlookNotes, a.exact)
	facts := belief.Fold(clauses, r.slips(onNotes))
	r.subjects(clauses, facts)
	facts = r.settle(clauses, facts)
	kept := r.keep(facts, a)
	if len(kept) == 0 {
		return "Nothing of note was said."
	}
	switch a.form {
	case headed:
		return r.headed(kept, a)
	case numbered:
		var b strings.Builder
		for i, f := range kept {
			b.WriteString(strconv.Itoa(i+1) + ". " + r.line(f, a.exact) + "\n")
		}
		return strings.TrimSuffix(b.String(), "\n")
	case bullets:
		return r.bulleted(kept, a.exact)
	}
	if a.form == prose || a.sums && !a.writes {
		return r.prose(kept, a)
	}
	return r.bulleted(kept, a.exact)
}

// conversation takes in the messages before the given one, with the notes that the system prompt
// quotes.
func (r *reading) conversation(a *asked, before int) {
	r.items = slices.Grow(r.items, clausesEach*before)
	for _, m := range a.Messages[:before] {
		if m.Role == llm.System {
			for _, b := range material(m.Text) {
				switch clauses := r.texts.of("system", b.text); {
				case b.quoted && b.origin() == ownNotes:
					r.add(clauses, true)
				case b.quoted:
					r.add(clauses, false)
				default:
					r.add(stated(clauses), false)
				}
			}
			continue
		}
		r.add(r.texts.of(string(m.Role), m.Text), false)
	}
}

// clausesEach is how many clauses a message has, more or less.
const clausesEach = 3

// stated are the clauses of a system prompt's own talk that state values. The rest tells the model what to
// do: "You help with a project. Use at most 3 sentences."
func stated(clauses []*read.Clause) []*read.Clause {
	var out []*read.Clause
	for _, c := range clauses {
		if len(c.Values) > 0 && !commands(c.Text) {
			out = append(out, c)
		}
	}
	return out
}

// commands reports whether a clause tells the model what it is or has to do.
func commands(text string) bool {
	for w := range wordsOf(text) {
		return w == "you" || w == "your" || w == "you're" || w == "be" || w == "never" || w == "always" || w == "don't" || w == "do" || orders[w] || writingVerbs[w]
	}
	return false
}

// transcript takes in what people said, speaker by speaker: what one says mostly stood in a message
// of its own before, and is read only once.
func (r *reading) transcript(text string) {
	start, who := 0, ""
	for at := 0; at < len(text); {
		line, next := lineAt(text, at)
		if s := speaker(line); s != "" {
			r.add(r.texts.of(who, text[start:at]), false)
			start, who = at+strings.IndexAny(line, ":]*")+1, s
		}
		at = next
	}
	r.add(r.texts.of(who, text[start:]), false)
}

// believe is what the reader holds true after reading, with whatever is overlooked left out.
func (r *reading) believe(occasion uint64, overlook float64, directed bool) []belief.Fact {
	return belief.Fold(r.attend(occasion, overlook, directed), r.slips(occasion))
}

// headed writes facts under the headings asked for. A fact stands under the first that it fits, and
// maybe again under others; one that fits none stands under a heading for the rest, for the present
// state, or the first.
func (r *reading) headed(facts []*belief.Fact, a *asked) string {
	ds := drawers(a.headings)
	rest := slices.IndexFunc(ds, func(d drawer) bool { return d.rest && len(d.fits) == 0 })
	if rest < 0 {
		rest = max(0, slices.IndexFunc(ds, func(d drawer) bool { return d.now }))
	}
	again := r.Repeated * r.Strength[sections]
	lines := make([][]string, len(ds))
	written := map[string]bool{}
	write := func(i int, f *belief.Fact) {
		line := r.line(f, a.exact)
		if ds[i].old && len(f.Was) > 0 && !strings.Contains(line, f.Was[0].Text) {
			line = outdated(line, f)
		}
		if !written[ds[i].mark+line] {
			written[ds[i].mark+line] = true
			lines[i] = append(lines[i], line)
		}
	}
	for _, f := range facts {
		first := slices.IndexFunc(ds, func(d drawer) bool { return d.takes(f) })
		if first < 0 {
			first = rest
		}
		write(first, f)
		for i, d := range ds {
			if i != first && (d.takes(f) || d.now && !f.Gone) && r.about(onRepeat+uint64(i)<<8, f) < again {
				write(i, f)
				break // once is enough
			}
		}
	}
	var b strings.Builder
	for i, d := range ds {
		b.WriteString(d.mark + "\n")
		if len(lines[i]) == 0 {
			b.WriteString(nothing + "\n")
		}
		for _, line := range lines[i] {
			b.WriteString("- " + line + "\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// outdated is a line with the value that was replaced last behind the one that holds.
func outdated(line string, f *belief.Fact) string {
	mark := " (" + wasMark + f.Was[0].Text + ")"
	for _, v := range f.Now {
		if v.Kind != f.Was[0].Kind || v.Unit != f.Was[0].Unit {
			continue
		}
		if at := strings.Index(line, v.Text); at >= 0 {
			return line[:at+len(v.Text)] + mark + line[at+len(v.Text):]
		}
	}
	return strings.TrimRight(line, ".!") + mark
}

// nothing stands under a heading that nothing fits. It states nothing when it is read again.
const nothing = "- none"

func (r *reading) bulleted(facts []*belief.Fact, exact bool) string {
	var b strings.Builder
	for _, f := range facts {
		b.WriteString("- " + r.line(f, exact) + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// proseParagraph is how many sentences a paragraph has.
const proseParagraph = 8

// prose writes facts as sentences, within the words that are allowed.
func (r *reading) prose(facts []*belief.Fact, a *asked) string {
	var b strings.Builder
	words := 0
	for i, f := range facts {
		line := sentence(r.line(f, a.exact))
		words += len(strings.Fields(line))
		if a.limits.words > 0 && words > a.limits.words && i > 0 {
			break
		}
		switch {
		case i == 0:
		case i%proseParagraph == 0:
			b.WriteString("\n\n")
		default:
			b.WriteByte(' ')
		}
		b.WriteString(line)
	}
	return b.String()
}

// sentence ends a line as a sentence ends.
func sentence(line string) string {
	if line != "" && strings.IndexByte(".!?", line[len(line)-1]) < 0 {
		return line + "."
	}
	return line
}
