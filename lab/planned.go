package lab

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab/world"
	"contextarena.internal/scenarios"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// Planned is the canonical text of a plan: what an experiment was to play.
type Planned struct {
	Suite      string   `json:"suite"`
	Scenarios  []string `json:"scenarios"`
	Stretch    int      `json:"stretch,omitempty"` // least tokens of a transcript
	Probes     int      `json:"probes,omitempty"`  // that are asked of a scenario at most, a sample
	ProbesSeed *int64   `json:"probes_seed,omitempty"`
	Strategies []string `json:"strategies"` // as the plan calls them
	// Specs are the labels of those that go by an alias.
	Specs       map[string]string `json:"specs,omitempty"`
	Models      []string          `json:"models"`
	MemoryModel string            `json:"memory_model,omitempty"`
	Repeats     int               `json:"repeats"`
	Dialogue    string            `json:"dialogue"`
	Seed        int64             `json:"seed"`
	ReplyTokens int               `json:"reply_tokens"`
	TokenBudget int               `json:"token_budget,omitempty"` // where there is one
	Budgets     []int             `json:"budgets,omitempty"`      // where there are several: strategies are named by AtBudget then
	Answers     int               `json:"answers,omitempty"`      // 0 means 1
	LogProbs    int               `json:"logprobs,omitempty"`
	Primary     string            `json:"primary,omitempty"` // outcome of comparisons, where the plan declares one
	PricesAsOf  string            `json:"prices_as_of,omitempty"`
	// Of a sweep: the points, in the place of strategies, and the text of the space they are of.
	Points []PlannedPoint `json:"points,omitempty"`
	Space  string         `json:"space,omitempty"`
}

// sampled is a scenario with the sample of its probes that the plan asks.
func (p Planned) sampled(s *arena.Scenario) *arena.Scenario {
	seed := p.Seed
	if p.ProbesSeed != nil {
		seed = *p.ProbesSeed
	}
	return scenarios.Sample(s, p.Probes, seed)
}

// PlannedPoint is a strategy's label and the model that writes its memory; empty for the one that
// answers.
type PlannedPoint struct {
	Strategy    string `json:"strategy"`
	MemoryModel string `json:"memory_model,omitempty"`
}

// PlanField is a field of two plans by its name in JSON: a text, or the texts of a list; nothing where
// it is at its zero.
type PlanField struct {
	Name string
	A, B []string
}

// DifferingFields are the fields that two plans have otherwise, by name.
func DifferingFields(a, b Planned) []PlanField {
	fieldsA, fieldsB := a.fields(), b.fields()
	either := maps.Clone(fieldsA)
	maps.Copy(either, fieldsB)
	var out []PlanField
	for _, name := range slices.Sorted(maps.Keys(either)) {
		if f := (PlanField{name, fieldsA[name], fieldsB[name]}); !slices.Equal(f.A, f.B) {
			out = append(out, f)
		}
	}
	return out
}

func (p Planned) fields() map[string][]string {
	text, err := json.Marshal(p)
	var all map[string]json.RawMessage
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		panic(fmt.Sprintf("lab: a plan in JSON: %v", err)) // plain data
	}
	out := map[string][]string{}
	for name, raw := range all {
		var list []string
		var text string
		switch {
		case json.Unmarshal(raw, &list) == nil:
			out[name] = list
		case json.Unmarshal(raw, &text) == nil:
			out[name] = []string{text}
		default:
			out[name] = []string{string(raw)}
		}
	}
	return out
}

// suites names the suites of the scenarios that are played: the plan's, unless it names scenarios
// of others.
func (r Resolved) suites() string {
	var out []string
	for _, s := range r.Played {
		if !slices.Contains(out, s.Suite) {
			out = append(out, s.Suite)
		}
	}
	return strings.Join(out, "+")
}

// planned is the plan as its experiment keeps it.
func (r Resolved) planned() Planned {
	p := Planned{
		Suite: r.suites(), Stretch: r.Stretch, MemoryModel: r.MemoryModel, Repeats: r.Repeats, Dialogue: string(r.Dialogue),
		Seed: r.Seed, ReplyTokens: r.ReplyTokens, LogProbs: r.LogProbs, Primary: r.Primary, Space: r.Space,
	}
	if r.Probes > 0 {
		p.Probes, p.ProbesSeed = r.Probes, r.ProbesSeed
	}
	if r.Answers > 1 {
		p.Answers = r.Answers
	}
	if !r.PricesAsOf.IsZero() {
		p.PricesAsOf = r.PricesAsOf.Format("2006-01-02")
	}
	for _, s := range r.Played {
		p.Scenarios = append(p.Scenarios, s.ID)
	}
	for _, s := range r.Strategies {
		if label := strategies.Label(s); r.NameOf(label) != label {
			if p.Specs == nil {
				p.Specs = map[string]string{}
			}
			p.Specs[r.NameOf(label)] = label
		}
	}
	p.Strategies = r.Labels()
	if len(r.Budgets) > 1 {
		p.Budgets = r.Budgets
	} else if r.Points == nil {
		p.TokenBudget = r.budgets()[0]
	}
	for _, m := range r.Answering {
		p.Models = append(p.Models, m.String())
	}
	if r.Points != nil {
		for _, pt := range r.Contestants {
			swept := PlannedPoint{Strategy: pt.Label}
			if pt.Memory != nil {
				swept.MemoryModel = pt.Memory.String()
			}
			p.Points = append(p.Points, swept)
		}
	}
	return p
}

// simulated reports whether any model that the plan asks is.
func (r Resolved) simulated() bool {
	return world.Simulated(r.Answering...) || slices.ContainsFunc(r.Contestants, func(p Contestant) bool {
		return p.Memory != nil && world.Simulated(*p.Memory) || world.Simulated(policyModels(p.Policies)...)
	})
}

// Experiment is the plan as the database keeps it. Its id hashes the keys of its trials.
func (r Resolved) Experiment(l *Lab, keys []arena.TrialKey) store.Experiment {
	p := r.planned()
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n", r.Name, p.PricesAsOf)
	if p.Primary != "" { // another declaration is another experiment, made of the same trials
		fmt.Fprintf(h, "primary %s\n", p.Primary)
	}
	if p.Specs != nil { // so are other names
		fmt.Fprintf(h, "aliases %s\n", p.aliased())
	}
	for _, key := range keys {
		h.Write(key[:])
	}
	text, err := json.Marshal(p)
	if err != nil {
		panic(fmt.Sprintf("lab: encoding a plan: %v", err))
	}
	kind := store.KindRun
	if r.Space != "" {
		kind = store.KindSweep
	}
	return l.NewExperiment(kind, h.Sum(nil), r.Name, text, r.simulated())
}

// NewExperiment is one that is about to begin. Its id is the first half of a hash.
func (l *Lab) NewExperiment(kind store.Kind, hash []byte, name string, plan []byte, simulated bool) store.Experiment {
	return store.Experiment{
		ID: hex.EncodeToString(hash[:16]), Kind: kind, Name: name, Plan: string(plan),
		Created: l.Now, Program: l.Program, Simulated: simulated, Given: l.Given,
	}
}
