package evolution

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/reports"
)

// Archive is an evolution's grid in a form that is written out. It holds nothing of when or how often
// the search was played, so that the same settings give the same bytes.
type Archive struct {
	Schema     string        `json:"schema"`
	Simulated  bool          `json:"simulated"`
	Complete   bool          `json:"complete"` // every phase is finished
	Settings   Settings      `json:"settings"`
	Search     []string      `json:"search_scenarios"`
	Held       []string      `json:"held_out_scenarios"`
	Axes       []emas.Axis   `json:"axes"`
	Weights    []emas.Weight `json:"weights"`
	Required   float64       `json:"tasks_required"` // of full_context's tasks where that passes fewer
	Searched   emas.Summary  `json:"searched"`
	Corrected  *Corrected    `json:"corrected_on_fresh_repeats"`
	Unseen     *Corrected    `json:"corrected_on_held_out_scenarios"`
	OtherModel *OtherModel   `json:"other_model"`
	Elites     []CellElite   `json:"elites"` // of the search, by cell
	History    []Evaluation  `json:"evaluations"`
	LeftOut    int           `json:"trials_left_out"` // refused or truncated
	edited     int
}

// Corrected is the archive rebuilt from measurements that chose nothing.
type Corrected struct {
	emas.Summary
	SearchedMean float64     `json:"searched_mean_fitness"`
	HeldoutMean  float64     `json:"held_out_mean_fitness"`
	Stayed       int         `json:"stayed_in_cell"`
	Infeasible   int         `json:"infeasible"`
	Elites       []Evaluated `json:"elites"` // in the order of the searched cells
}

// OtherModel are the elites on another model.
type OtherModel struct {
	Model string  `json:"model"`
	Rho   float64 `json:"spearman_rho"`
	Bounds
	Note   string      `json:"note,omitempty"`
	Elites []Evaluated `json:"elites"`
}

// Evaluated is a genome as it was evaluated.
type Evaluated struct {
	Genome      int       `json:"genome"`
	Cell        []int     `json:"cell"` // bin of each axis, from 0
	Fitness     float64   `json:"fitness"`
	SE          float64   `json:"se"`
	Descriptors []float64 `json:"descriptors"`
	Infeasible  bool      `json:"infeasible"`
	Retention   float64   `json:"weighted_retention"`
	Penalty     float64   `json:"cost_penalty"`
	Cost        float64   `json:"cost_times_hybrid"`
	Passed      float64   `json:"tasks_passed"`
	Required    float64   `json:"tasks_required"`
	Relative    bool      `json:"required_relative_to_full_context"`
}

// CellElite is the elite of a cell with its settings.
type CellElite struct {
	Evaluated
	Name     string            `json:"name"`
	Settings map[string]string `json:"settings"`
	Strategy string            `json:"strategy"` // the spec that plays it in full
}

// Evaluation is one evaluation of the search.
type Evaluation struct {
	Batch   int    `json:"batch"`
	Repeat  int    `json:"repeat"`
	Emitter string `json:"emitter"`
	Status  string `json:"status"`
	Evaluated
	Coverage float64 `json:"coverage"` // of the archive once the batch was told
	QDScore  float64 `json:"qd_score"`
}

// Export puts an evolution into the form in which it is written out.
func (r Run) Export() Archive {
	a := Archive{
		Schema: "context-arena/archive/1", Simulated: r.Experiment.Simulated, Complete: r.Complete, Settings: r.Settings,
		Search: r.Search, Held: r.Held, Axes: emas.Axes(r.Descriptors), Weights: r.Scorer.Weights, Required: r.Scorer.Tasks,
		Searched: r.Archive.Summary(), Corrected: r.corrected(r.Repeats), Unseen: r.corrected(r.Unseen),
		LeftOut: r.LeftOut, edited: r.Edited, Elites: []CellElite{}, History: []Evaluation{},
	}
	latest := map[emas.Genome]Evaluated{}
	for _, s := range r.Steps {
		latest[s.Genome] = r.evaluated(s)
		a.History = append(a.History, Evaluation{
			Batch: s.Batch, Repeat: s.Repeat, Emitter: s.Emitter, Status: s.Status.String(),
			Evaluated: latest[s.Genome], Coverage: s.After.Coverage, QDScore: s.After.QDScore,
		})
	}
	for _, elite := range r.Archive.Elites() {
		settings := map[string]string{}
		for _, s := range r.Space.Settings(elite.Genome) {
			settings[s.Name] = s.Value
		}
		a.Elites = append(a.Elites, CellElite{latest[elite.Genome], r.Space.Name(elite.Genome), settings, r.Spec(elite.Genome)})
	}
	if o := r.Elsewhere; o != nil {
		a.OtherModel = &OtherModel{o.Model, o.Ranks.Rho, boundsOf(o.Ranks.Interval), o.Ranks.Note, r.allEvaluated(o.Steps)}
	}
	return a
}

func (r Run) corrected(j *Judged) *Corrected {
	if j == nil {
		return nil
	}
	s := j.Shrinkage
	return &Corrected{j.Archive.Summary(), s.Searched, s.Heldout, s.Stayed, s.Infeasible, r.allEvaluated(j.Steps)}
}

func (r Run) allEvaluated(steps []Step) []Evaluated {
	var out []Evaluated
	for _, s := range steps {
		out = append(out, r.evaluated(s))
	}
	return out
}

func (r Run) evaluated(s Step) Evaluated {
	cell := make([]int, len(s.Evaluation.Descriptors))
	for i, d := range r.Descriptors {
		cell[i] = d.Bin(s.Evaluation.Descriptors[i])
	}
	return Evaluated{
		Genome: int(s.Genome), Cell: cell, Fitness: s.Evaluation.Fitness, SE: s.Evaluation.SE,
		Descriptors: s.Evaluation.Descriptors, Infeasible: s.Evaluation.Infeasible, Retention: s.Fitness.Retention, Penalty: s.Fitness.Penalty,
		Cost: s.Fitness.Cost, Passed: s.Fitness.Tasks.Passed.Mean, Required: s.Fitness.Tasks.Required, Relative: s.Fitness.Tasks.Relative,
	}
}

// Brief is Document with the finding and one table: the grid, where two axes span it, and the fittest elites alone if not.
func (a Archive) Brief() reports.Document {
	d := a.Document()
	d.Finding, d.Data = a.finding(), nil
	if last := len(d.Sections) - 1; len(a.Axes) == 2 {
		d.Sections = d.Sections[:last]
	} else {
		d.Sections[last].Most, d.Sections[last].List = 24, nil
	}
	d.Notes = append(d.Notes, "The rest: arena report evolution; the elites: arena lab archive show")
	if a.edited > 0 {
		d.Warnings = append(d.Warnings, otherCode(a.edited))
	}
	return d
}

// Document is the grid with its elites.
func (a Archive) Document() reports.Document {
	d := reports.Document{
		Title: fmt.Sprintf("Archive of %s%s, suite %s: %d evaluations of pipelines",
			a.Settings.Model, reports.Simulated(a.Simulated), a.Settings.Suite, len(a.History)),
		Simulated: a.Simulated, Data: a,
		Notes: a.judged(),
	}
	about := reports.Section{Notes: []string{
		fmt.Sprintf("%d of %d cells filled, QD score %.3f, best fitness %.3f", a.Searched.Elites, a.Searched.Cells, a.Searched.QDScore, a.Searched.Max),
	}}
	if a.Settings.Tasks > 0 && a.Required == 0 {
		about.Notes = append(about.Notes, "No task need be passed: with everything in view this model passes too few for that to say anything of a memory")
	}
	d.Sections = append(d.Sections, about)
	if len(a.Axes) == 2 {
		d.Sections = append(d.Sections, a.grid())
	}
	d.Sections = append(d.Sections, a.elites())
	if !a.Complete {
		d.Warnings = append(d.Warnings, "not finished: the same arena evolve goes on where it stopped")
	}
	return d
}

// judged says what became of the elites where nothing had chosen them.
func (a Archive) judged() []string {
	var out []string
	add := func(on string, c *Corrected) {
		if c != nil {
			out = append(out, fmt.Sprintf("On %s: mean fitness of the elites %.3f, searched %.3f; %d of %d stayed in their cell, %d fail the tasks; QD score %.3f",
				on, c.HeldoutMean, c.SearchedMean, c.Stayed, len(c.Elites), c.Infeasible, c.QDScore))
		}
	}
	add("fresh repeats of the same scenarios", a.Corrected)
	add("held-out scenarios ("+strings.Join(a.Held, ", ")+")", a.Unseen)
	if o := a.OtherModel; o != nil {
		between := ""
		if o.Low != nil {
			between = fmt.Sprintf(" (95 %% interval %.2f to %.2f)", *o.Low, *o.High)
		}
		out = append(out, fmt.Sprintf("On %s: rank correlation of the elites' fitness %.2f%s%s", o.Model, o.Rho, between, noted(o.Note)))
	}
	return out
}

// grid draws fitness over the two descriptors, the first downwards from its highest bin.
func (a Archive) grid() reports.Section {
	rows, columns := a.Axes[0], a.Axes[1]
	const most = 9 // bins that a terminal has room for
	if columns.Bins > most {
		return reports.Section{Notes: []string{fmt.Sprintf("(%d bins are too many for a grid: there is room for %d)", columns.Bins, most)}}
	}
	at := map[[2]int]string{}
	for _, e := range a.Elites {
		at[[2]int{e.Cell[0], e.Cell[1]}] = fmt.Sprintf("%.3f", e.Fitness)
	}
	s := reports.Section{Title: fmt.Sprintf("Fitness. Down: %s; across: %s; bins from", rows.Name, columns.Name), Head: []string{""}, Align: "r"}
	bin := func(x emas.Axis, bin int) string {
		low, _ := ends(x, bin)
		return fmt.Sprintf("%.3g", low)
	}
	for c := range columns.Bins {
		s.Head = append(s.Head, bin(columns, c))
	}
	for r := rows.Bins - 1; r >= 0; r-- {
		row := reports.Row{bin(rows, r)}
		for c := range columns.Bins {
			row = append(row, cmp.Or(at[[2]int{r, c}], "·"))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// elites lists them, with their names under the figures.
func (a Archive) elites() reports.Section {
	s := reports.Section{Head: []string{"cell", "fitness ± SE", "fresh", "unseen", "cost × hybrid's", "tasks %"}, Widths: []int{18, 16}}
	of := func(c *Corrected, i int) string {
		if c == nil {
			return "–"
		}
		return fmt.Sprintf("%.3f", c.Elites[i].Fitness)
	}
	for i, e := range a.Elites {
		s.Rows = append(s.Rows, reports.Row{
			binNames(e.Cell), fmt.Sprintf("%.3f ± %.3f", e.Fitness, e.SE), of(a.Corrected, i), of(a.Unseen, i), fmt.Sprintf("%.2f", e.Cost), fmt.Sprintf("%.0f", 100*e.Passed),
		})
		s.List = append(s.List, parts(binNames(e.Cell)+": "+e.Name))
	}
	return s
}

// parts are a genome's name in lines that a terminal has room for.
func parts(name string) []string {
	const most = 72
	i := strings.LastIndex(name[:min(len(name), most)], "/")
	if len(name) <= most || i < 1 {
		return []string{name}
	}
	return append([]string{name[:i]}, parts(name[i:])...)
}

// binNames is a cell as Cell takes it.
func binNames(cell []int) string {
	var parts []string
	for _, bin := range cell {
		parts = append(parts, strconv.Itoa(bin))
	}
	return strings.Join(parts, ",")
}

// Cell is one cell's elite, with its settings and all evaluations that lay in the cell. The cell is named
// by the bin of each axis, such as "4,3". A name of none, or of one without an elite, is an arena.Mistake.
func (a Archive) Cell(named string) (reports.Document, error) {
	cell, err := a.cell(named)
	if err != nil {
		return reports.Document{}, arena.Mistake{Err: err}
	}
	i := slices.IndexFunc(a.Elites, func(e CellElite) bool { return slices.Equal(e.Cell, cell) })
	if i < 0 {
		return reports.Document{}, arena.Mistake{Err: fmt.Errorf("cell %s is empty (see arena lab archive show)", named)}
	}
	e := a.Elites[i]
	about := reports.Section{Head: []string{"", ""}, Layout: reports.List}
	add := func(name, format string, values ...any) {
		about.Rows = append(about.Rows, reports.Row{name, fmt.Sprintf(format, values...)})
	}
	for k, x := range a.Axes {
		add(x.Name, "%.3f", e.Descriptors[k])
	}
	add("fitness", "%.3f ± %.3f", e.Fitness, e.SE)
	add("weighted retention", "%.3f", e.Retention)
	add("cost penalty", "%.3f (%.2f times hybrid's cost)", e.Penalty, e.Cost)
	add("tasks passed", "%.2f of %.2f required", e.Passed, e.Required)
	judged := func(on string, c *Corrected) {
		if c != nil {
			add(on, "%.3f ± %.3f, in cell %s", c.Elites[i].Fitness, c.Elites[i].SE, binNames(c.Elites[i].Cell))
		}
	}
	judged("on fresh repeats", a.Corrected)
	judged("on held-out scenarios", a.Unseen)
	history := reports.Section{Title: "History", Head: []string{"batch", "emitter", "status", "fitness", "cell", "genome"}, Align: "rllr"}
	for _, h := range a.History {
		if slices.Equal(h.Cell, cell) || h.Genome == e.Genome {
			history.Rows = append(history.Rows, reports.Row{h.Batch + 1, h.Emitter, h.Status, fmt.Sprintf("%.3f ± %.3f", h.Fitness, h.SE), binNames(h.Cell), h.Genome})
		}
	}
	return reports.Document{
		Title: fmt.Sprintf("Cell %s, genome %d%s", binNames(cell), e.Genome, reports.Simulated(a.Simulated)), Simulated: a.Simulated,
		Sections: []reports.Section{
			{List: [][]string{parts(e.Name)}},
			about,
			{Title: "Played in full by", Text: fmt.Sprintf("  arena run --dialogue scripted --seed %d --model %s \\\n    --strategy '%s'", a.Settings.Seed, a.Settings.Model, e.Strategy)},
			history,
		},
	}, nil
}

// cell reads a cell's name.
func (a Archive) cell(named string) ([]int, error) {
	var cell []int
	parts := strings.Split(named, ",")
	for i, part := range parts {
		bin, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || len(parts) != len(a.Axes) || bin < 0 || bin >= a.Axes[i].Bins {
			var want []string
			for _, x := range a.Axes {
				want = append(want, fmt.Sprintf("0 to %d of %s", x.Bins-1, x.Name))
			}
			return nil, fmt.Errorf("cell %q: want the bins %s", named, strings.Join(want, ", then "))
		}
		cell = append(cell, bin)
	}
	return cell, nil
}
