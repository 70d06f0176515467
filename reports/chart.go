package reports

import (
	"bytes"
	"errors"
	"fmt"
	"io"
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
	TitleSize     vg.Length // in points; 0: 13
	Width, Height vg.Length // of the body
	Body          func(draw.Canvas) error
}

// Sizes in points.
const (
	PanelWidth  = 460
	PanelHeight = 300
	LegendWidth = 200
	Margin      = 10

	headHeight, footHeight = 56, 48
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
	_, err = w.Write(bytes.ReplaceAll(b.Bytes(), []byte(`style="font-family:Liberation Sans;`), []byte(`style="font-family:'Liberation Sans',Arial,Helvetica,sans-serif;`)))
	return err
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
	return c.Width + 2*Margin, c.Height + headHeight + footHeight
}

func (c Chart) draw(on vg.CanvasSizer) error {
	size := c.TitleSize
	if size == 0 {
		size = 13
	}
	all := draw.Crop(draw.New(cleaned{on}), Margin, -Margin, 0, 0)
	WriteLines(draw.Crop(all, 0, 0, c.Height+footHeight, 0), size, c.Title)
	WriteLines(draw.Crop(all, 0, 0, 0, -c.Height-headHeight), 9, c.Note)
	if err := c.Body(draw.Crop(all, 0, 0, footHeight, -headHeight)); err != nil {
		return fmt.Errorf("drawing a chart: %w", err)
	}
	return nil
}

// cleaned is a canvas on which only what is printable is written.
type cleaned struct{ vg.CanvasSizer }

func (c cleaned) FillString(f font.Face, at vg.Point, s string) {
	c.CanvasSizer.FillString(f, at, plain(s))
}

// WriteLines sets a text at the top of a canvas, wrapped to its width.
func WriteLines(c draw.Canvas, size vg.Length, s string) {
	style := plot.New().Title.TextStyle
	style.Font.Variant, style.Font.Size = "Sans", size
	style.XAlign, style.YAlign = draw.XLeft, draw.YTop
	// A letter of this font is about half as wide as it is high.
	s = text.WrapSoft(plain(s), int((c.Max.X-c.Min.X)/(size*0.5)))
	y := c.Max.Y - size/2
	for line := range strings.SplitSeq(s, "\n") {
		c.FillText(style, vg.Point{X: c.Min.X, Y: y}, strings.TrimSpace(line))
		y -= size * 1.3
	}
}

// Snip is a name in at most so many characters.
func Snip(name string, most int) string { return text.Snip(plain(name), most, "…") }
