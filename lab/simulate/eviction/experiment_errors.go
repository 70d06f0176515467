package eviction

import (
	"context"
	"math/rand/v2"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/strategies/evict"
)

// silence is the share of uses that nobody notes in the experiment on errors.
const silence = 0.5

// remedies are RWOE as it is, and as the source would mend its errors. It would also lengthen the window of
// references; that is infinite unless it is set, so its variant is the one with a short window.
var remedies = []struct {
	name   string
	window int
	decay  float64 // λ of STRUCTURAL
}{
	{"as it is: window ∞, λ .01", 0, 0.01},
	{"window of 5 turns", 5, 0.01},
	{"λ .001 for STRUCTURAL", 0, 0.001},
}

// redecayed is RWOE that takes STRUCTURAL chunks to decay otherwise.
type redecayed struct {
	evict.RWOE
	decay float64
}

// Keys implements evict.Policy.
func (p *redecayed) Keys(pool []*evict.Chunk, now evict.Now, keys []float64) {
	for i, c := range pool {
		if c.Class == evict.Structural {
			other := *c
			other.Decay = p.decay
			c = &other
		}
		keys[i] = p.EFV(c, now.Turn, 0)
	}
}

// errs are the misses of a session by their cause.
type errs [3]struct{ silent, burst, other, uses int }

// playErrors finds why RWOE misses where a share of the uses is silent. A miss is owed to silence if the
// same session, with every use noted, has it as a hit; else to a burst if the chunk is STRUCTURAL: quiet
// so long that it went, and then used.
func playErrors(ctx context.Context, settings simulate.Settings) ([][]errs, error) {
	return simulate.Each(ctx, settings, func(r *rand.Rand, _, _ int) (out errs, err error) {
		s := uniform(r, silence)
		budget := int(Budgets[middle] * float64(s.Tokens))
		noted := *s
		noted.Uses = make([][]Use, len(s.Uses))
		for turn, us := range s.Uses {
			for _, u := range us {
				u.Silent = false
				noted.Uses[turn] = append(noted.Uses[turn], u)
			}
		}
		for i, m := range remedies {
			p := coded()
			p.Window = m.window
			policy := &redecayed{evict.RWOE{Parameters: p}, m.decay}
			type use struct{ turn, chunk int }
			missed := map[use]bool{}
			if _, err = noted.play(policy, rules{budget: budget, onMiss: func(turn int, u Use) { missed[use{turn, u.Chunk}] = true }}); err != nil {
				return out, err
			}
			o, err := s.play(policy, rules{budget: budget, onMiss: func(turn int, u Use) {
				switch {
				case !missed[use{turn, u.Chunk}]:
					out[i].silent++
				case s.Chunks[u.Chunk].Class == evict.Structural:
					out[i].burst++
				default:
					out[i].other++
				}
			}})
			if err != nil {
				return out, err
			}
			out[i].uses = o.Uses
		}
		return out, nil
	})
}

// errorTable says why RWOE misses, and what the remedies do.
func errorTable(played [][]errs) simulate.Table {
	t := simulate.Table{
		ID: "errors", Title: "Experiment A at 10 %, half of the uses silent: why RWOE misses", Rows: "rwoe",
		Columns: []simulate.Column{{Name: "misses, % of uses", Decimals: 1}, {Name: "silent use, %", Decimals: 1}, {Name: "burst, %", Decimals: 1}, {Name: "other, %", Decimals: 1}},
		Notes:   []string{"silent use: it would have been a hit had every use been noted. burst: a STRUCTURAL chunk that went while it was quiet. other: any other class, whatever is noted. The last three are shares of the misses."},
	}
	for i, m := range remedies {
		all := func(e errs) float64 { return float64(e[i].silent + e[i].burst + e[i].other) }
		t.Add(m.name,
			ratios(played, 100, all, func(e errs) float64 { return float64(e[i].uses) }),
			ratios(played, 100, func(e errs) float64 { return float64(e[i].silent) }, all),
			ratios(played, 100, func(e errs) float64 { return float64(e[i].burst) }, all),
			ratios(played, 100, func(e errs) float64 { return float64(e[i].other) }, all))
	}
	return t
}
