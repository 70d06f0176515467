package sim

import (
	"cmp"
	"math"
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

// keep leaves out what states nothing, and of the rest what matters least if it is more than the
// reader writes down. The order stays.
func (r *reading) keep(facts []belief.Fact, a *asked) []*belief.Fact {
	s := r.Strength[brevity]
	known := map[string]int{} // the fact in which a name occurs first
	for i := range facts {
		for _, v := range facts[i].Now {
			if at, ok := known[v.Key]; v.Kind == read.Name && (!ok || facts[at].First > facts[i].First) {
				known[v.Key] = i
			}
		}
	}
	var out []*belief.Fact
	var worth []float64
	for i := range facts {
		f := &facts[i]
		if f.Absorbed || f.Clause.Kind == read.Plain && !f.Gone && !f.Clause.Listed {
			continue
		}
		if f.Clause.Speaker == "assistant" && !(firm(f) && strings.ContainsAny(f.Clause.Text, "0123456789")) {
			continue // it acknowledges
		}
		if !firm(f) && f.Clause.Kind != read.Decision && f.Clause.Kind != read.Relation && f.Clause.Kind != read.Place && !f.Clause.Listed && !f.Gone &&
			!slices.ContainsFunc(f.Now, func(v read.Value) bool { return v.Kind == read.Name }) {
			continue // "I had four hours of sleep"
		}
		w := r.worth(f, float64(i)/float64(len(facts)))
		if (f.Clause.Kind == read.Name || f.Clause.Kind > read.Place && f.Clause.Kind < read.Identifier && !firm(f)) && !f.Clause.Listed && len(f.Was) == 0 &&
			!slices.ContainsFunc(f.Now, func(v read.Value) bool { return v.Kind == read.Name && known[v.Key] == i }) {
			w -= 2 // another remark about what is known already
		}
		if s > 0 && w < r.Slight*s {
			continue
		}
		out, worth = append(out, f), append(worth, w)
	}
	room := math.Inf(1)
	if s > 0 {
		switch {
		case a.form == prose || a.form == free && a.sums && !a.writes:
			room = r.SummaryFacts / s
		case a.form == numbered || a.form == bullets:
			room = r.ListFacts / s
		default:
			room = r.NotesFacts / s
		}
	}
	for _, most := range []int{a.limits.lines, a.limits.sentences} {
		if most > 0 {
			room = min(room, float64(most))
		}
	}
	if float64(len(out)) <= room {
		return out
	}
	byWorth := make([]int, len(out))
	for i := range byWorth {
		byWorth[i] = i
	}
	slices.SortStableFunc(byWorth, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
	byWorth = byWorth[:int(room)]
	slices.Sort(byWorth)
	kept := make([]*belief.Fact, len(byWorth))
	for i, at := range byWorth {
		kept[i] = out[at]
	}
	return kept
}

// firm reports whether a fact gives a value that tells something by itself: more than a name, a bare
// number word or a day of the week.
func firm(f *belief.Fact) bool {
	return slices.ContainsFunc(f.Now, func(v read.Value) bool {
		return v.Kind != read.Name && (sort(v) != "" && v.Kind != read.Amount || v.Kind == read.Place || v.Kind == read.Amount && (v.Unit != "" && !measures[v.Unit] && v.Number > 2 || strings.ContainsAny(v.Text, "0123456789")))
	})
}

// worths are how much facts matter by their kind, in the unit of the parameters slight and whim.
var worths = [read.Correction + 1]float64{
	read.Plain: 0, read.Name: 1.5, read.Relation: 2.75, read.Place: 2.75, read.Amount: 2, read.Date: 2,
	read.Identifier: 2.75, read.Decision: 3, read.Correction: 2.75,
}

// worth is how much a fact matters: by its kind, by how much it says and how often it was said, a
// little more if it is recent or in a list, less if it says of nothing in particular or isn't certain; and with
// some arbitrariness.
func (r *reading) worth(f *belief.Fact, recent float64) float64 {
	c := f.Clause
	kind := c.Kind
	if !firm(f) && (kind == read.Amount || kind == read.Date) {
		kind = read.Plain
	}
	w := worths[kind] + 0.5*float64(min(len(f.Now), 4)) + 0.5*math.Log2(float64(max(f.Said, 1))) + 0.5*recent
	if f.Sum || len(f.Was) > 0 {
		w++
	}
	if c.Listed {
		w++
	}
	if len(c.Topic) == 0 && f.Group == "" {
		w -= 1.5
	}
	if c.Unsure || rambling(c.Text) {
		w -= 0.75
	}
	if c.Speaker == "assistant" {
		w--
	}
	return w + r.Whim*(2*r.about(onWorth, f)-1)
}

// longWinded is from how many words on a clause is more talk than fact.
const longWinded = 22

// rambling reports whether a clause tells of the speaker, or takes many words.
func rambling(text string) bool {
	n, first := 0, ""
	for w := range wordsOf(text) {
		if n == 0 && openings[w] {
			continue
		}
		if n == 0 {
			first = w
		}
		n++
	}
	return n > longWinded || first == "i" || first == "i'm" || first == "i'd" || first == "i’m" || first == "i’d" || first == "my" || first == "you" || first == "you'd" || first == "me"
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
