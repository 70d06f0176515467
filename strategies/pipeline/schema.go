package pipeline

import (
	"cmp"
	"slices"
	"strings"

	"contextarena.internal/llm/form"
)

// schema says which kinds of facts are looked for. Kinds are told apart by their names, whatever
// the case. The first len(abstractKinds) are always those.
type schema struct {
	version int
	kinds   []kind
}

// kind is one kind of fact, as a model writes it.
type kind struct {
	Name     string `json:"name" about:"the kind of fact, in one or two words" most:"40"`
	About    string `json:"about" about:"what facts of this kind say" optional:"true"`
	LookFor  string `json:"look_for" about:"how to find them in a conversation" optional:"true" most:"300"`
	Priority string `json:"priority" about:"how much is lost without them" enum:"critical,high,medium,low" optional:"true"`
}

// abstractKinds are looked for in every conversation, so that a schema drawn up from its subject
// alone can't lose them.
var abstractKinds = []kind{
	{Name: "identifiers", About: "phone numbers, addresses, codes, reference numbers and account names", LookFor: "strings of letters and digits that must be copied character for character", Priority: "critical"},
	{Name: "corrections", About: "every fact that takes the place of one stated before", LookFor: "compare each statement with what is known; changes are often made in passing", Priority: "critical"},
	{Name: "decisions", About: "what was decided, chosen, assigned or ruled out", Priority: "high"},
	{Name: "places", About: "what or who is where, and where it moved to", Priority: "high"},
	{Name: "relationships", About: "people, teams and things, and who or what belongs to whom or to what", Priority: "high"},
	{Name: "amounts", About: "counts, prices, sizes, rates and limits, with their units", Priority: "high"},
	{Name: "dates", About: "dates, times, deadlines and durations", Priority: "high"},
}

// abstractSchema is the schema of a conversation of which nothing is known.
func abstractSchema() schema { return schema{kinds: slices.Clone(abstractKinds)} }

// kindList is the kinds a model proposes.
type kindList struct {
	Kinds []kind `json:"kinds" about:"the kinds of facts, added or said more precisely"`
}

var kindForm = form.New[kindList]("kinds")

// priorities from the highest.
var priorities = []string{"critical", "high", "medium", "low"}

// rank is the place of a kind's priority; an unknown one is medium.
func (k kind) rank() int {
	if i := slices.Index(priorities, k.Priority); i >= 0 {
		return i
	}
	return 2
}

// noKinds say nothing of a fact; models propose them for what they would remark themselves.
var noKinds = []string{"comment", "detail", "fact", "information", "kind", "misc", "miscellaneous", "note", "other", "type"}

// singular is a name as kinds are compared: in small letters, of one.
func singular(name string) string { return strings.TrimSuffix(strings.ToLower(name), "s") }

// with is the schema with proposed kinds: what is said of a kind that it has, be it of one or of many, replaces what was said
// before; others are added by their priority, ties in the reply's order, until there are most
// kinds, but for noKinds. It says how many were left out.
func (s schema) with(proposed []kind, most int) (out schema, left int) {
	out = schema{version: s.version, kinds: slices.Clone(s.kinds)}
	var added []kind
	for _, k := range proposed {
		k.Name = strings.ToLower(k.Name)
		same := func(have kind) bool { return singular(have.Name) == singular(k.Name) }
		switch i := slices.IndexFunc(out.kinds, same); {
		case i >= 0:
			out.kinds[i] = out.kinds[i].revised(k)
		case slices.Contains(noKinds, singular(k.Name)):
			left++
		case !slices.ContainsFunc(added, same):
			added = append(added, k)
		}
	}
	slices.SortStableFunc(added, func(a, b kind) int { return cmp.Compare(a.rank(), b.rank()) })
	room := max(0, min(most-len(out.kinds), len(added)))
	out.kinds = append(out.kinds, added[:room]...)
	return out, left + len(added) - room
}

// revised is the kind with what the revision says of it. Name and priority stay.
func (k kind) revised(by kind) kind {
	return kind{
		Name: k.Name, About: cmp.Or(by.About, k.About), LookFor: cmp.Or(by.LookFor, k.LookFor), Priority: k.Priority,
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
	text := k.Name + ": " + k.About
	if k.LookFor != "" {
		text += " (" + k.LookFor + ")"
	}
	return text
}

// text is the schema, one kind a line.
func (s schema) text() string {
	lines := make([]string, len(s.kinds))
	for i, k := range s.kinds {
		lines[i] = k.text()
	}
	return strings.Join(lines, "\n")
}
