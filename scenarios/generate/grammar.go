package generate

import (
	_ "embed"
	"math/rand/v2"
	"sync"

	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/scenarios/filler"
	"contextarena.internal/words"
)

//go:embed grammar.yaml
var source []byte

// grammar is what grammar.yaml holds.
type grammar struct {
	Worlds     []setting   `yaml:"worlds" need:"true"`
	Codenames  []string    `yaml:"codenames" need:"true"`
	Firsts     []string    `yaml:"firsts" need:"true"`
	Firms      []string    `yaml:"firms" need:"true"`
	Starts     []string    `yaml:"starts" need:"true"`
	Middles    []string    `yaml:"middles" need:"true"`
	Ends       []string    `yaml:"ends" need:"true"`
	Styles     []string    `yaml:"styles" need:"true"`
	Materials  []string    `yaml:"materials" need:"true"`
	Openers    registers   `yaml:"openers" need:"true"`
	Closers    registers   `yaml:"closers" need:"true"`
	Replies    []string    `yaml:"replies" need:"true"`
	Consulted  []string    `yaml:"consulted" need:"true"`
	Closing    []string    `yaml:"closing" need:"true"`
	Gone       []string    `yaml:"gone" need:"true"` // words that say so of what was deleted
	Fate       []string    `yaml:"fate" need:"true"` // what asks for it
	Attributes []attribute `yaml:"attributes" need:"true"`
}

// setting is the kind of place that a world is.
type setting struct {
	Name   string   `yaml:"name" need:"true"`
	About  string   `yaml:"about" need:"true"`
	System string   `yaml:"system" need:"true"`
	Nouns  []string `yaml:"nouns" need:"true"`
	Zones  []string `yaml:"zones" need:"true"`
	Ledger string   `yaml:"ledger" need:"true"`
}

// registers are ways to say the same: soberly, as people chat, and as notes.
type registers struct {
	Plain  []string `yaml:"plain" need:"true"`
	Chatty []string `yaml:"chatty" need:"true"`
	Terse  []string `yaml:"terse" need:"true"`
}

// of is the sentences of the i-th register.
func (r registers) register(i int) []string { return [][]string{r.Plain, r.Chatty, r.Terse}[i%3] }

// attribute is something that can be said of a thing or a person, and how it is said.
type attribute struct {
	Name      string   `yaml:"name" need:"true"`
	Of        string   `yaml:"of" default:"thing" oneof:"thing person"`
	Kind      string   `yaml:"kind" need:"true" oneof:"entity identifier relationship quantity date decision spatial"`
	Form      string   `yaml:"form" need:"true" oneof:"number code phone firm person date option zone"`
	Unit      string   `yaml:"unit"` // of numbers
	Item      string   `yaml:"item" need:"true"`
	Asks      []string `yaml:"asks" need:"true"`
	registers          // what states a value
	// What corrects one: openly with the old value beside it, in passing, or by taking the new one
	// for granted.
	Explicit []string `yaml:"explicit" need:"true"`
	Mild     []string `yaml:"mild" need:"true"`
	Implicit []string `yaml:"implicit" need:"true"`
	Dropped  []string `yaml:"dropped" need:"true"` // what deletes it
	Before   []string `yaml:"before" need:"true"`  // what asks for the first value once there is another
	Other    []string `yaml:"other" need:"true"`   // what is said of something else beside it
}

var read = sync.OnceValue(func() *grammar {
	g := strictyaml.MustDecode[grammar]("grammar.yaml", source)
	return &g
})

// named is the attribute of a name.
func (g *grammar) named(name string) *attribute {
	for i := range g.Attributes {
		if g.Attributes[i].Name == name {
			return &g.Attributes[i]
		}
	}
	panic("generate: no attribute " + name)
}

// one draws an item.
func one[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// spoken is a sentence with its alternatives chosen and its parts filled in. It begins with a
// capital letter. Parts come in pairs: name, text.
func spoken(r *rand.Rand, sentence string, parts ...string) string {
	return words.Capital(filler.Spoken(r, sentence, parts...))
}
