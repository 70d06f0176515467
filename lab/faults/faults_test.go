//go:build faults

// Package faults has the tests that inject faults one by one: into every operation of the file system under SQLite, and into
// every reply of a model, while small commands run. After each the same command has to end as if there had been none.
package faults

import (
	"flag"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"contextarena.internal/reports"
)

var most = flag.Int("points", 200, "points of each workload, spread over all of them; 0 for all")

// workers is how many points are played side by side: they wait for timers half of the time.
const workers = 16

// tooMany failures end a workload.
const tooMany = 10

// each does the points of a workload, or some of them.
func each[P any](t *testing.T, name string, all []P, do func(P) error) {
	t.Helper()
	n := len(all)
	if *most > 0 {
		n = min(n, *most)
	}
	var mu sync.Mutex
	failed := 0
	var g errgroup.Group
	g.SetLimit(workers)
	begin := time.Now()
	for i := range n {
		p := all[i*len(all)/n]
		g.Go(func() error {
			mu.Lock()
			enough := failed >= tooMany
			mu.Unlock()
			if enough {
				return nil
			}
			if err := do(p); err != nil {
				mu.Lock()
				failed++
				mu.Unlock()
				t.Errorf("%v: %v", p, err)
			}
			return nil
		})
	}
	_ = g.Wait()
	t.Logf("%s: %s of %s points in %.0f s", name, reports.Thousands(float64(n)), reports.Thousands(float64(len(all))), time.Since(begin).Seconds())
}
