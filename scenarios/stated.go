package scenarios

import (
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// stated checks that a fact has a turn, patterns that compile, and words that state it.
func (c *checker) stated(i int) {
	f := c.file.Facts[i]
	turnOK := c.turnOK(i)
	if !turnOK && f.Turn > 0 && len(c.file.Turns) > 0 {
		c.fault(at("facts", i, "turn"), "turn: want 1 to %d, have %d", len(c.file.Turns), f.Turn)
	}
	labelOK := f.About == nil || c.compiles(*f.About, "facts", i, "about")
	if !c.compiles(f.Value, "facts", i, "value") || !labelOK {
		return
	}
	compiled, err := match.CompileFact(f)
	if err != nil {
		c.fault(at("facts", i, "value"), "%v", err)
		return
	}
	untold := func(why string) {
		if f.Text == "" && c.doc.Node("facts", i, "text") == nil {
			c.fault(at("facts", i), `facts, item %d: field "text" is missing (%s)`, i+1, why)
		}
	}
	if len(f.DerivedFrom) > 0 {
		untold("nobody states a derived fact, so it has no sentence that could stand for it")
		if f.In != "" {
			c.fault(at("facts", i, "in"), "in: fact %s is derived (it has derived_from), so nobody states it: leave out in", f.ID)
		}
		return
	}
	if turnOK && c.recognised(i, compiled) {
		untold(fmt.Sprintf("no single sentence of turn %d has value and label", f.Turn))
	}
}

// recognised checks that one of the texts in which a fact may be stated does state it, and reports whether one does.
func (c *checker) recognised(i int, compiled match.Fact) bool {
	f := c.file.Facts[i]
	turn := c.file.Turns[f.Turn-1]
	place := map[llm.Role]string{llm.User: "what the user says", llm.Assistant: "the scripted reply"}[f.Speaker()]
	if f.Speaker() == llm.Tool {
		if place = "the result of any tool"; len(turn.Tools) == 0 {
			c.fault(at("facts", i, "in"), "in: fact %s is stated by a tool, but none is called at turn %d: give the turn tools, or leave out in", f.ID, f.Turn)
			return false
		}
	} else if turn.User == "" {
		return false
	}
	why := "the value isn't there"
	for _, text := range stating(turn, f) {
		said := c.read(text)
		if len(compiled.Anchored.Find(said)) > 0 {
			return true
		}
		if found := compiled.Bare.Find(said); len(found) > 0 {
			why = fmt.Sprintf("the value is, %q, but not within %d tokens of what it is about", said.Slice(found[0]), f.Within)
		}
	}
	c.fault(at("facts", i, "value"), "value: fact %s isn't recognised in %s at turn %d: %s", f.ID, place, f.Turn, why)
	return false
}

// read reads a text once for all facts.
func (c *checker) read(text string) *words.Text {
	if c.said[text] == nil {
		c.said[text] = words.Read(text)
	}
	return c.said[text]
}

// stating are the texts of a turn in which a fact of it may be stated.
func stating(turn arena.Exchange, f arena.Fact) []string {
	switch f.Speaker() {
	case llm.User:
		return []string{turn.User}
	case llm.Assistant:
		return []string{turn.Assistant}
	}
	var results []string
	for _, use := range turn.Tools {
		results = append(results, use.Result)
	}
	return results
}
