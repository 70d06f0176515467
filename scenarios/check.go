package scenarios

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// suiteOriginal is the suite of the original benchmark, whose probes keep its patterns.
const suiteOriginal = "original"

// Kebab is a text as an id: in kebab-case.
func Kebab(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }), "-")
}

// checker checks a decoded file against itself. What decoding has found wrong already is zero
// here and isn't reported again.
type checker struct {
	name     string
	doc      *strictyaml.Document
	file     *arena.Scenario   // as it stands in the file
	decoding strictyaml.Faults // what decoding has found
	faults   strictyaml.Faults
	facts    map[string]int         // id → index; the first of equal ids
	replaced map[string]string      // fact → the one that supersedes it
	said     map[string]*words.Text // what was read, by text
}

// fault notes a mistake at a path.
func (c *checker) fault(path []any, format string, args ...any) {
	c.faults = append(c.faults, c.doc.Faultf(path, format, args...))
}

// at is a path.
func at(steps ...any) []any { return steps }

// check finds everything that is wrong.
func (c *checker) check() strictyaml.Faults {
	c.index()
	c.header()
	c.conversation()
	c.task()
	c.chains()
	c.operands()
	for i := range c.file.Facts {
		c.stated(i)
	}
	c.probes()
	return c.faults
}

// kebabCase checks an id, which its path ends with.
func (c *checker) kebabCase(path []any, id string) {
	if id != Kebab(id) {
		c.fault(path, "%s: want kebab-case such as budget-raised, have %q", path[len(path)-1], id)
	}
}

// index finds the facts by their ids.
func (c *checker) index() {
	c.facts = map[string]int{}
	c.replaced = map[string]string{}
	c.said = map[string]*words.Text{}
	for i, f := range c.file.Facts {
		if f.ID == "" {
			continue
		}
		c.kebabCase(at("facts", i, "id"), f.ID)
		if first, twice := c.facts[f.ID]; twice {
			c.fault(at("facts", i, "id"), "id: fact %q is there already (%s)", f.ID, c.line("facts", first))
			continue
		}
		c.facts[f.ID] = i
		if f.Supersedes != "" {
			c.replaced[f.Supersedes] = f.ID
		}
	}
}

// line says where a part is.
func (c *checker) line(path ...any) string {
	line, _ := c.doc.At(path...)
	return fmt.Sprintf("line %d", line)
}

// broken reports whether decoding has found a fault at the place of path.
func (c *checker) broken(path ...any) bool {
	line, column := c.doc.At(path...)
	return slices.ContainsFunc(c.decoding, func(f strictyaml.Fault) bool { return f.Line == line && f.Column == column })
}

// known reports whether a fact exists; if not that is a fault.
func (c *checker) known(path []any, field, id string) bool {
	if _, ok := c.facts[id]; ok {
		return true
	}
	ids := make([]string, 0, len(c.file.Facts))
	for _, f := range c.file.Facts {
		ids = append(ids, f.ID)
	}
	c.fault(path, "%s: unknown fact %q%s", field, id, strictyaml.Suggestion(id, ids))
	return false
}

// header checks the id.
func (c *checker) header() {
	c.kebabCase(at("id"), c.file.ID)
	base := filepath.Base(c.name)
	if stem, ok := strings.CutSuffix(base, ".yaml"); ok && c.file.ID != "" && c.file.ID == Kebab(c.file.ID) && stem != c.file.ID {
		c.fault(at("id"), "id: the file is named %s; want %s.yaml, or the id %s", base, c.file.ID, stem)
	}
	c.variant()
}

// variant checks what a scenario says of the one it was made from.
func (c *checker) variant() {
	of, change := c.file.VariantOf, c.file.Change
	switch {
	case of != "" && change == "":
		c.fault(at("variant_of"), "variant_of: say how %s was changed, too: change: rename (or another word)", of)
	case of == "" && change != "":
		c.fault(at("change"), "change: say which scenario was changed, too: variant_of: ID")
	case of != "" && of == c.file.ID:
		c.fault(at("variant_of"), "variant_of: %s can't be a variant of itself", of)
	}
	c.kebabCase(at("variant_of"), of)
	c.kebabCase(at("change"), change)
}

// conversation checks the turns.
func (c *checker) conversation() {
	var last time.Time
	session := 1
	for i, t := range c.file.Turns {
		turn := i + 1
		if !t.At.IsZero() {
			if t.At.Before(last) {
				c.fault(at("turns", i, "at"), "at: turn %d is said before the turn above (%s)", turn, last.Format("2006-01-02 15:04"))
			}
			last = t.At
		}
		if t.Session > 0 {
			if t.Session < session {
				c.fault(at("turns", i, "session"), "session: %d comes after session %d", t.Session, session)
			}
			session = t.Session
		}
		for j, ref := range t.Refs {
			if ref < 1 || int(ref) >= turn {
				c.fault(at("turns", i, "refs", j), "refs: turn %d can refer to turns before it only, have %d", turn, ref)
			}
		}
		for j := range t.Tools {
			path := at("turns", i, "tools", j, "arguments")
			if n := c.doc.Node(path...); n != nil && n.Kind != yaml.MappingNode {
				c.fault(path, "arguments: want fields, such as {customer: Mia}")
			}
		}
	}
	if end := c.file.Final.At; !end.IsZero() && end.Before(last) {
		c.fault(at("final", "at"), "at: the final task comes before the last turn (%s)", last.Format("2006-01-02 15:04"))
	}
}

// task checks the final task.
func (c *checker) task() {
	f := c.file.Final
	if root := c.doc.Node(); root != nil && root.Kind == yaml.MappingNode && c.doc.Node("final") == nil && c.file.Dataset == "" {
		c.fault(nil, `field "final" is missing (only a scenario of a dataset has no task)`)
	}
	for i := range f.Rubric {
		c.compiles(f.Rubric[i].Match, "final", "rubric", i, "match")
	}
	if len(f.Rubric) > 0 && f.Pass > len(f.Rubric) {
		c.fault(at("final", "pass"), "pass: want 1 to %d, the number of rubric items, have %d", len(f.Rubric), f.Pass)
	}
}

// compiles tries a pattern, unless decoding has found a fault in it, and reports whether it can be compiled.
func (c *checker) compiles(p arena.Pattern, path ...any) bool {
	n := c.doc.Node(path...)
	if n == nil || len(c.decoding) > 0 && new(arena.Pattern).UnmarshalStrict(n) != nil {
		return false
	}
	_, err := match.Compile(p)
	if err != nil {
		c.fault(path, "%v", err)
	}
	return err == nil
}

// turnOK checks that a fact's turn exists.
func (c *checker) turnOK(i int) bool {
	f := c.file.Facts[i]
	return f.Turn >= 1 && int(f.Turn) <= len(c.file.Turns)
}

// probes checks the probes.
func (c *checker) probes() {
	first := map[string]int{}
	for i, p := range c.file.Probes {
		idPath := at("probes", i, "id")
		c.kebabCase(idPath, p.ID)
		if id := probeID(p); id != "" {
			if other, twice := first[id]; twice {
				c.fault(idPath, "id: probe %q is there already (%s); give this one an id of its own", id, c.line("probes", other))
			} else {
				first[id] = i
			}
		}
		c.legacy(i)
		if p.Stale != nil {
			c.compiles(*p.Stale, "probes", i, "stale")
		}
		c.asks(i)
		switch path := at("probes", i, "fact"); {
		case p.Kind == arena.Absent:
			c.absent(i)
		case p.Fact != "":
			if c.known(path, "fact", p.Fact) {
				c.kind(i)
			}
		case p.Kind != "" && !c.broken(path...):
			c.fault(at("probes", i), `probes, item %d: field "fact" is missing (only a probe of kind absent has none)`, i+1)
		}
	}
}

// asks checks that a probe has a question if it is one for which there is no fact, and else none.
func (c *checker) asks(i int) {
	p := c.file.Probes[i]
	path := at("probes", i, "question")
	switch absent := p.Kind == arena.Absent; {
	case absent && p.Question == "" && !c.broken(path...):
		c.fault(at("probes", i), `probes, item %d: field "question" is missing (an absent probe has no fact to be asked by)`, i+1)
	case absent && p.Question != "" && said(p.Question) == "":
		c.fault(path, "question: must not be empty")
	case !absent && p.Question != "" && p.Kind != "":
		where := "facts[].question"
		if p.Fact != "" {
			where = fmt.Sprintf("the question of fact %s (facts[].question)", p.Fact)
		}
		c.fault(path, "question: a fact is asked for by its own question: write it as %s and leave it out here", where)
	}
}

// absent checks a probe that asks for what nobody says.
func (c *checker) absent(i int) {
	p := c.file.Probes[i]
	if p.Fact != "" {
		c.fault(at("probes", i, "fact"), "fact: an absent probe asks for what the conversation never says; leave out the fact, or make the probe current")
	}
	if p.Only != "" {
		c.fault(at("probes", i, "only"), "only: an absent probe has no value, and is judged by its answer anyway")
	}
	if p.ID == "" {
		c.fault(at("probes", i), `probes, item %d: field "id" is missing (an absent probe has no fact to be named by)`, i+1)
	}
	if len(p.Legacy) > 0 && !p.Extended { // of an extended one it is reported already
		c.fault(at("probes", i, "legacy"), "legacy: an absent probe has no value that the original's patterns could find")
	}
	if p.Stale != nil {
		c.fault(at("probes", i, "stale"), "stale: an absent probe has no value, and so no old one")
	}
}

// kind checks that what a probe asks for fits its fact.
func (c *checker) kind(i int) {
	p := c.file.Probes[i]
	derived := len(c.file.Facts[c.facts[p.Fact]].DerivedFrom) > 0
	path := at("probes", i, "kind")
	switch kind := p.Kind; {
	case kind == arena.Derived && !derived:
		c.fault(path, "kind: fact %s is stated, not derived: it has no derived_from", p.Fact)
	case kind == arena.Current && derived:
		c.fault(path, "kind: fact %s is derived (it has derived_from): want derived", p.Fact)
	case kind == arena.Current || kind == arena.Derived:
		if by := c.replaced[p.Fact]; by != "" {
			c.fault(path, "kind: fact %s is superseded by %s; ask for %s or make the probe historical", p.Fact, by, by)
		}
	}
}

// legacy checks the original benchmark's patterns.
func (c *checker) legacy(i int) {
	p := c.file.Probes[i]
	path := at("probes", i, "legacy")
	switch {
	case p.Extended && len(p.Legacy) > 0:
		c.fault(path, "legacy: an extended probe has none of the original's patterns (leave out extended or legacy)")
	case !p.Extended && len(p.Legacy) == 0 && c.file.Suite == suiteOriginal && !c.broken(path...):
		c.fault(path, "probe %s: want legacy patterns, or extended: true if it isn't one of the original's", probeID(p))
	}
	for j, text := range p.Legacy {
		if strings.TrimSpace(text) == "" {
			c.fault(at("probes", i, "legacy", j), "legacy: an empty pattern is found everywhere")
		}
	}
}
