package probes

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
)

// round is a scenario in which the size of a round is corrected, and two values follow from it:
// one directly, one through the first. The price is never asked for by itself.
func round() *arena.Scenario {
	fact := func(id, supersedes string, from ...string) arena.Fact {
		return arena.Fact{ID: id, Value: arena.Pattern{Text: id}, Supersedes: supersedes, DerivedFrom: from}
	}
	return &arena.Scenario{
		Facts: []arena.Fact{
			fact("size-old", ""), fact("size", "size-old"), fact("worth", ""), fact("price", ""),
			fact("post-old", "", "worth", "size-old"), fact("post", "post-old", "worth", "size"),
			fact("share", "", "post"), fact("count", "", "size", "price"),
		},
		Probes: []arena.Probe{
			{ID: "size", Fact: "size", Kind: arena.Current, Type: arena.Correction},
			{ID: "worth", Fact: "worth", Kind: arena.Current, Type: arena.Quantity},
			{ID: "post", Fact: "post", Kind: arena.Derived, Type: arena.Quantity},
			{ID: "share", Fact: "share", Kind: arena.Derived, Type: arena.Quantity},
			{ID: "count", Fact: "count", Kind: arena.Derived, Type: arena.Quantity},
			{ID: "was", Fact: "size-old", Kind: arena.Historical, Type: arena.Quantity},
		},
	}
}

// judged are findings with context and answer verdicts, in the order of round's probes.
func judged(contexts, answers string) []*Finding {
	context, answer := verdicts(contexts), verdicts(answers)
	var out []*Finding
	for i := range context {
		if answer[i] == "" {
			answer[i] = Void
		}
		out = append(out, &Finding{Verdicts: []Verdict{
			{Level: arena.LevelContext, Result: context[i]}, {Level: arena.LevelAnswer, Result: answer[i]},
		}})
	}
	return out
}

func TestCountCascades(t *testing.T) {
	for _, c := range []struct {
		name              string
		contexts, answers string
		want              Cascade
	}{
		{"all right", "kkkkkk", "kkkkkk", Cascade{RootsHeld: Share{0, 3}}},
		{"reckoned wrong", "kkkkkk", "kksklk", Cascade{RootsHeld: Share{2, 3}, Old: Share{1, 1}, DerivedOld: Share{1, 1}}},
		// The lost root brings down what follows from it, directly or through others.
		{
			"root lost", "lkllll", "lkslll",
			Cascade{RootLost: Share{3, 3}, LostRoots: 1, WrongBelow: 3, Old: Share{1, 2}, DerivedOld: Share{1, 1}},
		},
		{
			"two roots lost", "llllll", "llklll",
			Cascade{RootLost: Share{2, 3}, LostRoots: 2, WrongBelow: 3, Old: Share{0, 1}},
		},
		{
			"root stale", "sksskk", "skskkk",
			Cascade{RootStale: Share{1, 3}, Old: Share{2, 2}, DerivedOld: Share{1, 1}},
		},
		{"root lost, guessed right", "lklllk", "kkkkkk", Cascade{RootLost: Share{0, 3}, LostRoots: 1}},
		// The price, which nothing asks for, must be what the context of count lacks.
		{"unasked root lost", "kkkklk", "kkkklk", Cascade{RootLost: Share{1, 1}, RootsHeld: Share{0, 2}}},
		{"void answers", "lkllll", "vkvvlv", Cascade{RootLost: Share{1, 1}, LostRoots: 1, WrongBelow: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, LineageOf(round().Facts).CountCascades(round(), judged(c.contexts, c.answers)))
		})
	}
	require.Zero(t, LineageOf(round().Facts).CountCascades(round(), nil), "not completed")
}
