//go:build !slow

package thorough

const slow = false
