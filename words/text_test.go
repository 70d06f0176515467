package words

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sample is a memory text of the usual kind.
const sample = `## Project Mercury
- **Budget:** $347,250 (exact), deadline March 15, 2027
- Lead: Dr. Sarah Chen; QA lead Marcus Williams, 85% of endpoints
- Salaries: backend $145k-$175k, frontend $130k–$160k

| Item | Count |
|------|-------|
| Widget-A | 370 |
| Gizmo-Z | **0** |

Kenji's phone is 090-8765-4321, dinner on June 10 at 6:30pm. Region us-east-1, patient RMC-2847.
1. Use 1 1/3 cups of mascarpone, 2½ cups of cream
2. Roast at 400°F for fifteen minutes
`

func FuzzRead(f *testing.F) {
	for _, s := range []string{sample, "", "\xff5\xfe", "$145k-175k", "1 1/3–2½", "June 1-18, 2027", "2:30-4pm", "+81 90-1", "| a\n|-|\n| 5", "1.\n2) *3.* 4", "5º½°", "a''s"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		read := Read(s)
		end := int32(0)
		for _, tok := range read.tokens {
			require.True(t, tok.start >= end && tok.end > tok.start && int(tok.end) <= len(s))
			end = tok.end
		}
		var all []Span
		for _, n := range read.amounts {
			all = append(all, n.Span)
		}
		for _, d := range read.dates {
			all = append(all, d.Span)
			require.True(t, ValidDay(d.Month, d.Day))
		}
		for _, c := range read.clocks {
			all = append(all, c.Span)
			require.True(t, c.Minutes[0] >= 0 && c.Minutes[0] < 2*halfDay && c.Minutes[1] >= 0 && c.Minutes[1] < 2*halfDay)
		}
		for _, s := range all {
			require.True(t, s.Start >= 0 && s.Start < s.End && s.End <= len(read.src), "span %v of %d bytes", s, len(read.src))
		}
	})
}

func BenchmarkRead(b *testing.B) {
	s := strings.Repeat(sample, 1+10_000/len(sample))[:10_000]
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		Read(s)
	}
}
