package wire

import (
	"math"

	"contextarena.internal/llm"
)

// Seed is what a server draws with: the seed of req, other for each sample, in 31 bits, since
// some servers take no more and to some a negative one means chance. Whether req has a seed at
// all is for the caller to see.
func Seed(req llm.Request) int {
	s := uint64(req.Seed)
	return int(((s ^ s>>32) + uint64(req.Sample)) & math.MaxInt32)
}
