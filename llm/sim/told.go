package sim

import (
	"slices"
	"strings"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
	"contextarena.internal/llm/sim/shape"
)

// told is what a fact tells of what: "Kenji's phone is 555-0147" tells Kenji's phone.
type told struct {
	thing  string   // what it is about
	aspect string   // what is told of it, empty if that is the thing itself: "The rent is $400"
	value  string   // the value, as it is said
	path   []string // where it is, from the outermost inwards; nil if it tells no place
	other  string   // who or what it is connected with, by the aspect; empty for none
	was    string   // the value before, if that is told by another fact
	alias  string   // what else the thing is called, empty if it doesn't say
}

// aspects are what values are called that nothing else names.
var aspects = [read.Correction + 1]string{
	read.Plain: "state", read.Name: "name", read.Relation: "role", read.Place: "location", read.Amount: "value", read.Date: "date", read.Identifier: "identifier",
}

// owners are words that stand for a thing in front of what it has.
var owners = set("his", "her", "their", "its", "my", "our", "your")

// pronouns stand for a thing and its verb.
var pronouns = set("he's", "she's", "it's", "they're", "that's", "he", "she", "it", "they")

// calling introduces another name of a thing.
var calling = []string{", also known as ", ", also called ", ", nicknamed ", " goes by ", " is also known as ", " is also called ", ", aka ", " aka ", " is short for ", ", known as ", ", short for ", " is known as "}

// selves are subjects that say nothing of what a statement is about.
var selves = set("we", "i", "you", "there", "we've", "i've", "we're", "i'm", "let's", "we'll", "that", "that's", "it", "it's", "they", "this", "these", "those")

// costing verbs only say that a thing has a value.
var costing = set("cost", "costs", "come", "comes", "came", "total", "totals", "amount", "amounts", "equals", "equal", "make", "makes", "sum", "sums", "stands", "stand", "runs", "priced", "worth")

// tellings are what a fact tells: another name of a thing besides what is said of it, and a date besides a
// place.
func tellings(line string, fact *belief.Fact, before string) []told {
	line = strings.TrimRight(strings.TrimSpace(line), ".!;, ")
	var out []told
	if alias, thing, ok := another(line); ok {
		out = append(out, told{thing: thing, aspect: "alias", value: alias, alias: alias})
		_, rest, said := strings.Cut(line, alias+", ")
		if !said {
			return out
		}
		line = thing + " " + rest
	}
	t := toldBy(line, fact, before)
	if len(t.path) > 0 {
		for _, v := range fact.Now {
			if v.Kind == read.Date && strings.Contains(t.value, v.Text) {
				out = append(out, told{thing: t.thing, aspect: aspects[read.Date], value: v.Text})
			}
		}
		t.value = strings.Join(t.path, ", ")
	}
	return append(out, t)
}

// toldBy reads a fact's line. Before is the subject of the clause before it, for one without its own.
func toldBy(line string, fact *belief.Fact, before string) told {
	subject, predicate, object := parsed(line, fact.Now)
	first, rest, _ := strings.Cut(object, " ")
	switch first = strings.ToLower(first); {
	case predicate == "is" && owners[first] && strings.HasPrefix(line, subject+": "):
		_, predicate, object = parsed(rest, fact.Now)
		name, _, _ := parsed(rest, fact.Now)
		t := told{thing: nearest(subject), aspect: name, value: object}
		return t.placed(predicate, fact)
	case predicate == "is" && pronouns[first] && strings.HasPrefix(line, subject+": "):
		_, predicate, object = parsed(object, fact.Now)
		subject = nearest(subject)
		if strings.HasSuffix(first, "'s") || strings.HasSuffix(first, "'re") {
			predicate, object = "is", rest
		}
	}
	if w, _, _ := strings.Cut(strings.ToLower(line), " "); before != "" && read.Verb(w) && !read.Auxiliary(w) && predicate == "is" {
		predicate, object, subject = w, strings.TrimSpace(line[len(w):]), before
	}
	if first, rest, ok := strings.Cut(subject, " "); ok && (strings.EqualFold(first, "each") || strings.EqualFold(first, "every")) {
		subject = rest
	}
	counted := countedIn(fact)
	if counted != "" && (selves[strings.ToLower(subject)] || subject == before && before != "" || strings.HasPrefix(strings.ToLower(line), "make it ")) {
		return told{thing: counted, aspect: aspects[read.Amount], value: object}
	}
	if decision := fact.Clause.Kind == read.Decision; decision || selves[strings.ToLower(subject)] {
		switch {
		case decision:
			return told{thing: "decision", value: object}
		case strings.HasPrefix(strings.ToLower(subject), "i") || strings.HasPrefix(strings.ToLower(subject), "we"):
			subject = "user"
		}
	}
	t := told{thing: subject, value: object}
	if counted != "" && !read.Auxiliary(strings.ToLower(predicate)) && strings.HasSuffix(object, counted) {
		t.aspect = counted
		return t
	}
	if owner, aspect, ok := strings.Cut(subject, "'s "); ok {
		t.thing, t.aspect = owner, aspect
	} else if owner, aspect, ok := strings.Cut(subject, "’s "); ok {
		t.thing, t.aspect = owner, aspect
	} else if aspect, owner, ok := strings.Cut(subject, " of "); ok {
		t.thing, t.aspect = bareSubject(owner), aspect
	}
	return t.placed(predicate, fact)
}

// nearest is the last of the things that a line is headed with.
func nearest(things string) string {
	return things[strings.LastIndex(", "+things, ", "):]
}

// countedIn is what the first amount of a fact counts, in its own words; empty for none.
func countedIn(fact *belief.Fact) string {
	for _, v := range fact.Clause.Values {
		if w := unitWord(fact.Clause.Text, v); w != "" && v.Per == "" && strings.IndexByte("$€£%", v.Unit[0]) < 0 && !measures[v.Unit] {
			return w
		}
	}
	return ""
}

// placed finishes what is told by the verb: a place, a connection, or an aspect that the verb names.
func (t told) placed(predicate string, fact *belief.Fact) told {
	for _, tail := range []string{" now", " then", " again", " too", " instead", " from now on", " after all"} {
		t.value = strings.TrimSuffix(t.value, tail)
	}
	verb, preposition, _ := strings.Cut(predicate, " ")
	verb = strings.ToLower(verb)
	if first, rest, ok := strings.Cut(t.value, " "); ok && preposition == "" && spatial[strings.ToLower(first)] && first != "of" && first != "to" {
		preposition, t.value = strings.ToLower(first), rest
	}
	has := func(k read.Kind) bool {
		return slices.ContainsFunc(fact.Now, func(v read.Value) bool { return v.Kind == k && strings.Contains(t.value, v.Text) })
	}
	plain := read.Auxiliary(verb) || t.aspect != ""
	for _, v := range fact.Now {
		if v.Kind == read.Name && strings.Contains(t.value, v.Text) && !strings.Contains(t.thing, v.Text) && (!plain || preposition != "") && !has(read.Place) {
			t.other = v.Text
		}
	}
	pair := strings.Split(t.thing, " and ")
	switch {
	case len(pair) == 2 && len(fact.Now) > 1 && plain && fact.Now[0].Kind == read.Name && fact.Now[1].Kind == read.Name && fact.Now[0].Text == pair[0] && fact.Now[1].Text == pair[1]:
		t.thing, t.other, t.aspect = pair[0], pair[1], bareSubject(t.value)
	case (has(read.Place) || fact.Clause.Kind == read.Place || plainKind(fact.Clause.Text) == read.Place) && (preposition != "" || placing[verb] || has(read.Place)) && !has(read.Amount) && !has(read.Identifier):
		t.path = pathOf(t.value, fact)
		if t.aspect == "" {
			t.aspect = "location"
		}
	case t.aspect != "":
	case costing[verb]:
		t.aspect = aspects[read.Amount]
	case !plain && predicate != "":
		t.aspect = predicate
	case t.other != "" && preposition != "":
		t.aspect = predicate
	case (fact.Clause.Kind == read.Name || fact.Clause.Kind == read.Relation) && len(fact.Now) > 0 && fact.Now[0].Text == t.thing:
		t.aspect = "role"
	default:
		for _, v := range fact.Now {
			if strings.Contains(t.value, v.Text) {
				t.aspect = aspects[v.Kind]
			}
		}
		if t.aspect == "" {
			t.aspect = aspects[read.Plain]
		}
	}
	return t
}

// another finds another name of a thing: "Ann Lee, also called Annie, leads it".
func another(line string) (alias, thing string, ok bool) {
	for _, c := range calling {
		before, after, found := strings.Cut(line, c)
		if !found || before == "" {
			continue
		}
		after, _, _ = strings.Cut(after, ",")
		words := strings.Fields(after)
		if len(words) == 0 || len(words) > 4 {
			continue
		}
		if strings.HasSuffix(c, "short for ") {
			return bareSubject(before), bareSubject(after), true
		}
		return bareSubject(after), bareSubject(before), true
	}
	return "", "", false
}

// pathOf are the parts of a place, from the outermost inwards: "room 5 on floor 2 of the Annex".
func pathOf(place string, fact *belief.Fact) []string {
	dated := func(part string) bool {
		return slices.ContainsFunc(fact.Now, func(v read.Value) bool { return v.Kind == read.Date && strings.Contains(part, v.Text) })
	}
	for _, link := range []string{" on ", " of ", " in ", " at ", " inside "} {
		place = strings.ReplaceAll(place, link, ", ")
	}
	var out []string
	for part := range strings.SplitSeq(place, ", ") {
		if part = bareSubject(part); part != "" && !dated(part) {
			out = append(out, part)
		}
	}
	slices.Reverse(out)
	return out
}

// isPlace reports whether a thing is itself somewhere to be: "conference room".
func isPlace(thing string) bool {
	words := strings.Fields(thing)
	if len(words) == 0 {
		return false
	}
	last := strings.ToLower(words[len(words)-1])
	return shape.KindOf(last) == read.Place || places[last]
}

// places are nouns of places that fields of records aren't called by.
var places = set("hall", "building", "floor", "office", "kitchen", "lobby", "garden", "garage", "basement", "cellar", "attic", "warehouse", "lounge", "wing", "annex", "yard", "studio", "library", "shed", "store", "shop", "aisle", "corridor")
