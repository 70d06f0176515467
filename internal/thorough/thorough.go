// Package thorough says how often tests repeat what they draw: as often as make test has time for, or, with the build
// tag slow, as often as make test-slow has. What is asserted is the same.
package thorough

// Times is how often to repeat: usual, or many with the build tag slow.
func Times(usual, many int) int {
	if Slow {
		return many
	}
	return usual
}

// Some are so many of a list, evenly spaced from its first on, or the whole list with the build tag slow.
func Some[T any](usual int, all []T) []T {
	many := Times(min(usual, len(all)), len(all))
	out := make([]T, many)
	for i := range out {
		out[i] = all[i*len(all)/many]
	}
	return out
}
