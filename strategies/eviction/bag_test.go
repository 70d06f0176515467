package eviction

import (
	"crypto/md5" //nolint:gosec // spreads words over buckets, and protects nothing
	"math"
	"strings"

	"contextarena.internal/llm"
)

// BagDimensions is the length of a Bag.
const BagDimensions = 512

// Bag is how the author's code embeds a text: its lower-cased words, counted in 512 buckets by their MD5,
// scaled to length 1. The source calls it TF-IDF; no word weighs less for being common. A text without
// words has the zero vector.
func Bag(text string) llm.Vector {
	v := make(llm.Vector, BagDimensions)
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		h := md5.Sum([]byte(word)) //nolint:gosec // as above
		v[(int(h[14])<<8|int(h[15]))%BagDimensions]++
	}
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum > 0 {
		for i := range v {
			v[i] = float32(float64(v[i]) / math.Sqrt(sum))
		}
	}
	return v
}
