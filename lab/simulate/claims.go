package simulate

import (
	"errors"
	"math"
	"strings"
	"text/template"
)

// functions are what the templates of a plan may use. A row is named as in its table; a figure that no seed has is 0.
func (f *figures) functions() template.FuncMap {
	compared := func(table, column, a, b string) (differences []float64, above int, err error) {
		x, err1 := f.at(table, a, column)
		y, err2 := f.at(table, b, column)
		if err := errors.Join(err1, err2); err != nil {
			return nil, 0, err
		}
		of := y.bySeed()
		for i, v := range x.bySeed() {
			differences = append(differences, v-of[i])
			if v > of[i] {
				above++
			}
		}
		return differences, above, nil
	}
	mean := func(table, row, column string) (float64, error) {
		x, err := f.at(table, row, column)
		return spreadOf(x.bySeed()).Mean, err
	}
	// ends are the least and most means of a column, over rows of all tables.
	ends := func(column string, rows []string) (least, most float64) {
		least, most = math.Inf(1), math.Inf(-1)
		for k, x := range f.of {
			for _, row := range rows {
				if k.column == column && k.row == row {
					v := spreadOf(x.bySeed()).Mean
					least, most = min(least, v), max(most, v)
				}
			}
		}
		return least, most
	}
	return template.FuncMap{
		"mean": mean,
		// total is a figure of all seeds together.
		"total": func(table, row, column string) (float64, error) {
			x, err := f.at(table, row, column)
			value, weight := 0.0, 0.0
			for seed := range x.values {
				value, weight = value+x.values[seed], weight+x.weights[seed]
			}
			return value / weight, err
		},
		"least": func(column string, rows ...string) float64 { v, _ := ends(column, rows); return v },
		"most":  func(column string, rows ...string) float64 { _, v := ends(column, rows); return v },
		// lowest and highest are of what single cases added.
		"lowest": func(table, row, column string) (float64, error) {
			x, err := f.at(table, row, column)
			return x.least, err
		},
		"highest": func(table, row, column string) (float64, error) {
			x, err := f.at(table, row, column)
			return x.most, err
		},
		// above says whether a row's figure is above another's, wins for how many seeds, and difference by how much.
		"above": func(table, column, a, b string) (string, error) {
			d, n, err := compared(table, column, a, b)
			return holds(n, len(d)), err
		},
		"wins": func(table, column, a, b string) (int, error) {
			_, n, err := compared(table, column, a, b)
			return n, err
		},
		"difference": func(table, column, a, b string) (Spread, error) {
			d, _, err := compared(table, column, a, b)
			return spreadOf(d), err
		},
		"sub":     func(a, b float64) float64 { return a - b },
		"percent": func(a, b float64) float64 { return 100 * a / b },
	}
}

// tell fills in the templates of a plan.
func (f *figures) tell(p *plan) error {
	var errs []error
	say := func(text *string) {
		t, err := template.New("").Funcs(f.functions()).Parse(*text)
		if err == nil {
			var b strings.Builder
			err = t.Execute(&b, struct{ Seeds int }{f.seeds})
			*text = b.String()
		}
		errs = append(errs, err)
	}
	for _, t := range p.Tables {
		for i := range t.Notes {
			say(&t.Notes[i])
		}
	}
	for i := range p.Claims {
		say(&p.Claims[i].Found)
		say(&p.Claims[i].Holds)
	}
	return errors.Join(errs...)
}

// holds is what can be said of a claim that so many of the seeds bear out: a coin that falls on one side for
// fewer than all but a tenth of them says nothing.
func holds(seeds, of int) string {
	switch {
	case of < 5:
		return "so few seeds can't say"
	case 10*seeds >= 9*of:
		return "yes"
	case 10*seeds <= of:
		return "no"
	}
	return "it isn't shown"
}
