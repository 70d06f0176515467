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
	facts := r.believe(onNotes, r.OverlookNotes, a.exact)
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
	for _, m := range a.Messages[:before] {
		if m.Role == llm.System {
			for _, b := range material(m.Text) {
				r.add(r.texts.of("system", b.text), b.quoted && b.origin() == ownNotes)
			}
			continue
		}
		r.add(r.texts.of(string(m.Role), m.Text), false)
	}
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
	known := map[string]int{} // how many facts a name occurs in
	for i := range facts {
		for _, v := range facts[i].Now {
			if v.Kind == read.Name {
				known[v.Key]++
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
		if f.Clause.Speaker == "assistant" && (len(f.Now) == 0 || f.Clause.Kind < read.Amount) {
			continue // it acknowledges
		}
		w := r.worth(f, float64(i)/float64(len(facts)))
		if f.Clause.Kind == read.Name && !slices.ContainsFunc(f.Now, func(v read.Value) bool { return known[v.Key] < familiar }) {
			w-- // another remark about people known already
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

// familiar is in how many facts a name occurs at least if it is nothing new.
const familiar = 3

// worths are how much facts matter by their kind, in the unit of the parameters slight and whim.
var worths = [read.Correction + 1]float64{
	read.Plain: 0, read.Name: 1.5, read.Relation: 2, read.Place: 2, read.Amount: 2, read.Date: 2,
	read.Identifier: 2.5, read.Decision: 2.5, read.Correction: 2.5,
}

// worth is how much a fact matters: by its kind, by how much it says and how often it was said, a
// little more if it is recent or in a list, less if it says of nothing in particular or isn't certain; and with
// some arbitrariness.
func (r *reading) worth(f *belief.Fact, recent float64) float64 {
	c := f.Clause
	w := worths[c.Kind] + 0.5*float64(min(len(f.Now), 4)) + 0.5*math.Log2(float64(max(f.Said, 1))) + 0.5*recent
	if f.Sum || len(f.Was) > 0 {
		w++
	}
	if c.Listed {
		w++
	}
	if len(c.Topic) == 0 && f.Group == "" {
		w -= 1.5
	}
	if c.Unsure {
		w -= 0.5
	}
	if c.Speaker == "assistant" {
		w--
	}
	return w + r.Whim*(2*r.about(onWorth, f)-1)
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
	write := func(i int, f *belief.Fact) {
		line := r.line(f, a.exact)
		if ds[i].old && len(f.Was) > 0 && !strings.Contains(line, f.Was[0].Text) {
			line += " (was " + f.Was[0].Text + ")"
		}
		lines[i] = append(lines[i], line)
	}
	for _, f := range facts {
		first := slices.IndexFunc(ds, func(d drawer) bool { return d.takes(f) })
		if first < 0 {
			first = rest
		}
		for i, d := range ds {
			if i == first || (d.takes(f) || d.now && !f.Gone) && r.about(onRepeat+uint64(i)<<8, f) < again {
				write(i, f)
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
