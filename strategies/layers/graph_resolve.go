package layers

import (
	"slices"
	"strings"
	"unicode"
)

// pronouns can't be resolved from a line.
var pronouns = strings.Fields("he she it they him her them this that these those i we you me us user assistant someone somebody the who")

// canonical is a name as names are compared: in lower case, without articles, titles and punctuation.
func canonical(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '&'
	})
	words = slices.DeleteFunc(words, func(w string) bool {
		return len(words) > 1 && slices.Contains([]string{"the", "a", "an", "mr", "mrs", "ms", "dr", "prof"}, w)
	})
	return strings.TrimSuffix(strings.Join(words, " "), "'s")
}

// node resolves a name: to a node that has it as name or alias, else, for entities, to the only one of
// which it is a part (Kenji of Kenji Tanaka) or that is part of it; the longer name then wins. It
// makes a node where there is none, and returns nil for a pronoun or no name at all.
func (g *graph) node(kind nodeKind, name string, within *node, cycle int) *node {
	key := canonical(name)
	if key == "" || slices.Contains(pronouns, key) {
		return nil
	}
	var partial []*node
	for _, n := range g.nodes {
		if n.kind != kind || kind == space && n.within != within && within != nil && n.within != nil {
			continue
		}
		if slices.Contains(n.keys, key) {
			if n.cycle = cycle; n.within == nil && within != n {
				n.within = within
			}
			return n
		}
		if kind == entity && !strings.ContainsFunc(key+n.keys[0], unicode.IsDigit) && (partOf(key, n.keys[0]) || partOf(n.keys[0], key)) {
			partial = append(partial, n)
		}
	}
	if len(partial) == 1 {
		n := partial[0]
		n.cycle = cycle
		if len(key) > len(n.keys[0]) {
			name, n.name = n.name, name
			key, n.keys[0] = n.keys[0], key
		}
		n.aliases, n.keys = append(n.aliases, name), append(n.keys, key)
		return n
	}
	n := &node{kind: kind, name: name, keys: []string{key}, within: within, cycle: cycle}
	g.nodes = append(g.nodes, n)
	return n
}

// partOf reports whether name is the first or the last words of whole.
func partOf(name, whole string) bool {
	return strings.HasPrefix(whole, name+" ") || strings.HasSuffix(whole, " "+name)
}

// placeOf resolves a path of places, outermost first.
func (g *graph) placeOf(path []string, cycle int) *node {
	var at *node
	for _, name := range path {
		next := g.node(space, name, at, cycle)
		if next == nil || next == at {
			return nil
		}
		for up := at; up != nil; up = up.within {
			if up == next { // a place within itself
				return nil
			}
		}
		at = next
	}
	return at
}
