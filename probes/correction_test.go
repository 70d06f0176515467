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

func TestCountCorrections(t *testing.T) {
	sure := 1.5
	mention := func(fs []*Finding, i int, replaced, old bool) []*Finding {
		fs[i].New, fs[i].Old = replaced, old
		return fs
	}
	s := round()
	for _, c := range []struct {
		name     string
		findings []*Finding
		want     Correction
	}{
		{
			"taken up", mention(judged("kkkkkk", "kkkkkk"), 0, true, false),
			Correction{Acknowledged: Share{1, 1}, Contaminated: Share{0, 1}, Integrated: Share{3, 3}},
		},
		{
			"acknowledged and ignored", mention(judged("kkkkkk", "kksllk"), 0, true, false),
			Correction{Acknowledged: Share{1, 1}, Contaminated: Share{0, 1}, Integrated: Share{0, 3}},
		},
		{
			"both values", mention(judged("sskkkk", "skkkkk"), 0, true, true),
			Correction{Acknowledged: Share{1, 1}, Contaminated: Share{1, 1}, Integrated: Share{3, 3}},
		},
		{"void", mention(judged("kkkkkk", "vkkkvk"), 0, true, true), Correction{Integrated: Share{2, 2}}},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, LineageOf(s.Facts).CountCorrections(s, c.findings)) })
	}

	findings := judged("kkkkkk", "kkkkkk")
	findings[0].Confidence = &sure
	have := LineageOf(s.Facts).CountCorrections(s, findings)
	require.InDelta(t, 1.5, have.Confidence, 0)
	require.Equal(t, 1, have.Measured)

	// A correction whose old value is unknown can't be contaminated; a derived value that was
	// corrected along with its root is one if its type says so.
	s.Probes[1].Type, s.Probes[2].Type = arena.Correction, arena.Correction
	have = LineageOf(s.Facts).CountCorrections(s, judged("kkkkkk", "kkkkkk"))
	require.Equal(t, Share{0, 3}, have.Acknowledged)
	require.Equal(t, Share{0, 2}, have.Contaminated)
	require.Zero(t, LineageOf(s.Facts).CountCorrections(s, nil), "not completed")
}
