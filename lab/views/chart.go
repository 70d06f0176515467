package views

import (
	"bytes"
	"fmt"
	"io"

	"contextarena.internal/reports"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// chart is a picture before it is drawn.
type chart struct {
	title, note   string
	width, height vg.Length // of the body
	body          func(draw.Canvas) error
}

// svg draws the chart as SVG.
func (c chart) svg(w io.Writer) error {
	canvas := vgsvg.New(c.size())
	if err := c.draw(draw.New(canvas)); err != nil {
		return err
	}
	return writeSVG(w, canvas)
}

// png draws it as pixels, 144 to an inch.
func (c chart) png(w io.Writer) error {
	width, height := c.size()
	canvas := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(144))}
	if err := c.draw(draw.New(canvas)); err != nil {
		return err
	}
	if _, err := canvas.WriteTo(w); err != nil {
		return fmt.Errorf("drawing a chart: %w", err)
	}
	return nil
}

func (c chart) size() (width, height vg.Length) {
	return c.width + 2*reports.Margin, c.height + headHeight + footHeight
}

func (c chart) draw(all draw.Canvas) error {
	all = draw.Crop(all, reports.Margin, -reports.Margin, 0, 0)
	reports.WriteLines(draw.Crop(all, 0, 0, c.height+footHeight, 0), 13, plain(c.title))
	reports.WriteLines(draw.Crop(all, 0, 0, 0, -c.height-headHeight), 9, c.note)
	if err := c.body(draw.Crop(all, 0, 0, footHeight, -headHeight)); err != nil {
		return fmt.Errorf("drawing a chart: %w", err)
	}
	return nil
}

// writeSVG writes a canvas that was drawn on. The font isn't embedded, so what looks most like it is
// named.
func writeSVG(w io.Writer, canvas *vgsvg.Canvas) error {
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return fmt.Errorf("drawing a chart: %w", err)
	}
	_, err := w.Write(bytes.ReplaceAll(b.Bytes(), []byte(`style="font-family:Liberation Sans;`), []byte(`style="font-family:'Liberation Sans',Arial,Helvetica,sans-serif;`)))
	return err
}
