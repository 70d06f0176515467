package sim

import (
	"encoding/json"
	"slices"
	"strings"

	"contextarena.internal/words"
)

// wantsProgram reports whether an instruction asks for JavaScript.
func wantsProgram(text string) bool {
	if lower := strings.ToLower(text); !strings.Contains(lower, "javascript") && !strings.Contains(lower, "js") {
		return false // as nearly always
	}
	language, code := false, false
	for _, w := range words.Split(text) {
		language = language || w == "javascript" || w == "js"
		code = code || w == "function" || w == "program" || w == "code" || w == "script"
	}
	return language && code
}

// program is a function of one fixed family: it returns the facts that were told, copied as text, and
// calls outdated those lines of earlier notes whose value has been replaced. Nothing is to be learned
// from its working.
func (r *reading) program() string {
	b := r.belief()
	facts, outdated := []string{}, []string{}
	for _, l := range r.written() {
		if l.fact >= 0 && b.facts[l.fact].told && !l.old || l.fact < 0 && slices.Contains(b.loose, loose{l.text, true}) {
			facts = append(facts, l.String())
		}
	}
	for _, p := range r.parts {
		if p.talk {
			continue
		}
		for _, s := range sentenceSpans(p.text) {
			if text := p.text[s.Start:s.End]; r.overtaken(text) && !slices.Contains(facts, text) {
				outdated = append(outdated, text)
			}
		}
	}
	return "```js\nfunction extract(data) {\n  const facts = " + listing(facts) + ";\n  const outdated = " + listing(outdated) +
		";\n  return { facts, outdated };\n}\n```"
}

// overtaken reports whether a line states, unmarked, a value that holds no more.
func (r *reading) overtaken(text string) bool {
	b, old := r.belief(), false
	for _, s := range r.looks.of(r.world, text, newLook).sightings {
		f := b.facts[s.Fact]
		if f.holds {
			return false
		}
		old = old || f.known && !s.old
	}
	return old
}

// listing is a list of texts as code.
func listing(texts []string) string {
	if len(texts) == 0 {
		return "[]"
	}
	var b strings.Builder
	b.WriteString("[\n")
	for _, t := range texts {
		quoted, err := json.Marshal(t)
		if err != nil {
			panic("sim: encoding a text: " + err.Error()) // any string can be encoded
		}
		b.WriteString("    " + string(quoted) + ",\n")
	}
	return b.String() + "  ]"
}
