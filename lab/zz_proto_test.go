package lab

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/llm/sim"
	"contextarena.internal/strategies"
)

func TestZZProto(t *testing.T) {
	step, _ := strconv.Atoi(os.Getenv("STEP"))
	if step == 0 {
		t.Skip()
	}
	space, err := emas.NewPipelineSpace()
	if err != nil {
		t.Fatal(err)
	}
	known, _ := Scenarios("")
	tokens := llm.NewCounter().Count
	client := llm.Cache(sim.New(tokens), &shared{})
	runner := &arena.Runner{Client: client, Embedder: embed.Local{}, Tokens: tokens, Strategy: strategies.Parse}
	m, _ := sim.Resolve(llm.Model{Provider: "sim", Name: "nano"})
	var strat []arena.Strategy
	var order []emas.Genome
	for enc := 0; enc < 5; enc++ {
		for man := 0; man < 72; man++ {
			if man%step != 0 {
				continue
			}
			for sr := 0; sr < 12; sr++ {
				order = append(order, emas.Genome(enc*864+sr*72+man))
			}
		}
	}
	for _, g := range order {
		spec := "pipeline("
		for i, s := range space.Settings(g) {
			if i > 0 {
				spec += ", "
			}
			spec += s.Name + "=" + s.Value
		}
		s, err := strategies.Parse(spec + ")")
		if err != nil {
			t.Fatal(err)
		}
		strat = append(strat, s)
	}
	var sc scorers
	begin := time.Now()
	n := 0
	for _, s := range known {
		if s.Suite != os.Getenv("SUITE") {
			continue
		}
		g, ctx := errgroup.WithContext(context.Background())
		g.SetLimit(2)
		for i := range order {
			n++
			g.Go(func() error {
				rec, err := runner.Play(ctx, arena.Trial{Scenario: s, Strategy: strat[i], Spec: "x", Model: m, MemoryModel: m, Repeat: 1, PlanSeed: 1, Dialogue: arena.Scripted, ReplyTokens: 2048})
				if err != nil {
					return err
				}
				k, err := sc.of(s)
				if err != nil {
					return err
				}
				if os.Getenv("SCORE") != "" {
					k.Score(rec)
				}
				return nil
			})
		}
		if err := g.Wait(); err != nil {
			t.Fatal(err)
		}
		fmt.Println(s.ID, n, time.Since(begin))
	}
	d := time.Since(begin)
	var ms runtime.MemStats
	runtime.ReadMemStats(&ms)
	fmt.Println(n, "trials", d, d/time.Duration(n), "each; sys MB", ms.Sys>>20)
}
