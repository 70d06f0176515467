// Command manytrials writes a database as a very large run would leave it, for measuring what reads one: each strategy plays
// each scenario once, and every further repeat is that record with some of its answers judged otherwise, drawn from the
// trial's key. Its figures mean nothing.
//
//	go run ./lab/labtest/manytrials -db many.db -repeats 313
package main

import (
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/internal/sandbox"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// writers save at once, so that commits are of many trials.
const writers = 64

func main() {
	path := flag.String("db", "many.db", "the database, which may not exist")
	suite := flag.String("suite", "extended", "what is played")
	repeats := flag.Int("repeats", 10, "trials of each strategy on each scenario")
	flag.Parse()
	if _, err := os.Stat(*path); err == nil {
		log.Fatalf("%s is there already", *path)
	}
	if err := write(context.Background(), *path, *suite, *repeats); err != nil {
		log.Fatal(err)
	}
}

func write(ctx context.Context, path, suite string, repeats int) error {
	db, err := store.Open(ctx, path, store.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	l := &lab.Lab{
		DB: db, Prices: llm.BuiltinPrices(), Tokens: llm.NewCounter().Count, Parallel: 2,
		Program: "manytrials", Sandbox: sandbox.InProcess{}, Now: time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC),
	}
	p := lab.DefaultPlan()
	p.Suite, p.Repeats, p.Dialogue = suite, 1, arena.Scripted
	if _, err := l.Run(ctx, p); err != nil {
		return err
	}
	once, err := l.Load(ctx, "")
	if err != nil {
		return err
	}
	p.Repeats = repeats
	run, err := l.NewRun(p)
	if err != nil {
		return err
	}
	m := many{lab: l, run: run, played: map[[2]string]sample{}, scorers: map[string]*probes.Scorer{}}
	for _, t := range once.Trials {
		rec, err := db.Record(ctx, t.Key)
		if err != nil {
			return err
		}
		m.played[[2]string{t.Scenario, t.Strategy}] = sample{t.Trial, rec}
	}
	for _, s := range once.Scenarios {
		if m.scorers[s.ID], err = probes.NewScorer(s); err != nil {
			return err
		}
	}
	_, err = run.Conduct(ctx, func(ctx context.Context) error {
		return m.save(ctx)
	})
	fmt.Printf("%d trials\n", len(run.Trials))
	return err
}

// sample is a trial that was played.
type sample struct {
	store.Trial
	record arena.Record
}

type many struct {
	lab     *lab.Lab
	run     *lab.PlanRun
	played  map[[2]string]sample
	scorers map[string]*probes.Scorer
}

// save saves every trial of the run.
func (m many) save(ctx context.Context) error {
	scores := map[[2]string]probes.Score{}
	for at, s := range m.played {
		scores[at] = m.scorers[s.Scenario].Score(s.record)
	}
	next, errs := make(chan int), make(chan error, writers)
	for range writers {
		go func() {
			var err error
			for i := range next {
				t := m.run.Trials[i]
				at := [2]string{t.Scenario.ID, t.Spec}
				row := m.played[at].Trial
				row.Key, row.Repeat = m.run.Keys[i], t.Repeat
				if err == nil {
					err = m.lab.DB.SaveTrial(ctx, m.run.Experiment.ID, i, row, m.played[at].record, m.scorers[t.Scenario.ID].Version(), varied(scores[at], row.Key))
				}
			}
			errs <- err
		}()
	}
	for i := range m.run.Trials {
		next <- i
		if i%10_000 == 0 {
			fmt.Println(i)
		}
	}
	close(next)
	for range writers {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}

// varied is a score with one answer of ten judged otherwise.
func varied(s probes.Score, key arena.TrialKey) probes.Score {
	r := rand.New(rand.NewPCG(binary.LittleEndian.Uint64(key[:]), 1))
	out := probes.Score{Passed: s.Passed, Rubric: s.Rubric}
	for _, f := range s.Findings {
		g := *f
		g.Verdicts = append([]probes.Verdict{}, f.Verdicts...)
		if r.IntN(10) == 0 && len(g.Verdicts) > 2 {
			switch {
			case g.Place == probes.PlaceKept:
				g.Place, g.Verdicts[2].Result = probes.PlaceMisread, probes.Lost
			default:
				g.Place, g.Verdicts[2].Result = probes.PlaceKept, probes.Kept
			}
		}
		out.Findings = append(out.Findings, &g)
	}
	return out
}
