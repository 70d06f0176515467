package eviction

import (
	"fmt"
	"slices"

	"contextarena.internal/lab/simulate"
)

// spending is what prediction P2 is about: tokens of the context of each turn, and of what is rebuilt.
func spending(played [][]swept) simulate.Table {
	t := simulate.Table{
		ID: "spending", Title: "Experiment A at 10 %: tokens a turn, what is used is taken back", Rows: "policy",
		Columns: []simulate.Column{{Name: "context", Decimals: 0}, {Name: "rebuilt", Decimals: 0}, {Name: "together", Decimals: 0}},
	}
	turns := func(s swept) float64 { return float64(s.taken[0].Turns) }
	for i, c := range contenders[:blind] {
		t.Add(c.name,
			ratios(played, 1, func(s swept) float64 { return s.taken[i].Tokens }, turns),
			ratios(played, 1, func(s swept) float64 { return s.taken[i].Rebuilt }, turns),
			ratios(played, 1, func(s swept) float64 { return s.taken[i].Tokens + s.taken[i].Rebuilt }, turns))
	}
	return t
}

// less is the difference a − b by seed, and in how many of the seeds it is below 0.
func less(a, b []float64) (difference simulate.Spread, below int) {
	d := make([]float64, len(a))
	for i := range a {
		d[i] = a[i] - b[i]
		if d[i] < 0 {
			below++
		}
	}
	return simulate.SpreadOf(d), below
}

// verdicts sets the claims of the source beside what was found.
func verdicts(r *simulate.Report, played [][]swept) ([]simulate.Verdict, error) {
	table := map[string]*simulate.Table{}
	for i := range r.Tables {
		table[r.Tables[i].ID] = &r.Tables[i]
	}
	mean := func(id, row, column string) float64 { return table[id].Cell(row, column).Mean }
	const utility, hits = "utility, % of Bélády", "10 %"
	spent := func(name string) []float64 {
		i := slices.IndexFunc(contenders, func(c contender) bool { return c.name == name })
		return ratios(played, 1, func(s swept) float64 { return s.taken[i].Tokens + s.taken[i].Rebuilt }, func(s swept) float64 { return float64(s.taken[i].Turns) })
	}
	difference, below := less(spent("rwoe"), spent("lru"))
	optimum := func(s swept) float64 { return s.best[middle].Value }
	_, worse := less(
		ratios(played, 1, func(s swept) float64 { return s.noise[1].Hits }, optimum),
		ratios(played, 1, func(s swept) float64 {
			return s.of[middle][slices.IndexFunc(contenders, func(c contender) bool { return c.name == "rwoe" })].Hits
		}, optimum))
	reached, best, err := threeQuarters()
	if err != nil {
		return nil, err
	}
	rwoe, lru := mean("sweep", "rwoe", hits), mean("sweep", "lru", hits)
	fewer := 100 * (1 - mean("as_coded", "rwoe", "rebuilt a turn")/mean("as_coded", "lru", "rebuilt a turn"))
	junk := mean("topics_kept", "EPHEMERAL", "lru") / mean("topics_kept", "EPHEMERAL", "rwoe")
	return []simulate.Verdict{
		{
			Claim: "RWOE has 89 % of an oracle's utility where LRU has 71 %, and 67 % fewer reconstructions.", Holds: "no",
			Found: fmt.Sprintf("As its code measures: %.1f %% and %.1f %%, and %.1f %% fewer. Of what could be hit at a budget of 10 %%: %.1f %% and %.1f %%.",
				mean("as_coded", "rwoe", utility), mean("as_coded", "lru", utility), fewer, rwoe, lru),
		},
		{
			Claim: "RWOE is above Bélády because of semantic signals.", Holds: "no",
			Found: fmt.Sprintf("No query is passed. Bélády as coded doesn't see the current turn; mended it has %.1f %% of itself as coded, RWOE %.1f %%.",
				mean("as_coded", "Bélády fixed", utility), mean("as_coded", "rwoe", utility)),
		},
		{
			Claim: "EPHEMERAL chunks go 15 times as fast as under LRU.", Holds: map[bool]string{true: "yes", false: "no"}[junk >= 15],
			Found: fmt.Sprintf("%.1f times, in our own construction of experiment B.", junk),
		},
		{
			Claim: "Theorem 2: no deterministic policy has a ratio better than 2.", Holds: "yes, and more",
			Found: fmt.Sprintf("None has any: against RWOE an adversary leaves %.0f hits where the optimum has %.0f.", table["adversaries"].Cell("rwoe", "hits").Mean, table["adversaries"].Cell("rwoe", "optimum").Mean),
		},
		{
			Claim: "Theorem 3: RWOE is within 4/3 of the optimum where all chunks are of one class.", Holds: "no",
			Found: "The adversary's chunks are of one class, and the ratio isn't bounded.",
		},
		{
			Claim: "Theorem 5: noise makes RWOE better.", Holds: simulate.Holds(r.Seeds-worse, r.Seeds),
			Found: fmt.Sprintf("Noise of 0.1 has %.1f %% of the optimum, of 0.5 %.1f %%, none %.1f %%; 0.1 is better than none for %d of %d seeds.",
				mean("altered", "noise 0.1", "hits, % of the optimum"), mean("altered", "noise 0.5", "hits, % of the optimum"), rwoe, r.Seeds-worse, r.Seeds),
		},
		{
			Claim: "P2: RWOE uses fewer tokens a session than LRU, since it rebuilds less.", Holds: simulate.Holds(below, r.Seeds),
			Found: fmt.Sprintf("It rebuilds %.0f tokens a turn, LRU %.0f. But it fills the budget better: context and rebuilding together are %+.0f ± %.0f tokens a turn, less for %d of %d seeds.",
				mean("spending", "rwoe", "rebuilt"), mean("spending", "lru", "rebuilt"), difference.Mean, difference.SD, below, r.Seeds),
		},
		{
			Claim: "P4: there is a session on which RWOE has exactly 75 % of the optimum, and none on which it has less.", Holds: "no",
			Found: fmt.Sprintf("There is one (%.0f of %.0f hits), but an adversary leaves it none.", reached, best),
		},
	}, nil
}
