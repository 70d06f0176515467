package belief

import (
	"slices"

	"contextarena.internal/llm/sim/read"
)

// What has to be found of a question for a fact to be an answer: evidence adds up what speaks for
// it and takes off what speaks against it. The figures were fitted by logistic regression to
// questions that can be answered and questions that can't.
const (
	evidence   = 1.3
	onASheet   = 0.6 // is enough for one of many things on a sheet, which asks for nothing unknown
	mentioned  = 3.0 // share of what it is about, by weight, that the fact has or that stands around it
	together   = 2.2 // share that stands in the very sentence
	unheardOf  = 1.1 // share that was never said
	unspecific = 3.3 // what of the thing is asked isn't there: its price, its phone
	unsaid     = 1.1 // it is there, but not called so
	stranger   = 1.9 // somebody whom the question names isn't there
	meant      = 0.6 // but it speaks of a person by a pronoun, or names nobody else
)

// covers reports whether enough of what is asked was found for a fact to be an answer.
func (a *asker) covers(p *part, h hit) bool {
	about := p.words &^ p.attrs
	switch {
	case about == 0:
		about = p.words
	case about&h.seen == 0 && p.words&^h.seen != 0:
		return false
	}
	need := evidence
	if p.listed {
		need = onASheet
	}
	if p.attrs&^h.seen != 0 {
		if a.satisfies(p, &a.facts[h.fact]) {
			need += unsaid
		} else {
			need += unspecific
		}
	}
	if p.words&a.people&^h.seen != 0 {
		if f := &a.facts[h.fact]; personal(f.Clause.Text) || !a.others(f.Now) && p.words&a.people&^a.known == 0 {
			need += meant
		} else {
			need += stranger
		}
	}
	found := mentioned*a.sum(h.seen&about) + together*a.sum(a.sentenceHas(h.fact)&about) - unheardOf*a.sum(about&^a.known)
	return found >= need*a.sum(about)
}

// others reports whether one of some values names somebody or something that isn't in the question.
func (a *asker) others(values []read.Value) bool {
	return slices.ContainsFunc(values, func(v read.Value) bool { return v.Kind == read.Name && !a.asks(v) })
}
