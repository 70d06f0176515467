package frontier

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/space"
)

func labels(points []SweptPoint) (out []string) {
	for _, p := range points {
		out = append(out, p.Label)
	}
	return out
}

func TestEverySweepHasItsRivals(t *testing.T) {
	for name, of := range map[string]struct {
		strategies string
		want       []string
	}{
		"none of them": {"  - spec: window(size=$n)\n", Rivals()},
		"its own":      {"  - {when: {n: 4}, spec: 'retrieval(by=bm25, window=2)'}\n  - spec: full_context\n", []string{"none", "oracle", "retrieval(by=embedding,top_k=32)"}},
		"other ones":   {"  - {when: {n: 4}, spec: 'retrieval(top_k=2)'}\n  - spec: full_context(correction_format=structured_diff)\n", Rivals()},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := space.Parse("s.yaml", []byte("name: s\ndimensions:\n  - {name: n, ordinal: [4, 8]}\nstrategies:\n"+of.strategies))
			require.NoError(t, err)
			points, err := withRivals(s, "sim:nano")
			require.NoError(t, err)
			require.Equal(t, of.want, labels(points)[2:])
			for _, p := range points {
				require.Equal(t, "sim:nano", p.memory)
			}
		})
	}
	points, err := withRivals(space.Builtin(), "sim:nano")
	require.NoError(t, err)
	require.Equal(t, []string{"none", "oracle", "retrieval(by=embedding,top_k=32)"}, labels(points)[441:])
}

// The ceiling is measured, and nothing else is by it: neither the front nor the race, and no choice.
func TestCeiling(t *testing.T) {
	show := func(p space.Point, sc, r int) (float64, func(int) bool) {
		if p.Label == ceiling {
			return 1e-6, func(int) bool { return true }
		}
		return simple(p, sc, r)
	}
	without := sweptOf(t, 6, 2, show)
	with := sweptOf(t, 6, 2, show)
	all, err := withRivals(with.Space, "sim:nano")
	require.NoError(t, err)
	at := len(with.Points)
	for _, p := range all[at:] {
		if p.Label == ceiling {
			with.Points = append(with.Points, p)
		}
	}
	require.Len(t, with.Points, at+1)
	for sc := range 6 {
		for r := range 2 {
			with.put(at, sc, r, trial(show(with.Points[at].Point, sc, r)))
		}
	}
	want, err := analyse(without)
	require.NoError(t, err)
	got, err := analyse(with)
	require.NoError(t, err)
	require.Nil(t, want.Ceiling)
	require.InDelta(t, 1, got.Ceiling.kept(), 1e-12)
	require.Equal(t, want.Points, got.Points)
	require.Equal(t, want.Front, got.Front)
	require.Equal(t, want.Effects, got.Effects)
	require.Zero(t, got.Played.Dropped)
	require.Contains(t, got.finding(), "oracle, the ceiling, keeps 100 %")
	left, _ := raced(without)
	leftWith, _ := raced(with)
	require.Equal(t, append(left, ""), leftWith)

	change(with.Points[:at], func(t *lab.Shown) { *t = lab.Shown{Ended: arena.Failed} })
	_, err = analyse(with)
	require.ErrorIs(t, err, ErrNothing, "a ceiling alone is nothing to choose")
}

// By another objective another point is on the front: one that nothing is as cheap as may pass more tasks than what keeps more.
func TestObjectives(t *testing.T) {
	s := sweptOf(t, 6, 2, simple)
	hybrids := 0
	for i, p := range s.Points {
		if p.Levels[0] == "hybrid" { // dear, and keeps no more
			hybrids++
			change(s.Points[i:i+1], func(t *lab.Shown) { t.Passed = true })
		} else {
			change(s.Points[i:i+1], func(t *lab.Shown) { t.Passed = false })
		}
	}
	require.Positive(t, hybrids)
	on := func(objectives ...string) (count int, f Frontier) {
		f, err := analyse(s, objectives...)
		require.NoError(t, err)
		for _, i := range f.Front {
			if f.Points[i].Levels[0] == "hybrid" {
				count++
			}
		}
		return count, f
	}
	two, f := on(retention)
	require.Zero(t, two)
	require.Equal(t, []string{"cost", "retention"}, f.Objectives)
	area := f.Hypervolume.Value
	three, f := on()
	require.Positive(t, three, "they alone pass")
	require.Equal(t, []string{"cost", "retention", "tasks"}, f.Objectives)
	require.Contains(t, f.finding(), "The front in cost, retention, tasks has ")
	require.Less(t, f.Hypervolume.Value, area, "a share of tasks below one scales each area")
	five, f := on(tasks, "worst", "latency")
	require.GreaterOrEqual(t, five, three)
	require.Equal(t, []string{"cost", "retention", "tasks", "worst", "latency"}, f.Objectives)
	require.Len(t, f.Hypervolume.Reference, 5)
	require.Positive(t, f.Hypervolume.Value)

	change(s.Points[:1], func(t *lab.Shown) { t.Latency = 0 })
	_, err := analyse(s, "latency")
	require.EqualError(t, err, "--objective latency: it isn't known of every point: leave it out")
	require.ErrorAs(t, err, new(arena.Mistake))
	require.Error(t, CheckObjectives([]string{"latensy"}))
}
