package views

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/lab"
	"contextarena.internal/lab/evolution"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
	"contextarena.internal/strategies"
)

// Evolution is what a search of the space of pipelines found. Fitness is weighted retention less the
// penalty for cost; elites are named by their place in Elites.
type Evolution struct {
	Schema    string              `json:"schema"`
	Found     EvolutionFound      `json:"found"`
	Grids     []EvolutionGrid     `json:"grids"`  // a grid for every two descriptors
	Elites    []EvolutionElite    `json:"elites"` // as the search saw them, by cell
	Corrected *EvolutionShrinkage `json:"corrected,omitempty"`
	Front     []EvolutionTrade    `json:"front"` // of the corrected archive where there is one
	Carried   []EvolutionCarried  `json:"carried"`
	Ranks     *EvolutionRanks     `json:"ranks_held_out,omitempty"`
	Elsewhere *EvolutionRanks     `json:"ranks_other_model,omitempty"`
	Race      *EvolutionRace      `json:"race,omitempty"` // null unless the whole space was measured
	Insight   *EvolutionInsight   `json:"insight,omitempty"`
	Routing   *EvolutionRouting   `json:"routing,omitempty"`
	NoRouting string              `json:"no_routing,omitempty"`
	Expected  []lab.Expectation   `json:"expected"`
}

// EvolutionFound is what was searched and how far.
type EvolutionFound struct {
	ID          string   `json:"experiment"`
	Number      int64    `json:"-"` // its place in this database
	Status      string   `json:"status"`
	Simulated   bool     `json:"simulated"`
	Model       string   `json:"model"`
	Suite       string   `json:"suite"`
	Scenarios   []string `json:"scenarios"`
	HeldOut     []string `json:"held_out_scenarios"`
	Descriptors []string `json:"descriptors"`
	Genomes     int      `json:"genomes"`
	Evaluations int      `json:"evaluations"`
	Distinct    int      `json:"distinct"`
	Infeasible  int      `json:"infeasible"` // of the distinct ones, that pass too few tasks
	Required    float64  `json:"tasks_required"`
	Relative    bool     `json:"tasks_required_relative"` // to what the full context passes
	Emitters    []string `json:"emitters"`
	Repeats     int      `json:"repeats"`
	Again       int      `json:"elites_evaluated"`
	Fresh       int      `json:"fresh_repeats"`
	Margin      float64  `json:"margin"`
	Seed        int64    `json:"seed"`
	Cells       int      `json:"cells"`
	Filled      int      `json:"filled"`
	QDScore     float64  `json:"qd_score"`
	LeftOut     int      `json:"trials_left_out"` // refused or truncated
	Complete    bool     `json:"complete"`
}

// EvolutionGrid is an archive along two descriptors: the fittest of each square that isn't empty. There
// is no Corrected without fresh repeats, and no Optimum unless the whole space was measured.
type EvolutionGrid struct {
	X         EvolutionAxis     `json:"x"`
	Y         EvolutionAxis     `json:"y"`
	Searched  []EvolutionSquare `json:"searched"`
	Corrected []EvolutionSquare `json:"corrected,omitempty"`
	Optimum   []EvolutionSquare `json:"optimum,omitempty"`
}

// EvolutionSquare is the fittest of a square, whose bins count from 0.
type EvolutionSquare struct {
	X       int     `json:"x"`
	Y       int     `json:"y"`
	Fitness float64 `json:"fitness"`
}

// EvolutionAxis is a descriptor.
type EvolutionAxis struct {
	Name string  `json:"name"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	Bins int     `json:"bins"`
}

// EvolutionElite is the elite of a cell.
type EvolutionElite struct {
	Cell        string    `json:"cell"`
	Genome      int       `json:"genome"`
	Name        string    `json:"name"`
	Strategy    string    `json:"strategy"`
	Descriptors []float64 `json:"descriptors"`
	Fitness     float64   `json:"fitness"`
	SE          float64   `json:"se"`
	Fresh       *float64  `json:"fitness_fresh" jsonschema:"oneof_type=number;null"`     // null where it wasn't measured again
	Unseen      *float64  `json:"fitness_held_out" jsonschema:"oneof_type=number;null"`  // likewise
	Stayed      *bool     `json:"stayed" jsonschema:"oneof_type=boolean;null"`           // whether fresh repeats put it into the same cell
	Out         *bool     `json:"infeasible_fresh" jsonschema:"oneof_type=boolean;null"` // whether it passes too few tasks in fresh repeats
}

// EvolutionShrinkage is what elites lost in fresh repeats.
type EvolutionShrinkage struct {
	Elites     int     `json:"elites"`
	Stayed     int     `json:"stayed"`
	Infeasible int     `json:"infeasible"`
	Searched   float64 `json:"mean_fitness_searched"`
	Fresh      float64 `json:"mean_fitness_fresh"`
	Filled     int     `json:"filled"`
	QDScore    float64 `json:"qd_score"`
}

// EvolutionTrade is an elite that no other beats in the first two descriptors both.
type EvolutionTrade struct {
	Elite       int       `json:"elite"`
	Descriptors []float64 `json:"descriptors"`
	Fitness     float64   `json:"fitness"`
}

// EvolutionCarried is the share of probes kept by what chose it, in fresh repeats and on held-out
// scenarios.
type EvolutionCarried struct {
	Name    string         `json:"name"`
	Saw     reports.Figure `json:"saw"`
	Fresh   reports.Figure `json:"fresh"`
	HeldOut reports.Figure `json:"held_out"`
}

// EvolutionRanks is a rank correlation of the elites' fitness (Spearman).
type EvolutionRanks struct {
	With string   `json:"with"`
	Rho  float64  `json:"rho"`
	Low  *float64 `json:"low" jsonschema:"oneof_type=number;null"`
	High *float64 `json:"high" jsonschema:"oneof_type=number;null"`
	N    int      `json:"n"`
	Note string   `json:"note,omitempty"`
}

// NewEvolution sums an evolution up. routing is nil where there is none, for the reason why.
func NewEvolution(r evolution.Run, race *evolution.Race, insight *evolution.Insight, routing *evolution.Routing, why string) (Evolution, error) {
	e := Evolution{Schema: EvolutionForm, Found: foundBy(r), NoRouting: why, Grids: gridsOf(r)}
	var err error
	if e.Elites, err = elitesOf(r); err != nil {
		return e, err
	}
	best := r.Archive
	if j := r.Repeats; j != nil {
		s, a := j.Shrinkage, j.Archive.Summary()
		e.Corrected = &EvolutionShrinkage{s.Elites, s.Stayed, s.Infeasible, s.Searched, s.Heldout, a.Elites, a.QDScore}
		best = j.Archive
	}
	front, err := r.Front(best)
	if err != nil {
		return e, err
	}
	e.Front = []EvolutionTrade{}
	for _, f := range front {
		at := slices.IndexFunc(e.Elites, func(x EvolutionElite) bool { return x.Genome == int(f.Genome) })
		e.Front = append(e.Front, EvolutionTrade{at, f.Descriptors, f.Fitness})
	}
	for _, c := range r.Carry() {
		e.Carried = append(e.Carried, EvolutionCarried{
			c.Name, lab.Figure(c.Saw, aboutEvolution(r, r.Settings.Repeats)), lab.Figure(c.Fresh, aboutEvolution(r, r.Settings.Fresh)), lab.Figure(c.Other, aboutEvolution(r, r.Settings.Fresh)),
		})
	}
	if c, ok := r.Ranks(); ok {
		e.Ranks = agreement("held-out scenarios", c)
	}
	if r.Elsewhere != nil {
		e.Elsewhere = agreement(r.Elsewhere.Model, r.Elsewhere.Ranks)
	}
	e.Race, e.Insight, e.Routing = raceOf(race), insightOf(insight), routingOf(r, routing)
	e.Expected = r.Expect(insight, routing)
	return e, nil
}

func foundBy(r evolution.Run) EvolutionFound {
	s, a := r.Settings, r.Archive.Summary()
	f := EvolutionFound{
		ID: r.Experiment.ID, Number: r.Experiment.Number, Status: r.Experiment.Status, Simulated: r.Experiment.Simulated,
		Model: s.Model, Suite: s.Suite, Scenarios: r.Search, HeldOut: r.Held, Genomes: r.Space.Size(), Evaluations: len(r.Steps),
		Emitters: s.Emitters, Repeats: s.Repeats, Again: s.Again, Fresh: s.Fresh, Margin: s.Margin, Seed: s.Seed,
		Cells: a.Cells, Filled: a.Elites, QDScore: a.QDScore, LeftOut: r.LeftOut, Complete: r.Complete,
	}
	for _, d := range r.Descriptors {
		f.Descriptors = append(f.Descriptors, d.Name)
	}
	last := map[emas.Genome]bool{}
	for _, step := range r.Steps {
		last[step.Genome] = step.Evaluation.Infeasible
		f.Required, f.Relative = step.Fitness.Tasks.Required, step.Fitness.Tasks.Relative
	}
	f.Distinct = len(last)
	for _, infeasible := range last {
		if infeasible {
			f.Infeasible++
		}
	}
	return f
}

// gridsOf are the archives along every two descriptors.
func gridsOf(r evolution.Run) []EvolutionGrid {
	out := []EvolutionGrid{}
	add := func(a *emas.Archive, to func(g *EvolutionGrid) *[]EvolutionSquare) {
		if a == nil {
			return
		}
		for i, g := range r.Grids(a) {
			if i == len(out) {
				out = append(out, EvolutionGrid{X: axisOf(g.X), Y: axisOf(g.Y)})
			}
			*to(&out[i]) = fitnessOf(g)
		}
	}
	add(r.Archive, func(g *EvolutionGrid) *[]EvolutionSquare { return &g.Searched })
	if r.Repeats != nil {
		add(r.Repeats.Archive, func(g *EvolutionGrid) *[]EvolutionSquare { return &g.Corrected })
	}
	if r.Landscape != nil {
		if optimum, err := r.Landscape.Optimum(); err == nil {
			add(optimum, func(g *EvolutionGrid) *[]EvolutionSquare { return &g.Optimum })
		}
	}
	return out
}

func axisOf(a emas.Axis) EvolutionAxis { return EvolutionAxis{a.Name, a.Low, a.High, a.Bins} }

func fitnessOf(g evolution.Grid) []EvolutionSquare {
	out := []EvolutionSquare{}
	for x, column := range g.Squares {
		for y, e := range column {
			if e != nil {
				out = append(out, EvolutionSquare{x, y, e.Fitness})
			}
		}
	}
	return out
}

func elitesOf(r evolution.Run) ([]EvolutionElite, error) {
	out := []EvolutionElite{}
	for i, x := range r.Archive.Elites() {
		s, err := r.Strategy(x.Genome)
		if err != nil {
			return nil, err
		}
		e := EvolutionElite{
			Cell: r.Cell(x.Cell), Genome: int(x.Genome), Name: r.Space.Name(x.Genome), Strategy: strategies.Label(s),
			Descriptors: x.Descriptors, Fitness: x.Fitness, SE: x.SE,
		}
		if r.Repeats != nil {
			again := r.Repeats.Steps[i].Evaluation
			stayed := !again.Infeasible && r.Archive.Cell(again.Descriptors) == x.Cell
			e.Fresh, e.Stayed, e.Out = &again.Fitness, &stayed, &again.Infeasible
		}
		if r.Unseen != nil {
			e.Unseen = &r.Unseen.Steps[i].Evaluation.Fitness
		}
		out = append(out, e)
	}
	return out, nil
}

// aboutEvolution is what figures of an evolution are about.
func aboutEvolution(r evolution.Run, repeats int) reports.About {
	return reports.About{Level: string(arena.LevelAnswer), Suite: r.Settings.Suite, Estimand: reports.Sampled, Repeats: repeats, LeftOut: r.LeftOut}
}

func agreement(with string, c stats.Correlation) *EvolutionRanks {
	out := &EvolutionRanks{With: with, Rho: c.Rho, N: c.N, Note: c.Note}
	if c.Interval != nil {
		out.Low, out.High = &c.Interval.Low, &c.Interval.High
	}
	return out
}
