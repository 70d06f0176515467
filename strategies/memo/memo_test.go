package memo

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

type item struct{ age, size int }

func ageOf(i item) int { return i.age }

// What is left keeps to the budget in its order, and nothing older stays than what went.
func TestFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) item {
			return item{rapid.IntRange(0, 4).Draw(t, "age"), rapid.IntRange(1, 9).Draw(t, "size")}
		}), 0, 20).Draw(t, "list")
		budget := rapid.IntRange(1, 60).Draw(t, "budget")
		sum := func(list []item) (n int) {
			for _, i := range list {
				n += i.size
			}
			return n
		}
		each, n := FitEach(slices.Clone(list), ageOf, budget, func(i item) int { return i.size })
		all, m := Fit(slices.Clone(list), ageOf, budget, sum)
		for _, kept := range [][]item{each, all} {
			require.LessOrEqual(t, sum(kept), budget)
			gone := slices.Clone(list)
			for _, i := range kept {
				at := slices.Index(gone, i)
				require.GreaterOrEqual(t, at, 0)
				gone = slices.Delete(gone, at, at+1)
			}
			for _, g := range gone {
				require.False(t, slices.ContainsFunc(kept, func(k item) bool { return k.age < g.age }))
			}
		}
		require.Len(t, each, len(list)-n)
		require.Len(t, all, len(list)-m)
		require.LessOrEqual(t, n, m, "one by one no more goes than has to")
	})
}

func TestDropTakesTheOldestFirst(t *testing.T) {
	ages, room := []int{2, 1, 3, 1, 2}, 3
	var gone []int
	n := Drop(len(ages), func(i int) int { return ages[i] }, func() bool { return room > 0 }, func(i int) { room, gone = room-1, append(gone, i) })
	require.Equal(t, 3, n)
	require.Equal(t, []int{1, 3, 0}, gone)
	require.Equal(t, 5, Drop(5, Unaged, func() bool { return true }, func(int) {}), "there is no more than all")
}

func TestValue(t *testing.T) {
	v := Value{Now: "a"}
	require.False(t, v.Say("A", 1, strings.EqualFold))
	require.Equal(t, Value{Now: "a", Said: 1}, v)
	require.True(t, v.Say("b", 2, strings.EqualFold))
	require.True(t, v.Say("a", 3, strings.EqualFold))
	require.Equal(t, Value{Now: "a", Was: []string{"b", "a"}, Said: 3, Changed: 3}, v)
	v.Forget(1)
	require.Equal(t, []string{"b"}, v.Was)
}
