package pipeline

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// schema says which kinds of facts are looked for. Kinds are told apart by their names, whatever
// the case. The first len(abstractKinds) are always those.
type schema struct {
	version int
	kinds   []kind
}

// kind is one kind of fact, as a model writes it.
type kind struct {
	Name     string `json:"name"`
	What     string `json:"what,omitempty"`
	LookFor  string `json:"look_for,omitempty"`
	Format   string `json:"format,omitempty"`
	Priority string `json:"priority,omitempty"`
}

// Names of abstract kinds that validation knows.
const (
	kindIdentifiers = "identifiers"
	kindCorrections = "corrections"
	kindDates       = "dates"
)

// abstractKinds are looked for in every conversation, so that a schema drawn up from its subject
// alone can't lose them.
var abstractKinds = []kind{
	{Name: kindIdentifiers, What: "phone numbers, addresses, codes, reference numbers and account names", LookFor: "strings of letters and digits that must be copied character for character", Format: "what it identifies: identifier", Priority: "critical"},
	{Name: kindCorrections, What: "every fact that takes the place of one stated before", LookFor: "compare each statement with what is known; changes are often made in passing", Format: "subject: old value -> new value", Priority: "critical"},
	{Name: "decisions", What: "what was decided, chosen, assigned or ruled out", Format: "subject: decision", Priority: "high"},
	{Name: "places", What: "what or who is where, and where it moved to", Format: "who or what: place", Priority: "high"},
	{Name: "relationships", What: "people, teams and things, and who or what belongs to whom or to what", Format: "who or what: relation", Priority: "high"},
	{Name: "amounts", What: "counts, prices, sizes, rates and limits, with their units", Format: "of what: amount", Priority: "high"},
	{Name: kindDates, What: "dates, times, deadlines and durations", Format: "event: date", Priority: "high"},
}

// abstractSchema is the schema of a conversation of which nothing is known.
func abstractSchema() schema { return schema{kinds: slices.Clone(abstractKinds)} }

// AbstractKinds lists the names of the kinds that are part of every schema.
func AbstractKinds() []string {
	out := make([]string, len(abstractKinds))
	for i, k := range abstractKinds {
		out[i] = k.Name
	}
	return out
}

// maxKinds bounds how many kinds a reply may propose, whatever the settings.
const maxKinds = 50

// kindsIn finds the kinds a reply describes, in its order: every JSON object with a name, wherever
// it stands. So prose around the JSON, another wrapping and a reply cut in the middle cost no more
// than what they damage.
func kindsIn(reply string) []kind {
	var out []kind
	for from, tries := 0, 0; tries < 4*maxKinds && len(out) < maxKinds; tries++ {
		i := strings.IndexByte(reply[from:], '{')
		if i < 0 {
			break
		}
		from += i
		var k kind
		d := json.NewDecoder(strings.NewReader(reply[from:]))
		if err := d.Decode(&k); err != nil || clean(k.Name, 40) == "" {
			from++
			continue
		}
		from += int(d.InputOffset())
		out = append(out, kind{
			Name: strings.ToLower(clean(k.Name, 40)), What: clean(k.What, 200), LookFor: clean(k.LookFor, 300),
			Format: clean(k.Format, 100), Priority: strings.ToLower(clean(k.Priority, 10)),
		})
	}
	return out
}

// clean is a text on one line without control characters, of at most n characters.
func clean(text string, n int) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
	r := []rune(text)
	return strings.TrimSpace(string(r[:min(len(r), n)]))
}

// priorities from the highest.
var priorities = []string{"critical", "high", "medium", "low"}

// rank is the place of a kind's priority; an unknown one is medium.
func (k kind) rank() int {
	if i := slices.Index(priorities, k.Priority); i >= 0 {
		return i
	}
	return 2
}

// with is the schema with proposed kinds: what is said of a kind that it has replaces what was said
// before; others are added by their priority, ties in the reply's order, until there are most
// kinds. It says how many were left out.
func (s schema) with(proposed []kind, most int) (schema, int) {
	out := schema{version: s.version, kinds: slices.Clone(s.kinds)}
	var added []kind
	for _, k := range proposed {
		if i := slices.IndexFunc(out.kinds, func(have kind) bool { return have.Name == k.Name }); i >= 0 {
			out.kinds[i] = out.kinds[i].revised(k)
		} else if !slices.ContainsFunc(added, func(have kind) bool { return have.Name == k.Name }) {
			added = append(added, k)
		}
	}
	slices.SortStableFunc(added, func(a, b kind) int { return cmp.Compare(a.rank(), b.rank()) })
	room := max(0, min(most-len(out.kinds), len(added)))
	out.kinds = append(out.kinds, added[:room]...)
	return out, len(added) - room
}

// revised is the kind with what the revision says of it. Name and priority stay.
func (k kind) revised(by kind) kind {
	return kind{
		Name: k.Name, What: cmp.Or(by.What, k.What), LookFor: cmp.Or(by.LookFor, k.LookFor),
		Format: cmp.Or(by.Format, k.Format), Priority: k.Priority,
	}
}

// changes lists what of the schema is not in the one before, kind by kind. Kinds never go.
func (s schema) changes(before schema) []string {
	var out []string
	for i, k := range s.kinds {
		switch {
		case i >= len(before.kinds):
			out = append(out, "+ "+k.text())
		case k != before.kinds[i]:
			out = append(out, "~ "+k.text())
		}
	}
	return out
}

// text is a kind on one line.
func (k kind) text() string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // an arrow is to be read as one
	if err := e.Encode(k); err != nil {
		panic(fmt.Sprintf("pipeline: kind of fact: %v", err)) // text fields only
	}
	return strings.TrimSpace(b.String())
}

// text is the schema, one kind a line.
func (s schema) text() string {
	lines := make([]string, len(s.kinds))
	for i, k := range s.kinds {
		lines[i] = k.text()
	}
	return strings.Join(lines, "\n")
}
