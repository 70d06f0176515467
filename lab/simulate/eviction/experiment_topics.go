package eviction

import (
	"context"
	"fmt"
	"math/rand/v2"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/strategies/evict"
)

// Settings of experiment B.
var (
	tight   = []float64{0.08, 0.15, 0.30}
	touches = []float64{0.02, 0.30}
)

// heard are the contenders of experiment B: those of A, and RWOE that is shown the topic of the moment.
var heard = append([]contender{
	{"rwoe, query", asking(evict.Paper)},
	{"density, query", asking(evict.UtilityDensity)},
}, contenders...)

// asking is RWOE with the weight of similarity that its text has.
func asking(value evict.Value) func(*Session, uint64) evict.Policy {
	return func(*Session, uint64) evict.Policy {
		p := evict.Source()
		p.Value = value
		return &evict.RWOE{Parameters: p}
	}
}

// deaf is a policy that is told no query.
type deaf struct{ evict.Policy }

// Keys implements evict.Policy.
func (d deaf) Keys(pool []*evict.Chunk, now evict.Now, keys []float64) {
	now.Query = nil
	d.Policy.Keys(pool, now, keys)
}

// topical is a session of experiment B by budget and touch.
type topical struct {
	best  [3][2]Optimum
	of    [3][2][14]Outcome
	lives [3]lives // at 15 %, junk touched seldom
}

func playTopics(ctx context.Context, settings simulate.Settings) ([][]topical, error) {
	return simulate.Each(ctx, settings, func(r *rand.Rand, seed, number int) (out topical, err error) {
		own := reseeded(settings, seed, number)
		for j, touch := range touches {
			s := byTopic(r, touch)
			for i, share := range tight {
				budget := int(share * float64(s.Tokens))
				out.best[i][j] = s.optimum(budget, false)
				for k, c := range heard {
					p := c.of(s, own)
					if k >= 2 {
						p = quiet(p)
					}
					if out.of[i][j][k], err = s.play(p, rules{budget: budget}); err != nil {
						return out, err
					}
				}
				if i == 1 && j == 0 {
					for k, name := range watched {
						if _, err = s.play(quiet(named(name).of(s, own)), rules{budget: budget, lives: &out.lives[k]}); err != nil {
							return out, err
						}
					}
				}
			}
		}
		return out, nil
	})
}

// quiet is a policy without the query, and with what else it is.
func quiet(p evict.Policy) evict.Policy {
	if r, ok := p.(*evict.RWOE); ok {
		return deaf{r}
	}
	return p
}

// topicTables are what experiment B found.
func topicTables(played [][]topical) []simulate.Table {
	hits := simulate.Table{
		ID: "topics", Title: "Experiment B, our own construction: hits, % of the optimum", Rows: "policy",
		Notes: []string{"Columns: budget as a share of a session's tokens, and how likely junk is touched in each of its first three turns. " +
			bounded(played, func(p topical) (out []Optimum) {
				for _, o := range p.best {
					out = append(out, o[:]...)
				}
				return out
			})},
	}
	coded := simulate.Table{
		ID: "topics_as_coded", Title: "Experiment B measured as the source measures", Rows: "policy",
		Notes: []string{"Utility with .8 for a miss, % of Bélády as coded."},
	}
	for _, share := range tight {
		for _, touch := range touches {
			hits.Columns = append(hits.Columns, simulate.Column{Name: fmt.Sprintf("%g %%, %.2f", 100*share, touch), Decimals: 1})
		}
		coded.Columns = append(coded.Columns, simulate.Column{Name: fmt.Sprintf("%g %%, %.2f", 100*share, touches[0]), Decimals: 1})
	}
	const beladyCoded = 2 + blind
	for k, c := range heard {
		var a, b [][]float64
		for i := range tight {
			for j := range touches {
				a = append(a, ratios(played, 100, func(p topical) float64 { return p.of[i][j][k].Hits }, func(p topical) float64 { return p.best[i][j].Value }))
			}
			b = append(b, ratios(played, 100,
				func(p topical) float64 { return p.of[i][0][k].consolation() },
				func(p topical) float64 { return p.of[i][0][beladyCoded].consolation() }))
		}
		hits.Add(c.name, a...)
		coded.Add(c.name, b...)
	}
	kept := keptTable("topics_kept", "Experiment B at 15 %, .02: turns that chunks are kept, by class", func(p int, class evict.Class) []float64 {
		return keptOf(played, func(s topical) *lives { return &s.lives[p] }, class)
	})
	return []simulate.Table{hits, coded, kept}
}

// keptOf is how long chunks of a class are kept, by seed.
func keptOf[T any](played [][]T, of func(T) *lives, class evict.Class) []float64 {
	var out []float64
	for _, sessions := range played {
		var all lives
		for _, s := range sessions {
			all.plus(of(s))
		}
		out = append(out, all.kept(class))
	}
	return out
}
