package calibrate

import (
	_ "embed"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/stats"
)

// Published is what was published of one model.
type Published struct {
	Name        string      `json:"name"`      // as --fit names it
	Title       string      `json:"title"`     // for people
	Simulated   string      `json:"simulated"` // the simulated model that is fitted to it
	Settings    string      `json:"settings"`  // options for what is known of the experiment, which isn't fitted
	Note        string      `json:"note"`
	Survival    Survival    `json:"survival"`
	Leaderboard Leaderboard `json:"leaderboard"`
}

// Survival is how many facts of each type the last notes of a strategy still held, of those that
// they had been shown.
type Survival struct {
	Strategy string     `json:"strategy"`
	Source   string     `json:"source"`
	Note     string     `json:"note"`
	Types    []Survived `json:"types"`
}

// Survived is Survival of one type.
type Survived struct {
	Type arena.FactType `json:"type"`
	Kept int            `json:"kept"`
	N    int            `json:"n"`
}

func (s *Survived) add(o Survived) { s.Kept, s.N = s.Kept+o.Kept, s.N+o.N }

func (s Survived) share() float64 { return float64(s.Kept) / float64(max(1, s.N)) }

// interval is the Wilson interval of the published count.
func (s Survived) interval() stats.Interval {
	i, _ := stats.Wilson(s.Kept, s.N, alpha) // an error would be a count of more than all
	return i
}

// alpha is one minus the confidence of every interval.
const alpha = 0.05

// Leaderboard is how the strategies did.
type Leaderboard struct {
	Source     string   `json:"source"`
	Note       string   `json:"note"`
	Strategies []Ranked `json:"strategies"`
}

// Ranked is one strategy of a leaderboard.
type Ranked struct {
	Spec    string `json:"spec"`
	Passed  int    `json:"passed"` // final tasks, by today's tolerance of form
	Tasks   int    `json:"tasks"`
	Asked   int    `json:"asked,omitempty"` // facts in the final answers, of those that the tasks ask for
	AskedOf int    `json:"asked_of,omitempty"`
	LeftOut string `json:"left_out,omitempty"` // why not all its tasks count
}

//go:embed published.yaml
var publishedFile []byte

type publishedData struct {
	Asked  map[string][]int
	Models []Published
}

func published() publishedData {
	return strictyaml.MustDecode[publishedData]("published.yaml", publishedFile)
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
