package sim

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
)

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
