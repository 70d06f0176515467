// Package simulate is the engine of the simulations of memory under a budget: a workload is generated, policies
// play it, and figures by seed say how they did. They run pure parts of strategies and ask no model; what they
// find holds for the workload they print, and for conversations as far as those are like it.
//
//  1. A Study is one of them (eviction, ...), a room below this one and a line in cmd/arena/studies.go. What it
//     generates and which tables it fills is data: a study.yaml (plan).
//  2. Settings come from its command. Run plays the cases in parallel; each Case has randomness of its own, so the
//     results don't depend on how many run at once, and adds up what figures are made of.
//  3. A Report holds what was found. Its Document is the same for every simulation (report.go, chart.go).
package simulate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/reports"
)

// Study is one simulation: what its command says, and what it does.
type Study struct {
	Use, Short, Long, Example string // as cobra has them
	Case                      string // what Settings.Cases counts: "session"
	Cases                     int    // of each seed, where nothing else is asked for
	Charts                    []string
	Data                      []byte // a plan in YAML
	Play                      func(ctx context.Context, c *Case) error
	Told                      func(r *Report) // says in the report what the plan can't; nil for nothing

	// Trace is the study on a file of the user's instead of on what is generated, one case a seed; nil where there is none.
	Trace func(of Study, name string, data []byte) (Study, error)
}

// plan is the data of a study.
type plan struct {
	Title    string
	Workload []Generated
	Tables   []Table // without lines
	Charts   []Sweep
}

// Settings are what a simulation is run with.
type Settings struct {
	Seed     uint64 // the first
	Seeds    int    // this many, each one more than that before
	Cases    int    // generated for each seed
	Parallel int    // cases at once; it changes no result
	OnDone   func() // after each case, one call at a time
}

// mostCases is how many cases all seeds together may have.
const mostCases = 100_000

// Check is an arena.Mistake that names what can't be.
func (s Settings) Check() error {
	var errs []error
	for _, n := range []struct {
		flag string
		have int
	}{{"--seeds", s.Seeds}, {"--cases", s.Cases}, {"--parallel", s.Parallel}} {
		if n.have < 1 || n.have > mostCases {
			errs = append(errs, fmt.Errorf("%s %d: want 1 to %s", n.flag, n.have, reports.Thousands(mostCases)))
		}
	}
	if len(errs) == 0 && s.Seeds*s.Cases > mostCases {
		errs = append(errs, fmt.Errorf("--seeds %d of --cases %d: want at most %s cases together", s.Seeds, s.Cases, reports.Thousands(mostCases)))
	}
	if err := errors.Join(errs...); err != nil {
		return arena.Mistake{Err: err}
	}
	return nil
}

// Case is one case that is played, and what it adds to the figures.
type Case struct {
	Settings
	Place  int // of its seed, from 0
	Number int // among those of its seed, from 0
	parts  []part
}

// key is where a figure stands.
type key struct{ table, row, column string }

// part is what a case adds to a figure.
type part struct {
	key
	value, weight float64
}

// Rand is the case's own randomness, each time from its beginning.
func (c *Case) Rand() *rand.Rand {
	// PCG's two words keep the streams of cases apart.
	return rand.New(rand.NewPCG(c.Seed+uint64(c.Place), uint64(c.Number)))
}

// Add adds to a figure of a table: that of a seed is the sum of its values over the sum of its weights.
func (c *Case) Add(table, row, column string, value, weight float64) {
	c.parts = append(c.parts, part{key{table, row, column}, value, weight})
}

// Run plays the study.
func (s Study) Run(ctx context.Context, settings Settings) (Report, error) {
	var p plan
	if err := yaml.Load(s.Data, &p, yaml.WithKnownFields()); err != nil {
		return Report{}, fmt.Errorf("simulation %s: %w", s.Use, err)
	}
	cases, err := s.play(ctx, settings)
	if err != nil {
		return Report{}, err
	}
	out := Report{
		Name: s.Use, Title: p.Title, Case: s.Case, Seed: settings.Seed, Seeds: settings.Seeds, Cases: settings.Cases,
		Workload: p.Workload, Tables: p.Tables,
	}
	of := map[key]*figure{}
	for _, c := range cases {
		if err := out.add(of, c); err != nil {
			return Report{}, fmt.Errorf("simulation %s: %w", s.Use, err)
		}
	}
	out.fill(of)
	for _, sweep := range p.Charts {
		out.Charts = append(out.Charts, sweep.chart(out))
	}
	if s.Told != nil {
		s.Told(&out)
	}
	return out, nil
}

// play plays all cases, by seed and number. Several run at once.
func (s Study) play(ctx context.Context, settings Settings) ([]*Case, error) {
	out := make([]*Case, settings.Seeds*settings.Cases)
	session := arena.Session{Parallel: settings.Parallel}
	var one sync.Mutex
	err := session.Each(ctx, len(out), func(ctx context.Context, i int) error {
		out[i] = &Case{Settings: settings, Place: i / settings.Cases, Number: i % settings.Cases}
		err := s.Play(ctx, out[i])
		if settings.OnDone != nil {
			one.Lock()
			defer one.Unlock()
			settings.OnDone()
		}
		return err
	})
	return out, err
}
