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
	wantLists                    // several lists of different things
	wantRanking                  // the items of a list, the most fitting first
	wantAnswers                  // an answer to each of several questions
	wantForms                    // each fact in the one of several forms that suits it
)

// structure is the form of a reply that a program is going to read.
type structure struct {
	want     want
	json     bool
	schema   *shape.Schema // of the JSON; nil for any
	lines    bool          // an object on each line
	template *shape.Template
	forms    []lineForm // of lines, for wantForms
	labels   []shape.Choice
	keyed    string          // "genre": what a ranking begins with; "" for none
	about    string          // what wantKinds is about
	parts    map[part]string // what a judgement or a refinement is given
}

// part is a piece of a request that isn't material by itself.
type part uint8

const (
	partQuestion part = iota
	partQuestions
	partKind
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
	s.bySchema()
	if s.set() && (s.json || a.form != headed || s.want == wantForms || s.want == wantRanking || s.want == wantAnswers) {
		a.asks = a.asks && s.want == anyWant
		a.wanted, a.quoted = s, blocks
	}
}

// structuring words are those without which nobody asks for a structure, by their beginnings.
var structuring = []string{"json", "triple", "correct", "change", "supersede", "contradict", "depend", "derive", "follow", "schema", "taxonomy", "ontology", "type", "classif", "categor", "label", "genre", "rate", "scale", "judge", "grade", "match", "reference", "expected", "evaluate", "only", "all", "every", "extract", "detect", "edges", "stable", "tag", "which", "mark", "form", "question", "rank"}

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
	if s.json {
		if given, from, to, ok := shape.Example(text); ok {
			s.schema = given
			text = text[:from] + text[to:]
		}
	}
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
	if !s.json && !strings.Contains(text, "\n#") {
		if rest := s.lined(text); len(s.forms) > 0 {
			if w, _ := s.told(rest); len(*blocks) > 0 && (w == anyWant || w == wantKinds || w == wantCorrections || w == wantDependencies || w == wantTriples || w == wantLabels && s.forms[0].Label != "") {
				s.want = wantForms
				return s
			}
			s.forms = nil
		}
	}
	if !s.json {
		s.template, _ = shape.Find(text)
	}
	if s.ranking(text); s.want == wantRanking && len(*blocks) > 0 {
		return s
	}
	text = s.sections(text)
	if _, asked := s.parts[partQuestions]; asked && !s.json && hasWord(text, "answer") {
		s.want = wantAnswers
		*blocks = rest
		return s
	}
	s.want, s.about = s.told(text)
	if kind := s.parts[partKind]; kind != "" && !s.json && len(rest) > 0 && (s.want == anyWant || s.want == wantKinds) {
		s.want, s.about = wantKinds, kind
		if types := givenTypes(kind); len(types) > 0 {
			s.about = types[0].Label + " " + types[0].About
		}
	}
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
	s.lines = s.json && perLine(text)
	return s
}

// bySchema lets the names of the lists in a schema say what is wanted, where they say more than the text.
func (s *structure) bySchema() {
	if s.schema == nil || s.lines {
		return
	}
	lists := s.schema.Lists()
	switch {
	case len(lists) > 2 && s.want != wantTypes && s.want != wantJudgement:
		s.want = wantLists
	case len(lists) == 1 && (s.want == anyWant || s.want == wantKinds) && (s.parts[partTypes] != "" || lists[0] == "fact_types") && begins(lists[0], []string{"types", "kinds", "categories", "schema", "fact_types"}):
		s.want = wantTypes
	}
}

// perLine reports whether a sentence asks for an object on each line; one that says what stands below
// asks for nothing.
func perLine(text string) bool {
	for sentence := range strings.FieldsFuncSeq(strings.ToLower(text), func(c rune) bool { return c == '.' || c == '\n' }) {
		has := func(words ...string) bool {
			return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(sentence, w) })
		}
		if has("per line", "each line", "json lines", "jsonl", "a line") && !has("below", "above", "after this") {
			return true
		}
	}
	return false
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
