package reports

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Chart is a picture before it is drawn.
type Chart struct {
	Name          string
	Missing       string // why it can't be drawn; empty: it can
	Title, Note   string
	Said          string    // what was found, below the title
	Beside        []string  // lines of text beside panels
	Width, Height vg.Length // of the body
	Body          func(draw.Canvas) error
}

// Sizes in points.
const (
	PanelWidth  = 460
	PanelHeight = 300
	LegendWidth = 200
	Margin      = 10

	headHeight, footHeight        = 56, 48 // at least
	titleSize, saidSize, noteSize = 13, 10.5, 9
	leading                       = 1.3 // of a line, in sizes
)

// writeSVG draws a chart as SVG. The font isn't embedded, so what looks most like it is named.
func writeSVG(d Document, w io.Writer, name string) error {
	c, err := d.chart(name)
	if err != nil {
		return err
	}
	canvas := vgsvg.New(c.size())
	if err := c.draw(canvas); err != nil {
		return err
	}
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return fmt.Errorf("drawing a chart: %w", err)
	}
	_, err = w.Write(setText.ReplaceAllFunc(b.Bytes(), sized))
	return err
}

// setText is a text that vgsvg wrote: its attributes, its size, and what it says.
var setText = regexp.MustCompile(`(?s)<text ([^>]*?)style="font-family:Liberation Sans;([^>]*?font-size:([0-9.]+)px[^>]*)>([^<]*)</text>`)

// sized says of a text how wide it is, so that a viewer without the font stretches what it has to that width
// and nothing is cut off or lies on something else.
func sized(element []byte) []byte {
	m := setText.FindSubmatch(element)
	size, err := strconv.ParseFloat(string(m[3]), 64)
	if err != nil || len(m[4]) == 0 {
		return element
	}
	style := textStyle(vg.Points(size))
	return fmt.Appendf(nil, `<text %stextLength="%.1f" lengthAdjust="spacingAndGlyphs" style="font-family:'Liberation Sans',Arial,Helvetica,sans-serif;%s>%s</text>`,
		m[1], style.Width(strings.TrimSpace(html.UnescapeString(string(m[4])))).Points(), m[2], m[4])
}

// writePNG draws a chart as pixels, 144 to an inch.
func writePNG(d Document, w io.Writer, name string) error {
	c, err := d.chart(name)
	if err != nil {
		return err
	}
	width, height := c.size()
	canvas := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(144))}
	if err := c.draw(canvas); err != nil {
		return err
	}
	if _, err := canvas.WriteTo(w); err != nil {
		return fmt.Errorf("drawing a chart: %w", err)
	}
	return nil
}

// chart is the named one, or the first.
func (d Document) chart(name string) (Chart, error) {
	var names []string
	for _, c := range d.Charts {
		if name == "" || c.Name == name {
			if c.Missing != "" {
				return c, errors.New(c.Missing)
			}
			return c, nil
		}
		names = append(names, c.Name)
	}
	return Chart{}, fmt.Errorf("there is no chart %q here: want one of %s", name, strings.Join(names, ", "))
}

func (c Chart) size() (width, height vg.Length) {
	head, foot := c.margins()
	return c.Width + 2*Margin, c.Height + head + foot
}

// margins are the heights of what stands above and below the body.
func (c Chart) margins() (head, foot vg.Length) {
	lines := func(size vg.Length, s string) vg.Length {
		if s == "" {
			return 0
		}
		return vg.Length(len(setLines(c.Width, size, s))) * size * leading
	}
	return max(headHeight, lines(titleSize, c.Title)+lines(saidSize, c.Said)+Margin), max(footHeight, lines(noteSize, c.Note)+Margin)
}

func (c Chart) draw(on vg.CanvasSizer) error {
	head, foot := c.margins()
	all := draw.Crop(draw.New(cleaned{on}), Margin, -Margin, 0, 0)
	below := writeLines(draw.Crop(all, 0, 0, c.Height+foot, 0), titleSize, c.Title)
	writeLines(draw.Crop(all, 0, 0, c.Height+foot, -below), saidSize, c.Said)
	writeLines(draw.Crop(all, 0, 0, 0, -c.Height-head), noteSize, c.Note)
	if err := c.Body(draw.Crop(all, 0, 0, foot, -head)); err != nil {
		return fmt.Errorf("drawing a chart: %w", err)
	}
	return nil
}

// cleaned is a canvas on which only what is printable is written.
type cleaned struct{ vg.CanvasSizer }

func (c cleaned) FillString(f font.Face, at vg.Point, s string) {
	c.CanvasSizer.FillString(f, at, plain(s))
}

// writeLines sets a text at the top of a canvas, wrapped to its width, and returns its height.
func writeLines(c draw.Canvas, size vg.Length, s string) vg.Length {
	if s == "" {
		return 0
	}
	style := textStyle(size)
	style.XAlign, style.YAlign = draw.XLeft, draw.YTop
	y := c.Max.Y - size/2
	for _, line := range setLines(c.Max.X-c.Min.X, size, s) {
		c.FillText(style, vg.Point{X: c.Min.X, Y: y}, line)
		y -= size * leading
	}
	return c.Max.Y - size/2 - y
}

// setLines are the lines of a text in a width.
func setLines(width, size vg.Length, s string) []string {
	// A letter of this font is about half as wide as it is high.
	lines := strings.Split(text.WrapSoft(plain(s), int(width/(size*0.5))), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return lines
}

// textStyle is that of a chart's text.
func textStyle(size vg.Length) draw.TextStyle {
	style := plot.New().Title.TextStyle
	SetFont(size, &style)
	return style
}

// Snip is a name in at most so many characters.
func Snip(name string, most int) string { return text.Snip(plain(name), most, "…") }
