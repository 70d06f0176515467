package calibrate

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/stats"
)

// Published is what was published of one model.
type Published struct {
	Name        string      `yaml:"name" json:"name"`           // as --fit names it
	Title       string      `yaml:"title" json:"title"`         // for people
	Simulated   string      `yaml:"simulated" json:"simulated"` // the simulated model that is fitted to it
	Settings    string      `yaml:"settings" json:"settings"`   // options for what is known of the experiment, which isn't fitted
	Note        string      `yaml:"note" json:"note"`
	Survival    Survival    `yaml:"survival" json:"survival"`
	Leaderboard Leaderboard `yaml:"leaderboard" json:"leaderboard"`
}

// Survival is how many facts of each type the last notes of a strategy still held, of those that
// they had been shown.
type Survival struct {
	Strategy string     `yaml:"strategy" json:"strategy"`
	Source   string     `yaml:"source" json:"source"`
	Note     string     `yaml:"note" json:"note"`
	Types    []Survived `yaml:"types" json:"types"`
}

// Survived is Survival of one type.
type Survived struct {
	Type arena.FactType `yaml:"type" json:"type"`
	Kept int            `yaml:"kept" json:"kept"`
	N    int            `yaml:"n" json:"n"`
}

func (s *Survived) add(o Survived) { s.Kept, s.N = s.Kept+o.Kept, s.N+o.N }

func (s Survived) share() float64 { return float64(s.Kept) / float64(max(1, s.N)) }

// interval is the Wilson interval of the published count.
func (s Survived) interval() stats.Interval {
	i, err := stats.Wilson(s.Kept, s.N, alpha)
	if err != nil {
		panic(fmt.Sprintf("calibrate: %v", err)) // the file was checked
	}
	return i
}

// alpha is one minus the confidence of every interval.
const alpha = 0.05

// Leaderboard is how the strategies did.
type Leaderboard struct {
	Source     string   `yaml:"source" json:"source"`
	Note       string   `yaml:"note" json:"note"`
	Strategies []Ranked `yaml:"strategies" json:"strategies"`
}

// Ranked is one strategy of a leaderboard.
type Ranked struct {
	Spec    string `yaml:"spec" json:"spec"`
	Passed  int    `yaml:"passed" json:"passed"` // final tasks, by today's tolerance of form
	Tasks   int    `yaml:"tasks" json:"tasks"`
	Asked   int    `yaml:"asked,omitempty" json:"asked,omitempty"` // facts in the final answers, of those that the tasks ask for
	AskedOf int    `yaml:"asked_of,omitempty" json:"asked_of,omitempty"`
	LeftOut string `yaml:"left_out,omitempty" json:"left_out,omitempty"` // why not all its tasks count
}

//go:embed published.yaml
var publishedFile []byte

type publishedData struct {
	Asked  map[string][]int `yaml:"asked"`
	Models []Published      `yaml:"models"`
}

func published() publishedData {
	var f publishedData
	if err := yaml.Load(bytes.TrimSpace(publishedFile), &f, yaml.WithKnownFields()); err != nil {
		panic(fmt.Sprintf("calibrate: published.yaml: %v", err))
	}
	for _, m := range f.Models {
		for _, s := range m.Survival.Types {
			if s.Kept > s.N || !slices.Contains(arena.FactTypes, s.Type) {
				panic(fmt.Sprintf("calibrate: published.yaml: %s of %s: %d of %d", s.Type, m.Name, s.Kept, s.N))
			}
		}
	}
	return f
}

// models lists the published models, the weaker first. The caller may change it.
func models() []Published { return published().Models }

// totals are the published figures as a bench counts them.
func (p Published) totals() totals {
	out := totals{Survival: p.Survival.Types}
	for _, r := range p.Leaderboard.Strategies {
		out.Strategies = append(out.Strategies, strategyTotals{Spec: r.Spec, Trials: r.Tasks, Passed: r.Passed, Asked: r.Asked, AskedOf: r.AskedOf})
	}
	return out
}

// other is the published model that isn't p: there are two.
func (p Published) other() Published {
	all := models()
	return all[slices.IndexFunc(all, func(o Published) bool { return o.Name != p.Name })]
}
