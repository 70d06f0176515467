package sim

import (
	_ "embed"
	"fmt"
	"reflect"
	"slices"

	"go.yaml.in/yaml/v4"
)

//go:embed parameters.yaml
var parametersFile []byte

// Parameters say how well a simulated model reads and how fast it is: what parameters.yaml
// says of a model, changed by the options the model was named with. Each field carries the name
// it has there, with what it does, its limits and its source.
type Parameters struct {
	// Strength scales each mechanism: 1 is as the file has it, 0 off.
	Strength [mechanisms]float64

	OverlookNotes   float64 `parameter:"overlook_notes"`
	OverlookAnswers float64 `parameter:"overlook_answers"`
	Capacity        float64 `parameter:"capacity"`
	Fresh           float64 `parameter:"fresh"`
	Strain          float64 `parameter:"strain"`
	Dip             float64 `parameter:"dip"`
	Skew            float64 `parameter:"skew"`
	KindPlain       float64 `parameter:"kind_plain"`
	KindName        float64 `parameter:"kind_name"`
	KindRelation    float64 `parameter:"kind_relation"`
	KindPlace       float64 `parameter:"kind_place"`
	KindAmount      float64 `parameter:"kind_amount"`
	KindDate        float64 `parameter:"kind_date"`
	KindIdentifier  float64 `parameter:"kind_identifier"`
	KindDecision    float64 `parameter:"kind_decision"`
	KindCorrection  float64 `parameter:"kind_correction"`
	RereadDense     float64 `parameter:"reread_dense"`
	RereadNoisy     float64 `parameter:"reread_noisy"`
	Directed        float64 `parameter:"directed"`
	Resistance      float64 `parameter:"resistance"`
	Spread          float64 `parameter:"spread"`
	SlipLength      float64 `parameter:"slip_length"`
	SlipRate        float64 `parameter:"slip_rate"`
	Miscalculation  float64 `parameter:"miscalculation"`
	Stale           float64 `parameter:"stale"`
	Repeated        float64 `parameter:"repeated"`
	NotesFacts      float64 `parameter:"notes_facts"`
	ListFacts       float64 `parameter:"list_facts"`
	SummaryFacts    float64 `parameter:"summary_facts"`
	Slight          float64 `parameter:"slight"`
	Whim            float64 `parameter:"whim"`
	Volunteered     float64 `parameter:"volunteered"`
	Restated        float64 `parameter:"restated"`
	Prefill         float64 `parameter:"prefill"`
	Decode          float64 `parameter:"decode"`
	Overhead        float64 `parameter:"overhead"`
	Jitter          float64 `parameter:"jitter"`
}

// Mechanism is one thing that a simulated model does wrong, or more or less of than was asked.
// It is turned off by the option NAME=off, and scaled by NAME=FACTOR.
type Mechanism struct {
	Name       string      `yaml:"name"`
	Does       string      `yaml:"does"`
	Source     string      `yaml:"source"` // "fitted: ..." or "assumed: ..."
	Parameters []Parameter `yaml:"parameters"`
}

// Parameter is one number of a mechanism, with its value for each model and its limits.
type Parameter struct {
	Name     string  `yaml:"name"`
	Does     string  `yaml:"does"`
	Nano     float64 `yaml:"nano"`
	Mini     float64 `yaml:"mini"`
	Standard float64 `yaml:"standard"`
	Min      float64 `yaml:"min"`
	Max      float64 `yaml:"max"`
}

// Of is the parameter's value for a model, 0 for one that isn't in Names.
func (p Parameter) Of(model string) float64 {
	return map[string]float64{"nano": p.Nano, "mini": p.Mini, "standard": p.Standard}[model]
}

// The mechanisms, in the order of the file.
const (
	attention = iota
	load
	position
	kinds
	rereading
	directives
	entrenchment
	presentation
	slips
	arithmetic
	staleness
	capping
	sections
	brevity
	volunteering
	restating
	latency
	mechanisms // how many there are
)

// catalogue is the file, read.
var catalogue = mustCatalogue()

type catalogueFile struct {
	Version    int         `yaml:"version"` // of the code that reads the parameters; raised when the same ones would reply otherwise
	Mechanisms []Mechanism `yaml:"mechanisms"`
}

// mustCatalogue reads the embedded file. It panics if the file and this package don't fit each
// other, which every test would show.
func mustCatalogue() catalogueFile {
	var c catalogueFile
	if err := yaml.Load(parametersFile, &c, yaml.WithKnownFields()); err != nil {
		panic(fmt.Sprintf("sim: parameters.yaml: %v", err))
	}
	if len(c.Mechanisms) != mechanisms {
		panic(fmt.Sprintf("sim: parameters.yaml has %d mechanisms, the code %d", len(c.Mechanisms), mechanisms))
	}
	return c
}

// fields maps the names of parameters to fields of Parameters.
var fields = func() map[string]int {
	m := map[string]int{}
	t := reflect.TypeFor[Parameters]()
	for i := range t.NumField() {
		if name := t.Field(i).Tag.Get("parameter"); name != "" {
			m[name] = i
		}
	}
	return m
}()

// set gives the named parameter a value.
func (p *Parameters) set(name string, value float64) {
	reflect.ValueOf(p).Elem().Field(fields[name]).SetFloat(value)
}

// Mechanisms lists what the simulated models do wrong, with the parameters and their sources, in
// the order in which they are explained.
func Mechanisms() []Mechanism { return slices.Clone(catalogue.Mechanisms) }

// Names lists the models, smallest first.
func Names() []string { return []string{"nano", "mini", "standard"} }

// defaults are the parameters of a model of Names.
func defaults(model string) Parameters {
	var p Parameters
	for i, m := range catalogue.Mechanisms {
		p.Strength[i] = 1
		for _, q := range m.Parameters {
			p.set(q.Name, q.Of(model))
		}
	}
	return p
}
