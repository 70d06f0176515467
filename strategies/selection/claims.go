package selection

import "contextarena.internal/arena"

// Claims are those of the source, beside what arena simulate selection found; docs/research/selection.md has the figures.
func (Greedy) Claims() []arena.Claim {
	return []arena.Claim{
		{
			Says:  "It reaches at least 50 % of the optimum (theorem 1), 95 % in practice, usually more than 90 %.",
			Found: "There is no such bound. 88 to 90 % of the optimal score with the source's sizes, 49 to 61 % with lognormal ones, 26 to 32 % where one message in ten is huge.",
		},
		{
			Says:  "Four components are weighed 0.4, 0.2, 0.3 and 0.1.",
			Found: "Importance has no bound and 94 % of the scores' variance (normalise=true bounds it). The term for references is always 0 in its code; here it works.",
		},
		{
			Says:  "A greater score is a better context.",
			Found: "Simulated: the exact optimum of its score keeps half to all of what greedy keeps, since each short message has its recency; with likeness alone all methods keep more.",
		},
	}
}

// Claims are greedy's.
func (GreedyFull) Claims() []arena.Claim { return Greedy{}.Claims() }

// Claims are none of the source's: it is the rival that keeps what theorem 1 promises.
func (Density) Claims() []arena.Claim {
	return []arena.Claim{{
		Says:  "At least 50 % of the optimum (ours; the proof is in strategies/selection/density.go).",
		Found: "99.5 % and more on every generated list. As a context it is no better for it: see greedy.",
	}}
}

// Claims are those of the source.
func (Optimal) Claims() []arena.Claim {
	return []arena.Claim{{
		Says:  "An optimal choice takes Ω(2^n) (theorem 2), and this one heeds dependencies.",
		Found: "It takes O(n·C), tens of milliseconds for 1,000 messages in 50,000 tokens, and heeds none.",
	}}
}

// Claims are those of the source.
func (Beam) Claims() []arena.Claim {
	return []arena.Claim{{
		Says:  "A width of 1 is greedy, one of 10 to 50 a good balance.",
		Found: "A width of 1 takes what fits from the oldest message on; one of 50 reaches less of the optimal score than recency, which scores nothing.",
	}}
}

// Claims are those of the source.
func (Recency) Claims() []arena.Claim {
	return []arena.Claim{{
		Says:  "It misses what was discussed yesterday.",
		Found: "So it does. Greedy shows it where age counts in days, not where it counts in turns and weighs as much as likeness.",
	}}
}

// Claims are those of the source.
func (EveryKth) Claims() []arena.Claim {
	return []arena.Claim{{
		Says:  "It breaks the flow of a conversation.",
		Found: "It keeps least of all, and knows nothing of the question.",
	}}
}
