package lab

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/internal/input"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/lab/world"
	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
	"contextarena.internal/strategies"
)

// Plan says what an experiment plays. The zero Plan is completed by Resolve: the original suite,
// every strategy, sim:nano, five repeats, live.
type Plan struct {
	Name         string
	Suite        string
	Dir          string   // that the files of its strategies are named from; empty for the one that the command is given in
	ScenariosDir string   // further scenarios, besides the builtin ones
	Scenarios    []string // ids; empty for the whole suite
	Probes       int      // of each scenario a sample of so many is asked; 0 for all
	ProbesSeed   *int64   // that samples are drawn by; nil: Seed
	Stretch      int      // least tokens of a transcript: shorter ones are filled up with small talk; 0 plays them as they stand
	Strategies   []arena.Strategy
	Aliases      map[string]string // what strategies are called in this plan, by label; nil for none
	Models       []string
	MemoryModel  string // empty: the model that answers
	Repeats      int
	Dialogue     arena.Dialogue
	Seed         int64
	ReplyTokens  int
	Budgets      []int // every strategy is played at each: the tokens a memory may put into a context; nil for no limit
	Answers      int   // how often each probe is asked of the same frozen memory
	LogProbs     int   // alternatives asked for with each token of a probe's answer; 0 for none
	// Primary is the outcome on which comparisons made with this experiment turn, declared before
	// it is run: retention at one of the levels (answer, context, memory, final), or tasks, the
	// share of final tasks passed. Empty: answer.
	Primary    string
	PricesAsOf time.Time
	Drawn      []*arena.Scenario // played instead of those of files
	// Points are played instead of Strategies, each with a memory model of its own. They are the
	// points of the declared space whose text is Space.
	Points []Point
	Space  string
}

// Point is a strategy and the model that writes its memory; empty for the model that answers.
type Point struct {
	Strategy    arena.Strategy
	MemoryModel string
}

// planFile is a plan as it stands in a file.
type planFile struct {
	Name         string         `yaml:"name" max:"200"`
	Suite        string         `yaml:"suite" default:"original" max:"200"`
	ScenariosDir string         `yaml:"scenarios_dir" help:"relative to the plan file"`
	Scenarios    []string       `yaml:"scenarios"`
	Stretch      int            `yaml:"stretch" default:"0" min:"0" max:"10000000" help:"least tokens of a transcript; small talk fills up shorter ones"`
	Probes       int            `yaml:"probes" default:"0" min:"0" max:"1000000" help:"how many probes of a scenario are asked, a sample drawn by the seed; 0 for all"`
	Strategies   []yaml.Node    `yaml:"strategies"`
	Models       []plannedModel `yaml:"models"`
	MemoryModel  plannedModel   `yaml:"memory_model"`
	Repeats      int            `yaml:"repeats" default:"5" min:"1" max:"1000"`
	Dialogue     string         `yaml:"dialogue" default:"live" oneof:"live scripted"`
	Seed         int64          `yaml:"seed" default:"1" min:"0"`
	ReplyTokens  int            `yaml:"reply_tokens" default:"2048" min:"16" max:"1000000"`
	TokenBudget  int            `yaml:"token_budget" default:"0" min:"0" help:"the only one of budgets; 0 for none"`
	Budgets      []int          `yaml:"budgets" help:"most tokens that a memory may put into a context: each strategy is played at each"`
	Answers      int            `yaml:"answers" default:"1" min:"1" max:"100" help:"how often each probe is asked of the same frozen memory"`
	LogProbs     int            `yaml:"logprobs" default:"0" min:"0" max:"20" help:"alternatives asked for with each token of a probe's answer"`
	Primary      string         `yaml:"primary" oneof:"answer context memory final tasks" help:"the outcome on which comparisons turn; answer if it isn't said"`
	PricesAsOf   time.Time      `yaml:"prices_as_of"`
}

// DefaultPlan is what a plan file is that says nothing.
func DefaultPlan() Plan {
	f := strictyaml.Default[planFile]()
	p, faults := f.plan("")
	if len(faults) > 0 {
		panic(fmt.Sprintf("lab: the plan's defaults: %v", faults))
	}
	return p
}

// FirstPlan is the plan of whoever names no plan, suite or scenario: conversations of a length at which a memory is needed.
func FirstPlan() Plan {
	p := DefaultPlan()
	p.Suite, p.Stretch, p.Dialogue, p.Repeats = "extended", 8_000, arena.Scripted, 1
	return p
}

// LoadPlan reads a plan file. Every mistake that can be seen in the file alone is reported at
// once; the names it uses are checked against the world too, so that nothing is run by a plan
// with a typing error.
func LoadPlan(path string, models Models) (Plan, error) {
	data, err := input.ReadFile(path, input.Text)
	if err != nil {
		return Plan{}, fmt.Errorf("plan: %w", err)
	}
	doc, err := strictyaml.Parse(path, data)
	if err != nil {
		return Plan{}, err
	}
	if faults := tooMany(doc); len(faults) > 0 {
		return Plan{}, faults
	}
	f := strictyaml.Default[planFile]()
	faults := doc.Decode(&f)
	p, more := f.plan(path)
	faults = append(faults, more...)
	for i, m := range p.Models {
		if _, err := models.Resolve(m); err != nil && !errors.Is(err, llm.ErrNoKey) {
			faults = append(faults, doc.Faultf([]any{"models", i}, "%v", err))
		}
	}
	if p.MemoryModel != "" {
		if _, err := models.Resolve(p.MemoryModel); err != nil && !errors.Is(err, llm.ErrNoKey) {
			faults = append(faults, doc.Faultf([]any{"memory_model"}, "%v", err))
		}
	}
	for _, list := range []struct {
		field string
		empty bool
	}{
		{"scenarios", f.Scenarios != nil && len(f.Scenarios) == 0},
		{"strategies", f.Strategies != nil && len(f.Strategies) == 0},
		{"models", f.Models != nil && len(f.Models) == 0},
		{"budgets", f.Budgets != nil && len(f.Budgets) == 0},
	} {
		if list.empty {
			faults = append(faults, doc.Faultf([]any{list.field}, "%s is an empty list: leave it out for the default", list.field))
		}
	}
	if f.TokenBudget > 0 && f.Budgets != nil {
		faults = append(faults, doc.Faultf([]any{"token_budget"}, "token_budget and budgets say the same: leave one out"))
	}
	known, err := among(p.ScenariosDir, "", p.Scenarios)
	if err != nil {
		faults = append(faults, doc.Faultf([]any{"scenarios_dir"}, "%v", err))
	}
	for i, id := range p.Scenarios {
		if _, err := FindScenario(known, id); err != nil && len(known) > 0 {
			faults = append(faults, doc.Faultf([]any{"scenarios", i}, "%v", err))
		}
	}
	if len(faults) > 0 {
		return Plan{}, faults.Sorted()
	}
	return p, nil
}

// longest are the most items of a plan's lists. A larger plan would be checked and estimated for minutes
// before its first trial.
var longest = []struct {
	field string
	items int
	next  string
}{
	{"strategies", 500, "declare a space and use arena sweep, or split the plan"},
	{"scenarios", 5000, "split the plan"},
	{"models", 100, "split the plan"},
	{"budgets", mostBudgets, "a chart needs no more"},
}

// tooMany finds the lists of a plan that are longer than any that is played.
func tooMany(doc *strictyaml.Document) strictyaml.Faults {
	var faults strictyaml.Faults
	for _, l := range longest {
		if n := doc.Node(l.field); n != nil && len(n.Content) > l.items {
			faults = append(faults, doc.Faultf([]any{l.field}, "%s: a list of %d, and a plan has at most %d: %s", l.field, len(n.Content), l.items, l.next))
		}
	}
	return faults
}

// plan turns the file's form into a Plan.
func (f planFile) plan(file string) (Plan, strictyaml.Faults) {
	p := Plan{
		Name: f.Name, Suite: f.Suite, ScenariosDir: f.ScenariosDir, Scenarios: f.Scenarios, Stretch: f.Stretch, Probes: f.Probes,
		Models: modelNames(f.Models), MemoryModel: string(f.MemoryModel), Repeats: f.Repeats,
		Dialogue: arena.Dialogue(f.Dialogue), Seed: f.Seed,
		ReplyTokens: f.ReplyTokens, Budgets: f.Budgets, PricesAsOf: f.PricesAsOf,
		Answers: f.Answers, LogProbs: f.LogProbs, Primary: f.Primary,
	}
	if p.ScenariosDir != "" && file != "" && !filepath.IsAbs(p.ScenariosDir) {
		p.ScenariosDir = filepath.Join(filepath.Dir(file), p.ScenariosDir)
	}
	if file != "" {
		p.Dir = filepath.Dir(file)
	}
	var faults strictyaml.Faults
	if f.TokenBudget > 0 {
		p.Budgets = []int{f.TokenBudget}
	}
	for i := range f.Strategies {
		spec := &f.Strategies[i]
		alias := strategies.Taken(spec, "as")
		s, wrong := strategies.FromNode(file, spec)
		faults = append(faults, wrong...)
		if wrong == nil {
			p.Strategies = append(p.Strategies, s)
			var own strictyaml.Faults
			if err := Find(s, p.Dir); errors.As(err, &own) {
				faults = append(faults, own...)
			} else if err != nil {
				faults = append(faults, strictyaml.Fault{File: file, Line: spec.Line, Column: spec.Column, Text: strings.ReplaceAll(err.Error(), "\n", "; ")})
			}
			if alias != nil {
				faults = append(faults, p.alias(file, alias)...)
			}
		}
	}
	if len(f.Strategies) == 0 {
		for _, spec := range strategies.Lineup() {
			s, err := strategies.Parse(spec)
			if err != nil {
				panic(fmt.Sprintf("lab: line-up: %v", err))
			}
			p.Strategies = append(p.Strategies, s)
		}
	}
	if len(p.Models) == 0 {
		p.Models = []string{"sim:nano"}
	}
	return p, faults
}

// FindScenario is the one of known that id names. The error of one that isn't there names the nearest.
func FindScenario(known []*arena.Scenario, id string) (*arena.Scenario, error) {
	ids := make([]string, len(known))
	for i, s := range known {
		if ids[i] = s.ID; s.ID == id {
			return s, nil
		}
	}
	return nil, fmt.Errorf("unknown scenario %q (%ssee arena scenarios list)", id, strictyaml.DidYouMean(id, ids))
}

// Resolved is a plan with everything it names looked up.
type Resolved struct {
	Plan
	Played      []*arena.Scenario
	Named       []*arena.Scenario // the same as their files have them
	Answering   []llm.Model
	Writing     *llm.Model // the memories, unless a contestant has a writer of its own; nil for the model that answers
	Contestants []Contestant
	Worlds      *world.Known // that simulated models are given
}

// Contestant is a strategy with its label and the model that writes its memory; nil for the one that
// answers.
type Contestant struct {
	arena.Strategy
	Label    string // of the strategy
	Budget   int    // 0 for none
	Memory   *llm.Model
	Policies []*PolicyFile // that the strategy decides by
}

// resolve looks up everything a plan names. All unknown names are reported at once.
func resolve(p Plan, models Models) (Resolved, error) {
	r := Resolved{Plan: p, Worlds: models.worlds()}
	var errs []error
	known, err := among(p.ScenariosDir, p.Suite, p.Scenarios)
	if err != nil {
		return r, err
	}
	if len(p.Drawn) > 0 {
		known = p.Drawn
	}
	chosen := map[string]bool{}
	for _, id := range p.Scenarios {
		_, err := FindScenario(known, id)
		errs = append(errs, err)
		chosen[id] = true
	}
	// A suite of variants is played with the scenarios they are variants of.
	original := map[string]bool{}
	for _, s := range known {
		if s.Suite == p.Suite {
			original[s.VariantOf] = true
		}
	}
	for _, s := range known {
		if chosen[s.ID] || len(chosen) == 0 && (s.Suite == p.Suite || original[s.ID]) {
			r.Played = append(r.Played, s)
		}
	}
	if !slices.ContainsFunc(known, func(s *arena.Scenario) bool { return s.Suite == p.Suite }) {
		var suites []string
		for _, s := range known {
			if !slices.Contains(suites, s.Suite) {
				suites = append(suites, s.Suite)
			}
		}
		errs = append(errs, fmt.Errorf("unknown suite %q (%ssee arena scenarios list)", p.Suite, strictyaml.DidYouMean(p.Suite, suites)))
	}
	labels := make([]string, 0, len(p.Strategies))
	for _, s := range p.Strategies {
		if s != nil { // one that can't be read is reported by who read it
			labels = append(labels, strategies.Label(s))
		}
	}
	errs = append(errs, checkBudgets(p.Budgets), NamedTwice("scenario", p.Scenarios), NamedTwice("strategy", labels), NamedTwice("model", p.Models))
	for _, name := range p.Models {
		m, err := models.Resolve(name)
		errs = append(errs, err)
		r.Answering = append(r.Answering, m)
	}
	if p.MemoryModel != "" {
		m, err := models.Resolve(p.MemoryModel)
		errs = append(errs, err)
		r.Writing = &m
	}
	contestants, err := p.contestants(r.Writing, models)
	r.Contestants = contestants
	return r, errors.Join(append(errs, err, r.datasets())...)
}

// datasets refuses what means nothing on the scenarios of a dataset.
func (r Resolved) datasets() error {
	i := slices.IndexFunc(r.Played, func(s *arena.Scenario) bool { return s.Dataset != "" })
	simulated := func(m llm.Model) bool { return m.Provider == sim.Provider.Name && m.Name != sim.Exact }
	if i < 0 || r.Dialogue == arena.Scripted && !slices.ContainsFunc(r.Answering, simulated) {
		return nil
	}
	return fmt.Errorf("%s is of a dataset. Either side states facts in it: play it with --dialogue scripted. And a simulated model knows nothing but what is asked for, "+
		"so that its retention means nothing: take a real one, or sim:exact to check the import", r.Played[i].ID)
}

// contestants are what a plan plays on each scenario.
func (p Plan) contestants(memory *llm.Model, models Models) ([]Contestant, error) {
	var out []Contestant
	var errs []error
	points, budgets := p.Points, []int{0}
	if points == nil {
		budgets = p.budgets()
		for _, s := range p.Strategies {
			if s != nil {
				points = append(points, Point{Strategy: s})
			}
		}
	}
	named := map[string]*llm.Model{"": memory}
	for _, s := range points {
		if _, known := named[s.MemoryModel]; !known {
			m, err := models.Resolve(s.MemoryModel)
			errs = append(errs, err)
			named[s.MemoryModel] = &m
		}
		files, err := readPolicies(s.Strategy, models)
		errs = append(errs, err, Find(s.Strategy, p.Dir))
		for _, budget := range budgets {
			out = append(out, Contestant{s.Strategy, strategies.Label(s.Strategy), budget, named[s.MemoryModel], files})
		}
	}
	return out, errors.Join(errs...)
}

// Find looks up what a strategy has outside of this program, from a folder: it is a program, or has prompts in a file.
func Find(s arena.Strategy, dir string) error {
	if outside, ok := s.(interface{ Find(dir string) error }); ok {
		return outside.Find(dir)
	}
	return nil
}

// NamedTwice is an error if a name is listed twice: it would be played once and reported twice.
func NamedTwice(what string, names []string) error {
	listed := make(map[string]bool, len(names))
	for _, name := range names {
		if listed[name] {
			return fmt.Errorf("%s %s is listed twice", what, name)
		}
		listed[name] = true
	}
	return nil
}

// Trials lists what a plan plays, repeats outermost, so that an interrupted run has seen every
// strategy about equally often.
func (r Resolved) Trials() []arena.Trial {
	var out []arena.Trial
	for repeat := 1; repeat <= r.Repeats; repeat++ {
		for _, m := range r.Answering {
			for _, s := range r.Played {
				for _, p := range r.Contestants {
					memory := m
					if p.Memory != nil {
						memory = *p.Memory
					}
					out = append(out, arena.Trial{
						Scenario: s, Strategy: p.Strategy, Spec: p.Label, Model: m, MemoryModel: memory,
						Repeat: repeat, PlanSeed: r.Seed, Dialogue: r.Dialogue,
						ReplyTokens: r.ReplyTokens, Budget: p.Budget, Answers: r.Answers, LogProbs: r.LogProbs,
						Policies: policiesFor(p.Policies, s),
						World:    r.Worlds.Name(s, append(policyModels(p.Policies), m, memory)...),
					})
				}
			}
		}
	}
	return out
}
