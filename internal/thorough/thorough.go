// Package thorough says how often tests repeat what they draw: as often as make test has time for, or, with the build
// tag slow, as often as make test-slow has. What is asserted is the same.
package thorough

// Times is how often to repeat: usual, or many with the build tag slow.
func Times(usual, many int) int {
	if slow {
		return many
	}
	return usual
}
