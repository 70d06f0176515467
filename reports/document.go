// Package reports writes what studies found. A study builds a Document; every format is written
// here, once, so that no study knows of widths, markup or files:
//
//  1. A Section holds rows, notes, a list, or text that keeps its lines. A Figure in a row brings
//     its caption along: level, denominator, interval and warnings stand under the table.
//  2. Records are rows for programs, Data is what JSON encodes, and a Chart is drawn if asked for.
//  3. Document.Write writes it in one of Formats. All texts are taken to be untrusted: control
//     characters, markup, and formulas of spreadsheets are made harmless by the writers.
//
// A format is a file and a line in Formats. Equal documents give equal bytes. The package imports no
// other room of the program and computes nothing.
package reports

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
)

// Document is a report before it is written. Its zero value is an empty one.
type Document struct {
	// Finding is what was found, in one or two sentences (see Found): the first that a reader sees. In JSON
	// Data has it as finding; JUnit has it as the beginning of its output.
	Finding string
	// Title heads a page. A terminal shows it only above a first section without a title.
	Title string
	// Simulated says that a simulated model answered. A document whose titles don't say so gets a
	// line that does.
	Simulated bool
	Sections  []Section
	Notes     []string // after the sections
	Warnings  []string // after the notes
	Played    Played
	Screen    Screen

	Data    any      // what JSON encodes
	Records Records  // what CSV writes
	Charts  []Chart  // what SVG and PNG draw; the first if none is named
	Tests   *Tests   // what JUnit writes
	Browser *Browser // what HTML shows besides
}

// Screen is the terminal that a document is written for; the zero value has 80 columns and no colours.
type Screen struct {
	Width int // most columns; 0: 80
	Color bool
}

// Played is the experiment behind a document, named at its end; the zero value is none.
type Played struct {
	ID     string
	Number int64  // in this database; 0 where that isn't known
	Status string // "complete", "partial: 3 trials not completed"
}

// String names the experiment; empty for none.
func (p Played) String() string {
	switch {
	case p.ID == "":
		return ""
	case p.Number == 0:
		return fmt.Sprintf("experiment %.12s, %s", p.ID, p.Status)
	}
	return fmt.Sprintf("experiment %d (%.12s), %s", p.Number, p.ID, p.Status)
}

// Section is a part of a document. What it has stands in this order: title, rows, notes, list, text,
// warnings.
type Section struct {
	Title  string // empty: it goes on where the one before ends
	View   string // by which it can be asked for (Document.Only); empty: it is of no view
	On     Medium // where it is shown; zero: everywhere
	Head   []string
	Rows   []Row
	Layout Layout // of the rows in a terminal
	// Widths are the widest columns in a terminal, the last for all that follow; 0 is any width. The
	// default is 18, 14. Only the layout Figures has them.
	Widths []int
	// Most is how many lines the rows may take in a terminal, head included; 0 is any number. Rows that
	// don't fit are counted.
	Most int
	// Align has a letter for each column, l or r, the last for all that follow; empty: lr.
	Align    string
	Notes    []string
	List     [][]string // items of a line and the lines under it
	Text     string     // lines that are kept as they are: a map, a script, a conversation
	Warnings []string
}

// Row is a row of cells: a Figure, a Cell, or any value as fmt prints it.
type Row []any

// Medium is where a section is shown.
type Medium int

// The media.
const (
	Everywhere Medium = iota
	Terminal          // in 80 columns
	Page              // where there is room: Markdown
)

// Layout is how a terminal arranges rows.
type Layout int

// The layouts.
const (
	Figures Layout = iota // names at the left, figures at the right, a rule under the head
	List                  // all at the left; the last column has what the others leave of the width
)

// Records are rows for programs: numbers exactly, a nil pointer as an empty cell.
type Records struct {
	Head []string
	Rows iter.Seq[[]any]
}

// Write writes the document in a format, one of the names of Formats. chart names the picture where
// the format is one; the first if it is empty. A format or chart that isn't there is an error that
// names those that are.
func (d Document) Write(w io.Writer, format, chart string) error {
	for _, f := range formats {
		if f.Name == format && d.has(f.Part) {
			return f.write(d, w, chart)
		}
	}
	return fmt.Errorf("there is no format %q here: want one of %s", format, strings.Join(d.Formats(), ", "))
}

// Formats names the formats that the document has what they need for.
func (d Document) Formats() []string {
	var out []string
	for _, f := range formats {
		if d.has(f.Part) {
			out = append(out, f.Name)
		}
	}
	return out
}

// shown are the sections of a medium. Lines of a caption, and notes, stand under the first table they belong to.
func (d Document) shown(on Medium) []shown {
	var out []shown
	said, explained := map[string]bool{}, map[string]bool{}
	for _, s := range d.Sections {
		if s.On != Everywhere && s.On != on {
			continue
		}
		var caption Caption
		view := shown{Section: s}
		for _, row := range s.Rows {
			cells, tones := make([]string, len(row)), make([]Tone, len(row))
			for i, v := range row {
				cells[i] = caption.Add(v)
				if c, ok := v.(Cell); ok {
					tones[i] = c.tone
				}
			}
			view.cells, view.tones = append(view.cells, cells), append(view.tones, tones)
		}
		view.notes = nil
		for _, line := range append(caption.Notes(explained), s.Notes...) {
			if !said[line] {
				view.notes = append(view.notes, line)
			}
			said[line] = true
		}
		out = append(out, view)
	}
	if d.Simulated && !d.saysSo(out) {
		out = append([]shown{{Section: Section{Warnings: []string{"SIMULATED: a simulated model answered."}}}}, out...)
	}
	return out
}

// shown is a section whose cells are texts, with all that stands under its rows.
type shown struct {
	Section
	cells [][]string
	tones [][]Tone
	notes []string
}

// saysSo reports whether a title says that a model was simulated.
func (d Document) saysSo(sections []shown) bool {
	all := d.Title + d.Finding
	for _, s := range sections {
		all += s.Title + strings.Join(s.Warnings, "")
	}
	for _, w := range d.Warnings {
		all += w
	}
	return strings.Contains(strings.ToUpper(all), "SIMULATED")
}

// Found is a Finding: sentences with the mark of what is simulated; empty if there are none.
func Found(simulated bool, sentences ...string) string {
	text := strings.Join(slices.DeleteFunc(sentences, func(s string) bool { return s == "" }), " ")
	if simulated && text != "" {
		text = "SIMULATED: " + text
	}
	return text
}

// Sentence writes the finding alone.
func (d Document) Sentence(w io.Writer) error {
	_, err := io.WriteString(w, d.terminal().finding(d))
	return err
}

// Simulated is ", SIMULATED" for a title, or nothing.
func Simulated(yes bool) string {
	if yes {
		return ", SIMULATED"
	}
	return ""
}
