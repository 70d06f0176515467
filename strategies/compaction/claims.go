package compaction

import "contextarena.internal/arena"

// Claims are those of the source, beside what arena simulate compaction found; docs/research/compaction.md has the figures.
func (Compaction) Claims() []arena.Claim {
	return []arena.Claim{
		{
			Says:  "A model's summary removes 60 to 80 % of the characters, one by rules 40 to 60 %.",
			Found: "By rules 17 to 77 %, by a simulated model 12 to 74 %: how long the steps are decides it, not who writes. Its ratio leaves out what is written around a summary, and short histories grow.",
		},
		{
			Says:  "Key findings are preserved.",
			Found: "Each summary replaces the one before, and has the findings of an entry and a half: 7 % of what was told can be read after 60 steps. mode=carry_summary (the default here) goes on from it, within a bound.",
		},
		{
			Says:  "A failed summary falls back to rules.",
			Found: "An empty reply of the model counts as one: it claims a compaction, and nothing changes. With mode=carry_summary it is a failure.",
		},
		{
			Says:  "It prevents that a context outgrows its trigger.",
			Found: "What is preserved has no limit: up to three times the trigger where outputs are long. Within a run's budget carry_summary preserves less.",
		},
	}
}

// Claims are those of the source.
func (ConversationMemory) Claims() []arena.Claim {
	return []arena.Claim{{
		Says:  "Conversations of many turns are kept, the older half of them in a summary.",
		Found: "Turns 6 to 20 back are in neither summary nor context, three turns of each half are quoted, and the next summary replaces them: 9 % of what was told can be read after 60 turns. mode=carry_summary (the default here) quotes every turn that leaves, within a bound: 35 %.",
	}}
}
