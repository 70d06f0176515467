package views

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"contextarena.internal/emas"
	"contextarena.internal/lab"
)

// Archive is an evolution's grid in a form that is written out. It holds nothing of when or how often
// the search was played, so that the same settings give the same bytes.
type Archive struct {
	Schema     string            `json:"schema"`
	Simulated  bool              `json:"simulated"`
	Complete   bool              `json:"complete"` // every phase is finished
	Settings   lab.Evolution     `json:"settings"`
	Search     []string          `json:"search_scenarios"`
	Held       []string          `json:"held_out_scenarios"`
	Axes       []ArchiveAxis     `json:"axes"`
	Weights    []ArchiveWeight   `json:"weights"`
	Required   float64           `json:"tasks_required"` // of full_context's tasks where that passes fewer
	Searched   ArchiveSummary    `json:"searched"`
	Corrected  *ArchiveCorrected `json:"corrected_on_fresh_repeats"`
	Unseen     *ArchiveCorrected `json:"corrected_on_held_out_scenarios"`
	OtherModel *ArchiveElsewhere `json:"other_model"`
	Elites     []ArchiveElite    `json:"elites"` // of the search, by cell
	History    []ArchiveStep     `json:"evaluations"`
	LeftOut    int               `json:"trials_left_out"` // refused or truncated
}

// ArchiveAxis is a descriptor of the grid.
type ArchiveAxis struct {
	Name string  `json:"name"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	Bins int     `json:"bins"`
}

// ArchiveWeight is what a probe of a fact type counts.
type ArchiveWeight struct {
	Type     string  `json:"fact_type"`
	Baseline float64 `json:"baseline_retention"`
	Weight   float64 `json:"weight"`
}

// ArchiveSummary is an archive in figures.
type ArchiveSummary struct {
	Elites   int     `json:"elites"`
	Cells    int     `json:"cells"`
	Coverage float64 `json:"coverage"`
	QDScore  float64 `json:"qd_score"`
	Max      float64 `json:"max_fitness"`
}

// ArchiveCorrected is the archive rebuilt from measurements that chose nothing.
type ArchiveCorrected struct {
	ArchiveSummary
	SearchedMean float64            `json:"searched_mean_fitness"`
	HeldoutMean  float64            `json:"held_out_mean_fitness"`
	Stayed       int                `json:"stayed_in_cell"`
	Infeasible   int                `json:"infeasible"`
	Elites       []ArchiveEvaluated `json:"elites"` // in the order of the searched cells
}

// ArchiveElsewhere are the elites on another model.
type ArchiveElsewhere struct {
	Model  string             `json:"model"`
	Rho    float64            `json:"spearman_rho"`
	Low    *float64           `json:"low"`
	High   *float64           `json:"high"`
	Note   string             `json:"note,omitempty"`
	Elites []ArchiveEvaluated `json:"elites"`
}

// ArchiveEvaluated is a genome as it was evaluated.
type ArchiveEvaluated struct {
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

// ArchiveElite is the elite of a cell with its settings.
type ArchiveElite struct {
	ArchiveEvaluated
	Name     string            `json:"name"`
	Settings map[string]string `json:"settings"`
	Strategy string            `json:"strategy"` // the spec that plays it in full
}

// ArchiveStep is one evaluation of the search.
type ArchiveStep struct {
	Batch   int    `json:"batch"`
	Repeat  int    `json:"repeat"`
	Emitter string `json:"emitter"`
	Status  string `json:"status"`
	ArchiveEvaluated
	Coverage float64 `json:"coverage"` // of the archive once the batch was told
	QDScore  float64 `json:"qd_score"`
}

// NewArchive puts an evolution into the form in which it is written out.
func NewArchive(e lab.Evolved) Archive {
	a := Archive{
		Schema: "context-arena/archive/1", Simulated: e.Experiment.Simulated, Complete: e.Complete, Settings: e.Settings,
		Search: e.Search, Held: e.Held, Required: e.Scorer.Tasks, Searched: archiveSummary(e.Archive), LeftOut: e.LeftOut, Elites: []ArchiveElite{}, History: []ArchiveStep{},
	}
	for _, x := range emas.Axes(e.Descriptors) {
		a.Axes = append(a.Axes, ArchiveAxis(x))
	}
	for _, w := range e.Scorer.Weights {
		a.Weights = append(a.Weights, ArchiveWeight(w))
	}
	latest := map[emas.Genome]lab.Step{}
	for _, s := range e.Steps {
		latest[s.Genome] = s
		a.History = append(a.History, ArchiveStep{
			Batch: s.Batch, Repeat: s.Repeat, Emitter: s.Emitter, Status: s.Status.String(),
			ArchiveEvaluated: evaluatedOf(e, s), Coverage: s.After.Coverage, QDScore: s.After.QDScore,
		})
	}
	for _, elite := range e.Archive.Elites() {
		settings := map[string]string{}
		for _, s := range e.Space.Settings(elite.Genome) {
			settings[s.Name] = s.Value
		}
		a.Elites = append(a.Elites, ArchiveElite{evaluatedOf(e, latest[elite.Genome]), e.Space.Name(elite.Genome), settings, e.Spec(elite.Genome)})
	}
	a.Corrected, a.Unseen = correctedArchive(e, e.Repeats), correctedArchive(e, e.Unseen)
	if o := e.Elsewhere; o != nil {
		a.OtherModel = &ArchiveElsewhere{Model: o.Model, Rho: o.Ranks.Rho, Note: o.Ranks.Note}
		if i := o.Ranks.Interval; i != nil {
			a.OtherModel.Low, a.OtherModel.High = &i.Low, &i.High
		}
		for _, s := range o.Steps {
			a.OtherModel.Elites = append(a.OtherModel.Elites, evaluatedOf(e, s))
		}
	}
	return a
}

func archiveSummary(a *emas.Archive) ArchiveSummary {
	s := a.Summary()
	return ArchiveSummary{s.Elites, s.Cells, s.Coverage, s.QDScore, s.Max}
}

func correctedArchive(e lab.Evolved, j *lab.Judged) *ArchiveCorrected {
	if j == nil {
		return nil
	}
	s := j.Shrinkage
	c := &ArchiveCorrected{ArchiveSummary: archiveSummary(j.Archive), SearchedMean: s.Searched, HeldoutMean: s.Heldout, Stayed: s.Stayed, Infeasible: s.Infeasible}
	for _, step := range j.Steps {
		c.Elites = append(c.Elites, evaluatedOf(e, step))
	}
	return c
}

func evaluatedOf(e lab.Evolved, s lab.Step) ArchiveEvaluated {
	return ArchiveEvaluated{
		Genome: int(s.Genome), Cell: binsOf(e, s.Evaluation.Descriptors), Fitness: s.Evaluation.Fitness, SE: s.Evaluation.SE,
		Descriptors: s.Evaluation.Descriptors, Infeasible: s.Evaluation.Infeasible, Retention: s.Fitness.Retention, Penalty: s.Fitness.Penalty,
		Cost: s.Fitness.Cost, Passed: s.Fitness.Tasks.Passed.Mean, Required: s.Fitness.Tasks.Required, Relative: s.Fitness.Tasks.Relative,
	}
}

// binsOf is the cell of descriptors, bin by bin.
func binsOf(e lab.Evolved, descriptors []float64) []int {
	out := make([]int, len(descriptors))
	for i, d := range e.Descriptors {
		out[i] = d.Bin(descriptors[i])
	}
	return out
}

// JSON writes the archive.
func (a Archive) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(a)
}

// Table writes the grid and its elites for a terminal.
func (a Archive) Table(w io.Writer) error {
	var b strings.Builder
	say := func(format string, args ...any) {
		fmt.Fprintf(&b, "%s\n", text.WrapSoft(plain(fmt.Sprintf(format, args...)), width))
	}
	simulated := ""
	if a.Simulated {
		simulated = ", SIMULATED"
	}
	say("Archive of %s%s, suite %s: %d evaluations of pipelines", a.Settings.Model, simulated, a.Settings.Suite, len(a.History))
	say("%d of %d cells filled, QD score %.3f, best fitness %.3f", a.Searched.Elites, a.Searched.Cells, a.Searched.QDScore, a.Searched.Max)
	if a.Settings.Tasks > 0 && a.Required == 0 {
		say("No task need be passed: with everything in view this model passes too few for that to say anything of a memory")
	}
	b.WriteString("\n")
	if len(a.Axes) == 2 {
		a.grid(&b)
	}
	a.elites(&b)
	for _, c := range []struct {
		on string
		*ArchiveCorrected
	}{{"fresh repeats of the same scenarios", a.Corrected}, {"held-out scenarios (" + strings.Join(a.Held, ", ") + ")", a.Unseen}} {
		if c.ArchiveCorrected != nil {
			say("On %s: mean fitness of the elites %.3f, searched %.3f; %d of %d stayed in their cell, %d fail the tasks; QD score %.3f",
				c.on, c.HeldoutMean, c.SearchedMean, c.Stayed, len(c.Elites), c.Infeasible, c.QDScore)
		}
	}
	if o := a.OtherModel; o != nil {
		between := ""
		if o.Low != nil {
			between = fmt.Sprintf(" (95 %% interval %.2f to %.2f)", *o.Low, *o.High)
		}
		say("On %s: rank correlation of the elites' fitness %.2f%s%s", o.Model, o.Rho, between, noted(o.Note))
	}
	if !a.Complete {
		say("! not finished: the same arena evolve goes on where it stopped")
	}
	_, err := io.WriteString(w, trimmed(b.String()))
	return err
}

// grid draws fitness over the two descriptors, the first downwards from its highest bin.
func (a Archive) grid(b *strings.Builder) {
	rows, columns := a.Axes[0], a.Axes[1]
	const cell = 7
	if 12+cell*columns.Bins > width {
		fmt.Fprintf(b, "(%d bins are too many for a grid of %d columns)\n\n", columns.Bins, width)
		return
	}
	at := map[[2]int]float64{}
	for _, e := range a.Elites {
		at[[2]int{e.Cell[0], e.Cell[1]}] = e.Fitness
	}
	low := func(x ArchiveAxis, bin int) float64 { return x.Low + (x.High-x.Low)*float64(bin)/float64(x.Bins) }
	fmt.Fprintf(b, "Fitness. Down: %s; across: %s; bins from\n", rows.Name, columns.Name)
	for r := rows.Bins - 1; r >= 0; r-- {
		fmt.Fprintf(b, "%10.3g  ", low(rows, r))
		for c := range columns.Bins {
			if f, ok := at[[2]int{r, c}]; ok {
				fmt.Fprintf(b, "%*.3f", cell, f)
			} else {
				fmt.Fprintf(b, "%*s", cell, "·")
			}
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(b, "%12s", "")
	for c := range columns.Bins {
		fmt.Fprintf(b, "%*.3g", cell, low(columns, c))
	}
	b.WriteString("\n\n")
}

// elites lists them, two lines each.
func (a Archive) elites(b *strings.Builder) {
	fmt.Fprintf(b, "%-10s%-18s%-8s%-9s%s\n", "cell", "fitness ± SE", "fresh", "unseen", "cost, times hybrid's; tasks passed")
	of := func(c *ArchiveCorrected, i int) string {
		if c == nil {
			return "–"
		}
		return fmt.Sprintf("%.3f", c.Elites[i].Fitness)
	}
	for i, e := range a.Elites {
		fmt.Fprintf(b, "%-10s%-18s%-8s%-9s%.2f; %.0f %%\n", cellName(e.Cell), fmt.Sprintf("%.3f ± %.3f", e.Fitness, e.SE), of(a.Corrected, i), of(a.Unseen, i), e.Cost, 100*e.Passed)
		fmt.Fprintf(b, "%s\n", genomeLines(e.Name))
	}
	b.WriteString("\n")
}

// cellName is a cell as arena archive cell takes it.
func cellName(cell []int) string {
	var parts []string
	for _, bin := range cell {
		parts = append(parts, fmt.Sprint(bin))
	}
	return strings.Join(parts, ",")
}

// genomeLines is a genome's name on as many lines as it needs.
func genomeLines(name string) string {
	const margin = "  "
	var b strings.Builder
	b.WriteString(margin)
	column := len(margin)
	for i, part := range strings.Split(plain(name), "/") {
		if i > 0 {
			part = "/" + part
		}
		if column+len(part) > width {
			b.WriteString("\n" + margin + margin)
			column = 2 * len(margin)
		}
		b.WriteString(part)
		column += len(part)
	}
	return b.String()
}

// Cell writes one cell's elite for a terminal, with its settings and all evaluations that lay in the
// cell. It is false if the cell has no elite.
func (a Archive) Cell(w io.Writer, cell []int) (bool, error) {
	name := cellName(cell)
	for i, e := range a.Elites {
		if cellName(e.Cell) != name {
			continue
		}
		var b strings.Builder
		fmt.Fprintf(&b, "Cell %s, genome %d\n%s\n\n", name, e.Genome, genomeLines(e.Name))
		for k, x := range a.Axes {
			fmt.Fprintf(&b, "%-24s %.3f\n", x.Name, e.Descriptors[k])
		}
		fmt.Fprintf(&b, "%-24s %.3f ± %.3f\n%-24s %.3f\n%-24s %.3f (%.2f times hybrid's cost)\n%-24s %.2f of %.2f required\n",
			"fitness", e.Fitness, e.SE, "weighted retention", e.Retention, "cost penalty", e.Penalty, e.Cost, "tasks passed", e.Passed, e.Required)
		for _, c := range []struct {
			on string
			*ArchiveCorrected
		}{{"fresh repeats", a.Corrected}, {"held-out scenarios", a.Unseen}} {
			if c.ArchiveCorrected != nil {
				f := c.ArchiveCorrected.Elites[i]
				fmt.Fprintf(&b, "%-24s %.3f ± %.3f, in cell %s\n", "on "+c.on, f.Fitness, f.SE, cellName(f.Cell))
			}
		}
		fmt.Fprintf(&b, "\nPlayed in full by\n  arena run --dialogue scripted --seed %d --model %s \\\n    --strategy '%s'\n\nHistory\n", a.Settings.Seed, plain(a.Settings.Model), plain(e.Strategy))
		for _, s := range a.History {
			if cellName(s.Cell) == name || s.Genome == e.Genome {
				fmt.Fprintf(&b, "  batch %-4d %-12s %-11s %.3f ± %.3f  cell %-7s genome %d\n", s.Batch+1, s.Emitter, s.Status, s.Fitness, s.SE, cellName(s.Cell), s.Genome)
			}
		}
		_, err := io.WriteString(w, trimmed(b.String()))
		return true, err
	}
	return false, nil
}

// noted is a note behind a comma, empty for none.
func noted(note string) string {
	if note == "" {
		return ""
	}
	return ", " + note
}
