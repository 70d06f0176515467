package sim

import (
	_ "embed"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

//go:embed parameters.yaml
var parametersFile []byte

// Parameters say how well a simulated model reads and how fast it is: what parameters.yaml
// says of a model, changed by the options the model was named with. Each field carries the name
// it has there, with what it does, its limits and its source.
type Parameters struct {
	world string // hash of the world that requests are about; empty for the one that their text shows

	// Strength scales each mechanism: 1 is as the file has it, 0 off.
	Strength [mechanisms]float64

	Overlook        float64
	Middle          float64
	KeepAmounts     float64
	KeepIdentifiers float64
	KeepChanges     float64
	KeepRest        float64
	Brief           float64
	Carry           float64
	Stale           float64
	Rival           float64
	Miscalculate    float64
	Abstain         float64
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
	return map[string]float64{"exact": p.Nano, "nano": p.Nano, "mini": p.Mini, "standard": p.Standard}[model]
}

// The mechanisms, in the order of the file.
const (
	attention = iota
	keeping
	brevity
	capping
	carrying
	staleness
	rivalry
	arithmetic
	abstention
	rereading
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

// named is the parameter of a name: the field with it, whatever the case and without "_".
func (p *Parameters) named(name string) *float64 {
	field := reflect.ValueOf(p).Elem().FieldByNameFunc(func(field string) bool {
		return strings.EqualFold(field, strings.ReplaceAll(name, "_", ""))
	})
	return field.Addr().Interface().(*float64) //nolint:forcetypeassert // every parameter is a number
}

// Mechanisms lists what the simulated models do wrong, with the parameters and their sources, in
// the order in which they are explained.
func Mechanisms() []Mechanism { return slices.Clone(catalogue.Mechanisms) }

// Names lists the models that do things wrong, those that do most first.
func Names() []string { return []string{"nano", "mini", "standard"} }

// Exact is the model with every mechanism off. It is no other model that does less: what is lost on
// it is lost by a memory's own rules.
const Exact = "exact"

// defaults are the parameters of a model of Names, or of Exact.
func defaults(model string) Parameters {
	var p Parameters
	for i, m := range catalogue.Mechanisms {
		if model != Exact {
			p.Strength[i] = 1
		}
		for _, q := range m.Parameters {
			*p.named(q.Name) = q.Of(model)
		}
	}
	return p
}
