package pruning

import (
	"fmt"

	"contextarena.internal/lab/simulate"
)

// at20 is something of a policy at a capacity of 20 %, by seed.
func (f findings) at20(policy string, of func(outcome) float64) []float64 {
	for i, p := range policies {
		if p.name == policy {
			return f.mean(func(x found) float64 { return of(x.capacity[i][shown]) })
		}
	}
	panic("pruning: no policy " + policy)
}

func kept(o outcome) float64 { return o.kept.share() }

func keptOf(k kind) func(outcome) float64 {
	return func(o outcome) float64 { return o.kinds[k].share() }
}

// above is in how many of the seeds a is above b.
func above(a, b []float64) string {
	n := 0
	for i := range a {
		if a[i] > b[i] {
			n++
		}
	}
	return simulate.Holds(n, len(a))
}

func mean(values []float64) float64 { return simulate.SpreadOf(values).Mean }

// verdicts sets the claims beside what was found.
func (f findings) verdicts() []simulate.Verdict {
	curve, sizes, thresholds := f.kept(), f.sizes(), f.thresholds()
	of := func(line, column string) float64 { return thresholds.Cell(line, column).Mean }
	at := func(policy, column string) float64 { return curve.Cell(policy, column).Mean }
	age, mus, mis, final := f.at20("age", kept), f.at20("mus", kept), f.at20("mis", kept), f.at20("final", kept)
	unused := func(o outcome) float64 { return o.bins[0].share() }
	return []simulate.Verdict{
		{
			Claim: "Utility keeps what is needed better than age.",
			Found: fmt.Sprintf("At 20 %% of all memories %.0f %% where age keeps %.0f; at 40 %% %.0f and %.0f. At 5 %% %.0f and %.0f, but with a store of %.0f %%, since what was retrieved lately is protected.",
				mean(mus), mean(age), at("mus", "40 %"), at("age", "40 %"), at("mus", "5 %"), at("age", "5 %"), sizes.Cell("mus", "5 %").Mean),
			Holds: above(mus, age),
		},
		{
			Claim: "A utility below 0.2 is low, for sessions (l1_low).",
			Found: fmt.Sprintf("It is one that was never retrieved: %.0f %% of what goes below 0.2 never was, and thresholds of 0.1, 0.2 and 0.3 leave stores of %.1f, %.1f and %.1f %%. One retrieval is worth 0.277 at least. The first threshold that chooses among what was used is 0.5: %.0f %% stored, %.0f %% kept.",
				of("mus < 0.2", "never used %"), of("mus < 0.1", "store %"), of("mus < 0.2", "store %"), of("mus < 0.3", "store %"), of("mus < 0.5", "store %"), of("mus < 0.5", "kept %")),
			Holds: "no",
		},
		{
			Claim: "Chapters are pruned more conservatively, below 0.3.",
			Found: fmt.Sprintf("A higher threshold never keeps more: %.1f %% of what is needed with 0.3, %.1f with 0.2.", of("mus < 0.3", "kept %"), of("mus < 0.2", "kept %")),
			Holds: "no",
		},
		{
			Claim: "Goals and uniqueness keep what is needed better than utility.",
			Found: fmt.Sprintf("At 20 %% importance keeps %.0f %% and utility %.0f, where goals are known exactly: work, %.0f and %.0f %%, is what they are about.", mean(mis), mean(mus), mean(f.at20("mis", keptOf(work))), mean(f.at20("mus", keptOf(work)))),
			Holds: above(mis, mus),
		},
		{
			Claim: "Uniqueness preserves unique insights though they are rarely accessed.",
			Found: fmt.Sprintf("Of rare memories importance keeps %.0f %% at 20 %%, chance %.0f, utility %.0f: 0.3 of uniqueness doesn't outweigh 0.7 of goals.", mean(f.at20("mis", keptOf(rare))), mean(f.at20("chance", keptOf(rare))), mean(f.at20("mus", keptOf(rare)))),
			Holds: above(f.at20("mis", keptOf(rare)), f.at20("chance", keptOf(rare))),
		},
		{
			Claim: "The final score, 0.6 utility + 0.4 goals, joins the strengths of both.",
			Found: fmt.Sprintf("At 20 %% it keeps %.0f %%, importance %.0f, utility %.0f: utility has no bound and outweighs goals; normalised it keeps %.0f.", mean(final), mean(mis), mean(mus), mean(f.at20("final, normalised", kept))),
			Holds: above(final, mis),
		},
		{
			Claim: "There is a risk of a feedback loop: what isn't retrieved once is less likely to be retrieved again.",
			Found: fmt.Sprintf("Of what is needed and would never have been retrieved before, utility keeps %.0f %% at 20 %%, chance %.0f. A week's grace keeps %.0f, in a larger store.", mean(f.at20("mus", unused)), mean(f.at20("chance", unused)), mean(f.at20("mus, grace 7", unused))),
			Holds: above(f.at20("chance", unused), f.at20("mus", unused)),
		},
		{
			Claim: "Utility can be worked out when a memory is retrieved, and stored.",
			Found: fmt.Sprintf("Its recency is then 1 for ever: %.1f %% kept at 20 %%, and %.1f worked out when the store is pruned.", mean(f.at20("mus, as stored", kept)), mean(mus)),
			Holds: above(f.at20("mus, as stored", kept), mus),
		},
	}
}
