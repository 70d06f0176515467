// Package simulate is what the simulations of memory under a budget share: which seeds, how many cases,
// and the header that says so. They generate a workload, run pure parts of strategies on it, and ask no
// model; what they find holds for the workload they print, and for conversations as far as those are
// like it.
//
//  1. A Study is one of them (eviction, ...), a room below this one and a line in cmd/arena/simulate.go.
//  2. Settings come from its command. Each works through the cases in parallel; each case has
//     randomness of its own, so the results don't depend on how many run at once.
//  3. A Report holds what was found: the workload, Tables of Spreads over seeds, verdicts on claims. Its
//     Document is the same for every simulation (report.go).
package simulate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"golang.org/x/sync/errgroup"

	"contextarena.internal/arena"
	"contextarena.internal/reports"
)

// Study is one simulation: what its command says, and what it does.
type Study struct {
	Use, Short, Long, Example string // as cobra has them
	Case                      string // what Settings.Cases counts: "session"
	Cases                     int    // of each seed, where nothing else is asked for
	Charts                    []string
	Run                       func(ctx context.Context, s Settings) (Report, error)
}

// Settings are what a simulation is run with.
type Settings struct {
	Seed     uint64 // the first
	Seeds    int    // this many, each one more than that before
	Cases    int    // generated for each seed
	Parallel int    // cases at once; it changes no result
}

// Most is how many cases all seeds together may have.
const Most = 100_000

// Check is an arena.Mistake that names what can't be.
func (s Settings) Check() error {
	var errs []error
	for _, n := range []struct {
		flag string
		have int
	}{{"--seeds", s.Seeds}, {"--cases", s.Cases}, {"--parallel", s.Parallel}} {
		if n.have < 1 || n.have > Most {
			errs = append(errs, fmt.Errorf("%s %d: want 1 to %s", n.flag, n.have, reports.Thousands(Most)))
		}
	}
	if len(errs) == 0 && s.Seeds*s.Cases > Most {
		errs = append(errs, fmt.Errorf("--seeds %d of --cases %d: want at most %s cases together", s.Seeds, s.Cases, reports.Thousands(Most)))
	}
	if err := errors.Join(errs...); err != nil {
		return arena.Mistake{Err: err}
	}
	return nil
}

// Each is what f makes of each case of each seed: [seed][case], seeds counted from 0. Several run at once.
func Each[T any](ctx context.Context, s Settings, f func(r *rand.Rand, seed, number int) (T, error)) ([][]T, error) {
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(s.Parallel)
	out := make([][]T, s.Seeds)
	for seed := range out {
		out[seed] = make([]T, s.Cases)
		for number := range s.Cases {
			if gctx.Err() != nil {
				break
			}
			g.Go(func() (err error) {
				// PCG's two words keep the streams of cases apart.
				out[seed][number], err = f(rand.New(rand.NewPCG(s.Seed+uint64(seed), uint64(number))), seed, number)
				return err
			})
		}
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return out, ctx.Err()
}

// Fewer are settings with a part of the cases, one at least.
func (s Settings) Fewer(divisor int) Settings {
	s.Cases = max(1, s.Cases/divisor)
	return s
}
