package simulate

import (
	"fmt"
	"math"
	"slices"
)

// key is where a figure stands.
type key struct{ table, row, column string }

// part is what one case adds to a figure.
type part struct {
	key
	value, weight float64
}

// figure is made of the parts that cases add: by seed, and the least and the most of any part.
type figure struct {
	values, weights []float64
	least, most     float64
}

// figures are all of a run.
type figures struct {
	seeds  int
	tables []Table
	rows   map[string][]string // by table, as they came
	of     map[key]*figure
}

func newFigures(tables []Table, seeds int) *figures {
	return &figures{seeds: seeds, tables: tables, rows: map[string][]string{}, of: map[key]*figure{}}
}

// table is one by its name.
func (f *figures) table(id string) (*Table, error) {
	for i := range f.tables {
		if f.tables[i].ID == id {
			return &f.tables[i], nil
		}
	}
	return nil, fmt.Errorf("no table %s", id)
}

// add adds what a case came to.
func (f *figures) add(c *Case) error {
	for _, p := range c.parts {
		x := f.of[p.key]
		if x == nil {
			t, err := f.table(p.table)
			if err != nil {
				return err
			}
			if !slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Name == p.column }) {
				return fmt.Errorf("table %s has no column %q", p.table, p.column)
			}
			if !slices.Contains(f.rows[p.table], p.row) {
				f.rows[p.table] = append(f.rows[p.table], p.row)
			}
			x = &figure{values: make([]float64, f.seeds), weights: make([]float64, f.seeds), least: math.Inf(1), most: math.Inf(-1)}
			f.of[p.key] = x
		}
		x.values[c.Place] += p.value
		x.weights[c.Place] += p.weight
		if p.weight != 0 {
			x.least, x.most = min(x.least, p.value/p.weight), max(x.most, p.value/p.weight)
		}
	}
	return nil
}

// bySeed is a figure of every seed that has one.
func (x *figure) bySeed() (out []float64) {
	if x == nil {
		return nil
	}
	for seed, w := range x.weights {
		if w != 0 {
			out = append(out, x.values[seed]/w)
		}
	}
	return out
}

// at is a figure by its place, without parts if the place has none.
func (f *figures) at(table, row, column string) (*figure, error) {
	if x := f.of[key{table, row, column}]; x != nil {
		return x, nil
	}
	if !slices.Contains(f.rows[table], row) {
		return &figure{}, fmt.Errorf("table %q has no row %q", table, row)
	}
	return &figure{}, nil
}

// shown are the tables with their figures, but for those that are there for claims alone.
func (f *figures) shown() []Table {
	var out []Table
	for _, t := range f.tables {
		if t.Hidden {
			continue
		}
		for _, row := range f.rows[t.ID] {
			line := Line{Name: row}
			for _, c := range t.Columns {
				line.Cells = append(line.Cells, spreadOf(f.of[key{t.ID, row, c.Name}].bySeed()))
			}
			t.Lines = append(t.Lines, line)
		}
		out = append(out, t)
	}
	return out
}
