package pruning

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// Below are the memories that score less than a threshold, of those that are so many whole days old at least. One
// whose creation isn't known never is, and neither is one that is yet to come, even at an age of 0.
func Below(list []Memory, now time.Time, threshold float64, minimumAge int) []int {
	var out []int
	for i, m := range list {
		if m.Score < threshold && !m.Created.IsZero() && math.Floor(days(m.Created, now)) >= float64(minimumAge) {
			out = append(out, i)
		}
	}
	return out
}

// OlderThan are the memories that are more than so many days old, whatever they score: the source's rule by age. One
// whose creation isn't known never is.
func OlderThan(list []Memory, now time.Time, most float64) []int {
	var out []int
	for i, m := range list {
		if !m.Created.IsZero() && days(m.Created, now) > most {
			out = append(out, i)
		}
	}
	return out
}

// Protection says what no rule takes.
type Protection struct {
	Cooldown  float64 // days for which a memory stays that was retrieved; less than that ago
	Relevance float64 // one that was more relevant than this once stays
	Grace     float64 // days for which a new memory stays; ours, 0 in the source
}

// Source is the protection of the source: three days, and 0.9.
var Source = Protection{Cooldown: 3, Relevance: .9}

// Holds reports whether a memory is protected. A retrieval or creation that is yet to come was just now.
func (p Protection) Holds(m Memory, now time.Time) bool {
	lately := !m.Usage.Last.IsZero() && max(0, days(m.Usage.Last, now)) < p.Cooldown
	fresh := !m.Created.IsZero() && max(0, days(m.Created, now)) < p.Grace
	return lately || fresh || m.Usage.Best > p.Relevance
}

// Excess are the memories that have to go so that no more than a target are left, those of the lowest scores first.
// What is protected is passed over, so that more may be left.
func Excess(list []Memory, now time.Time, target int, p Protection) []int {
	places := make([]int, len(list))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(list[a].Score, list[b].Score) })
	var out []int
	for _, i := range places {
		if len(out) >= len(list)-target {
			break
		}
		if !p.Holds(list[i], now) {
			out = append(out, i)
		}
	}
	return out
}
