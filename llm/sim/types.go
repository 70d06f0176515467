package sim

import (
	"encoding/json"
	"slices"
	"strings"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
	"contextarena.internal/llm/sim/shape"
)

// typeNames and typeMeans are how types of facts are called in a schema that is proposed.
var (
	typeNames = [read.Correction + 1]string{"", "names", "relations", "places", "amounts", "dates", "identifiers", "decisions", "corrections"}
	typeMeans = [read.Correction + 1]string{
		read.Name: "people, companies and things by their names", read.Relation: "how two of them are connected",
		read.Place: "where something is", read.Amount: "numbers with what they count or measure", read.Date: "days and times with what happens then",
		read.Identifier: "phone numbers, codes and other identifiers", read.Decision: "what was chosen or ruled out", read.Correction: "values that took the place of others",
	}
)

// fewest is how many facts about one thing make it a type of its own, mostTopics how many such types
// there are.
const (
	fewest     = 2
	mostTopics = 8
)

// types is a schema of what was read: the types that were given keep their names; kinds of facts that
// none of them speaks of follow, and things that several facts are about. If it is told what was missed, the
// additions come from that.
func (f *finder) types() []shape.Row {
	var out []shape.Row
	have := map[string]bool{}
	add := func(name, about, layout, rank string, facts []*belief.Fact) {
		if key := strings.ToLower(name); name == "" || have[key] {
			return
		}
		have[strings.ToLower(name)] = true
		var r shape.Row
		r.Cells[shape.Subject] = shape.Words(name)
		r.Cells[shape.Kind], r.Cells[shape.Label] = shape.Words(name), shape.Words(name)
		r.Cells[shape.Text] = shape.Words(about)
		r.Cells[shape.Object] = shape.Words(about)
		r.Cells[shape.Reason] = shape.Words(about)
		r.Cells[shape.Index] = shape.Figure(float64(len(out) + 1))
		r.Cells[shape.Number] = shape.Figure(float64(len(facts)))
		r.Cells[shape.Layout] = shape.Words(layout)
		r.Cells[shape.Score] = shape.Cell{Text: rank, Number: float64(len(facts)) / float64(max(len(f.kept), 1)), Numeric: true}
		for _, fact := range facts[:min(len(facts), 2)] {
			c := &r.Cells[shape.Examples]
			c.List = append(c.List, f.line(fact, false))
			c.Text = strings.Join(c.List, "; ")
		}
		out = append(out, r)
	}
	covered := ""
	given := givenTypes(f.asked.wanted.parts[partTypes])
	further := f.asked.wanted.furtherTypes(f.asked.text)
	for _, l := range given {
		if further {
			have[strings.ToLower(l.Label)] = true
		} else {
			add(l.Label, l.About, plainLayout, "medium", nil)
		}
		covered += " " + shape.Spoken(l.Label) + " " + l.About
	}
	facts := f.kept
	if gaps := f.asked.wanted.parts[partGaps]; gaps != "" {
		facts = nil
		for _, fact := range belief.Fold(f.texts.of("", gaps), belief.Slips{}) {
			facts = append(facts, &fact)
		}
	}
	for k := read.Name; k <= read.Correction; k++ {
		of := of(k)
		if k == read.Correction {
			of = replaced
		}
		var group []*belief.Fact
		for _, fact := range facts {
			if of(fact) {
				group = append(group, fact)
			}
		}
		switch {
		case len(group) == 0:
		case !speaksOf(covered, k):
			add(typeNames[k], typeMeans[k], layouts[k], typeRanks[k], group)
		case further && f.asked.wanted.parts[partGaps] != "": // said more precisely
			if i := slices.IndexFunc(given, func(l shape.Choice) bool { return speaksOf(shape.Spoken(l.Label), k) }); i >= 0 {
				about := given[i].About
				for _, t := range f.subjects(group, 1) {
					about += ", " + t.word
				}
				delete(have, strings.ToLower(given[i].Label))
				add(given[i].Label, strings.TrimPrefix(about, ", "), layouts[k], typeRanks[k], group)
			}
		}
	}
	for _, t := range f.subjects(facts, fewest) {
		add(t.word, "facts about "+t.word, plainLayout, "medium", t.facts)
	}
	if most := upTo(f.asked.text); most > 0 && len(out) > most {
		out = out[:most]
	}
	return out
}

// furtherTypes reports whether types are wanted besides those that are given, or changed ones only.
func (s *structure) furtherTypes(text string) bool {
	for w := range wordsOf(text) {
		switch w {
		case "further", "additional", "added", "missing":
			return s.json
		}
	}
	return false
}

// upTo is the larger number of "three to five", 0 if a text has none.
func upTo(text string) int {
	var before [2]string
	for w := range wordsOf(text) {
		if n := counts[w]; n > 1 && (before[0] == "to" || before[0] == "or") && counts[before[1]] > 0 {
			return n
		}
		before[1], before[0] = before[0], w
	}
	return 0
}

// plainLayout is how a fact of any type is written; layouts are those of kinds, and typeRanks how much these
// matter.
const plainLayout = "what: value"

var (
	layouts   = [read.Correction + 1]string{read.Name: "name: who or what it is", read.Relation: "name: relation: name", read.Place: "what: place", read.Amount: "what: amount", read.Date: "what: date", read.Identifier: "what: identifier", read.Decision: "what was decided", read.Correction: "what: old value, new value"}
	typeRanks = [read.Correction + 1]string{read.Name: "medium", read.Relation: "medium", read.Place: "high", read.Amount: "high", read.Date: "high", read.Identifier: "critical", read.Decision: "high", read.Correction: "critical"}
)

// speaksOf reports whether the names and descriptions of types cover a kind of facts.
func speaksOf(covered string, k read.Kind) bool {
	for w := range wordsOf(covered) {
		if strings.HasPrefix(w, kindNames[k]) || k == shape.KindOf(w) && k != read.Plain {
			return true
		}
	}
	return false
}

// subject is a word that several facts are about.
type subject struct {
	word  string
	facts []*belief.Fact
}

// nothingInParticular are words of subjects that say nothing about a type.
var nothingInParticular = set("first", "second", "third", "last", "next", "thing", "things", "everything", "something", "people", "person", "stuff", "that's", "kind", "sort", "rest", "part", "number")

// unitWord is the word behind an amount, if that is what it counts: "tables" of "12 tables".
func unitWord(text string, v read.Value) string {
	end := v.At + len(v.Text)
	if v.Kind != read.Amount || v.Unit == "" || end > len(text) {
		return ""
	}
	for w := range wordsOf(v.Text + text[end:]) {
		if read.Stem(w) == v.Unit || read.Unit(w) == v.Unit {
			return w
		}
	}
	return ""
}

// subjects are the nouns that most facts are about or count, those with most facts first; of equals
// the one named first. Fewest is how many facts it takes.
func (f *finder) subjects(facts []*belief.Fact, fewest int) []subject {
	var out []subject
	at := map[uint32]int{}
	for _, fact := range facts {
		seen := map[uint32]bool{}
		about, _, _ := parsed(fact.Line(), fact.Now)
		counted := map[uint32]bool{}
		for _, v := range fact.Now {
			if w := unitWord(fact.Clause.Text, v); w != "" {
				about += " " + w
				counted[read.Hash(w)] = true
			}
		}
		for w := range wordsOf(about) {
			h := read.Hash(w)
			if seen[h] || len(w) < 4 || read.Auxiliary(w) || nothingInParticular[w] || strings.ContainsAny(w, "'’") || !counted[h] && !slices.Contains(fact.Clause.Topic, h) {
				continue
			}
			seen[h] = true
			i, ok := at[h]
			if !ok {
				i = len(out)
				at[h] = i
				out = append(out, subject{word: w})
			}
			out[i].facts = append(out[i].facts, fact)
		}
	}
	out = slices.DeleteFunc(out, func(s subject) bool { return len(s.facts) < fewest })
	slices.SortStableFunc(out, func(a, b subject) int { return len(b.facts) - len(a.facts) })
	return out[:min(len(out), mostTopics)]
}

// givenTypes are the types of a schema that is to be refined: lines of a list, or JSON objects with
// names.
func givenTypes(text string) []shape.Choice {
	text = strings.TrimSpace(text)
	if text != "" && (text[0] == '{' || text[0] == '[') {
		var out []shape.Choice
		var v any
		d := json.NewDecoder(strings.NewReader(text))
		for d.Decode(&v) == nil { // one after another
			out = namedIn(v, out, 0)
			v = nil
		}
		if len(out) > 0 {
			return out
		}
	}
	var out []shape.Choice
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(strings.TrimSpace(line), "-*• 0123456789.)")
		name, about, _ := strings.Cut(line, ":")
		if name = strings.Trim(name, " *`\""); name != "" && len(name) < 60 {
			out = append(out, shape.Choice{Label: name, About: strings.TrimSpace(about)})
		}
	}
	return out
}

// namedIn are the objects with a name in JSON, in their order.
func namedIn(v any, out []shape.Choice, depth int) []shape.Choice {
	if depth > 8 || len(out) > 200 {
		return out
	}
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if s, ok := e.(string); ok {
				out = append(out, shape.Choice{Label: s})
				continue
			}
			out = namedIn(e, out, depth+1)
		}
	case map[string]any:
		for _, key := range []string{"name", "type", "label", "id"} {
			if name, ok := v[key].(string); ok {
				about, _ := v["description"].(string)
				if what, ok := v["what"].(string); ok && about == "" {
					about = what
				}
				return append(out, shape.Choice{Label: name, About: about})
			}
		}
		for _, key := range []string{"types", "fact_types", "categories", "schema", "fields"} {
			out = namedIn(v[key], out, depth+1)
		}
	}
	return out
}
