package read

import (
	"strings"
	"testing"
)

// BenchmarkClauses reports the speed of reading in MB/s. It has to be about the same for all three.
func BenchmarkClauses(b *testing.B) {
	prose := "The budget is $4,000 and Tom leads it. We ordered two tents, four chairs and a lamp for the third floor. " +
		"Actually, the meeting with Sarah Chen is on March 15, not March 12, so please tell everybody who asked about it. " +
		"The weather was lovely and the children had already gone to bed when the others came back from the lake.\n\n"
	for name, text := range map[string]string{
		"prose": strings.Repeat(prose, 40),
		"json":  strings.Repeat(`{"order_id": "A-1234", "guests": 40, "venue": {"name": "Grand Hall", "floor": 3}, "tags": ["a", "b"]}`+"\n", 120),
		"line":  strings.Repeat("and the next 40 gadgets, Tom, at 14:30 on shelf 3 (perhaps) ", 200),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				Clauses(text)
			}
		})
	}
}
