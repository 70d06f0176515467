package sim

import (
	"slices"
	"strings"

	"contextarena.internal/llm"
	"contextarena.internal/llm/sim/read"
	"contextarena.internal/llm/sim/shape"
)

// want is what a structured reply is to hold.
type want uint8

const (
	anyWant          want = iota // whatever the fields name
	wantTriples                  // subject, predicate, object
	wantCorrections              // old values and what took their places
	wantDependencies             // what follows from what
	wantTypes                    // types of facts: a schema is proposed or refined
	wantLabel                    // one label for everything
	wantLabels                   // a label for each line
	wantJudgement                // whether an answer is right
	wantKinds                    // facts of some kinds only
)

// structure is the form of a reply that a program is going to read.
type structure struct {
	want     want
	json     bool
	schema   *shape.Schema // of the JSON; nil for any
	lines    bool          // an object on each line
	template *shape.Template
	labels   []shape.Choice
	about    string          // what wantKinds is about
	parts    map[part]string // what a judgement or a refinement is given
}

// part is a piece of a request that isn't material by itself.
type part uint8

const (
	partQuestion part = iota
	partReference
	partAnswer
	partTypes
	partGaps
)

// set reports whether a form is asked for at all.
func (s *structure) set() bool { return s.want != anyWant || s.json }

// structured finds the structure that is asked for, in the last message or in the system prompt of a
// program that sends nothing but material. What is an example, a label or a part leaves the quotes.
func (a *asked) structured() {
	if a.Schema == nil && !mayStructure(a.text) && a.last != 1 {
		return
	}
	blocks := a.quoted
	s := a.structure(a.text, &blocks)
	system := ""
	if a.Messages[0].Role == llm.System && a.last > 0 {
		system = a.Messages[0].Text
	}
	if !s.set() && a.last == 1 && system != a.text && mayStructure(system) {
		var told strings.Builder
		theirs := a.quoted
		for _, b := range material(system) {
			if b.quoted {
				theirs = append(theirs, b)
			} else {
				told.WriteString(b.text)
			}
		}
		if a.text != "" {
			theirs = append(theirs, block{true, "text", a.text})
		}
		if of := a.structure(told.String(), &theirs); of.json || of.set() && !a.asks {
			s, blocks = of, theirs
			a.instructions = instruct(told.String())
		}
	}
	if a.Schema != nil {
		s.json = true
		if given, err := shape.Parse(a.Schema.JSON); err == nil && strings.ReplaceAll(string(a.Schema.JSON), " ", "") != `{"type":"object"}` {
			s.schema = given
		}
	}
	if s.set() && (s.json || a.form != headed) {
		a.asks = a.asks && s.want == anyWant
		a.wanted, a.quoted = s, blocks
	}
}

// structuring words are those without which nobody asks for a structure, by their beginnings.
var structuring = []string{"json", "triple", "correct", "change", "supersede", "contradict", "depend", "derive", "follow", "schema", "taxonomy", "ontology", "type", "classif", "categor", "label", "genre", "rate", "scale", "judge", "grade", "match", "reference", "expected", "evaluate", "only", "all", "every", "extract", "detect", "edges", "stable", "tag", "which", "mark"}

// structuringStarts are their first three letters, which tell most other words apart.
var structuringStarts = func() map[string]bool {
	m := map[string]bool{}
	for _, s := range structuring {
		m[s[:3]] = true
	}
	return m
}()

// mayStructure is a cheap look at instructions.
func mayStructure(text string) bool {
	for w := range wordsOf(text) {
		if len(w) < 3 || !structuringStarts[w[:3]] {
			continue
		}
		for _, s := range structuring {
			if strings.HasPrefix(w, s) {
				return true
			}
		}
	}
	return false
}

// structure reads instructions.
func (a *asked) structure(text string, blocks *[]block) structure {
	s := structure{parts: map[part]string{}}
	s.json = slices.Contains(slices.Collect(wordsOf(text)), "json")
	var rest []block
	for _, b := range *blocks {
		switch p, is := partOf(b.label); {
		case s.json && s.schema == nil && isExample(b):
			s.schema, _, _, _ = shape.Example(b.text)
		case is && len(b.text) < 4000:
			s.parts[p] = b.text
		case strings.Contains(b.label, "label") || strings.Contains(b.label, "genre") || strings.Contains(b.label, "categor"):
			s.labels = choices("one of:\n" + b.text)
		default:
			rest = append(rest, b)
		}
	}
	if s.json && s.schema == nil {
		if given, from, to, ok := shape.Example(text); ok {
			s.schema = given
			text = text[:from] + text[to:]
		}
	}
	if !s.json {
		s.template, _ = shape.Find(text)
	}
	text = s.sections(text)
	s.want, s.about = s.told(text)
	switch s.want {
	case wantLabel, wantLabels:
		if len(s.labels) == 0 {
			s.labels = choices(text)
		}
		if len(s.labels) < 2 && !s.json && a.Schema == nil {
			s.want = anyWant
		}
	case wantJudgement:
		s.labels = choices(text)
	}
	if len(rest) > 0 || s.json || a.Schema != nil || s.want == wantJudgement {
		*blocks = rest
	} else if a.last > 1 && !pointsBack(text) || a.last <= 1 && !statesValues(text) {
		s.want = anyWant
	}
	if words := strings.ToLower(text); s.json {
		s.lines = strings.Contains(words, "per line") || strings.Contains(words, "each line") || strings.Contains(words, "json lines") || strings.Contains(words, "jsonl") || strings.Contains(words, "a line")
	}
	return s
}

// statesValues reports whether there is something to read in instructions themselves.
func statesValues(text string) bool {
	for _, c := range read.Clauses(text) {
		if !c.Asks && len(c.Values) > 0 {
			return true
		}
	}
	return false
}

// pointsBack reports whether a text speaks of the conversation at hand.
func pointsBack(text string) bool {
	before := ""
	for w := range wordsOf(text) {
		if talkWords[w] && pointing[before] || before == "so" && w == "far" {
			return true
		}
		before = w
	}
	return false
}
