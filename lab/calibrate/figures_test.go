package calibrate

import (
	_ "embed"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/stats"
)

// Published is what was published of one model.
type Published struct {
	Name        string      `json:"name"`      // as Fitted.To has it
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

	Incomplete int `json:"-"` // trials played here that were cut or refused, counted as not passed
}

func (r *Ranked) add(o Ranked) {
	r.Passed, r.Tasks, r.Incomplete = r.Passed+o.Passed, r.Tasks+o.Tasks, r.Incomplete+o.Incomplete
	r.Asked, r.AskedOf = r.Asked+o.Asked, r.AskedOf+o.AskedOf
}

// passed is tasks passed of 8.
func (r Ranked) passed() float64 { return 8 * float64(r.Passed) / float64(max(1, r.Tasks)) }

// asked is the share of asked facts in the answers.
func (r Ranked) asked() float64 { return float64(r.Asked) / float64(max(1, r.AskedOf)) }

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
func (p Published) totals() totals { return totals{p.Survival.Types, p.Leaderboard.Strategies} }
