package lab

import (
	"errors"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/scenarios/generate"
)

// sealedFile is the part of a nightly file that says what is drawn.
type sealedFile struct {
	Seed      string        `yaml:"seed" need:"true" help:"a file, relative to the nightly file"`
	Hash      string        `yaml:"hash"`
	Next      string        `yaml:"next" help:"a file, relative to the nightly file"`
	Scenarios int           `yaml:"scenarios" default:"8" min:"1" max:"100"`
	Generate  *generateFile `yaml:"generate"`
}

// generateFile is generate.Settings as they stand in a file. What isn't there has its default.
type generateFile struct {
	generate.Settings
	decoded bool // without mistakes
}

// UnmarshalStrict reads the settings by the names of the flags of arena scenarios generate, with
// underscores. Values out of range are left to Settings.Check.
func (f *generateFile) UnmarshalStrict(n *yaml.Node) error {
	f.Settings = generate.Defaults()
	s := struct {
		Turns        int                `yaml:"turns"`
		Facts        factCounts         `yaml:"facts"`
		Corrections  int                `yaml:"corrections"`
		Reassertions int                `yaml:"reassertions"`
		Deletions    int                `yaml:"deletions"`
		Historical   int                `yaml:"historical"`
		ChainDepth   int                `yaml:"chain_depth"`
		Absent       int                `yaml:"absent"`
		Noise        float64            `yaml:"noise"`
		Sessions     int                `yaml:"sessions"`
		Tools        bool               `yaml:"tools"`
		Placement    generate.Placement `yaml:"placement"`
		Tokens       int                `yaml:"tokens"`
	}{
		f.Turns, factCounts(f.Facts), f.Corrections, f.Reassertions, f.Deletions, f.Historical, f.ChainDepth,
		f.Absent, f.Noise, f.Sessions, f.Tools, f.Placement, f.Tokens,
	}
	if faults := strictyaml.DecodeNode("", n, &s); len(faults) > 0 {
		return faults
	}
	f.decoded = true
	f.Settings = generate.Settings{
		Turns: s.Turns, Facts: generate.Facts(s.Facts), Corrections: s.Corrections, Reassertions: s.Reassertions,
		Deletions: s.Deletions, Historical: s.Historical, ChainDepth: s.ChainDepth, Absent: s.Absent, Noise: s.Noise,
		Sessions: s.Sessions, Tools: s.Tools, Placement: s.Placement, Tokens: s.Tokens,
	}
	return nil
}

// factCounts are the facts of each type, written as {identifier: 20, quantity: 10}.
type factCounts generate.Facts

// UnmarshalStrict replaces all counts: types that aren't named have none.
func (c *factCounts) UnmarshalStrict(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		return errors.New("want counts by type such as {identifier: 20, quantity: 10}")
	}
	*c = factCounts{}
	var faults strictyaml.Faults
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, count := n.Content[i], n.Content[i+1]
		one, err := generate.ParseFacts(fmt.Sprintf("%s=%s", name.Value, count.Value))
		if err != nil {
			at := name
			if slices.Contains(generate.FactTypes, name.Value) {
				at = count
			}
			faults = append(faults, strictyaml.Fault{Line: at.Line, Column: at.Column, Text: err.Error()})
			continue
		}
		for k, n := range one {
			c[k] += n
		}
	}
	if len(faults) > 0 {
		return faults
	}
	return nil
}
