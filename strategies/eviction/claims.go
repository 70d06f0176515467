package eviction

import "contextarena.internal/arena"

// Claims are those of the source, beside what arena simulate eviction found; docs/research/eviction.md has the figures.
func (RWOE) Claims() []arena.Claim {
	return []arena.Claim{
		{
			Says:  "It has 89 % of an oracle's utility where LRU has 71 %, and 67 % fewer reconstructions.",
			Found: "Not its own figures: its simulation, played again, has 100.4 % for it and 99.8 % for LRU, and 2.5 % fewer reconstructions. There a miss still earns 0.8 of a use and the budget is 2.5 % of a session.",
		},
		{
			Says:  "It beats Bélády, which can't see semantic signals.",
			Found: "No query is ever passed. Bélády as coded doesn't see the current turn's uses; with that mended it is ahead.",
		},
		{
			Says:  "P·(r + R/σ) is the value of keeping a token.",
			Found: "The derivation gives P·(r + R)/σ; P·r/σ hits most at every budget (efv=utility_density).",
		},
		{
			Says:  "It is within 4/3 of the optimum for one class, O(log k) for k, and noise makes it 1 + ε.",
			Found: "An adversary leaves it without a hit where the optimum has many, so no such bound holds. Noise is neutral to harmful.",
		},
	}
}
