package query

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"math"
	"strings"

	"contextarena.internal/reports"
	"contextarena.internal/stats"
	"contextarena.internal/store"
)

// Schema describes what an answer is in JSON.
//
//go:embed schema.json
var Schema []byte

// Answer is what a database says to a question. It is also what JSON writes.
type Answer struct {
	Schema    string           `json:"schema"`
	Title     string           `json:"title"`
	Simulated bool             `json:"simulated"`
	Columns   []string         `json:"columns"`
	Rows      []map[string]any `json:"rows"` // by column; a figure has its level, denominator and interval

	Sections []reports.Section `json:"-"`
	rows     store.Rows
	about    reports.About
	known    map[string]any // what texts may name
}

// experiment is what figures are about, whatever is asked.
const experiment = `SELECT simulated, coalesce(suite, '') AS suite, coalesce(repeats, 1) AS repeats FROM export_experiments WHERE experiment = :experiment`

// Ask answers the question. Its SQL names the arguments as :name; experiment is the number of the one that it is about.
func (q Question) Ask(ctx context.Context, db *store.DB, args map[string]any) (Answer, error) {
	with, queries := "", []string{experiment}
	for _, p := range q.parts {
		if p.key == "with" {
			with = p.sql
		}
		if p.asks() {
			queries = append(queries, with+p.sql)
		}
	}
	found, err := db.Select(ctx, args, queries...)
	if err != nil {
		return Answer{}, fmt.Errorf("%s: %w", q.name, err)
	}
	a := Answer{Schema: "context-arena/query/1", known: maps.Clone(args), Columns: []string{}, Rows: []map[string]any{}}
	a.learn(found[0])
	a.Simulated = a.known["simulated"] == int64(1)
	a.known["simulated"] = reports.Simulated(a.Simulated)
	a.about = reports.About{Level: q.text("level"), Estimand: reports.Sampled, Suite: fmt.Sprint(a.known["suite"])}
	if n, ok := a.known["repeats"].(int64); ok {
		a.about.Repeats = int(n)
	}
	q.say(&a, found[1:])
	a.Columns = append(a.Columns, a.rows.Head...)
	for _, row := range a.rows.Rows {
		object := map[string]any{}
		for i, cell := range row {
			object[a.rows.Head[i]] = a.figure(cell)
		}
		a.Rows = append(a.Rows, object)
	}
	return a, nil
}

// learn takes the columns of a row for what texts may name.
func (a *Answer) learn(r store.Rows) {
	for _, row := range r.Rows {
		for i, name := range r.Head {
			a.known[name] = row[i]
		}
	}
}

// say makes sections of what was found, a result for each part that asks.
func (q Question) say(a *Answer, found []store.Rows) {
	first := true
	for _, p := range q.parts {
		if text := a.filled(p.text); p.key == "note" && text != "" && len(a.Sections) > 0 {
			last := &a.Sections[len(a.Sections)-1]
			last.Notes = append(last.Notes, text)
		}
		if !p.asks() {
			continue
		}
		r := found[0]
		found = found[1:]
		switch {
		case p.key == "about":
			a.learn(r)
			if n, ok := a.known["left_out"].(int64); ok {
				a.about.LeftOut = int(n)
			}
		case p.key == "rows" || first:
			a.rows = r
		}
		if !p.shown() {
			continue
		}
		title := p.text
		if first {
			title = q.title(p)
			a.Title = a.filled(title)
		}
		first = false
		a.Sections = append(a.Sections, a.section(a.filled(title), r, q.text("nothing")))
	}
}

// title is that of the first table: of the file, unless the table has one.
func (q Question) title(p part) string {
	for _, text := range []string{p.text, q.text("title")} {
		if text != "" {
			return text
		}
	}
	return q.name + "{simulated}"
}

// section has the rows of a table, or says that there is nothing.
func (a *Answer) section(title string, r store.Rows, nothing string) reports.Section {
	if len(r.Rows) == 0 && nothing != "" {
		return reports.Section{Title: title, Notes: []string{nothing}}
	}
	s := reports.Section{Title: title, Head: r.Head}
	for _, row := range r.Rows {
		cells := make(reports.Row, len(row))
		for i, cell := range row {
			switch cells[i] = a.figure(cell); v := cells[i].(type) {
			case reports.Figure:
				if math.Abs(v.Estimate().Mean) > 1 { // no share
					cells[i] = v.Amount()
				} else {
					cells[i] = v.Narrow()
				}
			case nil:
				cells[i] = "–"
			case string:
				if i > 0 { // no column of figures
					s.Layout = reports.List
				}
			}
		}
		s.Rows = append(s.Rows, cells)
	}
	return s
}

// filled is a text with its {names}.
func (a *Answer) filled(text string) string {
	for name, value := range a.known {
		if value == nil {
			value = ""
		}
		text = strings.ReplaceAll(text, "{"+name+"}", fmt.Sprint(value))
	}
	return text
}

// figure is a cell as reports have it: an estimate as a figure, bytes as digits.
func (a *Answer) figure(cell any) any {
	switch v := cell.(type) {
	case stats.Estimate:
		return reports.FigureOf(v, a.about)
	case []byte:
		return fmt.Sprintf("%x", v)
	}
	return cell
}

// Document is the answer as a report.
func (a Answer) Document() reports.Document {
	return reports.Document{Simulated: a.Simulated, Sections: a.Sections, Data: a, Records: a.records()}
}

// records are the rows; a figure has a column for its mean, each end of its interval and its denominator.
func (a Answer) records() reports.Records {
	figures := map[int]bool{}
	for _, row := range a.rows.Rows {
		for i, cell := range row {
			if _, is := cell.(stats.Estimate); is {
				figures[i] = true
			}
		}
	}
	var head []string
	for i, name := range a.rows.Head {
		if head = append(head, name); figures[i] {
			head = append(head, name+"_low", name+"_high", name+"_n")
		}
	}
	return reports.Records{Head: head, Rows: func(yield func([]any) bool) {
		for _, row := range a.rows.Rows {
			var cells []any
			for i, cell := range row {
				switch v := a.figure(cell).(type) {
				case reports.Figure:
					f := v.Form()
					cells = append(cells, f.Mean, f.Low, f.High, f.N)
				default:
					cells = append(cells, v)
					if figures[i] {
						cells = append(cells, nil, nil, nil)
					}
				}
			}
			if !yield(cells) {
				return
			}
		}
	}}
}
