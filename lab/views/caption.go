package views

import "contextarena.internal/reports"

// caption collects what the figures of a sheet are about.
type caption struct{ reports.Caption }

// Cell is reports.Figure.Cell, noted.
func (c *caption) Cell(f reports.Figure) string { return c.Add(f.Cell()) }

// Narrow is reports.Figure.Narrow, noted.
func (c *caption) Narrow(f reports.Figure) string { return c.Add(f.Narrow()) }

// Count is reports.Figure.Count, noted.
func (c *caption) Count(f reports.Figure) string { return c.Add(f.Count()) }
