package world_test

import (
	"contextarena.internal/arena"
	"contextarena.internal/lab/world"
	"fmt"
	"go.yaml.in/yaml/v4"
	"os"
	"testing"
)

func TestDbg(t *testing.T) {
	re := map[string]map[string]string{}
	if b, err := os.ReadFile("/tmp/wt/scen/scenarios/testdata/rewordings.yaml"); err == nil {
		var l []struct{ Scenario, Fact, Question string }
		if err := yaml.Load(b, &l); err != nil {
			fmt.Println(err)
		}
		for _, x := range l {
			if re[x.Scenario] == nil {
				re[x.Scenario] = map[string]string{}
			}
			re[x.Scenario][x.Fact] = x.Question
		}
	}
	for _, s := range builtin(t) {
		w := world.Of(s)
		w.Hash()
		for _, p := range s.Probes {
			if p.Kind == arena.Absent {
				f, sc := w.Best(p.Question)
				fmt.Printf("ABS %.3f %s | %s | %s\n", sc, s.ID, p.Question, w.Facts[f].Question)
			}
		}
		for i, f := range s.Facts {
			if q, ok := re[s.ID][f.ID]; ok {
				b, sc := w.Best(q)
				fmt.Printf("REW %.3f %v %s | %s | %s | got %s\n", sc, b == i, s.ID, q, f.Question, w.Facts[b].Question)
			}
		}
	}
}
