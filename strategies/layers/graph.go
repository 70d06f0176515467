package layers

import (
	"cmp"
	"slices"
)

// nodeKind is what a node of a shadow graph stands for.
type nodeKind int

const (
	entity nodeKind = iota // a person, organisation or thing
	token                  // an identifier; its name never changes
	space                  // a place; places lie within places
)

// edgeKind is what a claim of a shadow graph says. The fifth kind of edge, from a value to the one
// it supersedes, is a claim's was.
type edgeKind int

const (
	attribute    edgeKind = iota // no edge: a value in the bag of an entity or place
	locatedAt                    // entity to space
	relatedTo                    // entity to entity, by a type
	identifiedBy                 // entity to token, by what it is
	decided                      // what was decided about an entity, and what came of it
)

// node is an entity, identifier or place. Aliases are other names of an entity.
type node struct {
	kind    nodeKind
	name    string
	aliases []string
	keys    []string // the canonical forms of the name and the aliases
	within  *node    // of a place: the one it lies in
	cycle   int      // in which it was last named
}

// claim is one thing that the graph holds.
type claim struct {
	kind    edgeKind
	from    *node
	to      *node    // of locatedAt, relatedTo and identifiedBy
	key     string   // name of an attribute or identifier, type of a relation, decision
	same    string   // the key as keys are compared
	value   string   // of an attribute; of a decision its outcome, may be empty
	was     []former // what it supersedes, newest first
	cycle   int      // in which it was last supported
	support int      // how often it was said

	missing, contradicted bool // found so in the notes already
}

// former is a value that a claim superseded.
type former struct {
	value string
	cycle int // in which it was last supported
}

// graph is a typed property graph that grows by assertions. Everything is kept in the order in which
// it was first said.
type graph struct {
	nodes  []*node
	claims []*claim
}

// assertion is one line of an extraction.
type assertion struct {
	kind      edgeKind
	naming    bool     // it only names the subject
	alias     string   // it only gives the subject another name
	supersede bool     // the value replaces was, wherever the graph has that
	subject   string   // an entity; empty where place is the subject
	place     []string // outermost first
	key       string
	value     string // of a relation the other entity
	was       string
}

// apply adds an assertion. It reports false for one that can't be placed: a pronoun, an identifier
// that was never said, a correction of what the graph hasn't got.
func (g *graph) apply(s assertion, source source, cycle int) bool {
	var from *node
	if s.subject != "" {
		from = g.node(entity, s.subject, nil, cycle)
	} else {
		from = g.placeOf(s.place, cycle)
	}
	switch {
	case from == nil:
		return false
	case s.naming:
		return true
	case s.alias != "":
		if key := canonical(s.alias); key != "" && !slices.Contains(from.keys, key) && !slices.Contains(pronouns, key) {
			from.aliases, from.keys = append(from.aliases, s.alias), append(from.keys, key)
		}
		return true
	case s.supersede && s.key == "":
		return g.supersede(from, s, source, cycle)
	}
	c := claim{kind: s.kind, from: from, key: s.key, same: canonical(s.key), value: s.value, cycle: cycle, support: 1}
	switch s.kind {
	case locatedAt:
		c.to = g.placeOf(s.place, cycle)
	case relatedTo:
		c.to = g.node(entity, s.value, nil, cycle)
		c.value = ""
	case attribute:
		if c.from.kind == entity && slices.Contains([]string{"location", "at", "place"}, c.same) {
			if s.supersede && g.located(from) {
				c.kind, c.key, c.same, c.value, c.to = locatedAt, "", "", "", g.placeOf([]string{s.value}, cycle)
				break
			}
		}
		if id, is := source.identifier(s.key, s.value); is {
			if id == "" {
				return false
			}
			c.kind, c.value, c.to = identifiedBy, "", g.tokenOf(id, cycle)
		}
	}
	if c.to == nil && c.kind != attribute && c.kind != decided || c.to == from {
		return false
	}
	g.add(c, s.was)
	return true
}

func (g *graph) tokenOf(value string, cycle int) *node {
	for _, n := range g.nodes {
		if n.kind == token && n.name == value {
			n.cycle = cycle
			return n
		}
	}
	n := &node{kind: token, name: value, cycle: cycle}
	g.nodes = append(g.nodes, n)
	return n
}

// supersede replaces a value by what the graph has of it.
func (g *graph) supersede(from *node, s assertion, source source, cycle int) bool {
	for _, c := range g.claims {
		if c.from != from && c.to != from || s.was == "" {
			continue
		}
		switch {
		case c.kind == decided && c.same == canonical(s.was):
			c.was = append([]former{{c.shown(), c.cycle}}, c.was...)
			c.key, c.same, c.value, c.cycle = s.value, canonical(s.value), "", cycle
		case c.kind == relatedTo && c.same == canonical(s.was):
			c.was = append([]former{{c.key, c.cycle}}, c.was...)
			c.key, c.same, c.cycle = s.value, canonical(s.value), cycle
		case c.kind != relatedTo && c.from == from && folded(c.shown()) == folded(s.was):
			s.key = cmp.Or(c.key, "location")
			return g.apply(s, source, cycle)
		default:
			continue
		}
		return true
	}
	return false
}

// located reports whether the graph has a place for an entity.
func (g *graph) located(n *node) bool {
	return slices.ContainsFunc(g.claims, func(c *claim) bool { return c.kind == locatedAt && c.from == n })
}

// add joins a claim to the graph. Said again it is supported; with another value it supersedes the
// one there was, and what that had superseded.
func (g *graph) add(c claim, was string) {
	for i, old := range g.claims {
		valued := c.kind == attribute || c.kind == identifiedBy
		oldValued := old.kind == attribute || old.kind == identifiedBy
		switch {
		case c.kind == relatedTo:
			if old.kind != relatedTo || old.same != c.same ||
				!(old.from == c.from && old.to == c.to || old.from == c.to && old.to == c.from) {
				continue
			}
		case old.from != c.from || old.same != c.same || old.kind != c.kind && !(valued && oldValued):
			continue
		}
		if c.value == "" && c.to == nil { // a decision said again without its outcome
			c.value = old.value
		}
		c.support, c.was = old.support+1, old.was
		c.missing, c.contradicted = old.missing, old.contradicted
		if folded(old.shown()) != folded(c.shown()) {
			c.was = append([]former{{old.shown(), old.cycle}}, c.was...)
			c.missing, c.contradicted = false, false
		}
		c.supersedes(was)
		g.claims[i] = &c
		return
	}
	c.supersedes(was)
	g.claims = append(g.claims, &c)
}

// supersedes notes an old value, unless the claim has it or is it.
func (c *claim) supersedes(was string) {
	is := func(v string) bool { return folded(v) == folded(was) }
	if was == "" || is(c.shown()) {
		return
	}
	if !slices.ContainsFunc(c.was, func(v former) bool { return is(v.value) }) {
		c.was = append([]former{{was, c.cycle}}, c.was...)
	}
}

// shown is what a claim says, without its subject and key.
func (c *claim) shown() string {
	switch c.kind {
	case locatedAt:
		return c.to.path()
	case identifiedBy:
		return c.to.name
	case relatedTo:
		return c.key
	case decided:
		if c.value != "" {
			return c.key + ", " + c.value
		}
		return c.key
	}
	return c.value
}

// path is a place with those it lies in.
func (n *node) path() string {
	if n.within == nil {
		return n.name
	}
	return n.within.path() + " > " + n.name
}
