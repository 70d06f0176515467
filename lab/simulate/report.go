package simulate

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"contextarena.internal/reports"
)

// Schema describes the JSON of every simulation.
//
//go:embed schema.json
var Schema []byte

// Report is what a simulation found.
type Report struct {
	Name     string      `json:"name"`
	Title    string      `json:"title"`
	Case     string      `json:"case"` // what a case is
	Seed     uint64      `json:"seed"` // the first
	Seeds    int         `json:"seeds"`
	Cases    int         `json:"cases"`           // of each seed
	Workload []Generated `json:"workload"`        // what was generated
	Trace    string      `json:"trace,omitempty"` // the file that was played instead
	Tables   []Table     `json:"tables"`

	Charts []reports.Chart `json:"-"`
}

// Generated is one thing of the workload, and how it is drawn.
type Generated struct {
	Thing string `json:"thing"`
	How   string `json:"how"`
}

// Table is one set of figures.
type Table struct {
	ID      string   `json:"id"` // for programs
	Title   string   `json:"title"`
	Rows    string   `json:"rows"`    // what a row is: "policy"
	Columns []Column `json:"columns"` // of the figures
	Lines   []Line   `json:"lines"`
	Notes   []string `json:"notes,omitempty"`
}

// Column is a column of figures.
type Column struct {
	Name     string `json:"name"`
	Decimals int    `json:"decimals"` // shown
}

// Line is a row of a table.
type Line struct {
	Name  string   `json:"name"`
	Cells []Spread `json:"cells"` // as many as columns
}

// Spread is a figure over seeds: each seed gives one value. The zero value is none.
type Spread struct {
	Mean float64 `json:"mean"`
	SD   float64 `json:"sd"` // of the values, with n-1; 0 for one seed
	N    int     `json:"n"`  // seeds; 0 where there is none
}

// figure is what the cases of each seed add up to.
type figure struct{ values, weights []float64 }

// table is one by its name; nil if there is none.
func (r *Report) table(id string) *Table {
	if i := slices.IndexFunc(r.Tables, func(t Table) bool { return t.ID == id }); i >= 0 {
		return &r.Tables[i]
	}
	return nil
}

// add adds what a case came to. Rows stand in the order in which they come.
func (r *Report) add(of map[key]*figure, c *Case) error {
	for _, p := range c.parts {
		x := of[p.key]
		if x == nil {
			t := r.table(p.table)
			if t == nil {
				return fmt.Errorf("no table %s", p.table)
			}
			if !slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Name == p.column }) {
				return fmt.Errorf("table %s has no column %q", p.table, p.column)
			}
			if !slices.ContainsFunc(t.Lines, func(l Line) bool { return l.Name == p.row }) {
				t.Lines = append(t.Lines, Line{Name: p.row})
			}
			x = &figure{make([]float64, r.Seeds), make([]float64, r.Seeds)}
			of[p.key] = x
		}
		x.values[c.Place] += p.value
		x.weights[c.Place] += p.weight
	}
	return nil
}

// fill sets the cells of all lines.
func (r *Report) fill(of map[key]*figure) {
	for _, t := range r.Tables {
		for i, l := range t.Lines {
			for _, c := range t.Columns {
				var values []float64 // of each seed that has one
				if x := of[key{t.ID, l.Name, c.Name}]; x != nil {
					for seed, w := range x.weights {
						if w != 0 {
							values = append(values, x.values[seed]/w)
						}
					}
				}
				t.Lines[i].Cells = append(t.Lines[i].Cells, spreadOf(values))
			}
		}
	}
}

// spreadOf is the mean and deviation of values, one of each seed.
func spreadOf(values []float64) Spread {
	s := Spread{N: len(values)}
	if s.N > 0 {
		s.Mean = stat.Mean(values, nil)
	}
	if s.N > 1 {
		s.SD = stat.StdDev(values, nil)
	}
	return s
}

// text is a figure as it is shown: 64.2±0.3, – for none.
func (s Spread) text(decimals int) string {
	switch s.N {
	case 0:
		return "–"
	case 1:
		return strings.Replace(fmt.Sprintf("%.*f", decimals, s.Mean), "-", "−", 1)
	}
	return strings.Replace(fmt.Sprintf("%.*f±%.*f", decimals, s.Mean, decimals, s.SD), "-", "−", 1)
}

// form is a report in JSON.
type form struct {
	Schema string `json:"schema"`
	Report
}

// Document is the report to be written.
func (r Report) Document() reports.Document {
	d := reports.Document{
		Title: r.Title + ", SIMULATED", Simulated: true, Sections: []reports.Section{r.header()},
		Data: form{"context-arena/simulation/2", r}, Records: r.records(), Charts: r.Charts,
	}
	for _, t := range r.Tables {
		d.Sections = append(d.Sections, t.section())
	}
	return d
}

// header says which seeds and workload the report is about.
func (r Report) header() reports.Section {
	seeds := fmt.Sprint(r.Seed)
	if r.Seeds > 1 {
		seeds = fmt.Sprintf("%d to %d", r.Seed, r.Seed+uint64(r.Seeds)-1)
	}
	h := reports.Section{
		Head: []string{"workload", "how it is drawn"}, Layout: reports.List, Align: "l",
		Rows:  []reports.Row{{"seeds", fmt.Sprintf("%s, %s each", seeds, reports.Plural(r.Cases, r.Case))}},
		Notes: []string{"All is generated: no model was asked and no conversation played, so what is found holds for this workload. Figures: mean ± standard deviation over seeds."},
	}
	if r.Trace != "" {
		h.Head[1], h.Rows[0][1] = "what it is", seeds+", for what draws by chance"
		h.Notes[0] = "A trace is played: no model was asked, so what is found holds for this trace. Figures: mean ± standard deviation over seeds."
	}
	for _, g := range r.Workload {
		h.Rows = append(h.Rows, reports.Row{g.Thing, g.How})
	}
	return h
}

func (t Table) section() reports.Section {
	s := reports.Section{Title: t.Title, Head: []string{t.Rows}, Notes: t.Notes}
	for _, c := range t.Columns {
		s.Head = append(s.Head, c.Name)
	}
	for _, l := range t.Lines {
		row := reports.Row{l.Name}
		for i, c := range l.Cells {
			row = append(row, c.text(t.Columns[i].Decimals))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// records are one row for each figure.
func (r Report) records() reports.Records {
	return reports.Records{
		Head: []string{"simulation", "table", "row", "column", "mean", "sd", "seeds", "first_seed", "cases"},
		Rows: func(yield func([]any) bool) {
			for _, t := range r.Tables {
				for _, l := range t.Lines {
					for i, c := range l.Cells {
						var mean, sd *float64
						if c.N > 0 {
							mean, sd = &c.Mean, &c.SD
						}
						if !yield([]any{r.Name, t.ID, l.Name, t.Columns[i].Name, mean, sd, c.N, r.Seed, r.Cases}) {
							return
						}
					}
				}
			}
		},
	}
}
