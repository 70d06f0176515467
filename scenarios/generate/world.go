package generate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"contextarena.internal/scenarios/filler"
)

// entity is a thing or a person that facts are about.
type entity struct {
	of    string // thing or person
	name  string // as it is said: the Osprey crate
	label string // the words by which it is recognised: Osprey crate
	id    string // the label in kebab-case
	told  []*attribute
	full  bool // nothing more is to be told of it
	loses bool // one of its facts is deleted, and one only: deletions are told apart by things
}

// fact is an attribute of an entity and what it has been so far.
type fact struct {
	who      *entity
	what     *attribute
	kind     int // in FactTypes
	deleted  bool
	spread   spread
	zone     *value // where it stands at first, if it shares that place with others
	versions []version
	feeds    []int // derived values that depend on it
}

// version is a value and the group of events that set it.
type version struct {
	value
	group int
}

func (f *fact) now() value { return f.versions[len(f.versions)-1].value }

// id names the k-th version of the fact.
func (f *fact) id(k int) string { return numbered(f.who.id+"-"+f.what.Name, k) }

func numbered(id string, k int) string {
	if k == 0 {
		return id
	}
	return fmt.Sprintf("%s-%d", id, k+1)
}

// derived is a value that follows from others: '+', '-' and '*' combine two terms, 'd' counts the
// days between two dates, 'n' how many facts name one place.
type derived struct {
	base     string
	op       byte
	from     int // the first term, if that is derived itself; else -1
	facts    []int
	zone     value // of 'n'
	versions []result
}

// result is a derived value and what it was computed from, by ids.
type result struct {
	number, group int
	operands      []string
}

// world is everything that is so, and was.
type world struct {
	words    *grammar
	setting  setting
	urn      *urn
	r        *rand.Rand
	entities []*entity
	labels   map[string]bool
	facts    []*fact
	derived  []*derived
	events   [][]event // by group: those of one turn
}

// stream is the source of randomness for one purpose. It depends on the seed alone, so that a
// change to one part of the settings leaves the draws of other parts as they are.
func stream(seed, purpose string) *rand.Rand {
	return filler.Stream("generate " + purpose + "\n" + seed)
}

// simulate makes a world with the facts that s asks for and lets all events happen. The settings
// have been checked.
func simulate(s Settings) *world {
	r := stream(s.Seed, "world")
	g := read()
	w := &world{words: g, setting: one(r, g.Worlds), r: r, labels: map[string]bool{}}
	w.urn = &urn{
		r: r, words: g, zones: w.setting.Zones, scale: 1 + s.Facts[quantity]/50, days: 1100 + 5*s.Facts[date],
		numbers: map[int]bool{}, keys: map[string]bool{},
	}
	first := s.first()
	deleted := draw(s.deletable(), s.Deletions, stream(s.Seed, "deletions"))
	corrected := w.choose(s, first, deleted)
	for kind, n := range s.Facts {
		for i := range n {
			w.facts = append(w.facts, w.newFact(s, kind, i, slices.Contains(deleted, len(w.facts))))
		}
	}
	last := make([]int, len(w.facts))
	for _, f := range slices.Concat(corrected, deleted) {
		last[f] = changes
	}
	w.derive(s, first, corrected)
	w.events = order(last, slices.Concat(corrected, deleted), s.Turns-s.silent(), stream(s.Seed, "order"))
	for group, events := range w.events {
		w.happen(group, events)
	}
	return w
}

// draw draws n items, in random order.
func draw(from []int, n int, r *rand.Rand) []int {
	out := make([]int, n)
	for i, at := range r.Perm(len(from))[:n] {
		out[i] = from[at]
	}
	return out
}

// choose draws the facts that will be corrected, none of which is deleted; where something is
// derived, an operand first.
func (w *world) choose(s Settings, first, deleted []int) []int {
	all := w.r.Perm(first[len(first)-1])
	if operands := s.chains() * (s.ChainDepth + 1); operands > 0 {
		root := first[quantity] + w.r.IntN(operands)
		at := slices.Index(all, root)
		all[0], all[at] = all[at], all[0]
	}
	if len(deleted) > 0 {
		all = slices.DeleteFunc(all, func(f int) bool { return slices.Contains(deleted, f) })
	}
	return all[:s.Corrections]
}

// newFact is the i-th fact of its kind. Operands of chains come first among the quantities.
func (w *world) newFact(s Settings, kind, i int, deleted bool) *fact {
	f := &fact{kind: kind, spread: anyNumber, deleted: deleted}
	if kind == quantity && i < s.chains()*(s.ChainDepth+1) {
		f.what, f.spread = w.words.named("price"), largeTerm
		switch step := i % (s.ChainDepth + 1); {
		case step < 2:
		case operators[step] == '-':
			f.spread = smallTerm
		case operators[step] == '*':
			f.what, f.spread = w.words.named("hire"), multiplier
		}
	} else {
		var fit []*attribute
		for k := range w.words.Attributes {
			if a := &w.words.Attributes[k]; a.Kind == factTypes[kind] {
				fit = append(fit, a)
			}
		}
		f.what = one(w.r, fit)
	}
	// A value that several facts share must not stand beside something that is still to get it.
	f.who = w.holder(f.what, kind == spatial, deleted)
	f.who.told = append(f.who.told, f.what)
	f.who.loses = f.who.loses || deleted
	return f
}

// holder is an entity that the attribute can be told of, and perhaps deleted: one that has others,
// or a new one.
func (w *world) holder(a *attribute, alone, deleted bool) *entity {
	const most = 4 // facts of one thing
	if n := len(w.entities); n > 0 && !alone && w.r.IntN(2) == 0 {
		e := w.entities[w.r.IntN(n)]
		limit := most
		if e.of == "person" {
			limit = 2
		}
		if e.of == a.Of && !e.full && !(e.loses && deleted) && len(e.told) < limit && !slices.Contains(e.told, a) {
			return e
		}
	}
	e := w.newEntity(a.Of)
	e.full = alone
	w.entities = append(w.entities, e)
	w.labels[e.label] = true
	return e
}

// newEntity is one that nothing is told of yet.
func (w *world) newEntity(of string) *entity {
	e := &entity{of: of}
	if of == "person" {
		p := w.urn.draw(&attribute{Form: "person"}, spread{}, nil)
		e.name, e.label, e.id = p.text, p.key, kebabbed(p.text)
		return e
	}
	for e.label == "" || w.labels[e.label] {
		e.label = one(w.r, w.words.Codenames) + " " + one(w.r, w.setting.Nouns)
	}
	e.name, e.id = "the "+e.label, kebabbed(e.label)
	return e
}

func kebabbed(text string) string { return strings.ReplaceAll(strings.ToLower(text), " ", "-") }
