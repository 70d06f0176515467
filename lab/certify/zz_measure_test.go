package certify

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/probes/match"
	"contextarena.internal/scenarios"
	"contextarena.internal/probes/unwrap"
	"contextarena.internal/words"
)

func firstOnly(p arena.Pattern) arena.Pattern {
	if len(p.Any) > 0 {
		for _, q := range p.Any { // words, or a kind of value: what nobody needs to know patterns for
			if q.Text != "" || q.Number != nil || q.Date != nil || q.Time != nil || q.Identifier != "" {
				return q
			}
		}
		return firstOnly(p.Any[0])
	}
	list := func(of []arena.Pattern) (out []arena.Pattern) {
		for _, q := range of {
			out = append(out, firstOnly(q))
		}
		return out
	}
	p.All = list(p.All)
	if p.Near != nil {
		n := *p.Near
		n.Of, n.Not = list(n.Of), list(n.Not)
		p.Near = &n
	}
	return p
}

func TestZZMeasure(t *testing.T) {
	start := time.Now()
	own, err := Load()
	require.NoError(t, err)
	pc := func(n, of int) string { return fmt.Sprintf("%5.1f (%d/%d)", 100*float64(n)/float64(max(1, of)), n, of) }
	dump := &strings.Builder{}
	sets := append(practice(t), own)
	for _, s := range sets {
		if s.Name != "held-out-16" && s.Name != "practice-r" && s.Name != "practice-s" {
			continue
		}
		said, err := Matchers(s)
		require.NoError(t, err)
		n := map[string][2]int{}
		add := func(k string, hit bool) {
			v := n[k]
			v[1]++
			if hit {
				v[0]++
			}
			n[k] = v
		}
		for i, r := range s.Replies {
			if r.Label == Unclear || said[i] == "" {
				continue
			}
			fmt.Fprintf(dump, "%s %d %s %s %s %s\n", s.Name, i, r.Kind, r.Label, said[i], r.Way)
			if r.Label == probes.Kept {
				add(r.Kind+" right", said[i] == probes.Kept)
			} else {
				add(r.Kind+" wrong", said[i] == probes.Kept)
			}
			if r.Label == probes.Stale {
				add("stale", said[i] == probes.Stale)
			}
		}
		p := func(k string) string { return pc(n[k][0], n[k][1]) }
		fmt.Printf("%-12s natural right %s wrong %s | awkward right %s wrong %s | stale %s\n", s.Name, p("natural right"), p("natural wrong"), p("awkward right"), p("awkward wrong"), p("stale"))
	}
	fmt.Println("replies", time.Since(start).Round(time.Millisecond))
	all, err := lab.Scenarios("")
	require.NoError(t, err)
	why := map[string]int{}
	texts := func(name string, strip, labels bool) {
		subjects, scorers := map[string]*arena.Scenario{}, map[string]*probes.Scorer{}
		for _, s := range all {
			if strip {
				c := *s
				c.Facts, c.Probes = slices.Clone(s.Facts), slices.Clone(s.Probes)
				for i := range c.Facts {
					f := &c.Facts[i]
					if !labels {
						f.Value = firstOnly(f.Value)
					}
					if f.About != nil {
						about := firstOnly(*f.About)
						f.About = &about
					}
				}
				for i := range c.Probes {
					if st := c.Probes[i].Stale; st != nil && !labels {
						x := firstOnly(*st)
						c.Probes[i].Stale = &x
					}
				}
				s = &c
			}
			subjects[s.ID] = s
			scorers[s.ID], err = probes.NewScorer(s)
			require.NoError(t, err)
		}
		var k, nk, l, nl, st, nst int
		for j, x := range readTexts(t, "held-out") {
			s := subjects[x.Scenario]
			for i, v := range scorers[s.ID].ScoreText(x.Level, x.Text) {
				p := s.Probes[i]
				label := x.label(p.ID)
				if p.Kind == arena.Absent || label == Unclear {
					continue
				}
				if !strip {
					fmt.Fprintf(dump, "text %d %s %s %s\n", j, p.ID, label, v.Result)
				}
				if label == probes.Kept {
					nk++
					if v.Result == probes.Kept {
						k++
					} else if os.Getenv("ZZWHY") != "" {
						fs, _ := match.CompileFacts(s.Facts)
						at := slices.IndexFunc(s.Facts, func(f arena.Fact) bool { return f.ID == p.Fact })
						tx := words.Read(unwrap.Notes(x.Text))
						l := fs[at].Label()
						if os.Getenv("ZZWHY") == name {
							fmt.Printf("LOST %s %s %s bare=%v label=%v\n", s.ID, p.ID, v.Result, len(fs[at].Bare().Find(tx)) > 0, l == nil || len(l.Find(tx)) > 0)
						}
						why[fmt.Sprintf("%s %s bare=%v label=%v kind=%s", name, v.Result, len(fs[at].Bare().Find(tx)) > 0, l == nil || len(l.Find(tx)) > 0, p.Kind)]++
					}
				} else {
					nl++
					if v.Result != probes.Kept {
						l++
					}
				}
				if label == probes.Stale {
					nst++
					if v.Result == probes.Stale {
						st++
					}
				}
			}
		}
		fmt.Printf("%-12s found %s specificity %s stale %s\n", name, pc(k, nk), pc(l, nl), pc(st, nst))
	}
	texts("texts", false, false)
	texts("texts-one", true, false)
	texts("texts-label", true, true)
	fmt.Println("texts", time.Since(start).Round(time.Millisecond))
	for k, v := range why {
		fmt.Println("WHY", k, v)
	}
	if f := os.Getenv("ZZDUMP"); f != "" {
		require.NoError(t, os.WriteFile(f, []byte(dump.String()), 0o644))
	}
	if os.Getenv("ZZFAST") != "" {
		return
	}
	by := map[string][2]int{}
	for _, s := range all {
		for _, r := range scenarios.Replies(s) {
			v := by[r.Way.Name]
			v[1]++
			by[r.Way.Name] = v
		}
	}
	tried := scenarios.TryAnswers(all)
	for _, m := range tried.Misjudged {
		v := by[m.Way.Name]
		v[0]++
		by[m.Way.Name] = v
		if os.Getenv("ZZMIS") != "" {
			fmt.Println("MIS", m.Scenario.ID, m)
		}
	}
	for k, v := range by {
		fmt.Printf("%s misjudged %s; ", k, pc(v[0], v[1]))
	}
	fmt.Println("\nanswers", time.Since(start).Round(time.Millisecond))
}
