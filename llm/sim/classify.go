package sim

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
	"contextarena.internal/llm/sim/shape"
)

// subjects are words that tell what a text is about, by the names of genres that programs ask for. A label
// stands for a row if one of its words is among the names, and counts the row's words in the text.
var subjects = []struct{ names, words string }{
	{"planning plan logistics event events organising organizing scheduling coordination", "plan schedule deadline booking book venue guest budget date agenda arrive ticket invite weekend meeting reserve"},
	{"technical engineering debugging debug coding code programming software troubleshooting devops it", "error bug server code deploy log version test crash function database api config script build install branch port"},
	{"support service helpdesk customer complaint", "order refund account ticket customer issue complaint replace return delivery warranty serial"},
	{"finance financial accounting budget money business commercial sales", "invoice budget cost price revenue profit quarter payment fee tax loan balance account sale client contract rent lease order supplier month"},
	{"medical health healthcare clinical care", "doctor dose mg patient symptom clinic hospital medication pain appointment nurse treatment blood"},
	{"legal law contract compliance", "contract clause court lawyer agreement party liability permit judge claim licence statute"},
	{"travel trip tourism itinerary", "flight hotel train airport trip passport check-in luggage itinerary city night ticket"},
	{"story storytelling narrative fiction creative roleplay writing worldbuilding game", "chapter character story scene king castle magic hero dragon plot novel villain sword quest"},
	{"education tutoring learning teaching academic study school", "lesson exam student homework class teacher course essay grade learn study lecture term"},
	{"research science scientific analysis data experiment", "sample experiment result data hypothesis study paper measure dataset control analysis variable"},
	{"negotiation negotiating bargaining deal", "offer counter deal terms price accept reject concession agree contract discount"},
	{"project management work workplace professional", "project team sprint milestone deadline manager stakeholder task release meeting report review"},
	{"personal chat casual social smalltalk family everyday", "mum dad sister brother weekend birthday friend dinner dog cat kids feel love funny holiday"},
	{"inventory stock warehouse logistics supply", "stock shelf crate pallet ship received delivered units order supplier bin aisle pieces"},
	{"cooking recipe food kitchen", "recipe oven flour sugar butter bake cook cup tablespoon minutes dinner sauce"},
}

// remaining labels are for what fits nowhere.
var remaining = set("other", "others", "none", "misc", "miscellaneous", "general", "mixed", "unknown", "neither", "plain", "fact", "unclear")

// ranks order labels that are no numbers.
var ranks = map[string]float64{
	"none": 0, "trivial": 0, "minimal": 0, "shallow": 0.15, "low": 0.15, "simple": 0.15, "sparse": 0.15, "light": 0.15, "easy": 0.15, "short": 0.15, "small": 0.15,
	"medium": 0.5, "moderate": 0.5, "mid": 0.5, "normal": 0.5, "average": 0.5,
	"deep": 0.85, "high": 0.85, "complex": 0.85, "dense": 0.85, "heavy": 0.85, "hard": 0.85, "long": 0.85, "large": 0.85, "extreme": 1, "critical": 1,
}

// lasting and passing values, as labels call them.
var (
	lasting = []string{"stable", "static", "perman", "fixed", "immutab", "durab", "constan", "persist", "invarian", "long"}
	passing = []string{"plastic", "volatil", "dynamic", "tempor", "mutab", "chang", "transien", "unstab", "variab", "evolv", "fluid", "short"}
)

// density is how full of values the talk is that was read, 0 to 1: half of it by the values in a clause,
// half by how much there is.
func (f *finder) density() float64 {
	n, values := 0.0, 0.0
	for i := range f.items {
		n++
		values += float64(len(f.items[i].Values))
	}
	if n == 0 {
		return 0
	}
	return math.Round(100*(0.5*min(1, values/n/1.5)+0.5*n/(n+60))) / 100
}

// choose is the label that fits best, -1 if none does. Without a row it is for everything.
func (f *finder) choose(labels []shape.Choice, row *shape.Row) int {
	var fact *belief.Fact
	if row != nil && row.Ref > 0 {
		fact = f.rows[row.Ref-1]
	}
	if i, ok := f.ranked(labels, row, fact); ok {
		return i
	}
	best, most := -1, 0.0
	for i, l := range labels {
		score := 0.0
		if fact != nil {
			score = f.suits(l, fact)
		} else {
			score = f.covers(l)
		}
		if score > most {
			best, most = i, score
		}
	}
	if best < 0 {
		return slices.IndexFunc(labels, func(l shape.Choice) bool { return remaining[strings.ToLower(l.Label)] })
	}
	return best
}

// ranked picks from labels that are steps of a scale.
func (f *finder) ranked(labels []shape.Choice, row *shape.Row, fact *belief.Fact) (int, bool) {
	at := make([]float64, len(labels))
	numbers, words := true, true
	for i, l := range labels {
		v, err := strconv.ParseFloat(l.Label, 64)
		numbers = numbers && err == nil
		rank, ok := ranks[strings.ToLower(l.Label)]
		words = words && ok
		if at[i] = rank; err == nil {
			at[i] = v
		}
	}
	if !numbers && !words || len(labels) < 2 {
		return 0, false
	}
	lo, hi := slices.Min(at), slices.Max(at)
	if words {
		lo, hi = 0, 1
	}
	share := f.density()
	if fact != nil {
		share = row.Of(shape.Score).Number
	}
	best := 0
	for i := range at {
		if math.Abs(at[i]-lo-share*(hi-lo)) < math.Abs(at[best]-lo-share*(hi-lo)) {
			best = i
		}
	}
	return best, true
}

// suits is how well a label fits a fact.
func (f *finder) suits(l shape.Choice, fact *belief.Fact) float64 {
	score := 0.0
	words := shape.Spoken(l.Label) + " " + l.About
	limit := len(shape.Spoken(l.Label))
	at := 0
	seen := map[uint32]bool{}
	for w := range wordsOf(words) {
		weight := 1.0
		if at < limit { // a word of the label itself
			weight = 3
		}
		at += len(w) + 1
		if begins(w, lasting) && !changes(fact) || begins(w, passing) && changes(fact) {
			score += weight
		}
		for _, t := range topics {
			if begins(w, t.words) && t.fits(fact) {
				score += weight * 0.5
				break
			}
		}
		if kindNames[fact.Clause.Kind] == strings.TrimSuffix(w, "s") {
			score += weight
		}
		if h := read.Hash(w); !seen[h] && len(w) > 3 && (slices.Contains(fact.Clause.Topic, h) || slices.Contains(fact.Clause.Keys, h)) {
			seen[h] = true
			score += 0.75
		}
		if w == fact.Clause.Speaker {
			score += weight
		}
	}
	return score
}

// changes reports whether a fact is of the passing sort: one that changed, is tentative or is a state
// that goes on. Who, where and which number something has lasts; so do dates that nobody moved.
func changes(fact *belief.Fact) bool {
	c := fact.Clause
	if len(fact.Was) > 0 || fact.Sum || fact.Gone || c.Unsure || c.Change != read.Set || c.How != read.Unmarked {
		return true
	}
	for w := range wordsOf(c.Text) {
		if w == "now" || w == "currently" || w == "today" || w == "still" || w == "yet" || w == "status" || w == "left" {
			return true
		}
	}
	return c.Kind == read.Amount || c.Kind == read.Plain
}

// covers is how much of what was read a label speaks of, by the words of it, of what is said about it, and of
// the subject it names.
func (f *finder) covers(l shape.Choice) float64 {
	want := map[uint32]float64{}
	for w := range wordsOf(shape.Spoken(l.Label)) {
		want[read.Hash(w)] = 2
		for _, s := range subjects {
			if slices.Contains(strings.Fields(s.names), w) {
				for word := range strings.FieldsSeq(s.words) {
					want[read.Hash(word)] = max(want[read.Hash(word)], 1)
				}
			}
		}
	}
	for w := range wordsOf(l.About) {
		if len(w) > 3 {
			want[read.Hash(w)] = max(want[read.Hash(w)], 1)
		}
	}
	if len(want) == 0 {
		return 0
	}
	score := 0.0
	for i := range f.items {
		for _, h := range f.items[i].Topic {
			score += want[h]
		}
	}
	return score / math.Sqrt(float64(len(want)))
}

// labelOf is the one label that was asked for, in the words of the request.
func (f *finder) labelOf() string {
	labels := f.asked.wanted.labels
	if i := f.choose(labels, nil); i >= 0 {
		return labels[i].Label
	}
	if len(labels) > 0 {
		return labels[len(labels)-1].Label
	}
	return ""
}

// labelled are the statements that were read, each with its label.
func (f *finder) labelled() []shape.Row {
	labels := f.asked.wanted.labels
	var out []shape.Row
	for _, fact := range f.kept {
		r := f.row(fact, len(out))
		if len(labels) > 0 {
			i := f.choose(labels, &r)
			if i < 0 {
				i = len(labels) - 1
			}
			r.Cells[shape.Label] = shape.Words(labels[i].Label)
			r.Cells[shape.Kind] = r.Cells[shape.Label]
		}
		out = append(out, r)
	}
	return out
}
