package sim

import (
	"encoding/json"
	"slices"
	"strings"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
)

// programs reports whether instructions ask for code that finds facts: a program or function in
// JavaScript.
func programs(text string) bool {
	language, code := false, false
	for w := range wordsOf(text) {
		language = language || w == "javascript" || w == "js"
		code = code || w == "function" || w == "program" || w == "code" || w == "script"
	}
	return language && code
}

// program writes a function that returns what the reader noted of the talk, copied as text, and, if
// there was an identifier among it, all that look like one. The reader knows what its notes say
// already; those that the talk has overtaken it calls outdated.
func (r *reading) program(a *asked) string {
	a.quoted = slices.DeleteFunc(slices.Clone(a.quoted), func(b block) bool { return b.origin() == document })
	f := &finder{reading: r, asked: a, turns: map[*read.Clause]int{}}
	f.take()
	r.number(a.Seed, a.Sample)
	clauses := r.attend(onNotes, r.OverlookNotes, a.exact)
	f.facts = belief.Fold(clauses, r.slips(onNotes))
	r.subjects(clauses, f.facts)
	f.facts = r.settle(clauses, f.facts)
	f.kept = r.keep(f.facts, a)
	var facts []string
	var changed []*belief.Fact
	codes := false
	for _, fact := range f.kept {
		if f.old[fact.Clause] && len(fact.Was) == 0 {
			continue
		}
		if line := r.line(fact, a.exact); !slices.Contains(facts, line) {
			facts = append(facts, line)
		}
		if len(fact.Was) > 0 {
			changed = append(changed, fact)
		}
		codes = codes || slices.ContainsFunc(fact.Now, func(v read.Value) bool { return v.Kind == read.Identifier })
	}
	var b strings.Builder
	b.WriteString("```js\nfunction extract(data) {\n  const facts = ")
	listing(&b, facts)
	if codes {
		b.WriteString("  const codes = [];\n  for (const message of data.messages) {\n" +
			"    for (const code of message.text.match(/\\b[A-Z]{2,}[-A-Z0-9]*\\d[-A-Z0-9]*\\b|\\b\\d{3}-\\d{4}\\b/g) || []) codes.push(code);\n  }\n")
	}
	if gone := f.overtaken(facts, changed); len(gone) > 0 {
		b.WriteString("  const outdated = ")
		listing(&b, gone)
		b.WriteString("  return { facts, ")
		if codes {
			b.WriteString("codes, ")
		}
		b.WriteString("outdated };\n}\n```")
		return b.String()
	}
	b.WriteString("  return { facts")
	if codes {
		b.WriteString(", codes")
	}
	b.WriteString(" };\n}\n```")
	return b.String()
}

// listing writes a list of texts as code.
func listing(b *strings.Builder, texts []string) {
	b.WriteString("[\n")
	for _, t := range texts {
		quoted, err := json.Marshal(t)
		if err != nil {
			panic("sim: encoding a text: " + err.Error()) // any string can be encoded
		}
		b.WriteString("    " + string(quoted) + ",\n")
	}
	b.WriteString("  ];\n")
}

// overtaken are the lines of the reader's own notes that give a value which a changed fact has
// replaced.
func (f *finder) overtaken(facts []string, changed []*belief.Fact) []string {
	var out []string
	for _, b := range f.asked.quoted {
		if b.origin() != ownNotes {
			continue
		}
		for line := range strings.Lines(b.text) {
			line = strings.TrimPrefix(strings.TrimSpace(line), "- ")
			if line == "" || line[0] == '#' || slices.Contains(facts, line) {
				continue
			}
			if slices.ContainsFunc(changed, func(fact *belief.Fact) bool { return f.overtakes(fact, line) }) {
				out = append(out, line)
			}
		}
	}
	return out
}

// overtakes reports whether a line says of the same thing what a fact's value was.
func (f *finder) overtakes(fact *belief.Fact, line string) bool {
	if !slices.ContainsFunc(fact.Was, func(v read.Value) bool { return strings.Contains(line, v.Text) }) {
		return false
	}
	if strings.Contains(line, fact.Clause.Text) {
		return true
	}
	return slices.ContainsFunc(f.texts.of("", "- "+line), func(c *read.Clause) bool { return meets(c, fact.Clause) })
}
