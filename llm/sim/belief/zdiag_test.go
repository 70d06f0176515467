package belief

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"contextarena.internal/arena"
	"contextarena.internal/llm/sim/read"
	"contextarena.internal/probes"
)

func TestZDiag(t *testing.T) {
	id := os.Getenv("DIAG")
	if id == "" {
		t.Skip()
	}
	show := os.Getenv("SHOW")
	cat := map[string]int{}
	for _, s := range suite(t, "extended") {
		if id != "all" && s.ID != id {
			continue
		}
		sc, err := probes.NewScorer(s)
		if err != nil {
			t.Fatal(err)
		}
		facts := Fold(heard(s), Slips{})
		run := func(text func(q string) string) probes.Score {
			rec := arena.Record{Outcome: arena.Completed}
			for _, p := range s.Probes {
				rec.Probes = append(rec.Probes, arena.Reply{Context: &arena.Context{}, Text: text(p.Question)})
			}
			rec.Final.Context = &arena.Context{}
			rec.Final.Text = text(s.Final.Question)
			return sc.Score(rec)
		}
		hitsOf := func(q string) (*asker, []hit) {
			qq := split(q)
			a := newAsker(qq, facts, Slips{})
			if len(qq.parts) == 0 {
				return a, nil
			}
			return a, a.find(&qq.parts[len(qq.parts)-1])
		}
		base := run(func(q string) string { return replied(Answer(q, facts, Slips{})) })
		all := run(func(q string) string {
			var b strings.Builder
			for i := range facts {
				b.WriteString(facts[i].Line() + "\n")
			}
			return b.String()
		})
		msg := func(a *asker, at int, w int) string {
			var b strings.Builder
			for k := max(0, at-w); k < len(a.text) && k <= at+w; k++ {
				if a.text[k] != nil && a.sameTime(at, k) {
					b.WriteString(a.text[k].Text + " ")
				}
			}
			return b.String()
		}
		var ranks []probes.Score
		for k := range 6 {
			ranks = append(ranks, run(func(q string) string {
				a, h := hitsOf(q)
				if k >= len(h) {
					return ""
				}
				return msg(a, facts[h[k].fact].Last, 0)
			}))
		}
		near := run(func(q string) string {
			a, h := hitsOf(q)
			if len(h) == 0 {
				return ""
			}
			return msg(a, facts[h[0].fact].Last, 3)
		})
		for i, f := range base.Findings {
			p := s.Probes[i]
			r := f.Verdicts[2].Result
			c := ""
			for k := range ranks {
				if c == "" && ranks[k].Findings[i].New {
					c = fmt.Sprintf("rank%d", k)
				}
			}
			if c == "" && near.Findings[i].New {
				c = "near"
			}
			if c == "" && all.Findings[i].New {
				c = "somewhere"
			}
			name := string(p.Kind) + " " + string(r) + " " + c
			cat[name]++
			if r != probes.Kept && (show == "" || strings.Contains(name+" "+string(p.Type)+" "+p.ID, show)) {
				a, h := hitsOf(p.Question)
				fmt.Printf("\n[%s] %s %s / %s\n  Q: %s\n  A: %s\n", s.ID, p.ID, name, p.Type, p.Question, replied(Answer(p.Question, facts, Slips{})))
				for k := range h[:min(4, len(h))] {
					fmt.Printf("   %.2f %s | was %v\n", h[k].score, facts[h[k].fact].Clause.Text, texts(facts[h[k].fact].Was))
				}
				_ = a
				for _, fa := range s.Facts {
					if fa.ID == p.Fact {
						fmt.Println("  FACT:", fa.Text, "TURN", fa.Turn)
					}
				}
			}
		}
		if os.Getenv("FINAL") != "" {
			fmt.Println("Q:", s.Final.Question)
			for _, l := range Answer(s.Final.Question, facts, Slips{}) {
				fmt.Println("  A:", l)
			}
			for _, it := range base.Rubric {
				fmt.Println("  ", it.OK, it.Item, it.Why)
			}
		}
		if os.Getenv("FACTS") != "" {
			for i := range facts {
				fmt.Println("  F:", facts[i].Line(), texts(facts[i].Was), facts[i].Clause.Change, facts[i].Clause.How)
			}
		}
	}
	for _, k := range sortedKeys(cat) {
		fmt.Println(cat[k], k)
	}
	_ = read.Plain
}

func texts(vs []read.Value) (out []string) {
	for _, v := range vs {
		out = append(out, v.Text)
	}
	return
}

func sortedKeys(m map[string]int) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	for i := range out {
		for j := i + 1; j < len(out); j++ {
			if out[j] < out[i] {
				out[i], out[j] = out[j], out[i]
			}
		}
	}
	return out
}
