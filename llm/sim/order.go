package sim

import (
	"slices"
	"strings"

	"contextarena.internal/llm/sim/shape"
)

// structuredVerbs begin orders, with what each asks for by itself.
var structuredVerbs = map[string]want{
	"classify": wantLabel, "categorize": wantLabel, "categorise": wantLabel, "label": wantLabels, "tag": wantLabels, "assign": wantLabel, "rate": wantLabel, "score": wantLabel, "choose": wantLabel, "pick": wantLabel, "mark": wantLabels,
	"propose": wantTypes, "design": wantTypes, "define": wantTypes, "suggest": wantTypes, "refine": wantTypes, "extend": wantTypes, "revise": wantTypes, "improve": wantTypes, "update": wantTypes,
	"judge": wantJudgement, "grade": wantJudgement, "evaluate": wantJudgement, "assess": wantJudgement, "compare": wantJudgement, "check": wantJudgement, "determine": wantJudgement, "decide": wantJudgement, "does": wantJudgement, "is": wantJudgement,
	"detect": wantKinds, "find": wantKinds, "identify": wantKinds, "extract": wantKinds, "list": wantKinds, "name": wantKinds, "report": wantKinds, "return": wantKinds, "output": wantKinds, "give": wantKinds, "collect": wantKinds, "state": wantKinds, "write": wantKinds,
}

// told is what the sentences of instructions ask for, the more particular first.
func (s *structure) told(text string) (want, string) {
	has := shape.Roles(0)
	if s.template != nil {
		has = s.template.Roles()
	}
	_, reference := s.parts[partReference]
	_, answer := s.parts[partAnswer]
	found := map[want]bool{}
	kinds, sums := "", false
	for w := range wordsOf(text) {
		sums = sums || summaryWords[w]
	}
	for len(text) > 0 {
		end := strings.IndexAny(text, ".!?:\n")
		if end < 0 {
			end = len(text) - 1
		}
		if w, about := wantedIn(text[:end+1]); w != anyWant && !(sums && (w == wantLabel || w == wantLabels)) {
			found[w] = true
			if w == wantKinds && kinds == "" {
				kinds = about
			}
		}
		text = text[end+1:]
	}
	switch {
	case reference && answer:
		return wantJudgement, ""
	case found[wantTypes]:
		return wantTypes, ""
	case found[wantTriples], has.Has(shape.Subject, shape.From) && has.Has(shape.Object, shape.To) && has.Has(shape.Predicate):
		return wantTriples, ""
	case found[wantDependencies], has.Has(shape.Premises, shape.Formula):
		return wantDependencies, ""
	case found[wantCorrections], has.Has(shape.Old) && has.Has(shape.Object, shape.To):
		return wantCorrections, ""
	case found[wantLabels]:
		return wantLabels, ""
	case found[wantLabel]:
		return wantLabel, ""
	case kinds != "" || s.template != nil && found[wantKinds]:
		return wantKinds, kinds
	}
	return anyWant, ""
}

// wantedIn is what one sentence asks for. About is its object, for wantKinds.
func wantedIn(sentence string) (w want, about string) {
	words := slices.Collect(wordsOf(sentence))
	verb := slices.IndexFunc(words[:min(len(words), 8)], func(w string) bool { return structuredVerbs[w] != anyWant })
	any := func(stems ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return begins(w, stems) })
	}
	each := any("line", "lines", "statement", "statements", "clause", "clauses", "item", "items", "sentence", "sentences", "fact", "facts")
	genre := any("genre", "category", "class")
	switch {
	case any("triple", "triples", "triplet", "triplets"):
		return wantTriples, ""
	case verb < 0 && genre && any("which", "what"):
		return wantLabel, ""
	case verb < 0:
		return anyWant, ""
	}
	does := structuredVerbs[words[verb]]
	schema := any("schema", "taxonomy", "ontology") || any("types", "categories") && any("fact", "facts", "information")
	switch {
	case does == wantTypes && schema:
		return wantTypes, ""
	case any("dependency", "dependencies", "depend", "depends", "derived") || any("follow", "follows", "computed", "calculated") && any("from"):
		return wantDependencies, ""
	case does == wantKinds && object(words[verb+1:], topics[0].words):
		return wantCorrections, ""
	case does == wantLabels && each:
		return wantLabels, ""
	case (does == wantLabel || does == wantLabels) && each && words[verb] != "choose":
		return wantLabels, ""
	case does == wantLabel, does == wantLabels && any("genre", "category"), genre && any("which", "what"), genre && does == wantJudgement:
		return wantLabel, ""
	case does == wantKinds:
		return wantKinds, kindsIn(words[verb+1:])
	}
	return anyWant, ""
}

// object reports whether the first noun of an order's object is one of the wanted ones, and the only one:
// "all corrections", not "the facts and corrections".
func object(after, stems []string) bool {
	for i, w := range after[:min(len(after), 5)] {
		switch {
		case begins(w, stems) && w != "correct" && w != "correctly" && w != "current":
			return i+1 >= len(after) || after[i+1] != "and" && after[i+1] != "or"
		case notesNouns[w] || w == "and" || w == "only":
			return false
		}
	}
	return false
}

// kindsIn is the object of an order that names one or two kinds of facts, empty if it names more or
// none: "all phone numbers", "only the facts of type decision".
func kindsIn(after []string) string {
	limited, general := false, false
	n := 0
	for i, w := range after[:min(len(after), 10)] {
		limited = limited || w == "only" || w == "all" || w == "every" || w == "type" || w == "kind" || w == "just"
		general = general || notesNouns[w] && w != "details"
		if (w == "and" || w == "with" || w == "as" || w == "in" || w == "from") && i > 0 && n > 0 {
			break
		}
		for _, t := range topics {
			if begins(w, t.words) {
				n++
				break
			}
		}
	}
	typed := slices.Contains(after, "type") || slices.Contains(after, "kind")
	if n == 0 && !typed || n > 3 || !limited || general && !typed {
		return ""
	}
	return strings.Join(after, " ")
}
