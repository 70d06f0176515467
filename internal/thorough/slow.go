//go:build slow

package thorough

// Slow says that the build has the tag slow.
const Slow = true
