package pruning

import "contextarena.internal/arena"

// Claims are those of the source, beside what arena simulate pruning found; docs/research/pruning.md has the figures.
func (MUS) Claims() []arena.Claim {
	return []arena.Claim{
		{
			Says:  "What was useful when it was retrieved is kept, which beats age.",
			Found: "At a fifth of all memories the two keep as much of what is needed later; with more room age keeps more, with less utility does, in a larger store, since what was retrieved lately is protected.",
		},
		{
			Says:  "Thresholds of 0.2 for sessions and 0.3 for chapters were tuned, and prune chapters more conservatively.",
			Found: "ln(1 + n) has no bound and one retrieval is worth 0.277: below 0.2 and below 0.3 is what was never retrieved. A higher threshold prunes more, not less.",
		},
		{
			Says:  "There is a risk of a feedback loop.",
			Found: "There is: of what is needed for the first time utility keeps 7 % at a fifth of the memories, chance 33 %. A week's grace (grace=7) helps some of it.",
		},
	}
}

// Claims are those of the source on importance.
func (MIS) Claims() []arena.Claim {
	return []arena.Claim{
		{
			Says:  "Memories that serve the current goals are kept.",
			Found: "Where goals are known exactly it keeps more of what is needed than utility and age, at a fifth to four fifths of the memories.",
		},
		{
			Says:  "Unique insights are kept though they are seldom retrieved.",
			Found: "More than by utility, but no more than by chance: 0.3 of uniqueness doesn't outweigh 0.7 of goals.",
		},
	}
}

// Claims are those of the source on the two together.
func (Final) Claims() []arena.Claim {
	return []arena.Claim{{
		Says:  "0.6 utility + 0.4 goal relevance is the recommended score.",
		Found: "It keeps what utility keeps: that has no bound and outweighs goals. Importance alone keeps more.",
	}}
}
