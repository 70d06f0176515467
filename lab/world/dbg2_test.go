package world_test

import (
	"contextarena.internal/arena"
	"contextarena.internal/lab/world"
	"fmt"
	"testing"
)

func TestDbgGen(t *testing.T) {
	for seed := range 40 {
		s := made(t, 20000+seed)
		w := world.Of(s)
		w.Hash()
		low := 9.
		lq := ""
		for i, f := range s.Facts {
			b, sc := w.Best(f.Question)
			if b != i {
				fmt.Println("WRONG", f.Question, "|", w.Facts[b].Question)
			}
			if sc < low {
				low = sc
				lq = f.Question
			}
		}
		fmt.Printf("LOW %.3f %s\n", low, lq)
		for _, p := range s.Probes {
			if p.Kind == arena.Absent {
				f, sc := w.Best(p.Question)
				fmt.Printf("ABS %.3f %s | %s | %s\n", sc, s.ID, p.Question, w.Facts[f].Question)
			}
		}
	}
}
