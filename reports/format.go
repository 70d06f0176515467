package reports

import "io"

// Format is a way to write documents. One that lacks what the format writes doesn't have it.
type Format struct {
	Name  string
	has   func(Document) bool
	write func(d Document, w io.Writer, chart string) error
}

// Formats are all formats. To add one, write its file and its line here.
var Formats = []Format{
	{"table", hasSections, writeTable},
	{"md", hasSections, writeMarkdown},
	{"csv", func(d Document) bool { return d.Records.Head != nil }, writeCSV},
	{"json", func(d Document) bool { return d.Data != nil }, writeJSON},
	{"svg", func(d Document) bool { return len(d.Charts) > 0 }, writeSVG},
	{"png", func(d Document) bool { return len(d.Charts) > 0 }, writePNG},
	{"junit", func(d Document) bool { return d.Tests != nil }, writeJUnit},
}

func hasSections(d Document) bool { return len(d.Sections) > 0 || d.Title != "" }
