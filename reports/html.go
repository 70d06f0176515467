package reports

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"

	"contextarena.internal/web"
)

// Browser is what a page in a browser shows besides the sections, charts and records of a document.
type Browser struct {
	Page any // read at once: JSON
	// Tables are all sections and charts, where the document itself has only those that are seen first; nil: it has all.
	Tables   func() (Document, error)
	Chapters []Chapter // read where a reader goes to them
}

// Chapter is a part of a page that is read where a reader goes to it.
type Chapter struct {
	Name string              // of letters, digits and dashes
	Read func() (any, error) // JSON
}

// MostPage is how many bytes a page in one file may have, so that it can be sent. A larger one is written by Folder.
const MostPage = 5_000_000

// ErrLarge is that a page in one file would have more than MostPage.
var ErrLarge = errors.New("the page would have more than 5 MB, which is too much for one file")

// tables is the name of the chapter that Tables are.
const tables = "tables"

// browsed is a document as the browser's program reads it (web/src/data.ts).
type browsed struct {
	Schema    string         `json:"schema"`
	Finding   string         `json:"finding"`
	Title     string         `json:"title"`
	Simulated bool           `json:"simulated"`
	Played    string         `json:"played"`
	Warnings  []string       `json:"warnings"`
	Tables    *browsedTables `json:"tables,omitempty"` // none where they are a chapter
	Page      any            `json:"page,omitempty"`
}

// browsedTables are the sections and charts of a document, and its notes.
type browsedTables struct {
	Sections []browsedSection `json:"sections"`
	Notes    []string         `json:"notes"`
	Charts   []browsedChart   `json:"charts"`
}

// browsedSection is a section whose cells are texts.
type browsedSection struct {
	Title    string     `json:"title"`
	Head     []string   `json:"head"`
	Rows     [][]string `json:"rows"`
	Align    string     `json:"align"`
	Notes    []string   `json:"notes"`
	List     [][]string `json:"list"`
	Text     string     `json:"text"`
	Warnings []string   `json:"warnings"`
}

// browsedChart is a chart as SVG, or why there is none.
type browsedChart struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	SVG     string `json:"svg"`
	Missing string `json:"missing,omitempty"`
}

// Browsed is the document as JSON for the browser's program, without the chapters that are read later (Later).
// Characters that steer how others are shown are dropped.
func (d Document) Browsed() ([]byte, error) {
	out := browsed{
		Schema: "context-arena/document/2", Finding: d.Finding, Title: d.Title, Simulated: d.Simulated, Played: d.Played.String(), Warnings: orEmpty(d.Warnings),
	}
	if d.Browser == nil || d.Browser.Tables == nil {
		all, err := d.tables()
		if err != nil {
			return nil, err
		}
		out.Tables = &all
	}
	if d.Browser != nil {
		out.Page = d.Browser.Page
	}
	return HarmlessJSON(out)
}

// Later are the chapters of a page, which are read where a reader goes to them.
func (d Document) Later() []Chapter {
	if d.Browser == nil {
		return nil
	}
	out := d.Browser.Chapters
	if read := d.Browser.Tables; read != nil {
		out = append([]Chapter{{tables, func() (any, error) {
			all, err := read()
			if err != nil {
				return nil, err
			}
			return all.tables()
		}}}, out...)
	}
	return out
}

// tables are the document's sections and charts.
func (d Document) tables() (browsedTables, error) {
	out := browsedTables{Sections: []browsedSection{}, Notes: orEmpty(d.Notes), Charts: []browsedChart{}}
	for _, s := range d.shown(Page) {
		out.Sections = append(out.Sections, browsedSection{
			Title: s.Title, Head: orEmpty(s.Head), Rows: orEmpty(s.cells), Align: s.Align, Notes: orEmpty(s.notes),
			List: orEmpty(s.List), Text: s.Text, Warnings: orEmpty(s.Warnings),
		})
	}
	for _, c := range d.Charts {
		drawn := browsedChart{Name: c.Name, Title: c.Title, Missing: c.Missing}
		if c.Missing == "" {
			var b bytes.Buffer
			if err := writeSVG(d, &b, c.Name); err != nil {
				return out, err
			}
			drawn.SVG = b.String()
		}
		out.Charts = append(out.Charts, drawn)
	}
	return out, nil
}

func orEmpty[T any](all []T) []T {
	if all == nil {
		return []T{}
	}
	return all
}

// writeHTML writes one file that a browser opens without any network. It is ErrLarge if that has more than MostPage.
func writeHTML(d Document, w io.Writer, _ string) error {
	p, err := d.page()
	if err != nil {
		return err
	}
	size := 0
	for _, chapter := range d.Later() {
		packed, err := chapter.packed()
		if err != nil {
			return err
		}
		p.Chapters = append(p.Chapters, web.Chapter{Name: chapter.Name, Packed: packed})
		if size += len(packed); size > MostPage {
			return ErrLarge
		}
	}
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		return err
	}
	if b.Len() > MostPage {
		return ErrLarge
	}
	_, err = b.WriteTo(w)
	return err
}

// Folder writes what HTML has as a folder that a browser opens without any network: index.html, which is shown first, and
// a file for each chapter, which is read where a reader goes to it. save writes one of them; its name has slashes.
func (d Document) Folder(save func(name string, data []byte) error) error {
	p, err := d.page()
	if err != nil {
		return err
	}
	p.Folder = true
	for _, chapter := range d.Later() {
		packed, err := chapter.packed()
		if err != nil {
			return err
		}
		written := web.Chapter{Name: chapter.Name, Packed: packed}
		if err := save(written.File(), written.Script()); err != nil {
			return err
		}
	}
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		return err
	}
	return save("index.html", b.Bytes())
}

// page is the page without chapters.
func (d Document) page() (web.Page, error) {
	doc, err := d.Browsed()
	return web.Page{Title: plain(d.Title), Static: d.static(), Document: doc}, err
}

func (c Chapter) packed() ([]byte, error) {
	v, err := c.Read()
	if err != nil {
		return nil, err
	}
	return packed(v)
}

// static is what a reader sees without a program: what was found, and where the tables are.
func (d Document) static() string {
	return fmt.Sprintf("<h1>%s</h1>\n<p>%s</p>\n<p>The tables need JavaScript here; --format md has them without.</p>\n",
		html.EscapeString(plain(d.Title)), html.EscapeString(plain(d.Finding)))
}

// packed is a value as JSON for the browser's program, harmless and compressed by gzip. Equal values give equal bytes.
func packed(v any) ([]byte, error) {
	text, err := HarmlessJSON(v)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(text); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

// HarmlessJSON encodes a value and drops from its texts what steers how others are shown, but for line breaks
// and tabs. Angle brackets are escapes, so that no text ends the element it stands in.
func HarmlessJSON(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return escapes.ReplaceAllFunc([]byte(printable(string(text), "")), func(escape []byte) []byte {
		if steering.Match(escape) {
			return nil
		}
		return escape
	}), nil
}

// escapes are those of JSON; steering are those of what steers how others are shown: control characters but tab and line feed, and
// separators of lines.
var (
	escapes  = regexp.MustCompile(`\\(u[0-9a-f]{4}|.)`)
	steering = regexp.MustCompile(`^\\([bfr]|u00[01].|u202[89])$`)
)
