package page

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/leaderboard"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
	"contextarena.internal/store"
)

// Nights are the nights of one nightly file, the oldest first: what each strategy kept, on these very scenarios, and
// where that changed.
type Nights struct {
	Kind    string    `json:"kind"` // "nights"
	Name    string    `json:"name"` // of the nightly file
	Nights  []Night   `json:"nights"`
	Changes []Changed `json:"changes"`
}

// Night is one of them.
type Night struct {
	Experiment int64         `json:"experiment"` // its number
	ID         string        `json:"id"`
	Name       string        `json:"name"`
	When       string        `json:"when"` // the day of its first run, UTC
	Program    string        `json:"program"`
	Plan       string        `json:"plan"` // what is played, but for name and seed, as a short hash: another one is another question
	Status     string        `json:"status"`
	Judged     *store.Judged `json:"judged"` // null where it wasn't judged
	Figures    []NightFacts  `json:"figures"`
}

// NightFacts is what a strategy with a model did in a night.
type NightFacts struct {
	Strategy string         `json:"strategy"`
	Model    string         `json:"model"`
	Answer   reports.Figure `json:"answer"` // scenarios fixed: the interval is of repeats
	USD      *float64       `json:"usd"`    // of a trial, write and read; null where a model has no price
}

// Changed is a night from which on a strategy keeps more or less than before (stats.Changes).
type Changed struct {
	Strategy string  `json:"strategy"`
	Model    string  `json:"model"`
	Night    int     `json:"night"` // of Nights
	Before   float64 `json:"before"`
	After    float64 `json:"after"`
	P        float64 `json:"p"` // corrected for the nights where it could have been
}

// isNight reports whether an experiment is a night of a nightly file.
func isNight(e store.Experiment) bool {
	_, _, night := lab.NightOf(e)
	return night
}

// NightsOf reads the nights that have the nightly file of an experiment in common: of the newest night for "". It is an
// arena.Mistake if there is none.
func NightsOf(ctx context.Context, l *lab.Lab, which string) (n Nights, simulated bool, err error) {
	all, err := l.DB.Experiments(ctx)
	if err != nil {
		return Nights{}, false, err
	}
	all = slices.DeleteFunc(all, func(e store.Experiment) bool { return !isNight(e) })
	if len(all) == 0 {
		return Nights{}, false, arena.Mistake{Err: fmt.Errorf("the database has no night yet: arena nightly FILE plays one (arena init DIR writes a file to begin with)")}
	}
	of := all[0]
	if which != "" {
		if of, err = l.Find(ctx, which); err != nil {
			return Nights{}, false, err
		}
		if !isNight(of) {
			return Nights{}, false, arena.Mistake{Err: fmt.Errorf("experiment %d is no night: name one that arena nightly played", of.Number)}
		}
	}
	out := Nights{Kind: "nights", Name: fileOf(of), Nights: []Night{}, Changes: []Changed{}}
	slices.SortFunc(all, func(a, b store.Experiment) int { return int(a.Number - b.Number) })
	for _, e := range all {
		if fileOf(e) != out.Name {
			continue
		}
		n, err := nightOf(ctx, l, e)
		if err != nil {
			return out, false, err
		}
		out.Nights = append(out.Nights, n)
	}
	out.changes()
	return out, of.Simulated, nil
}

// fileOf is the name of the nightly file of a night.
func fileOf(e store.Experiment) string {
	file, _, _ := lab.NightOf(e)
	return file
}

func nightOf(ctx context.Context, l *lab.Lab, e store.Experiment) (Night, error) {
	r, err := l.Load(ctx, e.ID)
	if err != nil {
		return Night{}, err
	}
	p := r.Planned
	p.Seed = 0
	text, err := json.Marshal(p)
	if err != nil {
		return Night{}, err
	}
	hash := sha256.Sum256(text)
	n := Night{
		Experiment: e.Number, ID: e.ID, Name: e.Name, When: e.Created.UTC().Format(time.DateOnly), Program: e.Program,
		Plan: hex.EncodeToString(hash[:4]), Status: e.Status, Figures: []NightFacts{},
	}
	if n.Judged, err = l.DB.Judged(ctx, e.Number); err != nil {
		return n, err
	}
	for _, row := range leaderboard.New(r, leaderboard.Ask{}).Leaderboard {
		f := NightFacts{Strategy: row.Strategy, Model: row.Model, Answer: row.AnswerFixed}
		if row.Cost.Priced {
			usd := row.Cost.WriteUSD + row.Cost.ReadUSD
			f.USD = &usd
		}
		n.Figures = append(n.Figures, f)
	}
	slices.SortFunc(n.Figures, func(a, b NightFacts) int {
		return strings.Compare(a.Strategy+"\x00"+a.Model, b.Strategy+"\x00"+b.Model)
	})
	return n, nil
}

// changes finds those of every strategy. A night without an interval, or without the strategy, is left out.
func (n *Nights) changes() {
	type arm struct{ strategy, model string }
	var arms []arm
	series, at := map[arm][]stats.Reading{}, map[arm][]int{}
	for i, night := range n.Nights {
		for _, f := range night.Figures {
			e := f.Answer.Estimate()
			if e.Interval == nil || e.Interval.High <= e.Interval.Low {
				continue
			}
			a := arm{f.Strategy, f.Model}
			if series[a] == nil {
				arms = append(arms, a)
			}
			// The interval reaches farther than 1.96 standard errors where repeats are few, so this is on the safe side.
			series[a] = append(series[a], stats.Reading{Value: e.Mean, SE: (e.Interval.High - e.Interval.Low) / (2 * 1.96)})
			at[a] = append(at[a], i)
		}
	}
	for _, a := range arms {
		for _, c := range stats.Changes(series[a], tally.Alpha) {
			n.Changes = append(n.Changes, Changed{a.strategy, a.model, at[a][c.At], c.Before, c.After, c.P})
		}
	}
}

// Document is the nights as a report.
func (n Nights) Document(simulated bool) reports.Document {
	s := reports.Section{
		Title: "Nights of " + n.Name + reports.Simulated(simulated), Head: []string{"night", "strategy", "answer %", "USD", "changed from here on"}, Align: "llrrl",
		Notes: []string{"changed: where the level differs from the nights before (binary segmentation, 95 %, corrected for the nights tried)."},
	}
	for i, night := range n.Nights {
		for _, f := range night.Figures {
			usd, changed := "unknown", ""
			if f.USD != nil {
				usd = fmt.Sprintf("%.5f", *f.USD)
			}
			for _, c := range n.Changes {
				if c.Night == i && c.Strategy == f.Strategy && c.Model == f.Model {
					changed = fmt.Sprintf("%.1f → %.1f", 100*c.Before, 100*c.After)
				}
			}
			s.Rows = append(s.Rows, reports.Row{night.Name, f.Strategy, f.Answer, usd, changed})
		}
	}
	return reports.Document{
		Finding: reports.Found(simulated, n.finding()), Title: s.Title, Simulated: simulated, Sections: append([]reports.Section{s}, n.gateSections()...), Data: n,
		Browser: &reports.Browser{Page: n},
	}
}

// finding says what changed last.
func (n Nights) finding() string {
	if len(n.Changes) == 0 {
		return fmt.Sprintf("No strategy's answers changed in %s.", reports.Plural(len(n.Nights), "night"))
	}
	last := n.Changes[0]
	for _, c := range n.Changes {
		if c.Night > last.Night {
			last = c
		}
	}
	return fmt.Sprintf("%s changed from %s on: %.1f → %.1f %% of answers kept.", last.Strategy, n.Nights[last.Night].Name, 100*last.Before, 100*last.After)
}
