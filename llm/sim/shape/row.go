// Package shape writes what a reader found in the form a program asked for: JSON of a schema, JSON
// like an example, lines like a template.
//
//  1. A Row is one thing found, cut into the roles that a field of a record can have (role.go).
//  2. Parse reads a JSON schema; Example makes one of an example object in a prompt.
//  3. Fill writes JSON that the schema allows: names and descriptions of properties tell which
//     role, kind of value or question each of them stands for, and a Source gives the contents.
//  4. Find finds the template of a line in instructions: "(subject, predicate, object)"; Forms finds the forms
//     that lines of several kinds have, and Form.Write writes a row in one.
//
// It is pure: no randomness, nothing is invented. Where nothing is known a property is left out,
// null or empty, whichever the schema allows.
package shape

import "contextarena.internal/llm/sim/read"

// Role is what a field of a record says about the thing found.
type Role uint8

// Roles of fields.
const (
	None       Role = iota
	Old             // the value that held before
	Formula         // how it is calculated
	Premises        // what it follows from
	Examples        // values of this type
	Confidence      // how sure the reader is, 0 to 1
	Verdict         // whether it is right
	Reason          // why, in words
	Score           // a grade or weight, 0 to 1
	Label           // which class it belongs to
	Kind            // which kind of fact it is
	Current         // whether it holds
	Where           // the place it is in, from the outermost inwards
	Unit            // what an amount counts
	Layout          // how values of this type are written
	Date            // when
	Turn            // which message of the user said it, counted from 1
	Speaker         // who said it
	Part            // what somebody does or is
	Index           // its number, counted from 1
	Number          // how much, or how many
	Predicate       // what connects subject and object
	From            // where an edge begins: an old value, a premise, a subject
	To              // where it ends
	Object          // the value
	Subject         // what it is about
	Text            // the whole statement
	roles           // how many there are
)

// Roles is a set of roles.
type Roles uint32

// Has reports whether any of the given roles is in the set.
func (s Roles) Has(rs ...Role) bool {
	for _, r := range rs {
		if s&(1<<r) != 0 {
			return true
		}
	}
	return false
}

// Cell is what a row says in one role; the zero Cell says nothing.
type Cell struct {
	Text    string
	Number  float64 // if Numeric
	Numeric bool
	List    []string // for roles that may have several
}

// Known reports whether the cell says anything.
func (c Cell) Known() bool { return c.Text != "" || c.Numeric || len(c.List) > 0 }

// Words is a cell of words.
func Words(text string) Cell { return Cell{Text: text} }

// Figure is a cell with a number.
func Figure(n float64) Cell { return Cell{Text: decimal(n), Number: n, Numeric: true} }

// Row is one thing found.
type Row struct {
	Cells  [roles]Cell
	Values []read.Value // every value in it
	Parts  []Row        // the things it is made of: the facts about an entity
	Ref    int          // for the Source: which of its things it is; 0 for none
}

// Of is what the row says in a role.
func (r *Row) Of(role Role) Cell {
	c := r.Cells[role]
	if c.Known() {
		return c
	}
	switch role {
	case From:
		return r.Cells[Subject]
	case To:
		return r.Cells[Object]
	}
	return c
}

// Source gives the contents of a schema.
type Source struct {
	// Rows are the things that an array of the given name and description holds, whose records have
	// the given roles. Row is the record that the array stands in, nil for none.
	Rows func(about string, has Roles, within *Row) []Row
	// Whole is what an object that stands in no array is about, nil if each property is asked alone.
	Whole func(has Roles) *Row
	// Value answers a property that no row is about: its name with those above it, and its description.
	Value func(name, about string, number bool) Cell
	// Choose picks one of the labels, by its index; -1 if none fits. Row is what is to be labelled, nil
	// for everything.
	Choose func(labels []Choice, row *Row) int
}

// Choice is a label with what is said about it.
type Choice struct{ Label, About string }
