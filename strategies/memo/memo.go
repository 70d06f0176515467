// Package memo keeps what was said within a budget of tokens, and values with those they had before.
package memo

import (
	"cmp"
	"slices"
)

// Drop lets go of one of n items after the other, those of the lowest age first and of equals the first,
// for as long as over says that there is too much, and returns how many went. age isn't asked again once
// anything went.
func Drop(n int, age func(i int) int, over func() bool, drop func(i int)) (dropped int) {
	oldest := make([]int, n)
	for i := range oldest {
		oldest[i] = i
	}
	slices.SortStableFunc(oldest, func(a, b int) int { return cmp.Compare(age(a), age(b)) })
	for ; dropped < n && over(); dropped++ {
		drop(oldest[dropped])
	}
	return dropped
}

// Fit is a list without its oldest items (see Drop), so that what is left has at most budget tokens, for a
// size that isn't the sum of the items', and how many went. As many go at once as would do if all were
// equally long.
func Fit[T any](list []T, age func(T) int, budget int, size func([]T) int) (kept []T, dropped int) {
	for len(list) > 0 {
		n := size(list)
		if n <= budget {
			break
		}
		room := max(1, len(list)*(n-budget)/n)
		list, _ = without(list, age, func() bool { room--; return room >= 0 }, func(T) { dropped++ })
	}
	return list, dropped
}

// FitEach is Fit for a size that is the sum of the items'. No more goes than has to.
func FitEach[T any](list []T, age func(T) int, budget int, size func(T) int) (kept []T, dropped int) {
	for _, item := range list {
		budget -= size(item)
	}
	return without(list, age, func() bool { return budget < 0 }, func(item T) { budget += size(item) })
}

// without is a list without what Drop drops of it.
func without[T any](list []T, age func(T) int, over func() bool, drop func(T)) (kept []T, dropped int) {
	gone := make([]bool, len(list))
	dropped = Drop(len(list), func(i int) int { return age(list[i]) }, over, func(i int) {
		gone[i] = true
		drop(list[i])
	})
	if dropped == 0 {
		return list, 0
	}
	for i, item := range list {
		if !gone[i] {
			kept = append(kept, item)
		}
	}
	return kept, dropped
}

// Unaged is the age of items that stand in the order in which they came.
func Unaged[T any](T) int { return 0 }

// Value is what holds of a thing, and what held before.
type Value struct {
	Now     string
	Was     []string // newest first
	Said    int      // the cycle in which it was last said
	Changed int      // the cycle in which it last changed; 0 for never
}

// Say gives a thing a value and reports whether it is another one than before, which then is the newest
// of those it had. The same value, however it is written, is left as it was written.
func (v *Value) Say(value string, cycle int, same func(a, b string) bool) (changed bool) {
	v.Said = cycle
	if same(v.Now, value) {
		return false
	}
	v.Was = slices.Concat([]string{v.Now}, v.Was)
	v.Now, v.Changed = value, cycle
	return true
}

// Forget keeps the newest of the values there were.
func (v *Value) Forget(most int) { v.Was = v.Was[:min(len(v.Was), most)] }
