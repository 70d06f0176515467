package reports

import (
	"io"
	"slices"
)

// Format is a way to write one part of documents.
type Format struct {
	Name  string
	Part  Part
	write func(d Document, w io.Writer, chart string) error
}

// formats are all formats. To add one, write its file and its line here.
var formats = []Format{
	{"table", Prose, writeTable},
	{"md", Prose, writeMarkdown},
	{"csv", Rows, writeCSV},
	{"json", Values, writeJSON},
	{"svg", Drawing, writeSVG},
	{"png", Pixels, writePNG},
	{"junit", Results, writeJUnit},
	{"html", Pages, writeHTML},
}

// Part is a part of a document.
type Part int

// The parts.
const (
	Prose   Part = iota // Title and Sections
	Rows                // Records
	Values              // Data
	Drawing             // Charts, of any size
	Pixels              // Charts
	Results             // Tests
	Pages               // Title, Sections, Charts and Browser, in a browser
)

// FormatsOf are the names of the formats that write one of these parts, in the order of Formats.
func FormatsOf(parts ...Part) []string {
	var out []string
	for _, f := range formats {
		if slices.Contains(parts, f.Part) {
			out = append(out, f.Name)
		}
	}
	return out
}

// has reports whether a document has a part.
func (d Document) has(p Part) bool {
	switch p {
	case Prose, Pages:
		return len(d.Sections) > 0 || d.Title != ""
	case Rows:
		return d.Records.Head != nil
	case Values:
		return d.Data != nil
	case Drawing, Pixels:
		return len(d.Charts) > 0
	}
	return d.Tests != nil
}
