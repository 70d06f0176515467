package shadowgraph

import (
	"slices"
	"strings"
	"unicode"

	"contextarena.internal/llm/form"
	"contextarena.internal/strategies/memo"
	"contextarena.internal/words"
)

// graphReply is what a segment adds to a graph.
type graphReply struct {
	Entities []struct {
		Name      string `json:"name" about:"who or what, by name, never a pronoun" most:"80"`
		Attribute string `json:"attribute" about:"what is told of it, in one or two words" most:"80"`
		Value     string `json:"value" about:"copied exactly"`
	} `json:"entities" about:"people, organisations and things, each with one thing that is told of it"`
	Places []struct {
		Name  string `json:"name" about:"who or what, by name, never a pronoun" most:"80"`
		Place string `json:"place" about:"where it is, with building, floor and room if they are said"`
	} `json:"places" about:"who or what is where"`
	Relations []struct {
		From string `json:"from" about:"a name" most:"80"`
		Kind string `json:"kind" about:"how the first is connected to the second" most:"80"`
		To   string `json:"to" about:"another name" most:"80"`
	} `json:"relations" about:"who or what is connected to whom or what"`
	Decisions []struct {
		What  string `json:"what" about:"what the decision is about"`
		Value string `json:"value" about:"what was decided, and what came of it"`
	} `json:"decisions" about:"what was decided, chosen or ruled out"`
	Changes []struct {
		What  string `json:"what" about:"the thing's name"`
		Value string `json:"value" about:"its value now, copied exactly"`
		Was   string `json:"was" about:"the value it replaces"`
	} `json:"changes" about:"every value that was stated before and is changed by these messages"`
}

var graphForm = form.New[graphReply]("graph")

// edge is what a claim of a shadow graph says.
type edge int

const (
	attribute edge = iota // a value of something
	locatedAt             // where something is
	relatedTo             // how something is connected to something else
	decided               // what was decided about something
)

// node is who or what something is said of. Aliases are other names of it.
type node struct {
	name    string
	aliases []string
	keys    []string // the canonical forms of the name and the aliases
}

// claim is one thing that the graph holds.
type claim struct {
	edge       edge
	of         *node
	key        string // name of a value, kind of a relation
	memo.Value        // said when it was last supported; at most mostWas are superseded
	to         *node  // of relatedTo
}

// graph is what is said of whom and what, in the order in which it was first said. It grows by claims and
// is never rewritten.
type graph struct {
	nodes  []*node
	claims []*claim
}

// take adds what a reply says, changes last: whatever the order, the value that a change names is the
// newest. It returns how many items were left out because nobody said them or they are of nobody.
func (g *graph) take(r graphReply, transcript string, cycle int) (unsaid int) {
	heard := words.Read(transcript + "\n" + g.text())
	codes := map[string]string{} // identifiers as they were written, by their keys
	for _, id := range words.Identifiers(transcript) {
		codes[words.CodeKey(id.Value)] = id.Value
	}
	add := func(c claim, name string) {
		if code := codes[words.CodeKey(c.Now)]; code != "" {
			c.Now = code
		}
		c.of, c.Said = g.node(name), cycle
		if c.of == nil || c.to == c.of || !heard.Echoes(c.Now) {
			unsaid++
			return
		}
		g.add(c)
	}
	for _, x := range r.Entities {
		add(claim{key: x.Attribute, Value: memo.Value{Now: x.Value}}, x.Name)
	}
	for _, x := range r.Places {
		add(claim{edge: locatedAt, Value: memo.Value{Now: x.Place}}, x.Name)
	}
	for _, x := range r.Relations {
		if to := g.node(x.To); to != nil {
			add(claim{edge: relatedTo, key: x.Kind, Value: memo.Value{Now: x.To}, to: to}, x.From)
		} else {
			unsaid++
		}
	}
	for _, x := range r.Decisions {
		add(claim{edge: decided, Value: memo.Value{Now: x.Value}}, x.What)
	}
	for _, x := range r.Changes {
		c := claim{key: "value", Value: memo.Value{Now: x.Value, Was: []string{x.Was}}}
		name := x.What
		if old := g.changed(x.What, x.Was); old != nil {
			name, c.edge, c.key, c.to = old.of.name, old.edge, old.key, old.to
		}
		add(c, name)
	}
	g.dropOrphans()
	return unsaid
}

// changed is the claim that a change is about: one with the old value, if possible of what the change
// names, or else the one that the change names; nil if there is none.
func (g *graph) changed(what, was string) *claim {
	var valued *claim
	for _, c := range g.claims {
		if c.edge == relatedTo {
			continue
		}
		if words.SameName(c.of.name+" "+c.key, what) {
			return c
		}
		if words.Equal(c.Now, was) && (valued == nil || words.SharesWord(c.of.name, what)) {
			valued = c
		}
	}
	return valued
}

// add joins a claim to the graph. Said again it is supported; with another value it supersedes the one
// there was. A decision and a relation stand beside others of their kind.
func (g *graph) add(c claim) {
	for _, old := range g.claims {
		if old.edge != c.edge || old.of != c.of || old.to != c.to || words.Canonical(old.key) != words.Canonical(c.key) {
			continue
		}
		old.Was = slices.Concat(c.Was, old.Was)
		old.Say(c.Now, c.Said, words.Equal)
		old.Was = formerValues(old.Was, c.Now)
		return
	}
	c.Was = formerValues(c.Was, c.Now)
	g.claims = append(g.claims, &c)
}

// formerValues are former values, each once and none of them the one that holds.
func formerValues(was []string, now string) []string {
	var out []string
	for _, v := range was {
		same := func(old string) bool { return words.Equal(old, v) }
		if !same("") && !same(now) && !slices.ContainsFunc(out, same) {
			out = append(out, v)
		}
	}
	return out[:min(len(out), mostWas)]
}

// mostWas bounds the values a thing is remembered to have had.
const mostWas = 3

// pronouns are names of nobody.
var pronouns = strings.Fields("he she it they him her them this that these those i we you me us user assistant someone somebody who")

// node resolves a name: to the node that has it as name or alias, else to the only one of which it is a
// part (Kenji of Kenji Tanaka) or that is part of it; the longer name then wins. It makes a node where
// there is none, and returns nil for a pronoun or no name at all.
func (g *graph) node(name string) *node {
	key := words.Canonical(name)
	if key == "" || slices.Contains(pronouns, key) {
		return nil
	}
	var partial []*node
	for _, n := range g.nodes {
		if slices.Contains(n.keys, key) {
			return n
		}
		if !strings.ContainsFunc(key+n.keys[0], unicode.IsDigit) && (partOf(key, n.keys[0]) || partOf(n.keys[0], key)) {
			partial = append(partial, n)
		}
	}
	if len(partial) == 1 {
		n := partial[0]
		if len(key) > len(n.keys[0]) {
			name, n.name = n.name, name
			key, n.keys[0] = n.keys[0], key
		}
		n.aliases, n.keys = append(n.aliases, name), append(n.keys, key)
		return n
	}
	n := &node{name: name, keys: []string{key}}
	g.nodes = append(g.nodes, n)
	return n
}

// partOf reports whether name is the first or the last words of whole.
func partOf(name, whole string) bool {
	return strings.HasPrefix(whole, name+" ") || strings.HasSuffix(whole, " "+name)
}

// dropOrphans drops the nodes that no claim is about.
func (g *graph) dropOrphans() {
	g.nodes = slices.DeleteFunc(g.nodes, func(n *node) bool {
		return !slices.ContainsFunc(g.claims, func(c *claim) bool { return c.of == n || c.to == n })
	})
}

// shown is a claim as it stands behind what it is of.
func (c *claim) shown() string {
	text := c.Now
	switch c.edge {
	case attribute:
		text = c.key + "=" + c.Now
	case locatedAt:
		text = "at " + c.Now
	}
	if len(c.Was) > 0 {
		text += " (was: " + strings.Join(c.Was, ", before that ") + ")"
	}
	return text
}

// text is the graph as the model reads it: the same graph always gives the same text.
func (g *graph) text() string {
	var entities, relations, decisions []string
	for _, n := range g.nodes {
		var parts []string
		for _, c := range g.claims {
			switch {
			case c.of != n:
			case c.edge == relatedTo:
				relations = append(relations, n.name+" <--"+c.key+"--> "+c.to.name)
			case c.edge == decided:
				decisions = append(decisions, n.name+": "+c.shown())
			default:
				parts = append(parts, c.shown())
			}
		}
		if len(parts)+len(n.aliases) > 0 {
			name := n.name
			if len(n.aliases) > 0 {
				name += " (also " + strings.Join(n.aliases, ", ") + ")"
			}
			entities = append(entities, strings.TrimSuffix(name+": "+strings.Join(parts, "; "), ": "))
		}
	}
	var b strings.Builder
	for _, section := range []struct {
		name  string
		lines []string
	}{{"Entities", entities}, {"Relations", relations}, {"Decisions", decisions}} {
		if len(section.lines) > 0 {
			b.WriteString("[" + section.name + "]\n" + strings.Join(section.lines, "\n") + "\n")
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "STRUCTURAL MEMORY:\n" + strings.TrimSpace(b.String())
}

// names lists who and what there is with what is known of each, without the values, so that an extraction
// can use the same words.
func (g *graph) names() string {
	var out []string
	for _, n := range g.nodes {
		var keys []string
		for _, c := range g.claims {
			if c.of == n && c.edge == attribute {
				keys = append(keys, c.key)
			}
		}
		out = append(out, strings.TrimSuffix(n.name+": "+strings.Join(keys, ", "), ": "))
	}
	return strings.Join(out, "\n")
}

// fit drops the claims that were supported longest ago until the text keeps to a budget, and says how
// many.
func (g *graph) fit(budget int, tokens func(string) int) (dropped int) {
	g.claims, dropped = memo.Fit(g.claims, func(c *claim) int { return c.Said }, budget, func(cs []*claim) int {
		left := graph{slices.Clone(g.nodes), cs}
		left.dropOrphans()
		return tokens(left.text())
	})
	g.dropOrphans()
	return dropped
}
