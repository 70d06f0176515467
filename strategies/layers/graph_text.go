package layers

import (
	"cmp"
	"slices"
	"strings"
)

// text is the graph as the model reads it: the same graph always gives the same text.
func (g *graph) text() string {
	sections := map[string][]string{}
	add := func(section, line string) { sections[section] = append(sections[section], line) }
	of, named := g.claimsOf(), g.named()
	for _, n := range g.nodes {
		var parts, places []string
		for _, c := range of[n] {
			switch c.kind {
			case attribute, identifiedBy:
				parts = append(parts, c.key+"="+c.shown()+c.history())
			case locatedAt:
				places = append(places, "at "+c.shown()+c.history())
			case relatedTo:
				add("Relations", n.name+" <--"+c.key+"--> "+c.to.name+c.history())
			case decided:
				add("Decisions", n.name+": "+c.shown()+c.history())
			}
		}
		parts = append(parts, places...)
		name := n.name
		if len(n.aliases) > 0 {
			name += " (also " + strings.Join(n.aliases, ", ") + ")"
		}
		switch {
		case n.kind == entity && (len(parts)+len(n.aliases) > 0 || !named[n]):
			add("Entities", strings.TrimSuffix(name+": "+strings.Join(parts, "; "), ": "))
		case n.kind == space && (len(parts) > 0 || !named[n]):
			add("Spatial", strings.TrimSuffix(n.path()+": "+strings.Join(parts, "; "), ": "))
		}
	}
	var b strings.Builder
	for _, name := range []string{"Entities", "Spatial", "Relations", "Decisions"} {
		if lines := sections[name]; len(lines) > 0 {
			b.WriteString("[" + name + "]\n" + strings.Join(lines, "\n") + "\n")
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "STRUCTURAL MEMORY:\n" + strings.TrimSpace(b.String())
}

// history marks what a claim superseded.
func (c *claim) history() string {
	if len(c.was) == 0 {
		return ""
	}
	old := make([]string, len(c.was))
	for i, v := range c.was {
		old[i] = v.value
	}
	return " (was: " + strings.Join(old, ", before that ") + ")"
}

// claimsOf are the claims about each node.
func (g *graph) claimsOf() map[*node][]*claim {
	out := map[*node][]*claim{}
	for _, c := range g.claims {
		out[c.from] = append(out[c.from], c)
	}
	return out
}

// named are the nodes that a claim is about or that another place lies in.
func (g *graph) named() map[*node]bool {
	out := map[*node]bool{}
	for _, c := range g.claims {
		out[c.from] = true
		if c.to != nil {
			out[c.to] = true
		}
	}
	for _, n := range g.nodes {
		if n.within != nil {
			out[n.within] = true
		}
	}
	return out
}

// names lists the entities and places with what is known of each, without the values, so that an
// extraction can use the same words.
func (g *graph) names() []string {
	var out []string
	of := g.claimsOf()
	for _, n := range g.nodes {
		if n.kind == token {
			continue
		}
		var keys []string
		for _, c := range of[n] {
			if c.kind == attribute || c.kind == identifiedBy {
				keys = append(keys, c.key)
			}
		}
		name := n.name
		if n.kind == space {
			name = n.path()
		}
		if len(keys) > 0 {
			name += ": " + strings.Join(keys, ", ")
		}
		out = append(out, name)
	}
	return out
}

// unit is what eviction takes at once: a claim with its history, one superseded value, or a node that
// nothing else is said of.
type unit struct {
	claim   *claim
	version int // place in was, -1 for the claim itself
	node    *node
	cycle   int
	support int
}

// bound drops units until the text keeps to a budget, and says how many. The least recently supported
// go first; among equals superseded values, then what was said least often, then the older.
func (g *graph) bound(budget int, tokens func(string) int) int {
	dropped := 0
	for {
		n := tokens(g.text())
		units := g.units()
		if n <= budget || len(units) == 0 {
			return dropped
		}
		// As many go at once as would do if all were equally long.
		take := max(1, len(units)*(n-budget)/n)
		for _, u := range units[:take] {
			g.drop(u)
		}
		dropped += take
		g.sweep(units[take-1].cycle)
	}
}

// units are all there is, the first to go first.
func (g *graph) units() []unit {
	var out []unit
	named := g.named()
	for _, n := range g.nodes {
		if n.kind != token && !named[n] {
			out = append(out, unit{node: n, version: -1, cycle: n.cycle, support: 1})
		}
	}
	for _, c := range g.claims {
		for i := len(c.was) - 1; i >= 0; i-- {
			out = append(out, unit{claim: c, version: i, cycle: c.was[i].cycle})
		}
		out = append(out, unit{claim: c, version: -1, cycle: c.cycle, support: c.support})
	}
	slices.SortStableFunc(out, func(a, b unit) int {
		return cmp.Or(cmp.Compare(a.cycle, b.cycle), cmp.Compare(a.support, b.support))
	})
	return out
}

func (g *graph) drop(u unit) {
	switch {
	case u.node != nil:
		g.nodes = slices.DeleteFunc(g.nodes, func(n *node) bool { return n == u.node })
	case u.version < 0:
		g.claims = slices.DeleteFunc(g.claims, func(c *claim) bool { return c == u.claim })
	case u.version < len(u.claim.was): // the oldest of a claim go first, so those before keep their places
		u.claim.was = slices.Delete(u.claim.was, u.version, u.version+1)
	}
}

// sweep drops the nodes that only dropped claims named, unless they were named after the cycle.
func (g *graph) sweep(cycle int) {
	named := g.named()
	g.nodes = slices.DeleteFunc(g.nodes, func(n *node) bool { return !named[n] && (n.kind == token || n.cycle <= cycle) })
}

// diverging compares the current values with the notes: contradicted are those of which the notes
// have a superseded value and not this one, missing those of which they have neither. Each is counted
// once, until its value changes.
func (g *graph) diverging(notes said) (contradicted, missing int) {
	for _, c := range g.claims {
		if c.kind == relatedTo || notes.holds(c.shown()) {
			continue
		}
		old := slices.ContainsFunc(c.was, func(v former) bool { return notes.holds(v.value) })
		switch {
		case old && !c.contradicted:
			c.contradicted = true
			contradicted++
		case !old && !c.missing:
			c.missing = true
			missing++
		}
	}
	return contradicted, missing
}
