package belief

import (
	"slices"
	"strings"

	"contextarena.internal/llm/sim/read"
)

// group is a place or team and who is in it: table 2, room 204, the second floor.
type group struct {
	place   read.Value
	kind    string // what sort of place it is
	members []member
	clause  *read.Clause // the newest that changed it
	first   int
	last    int
}

// member is who or what is in a group. At most one group of a kind holds it.
type member struct {
	name read.Value
	was  int // index of the group it came from, -1 for none
}

// regroup notes who a clause puts into which group, or takes out. It reports whether that is all
// the clause does, so that the groups say it as well.
func (m *memory) regroup(c *read.Clause, i int) bool {
	if c.Denies && c.Change == read.Set {
		return false
	}
	var place *read.Value
	names, others := 0, 0
	for k := range c.Values {
		v := &c.Values[k]
		switch {
		case slices.Contains(c.Old, k):
		case v.Kind == read.Place || v.Kind == read.Name && names > 0 && c.Change != read.Swap && m.isPlace(c, v):
			if place == nil || c.Change == read.Move {
				place = v // the last one is where somebody moves to
			}
		case v.Kind == read.Name:
			names++
		default:
			others++
		}
	}
	if place == nil && names > 0 && slices.ContainsFunc(teamWords, func(w uint32) bool { return says(c.Topic, w) || says(c.Keys, w) }) {
		place = named(c.Text)
	}
	switch {
	case names == 0:
		return false
	case c.Change == read.Swap && names == 2 && place == nil:
		return m.swap(c, i)
	case place == nil && (c.Change == read.Subtract || c.Change == read.Drop || c.Change == read.Restore && cannot(c.Text)):
		return m.leave(c, i) && others == 0
	case place == nil:
		return false
	}
	g := m.group(*place, i)
	if c.Change == read.Subtract || c.Change == read.Drop {
		for k, v := range c.Values {
			if v.Kind == read.Name && !slices.Contains(c.Old, k) {
				m.take1(g, v, c, i)
			}
		}
		return others == 0
	}
	for k, v := range c.Values {
		if v.Kind != read.Name || slices.Contains(c.Old, k) || v.Key == place.Key {
			continue
		}
		from := -1
		for o := range m.groups {
			if o != g && m.groups[o].kind == m.groups[g].kind && m.take1(o, v, c, i) {
				from = o
			}
		}
		if !slices.ContainsFunc(m.groups[g].members, func(e member) bool { return e.name.Key == v.Key }) {
			m.groups[g].members = append(m.groups[g].members, member{v, from})
		}
	}
	m.groups[g].clause, m.groups[g].last = c, i
	return false
}

// named is the team that a text names last by what goes before the word: "the blue team". It is nil
// if there is none.
func named(text string) *read.Value {
	var found *read.Value
	before := ""
	for w := range words(text) {
		lower := strings.ToLower(w)
		if teams[lower] && before != "" && !grammar[before] && !verbs[read.Stem(before)] {
			found = &read.Value{Text: before + " " + lower, Key: before + " " + lower, Kind: read.Place}
		}
		before = lower
	}
	return found
}

// teams are nouns for people who belong together.
var teams = set(`team group crew squad class committee party family shift band`)

// teamWords are their hashes.
var teamWords = func() []uint32 {
	var out []uint32
	for w := range teams {
		out = append(out, read.Hash(w))
	}
	return out
}()

// says reports whether a word is among ascending ones.
func says(words []uint32, w uint32) bool {
	_, ok := slices.BinarySearch(words, w)
	return ok
}

// cannot reports whether a text says that somebody can't or won't: "Bob can't come after all".
func cannot(text string) bool {
	return strings.Contains(text, "cannot ") || strings.Contains(text, "n't ") || strings.Contains(text, "n’t ")
}

// isPlace reports whether a name is that of a place: a group is known by it, or the clause says so.
func (m *memory) isPlace(c *read.Clause, v *read.Value) bool {
	for _, w := range placeWords {
		if _, ok := slices.BinarySearch(c.Topic, w); ok {
			return true
		}
	}
	return slices.ContainsFunc(m.groups, func(g group) bool { return g.place.Key == v.Key })
}

var placeWords = [...]uint32{read.Hash("place"), read.Hash("location")}

// group is the index of the group at a place, a new one if there is none.
func (m *memory) group(place read.Value, i int) int {
	for g := range m.groups {
		if m.groups[g].place.Key == place.Key {
			return g
		}
	}
	m.groups = append(m.groups, group{place: place, kind: kindOf(place), first: i, last: i})
	return len(m.groups) - 1
}

// take1 takes one member out of a group and reports whether it was in it.
func (m *memory) take1(g int, v read.Value, c *read.Clause, i int) bool {
	k := slices.IndexFunc(m.groups[g].members, func(e member) bool { return e.name.Key == v.Key })
	if k < 0 {
		return false
	}
	m.groups[g].members = slices.Delete(m.groups[g].members, k, k+1)
	m.groups[g].clause, m.groups[g].last = c, i
	return true
}

// leave takes everybody a clause names out of the groups they are in.
func (m *memory) leave(c *read.Clause, i int) bool {
	left := false
	for _, v := range c.Values {
		for g := range m.groups {
			if v.Kind == read.Name && m.take1(g, v, c, i) {
				left = true
			}
		}
	}
	return left
}

// swap lets two change places.
func (m *memory) swap(c *read.Clause, i int) bool {
	var at [2][2]int // of each, its group and its place there
	n := 0
	var names [2]read.Value
	for _, v := range c.Values {
		if v.Kind != read.Name {
			continue
		}
		found := false
		for g := range m.groups {
			if k := slices.IndexFunc(m.groups[g].members, func(e member) bool { return e.name.Key == v.Key }); k >= 0 {
				at[n], names[n], found = [2]int{g, k}, v, true
			}
		}
		if !found {
			return false
		}
		n++
	}
	for k := range at {
		g := &m.groups[at[k][0]]
		g.members[at[k][1]].name = names[1-k]
		g.clause, g.last = c, i
	}
	return true
}

// kindOf is what sort of place it is: the word that two places of a sort have in common, "table"
// of "table 2". Places with names of their own are of one sort.
func kindOf(place read.Value) string {
	kind := ""
	for word := range strings.FieldsSeq(place.Text) {
		lower := strings.ToLower(word)
		if len(word) > 1 && lower == word && lower != "the" && lower[0] >= 'a' && lower[0] <= 'z' {
			kind = lower
		}
	}
	return kind
}

// groupFacts are the groups that have come together: two members at least, or one that moved
// there.
func (m *memory) groupFacts() []Fact {
	var out []Fact
	for _, g := range m.groups {
		if len(g.members) < 2 || g.clause == nil {
			continue
		}
		f := Fact{Clause: g.clause, Said: 1, First: g.first, Last: g.last, Sum: true, Group: g.place.Text}
		for _, e := range g.members {
			f.Now = append(f.Now, e.name)
		}
		out = append(out, f)
	}
	return out
}
