package contextarena

import (
	_ "embed"
	"slices"
	"sync"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
)

// Fact is one of the original's 62 probes, as its files name it.
type Fact struct {
	Text string         `yaml:"text" need:"true"`
	Type arena.FactType `yaml:"type" need:"true"`
	Turn arena.Turn     `yaml:"turn" need:"true"` // the user turn that states it
	// Vacuous: what was said before that turn satisfies the original's patterns already, so its
	// rule can't see the fact come or go.
	Vacuous bool `yaml:"vacuous"`
}

// Original is a scenario of the original: its name there, its id here, and its probes in the
// original's order. That is the order of our scenario's probes that aren't extended.
type Original struct {
	Name   string     `yaml:"name" need:"true"`
	ID     string     `yaml:"id" need:"true"`
	Facts  []Fact     `yaml:"facts" need:"true"`
	Need   int        `yaml:"need" need:"true"` // checks of a final answer that must hold
	Checks [][]string `yaml:"checks"`           // expressions, all of which must be found
	Seats  []Seat     `yaml:"seats"`
}

//go:embed originals.yaml
var originalsText []byte

var originals = sync.OnceValue(func() []Original {
	return strictyaml.MustDecode[struct {
		Scenarios []Original `yaml:"scenarios" need:"true"`
	}]("originals.yaml", originalsText).Scenarios
})

// Originals lists the eight scenarios in the original's order.
func Originals() []Original { return slices.Clone(originals()) }

// original finds a scenario by its name.
func original(name string) (Original, bool) {
	i := slices.IndexFunc(originals(), func(o Original) bool { return o.Name == name })
	if i < 0 {
		return Original{}, false
	}
	return originals()[i], true
}
