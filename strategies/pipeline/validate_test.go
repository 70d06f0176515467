package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

func TestValidate(t *testing.T) {
	segment := []arena.Message{
		{Message: llm.Message{Role: llm.User, Text: "Patient RMC-2847 moved to bed 12, phone 555-0142. The fee is $1,250.00 now, not $900."}},
		{Message: llm.Message{Role: llm.Assistant, Text: "Noted, ticket TK-1001."}},
	}
	whole := section{heading: "IDENTIFIERS", lines: []string{"patient: RMC-2847", "phone: 555-0142"}}
	for name, c := range map[string]struct {
		sections, before []section
		want             []section
		gaps             []string
		warnings         []string
	}{
		"nothing wrong": {
			sections: []section{whole, {heading: "CORRECTIONS", lines: []string{"fee: $900 -> $1250"}}},
			want:     []section{whole, {heading: "CORRECTIONS", lines: []string{"fee: $900 -> $1250"}}},
		},
		"an identifier written otherwise is put right": {
			sections: []section{{heading: "IDENTIFIERS", lines: []string{"patient: RMC2847", "phone: 555-0142"}}},
			want:     []section{whole},
		},
		"an identifier nobody wrote goes": {
			sections: []section{{heading: "IDENTIFIERS", lines: append([]string{"other: QX-9999"}, whole.lines...)}},
			want:     []section{whole},
			gaps:     []string{"IDENTIFIERS: nobody wrote QX-9999: other: QX-9999"},
			warnings: []string{"1 gaps were found in the extraction"},
		},
		"identifiers that were left out": {
			sections: []section{{heading: "PLACES", lines: []string{"patient: bed 12"}}},
			want:     []section{{heading: "PLACES", lines: []string{"patient: bed 12"}}},
			gaps:     []string{"the messages have RMC-2847 and the notes don't", "the messages have 555-0142 and the notes don't"},
			warnings: []string{"2 gaps were found in the extraction"},
		},
		"a note that vanished is kept": {
			before:   []section{{heading: "IDENTIFIERS", lines: []string{"badge: ZZ-4711", "phone: 555-0101", "cook: 7"}}},
			sections: []section{whole},
			want:     []section{{heading: "IDENTIFIERS", lines: append(append([]string{}, whole.lines...), "badge: ZZ-4711")}},
			gaps:     []string{"IDENTIFIERS: the notes had this and the new ones don't: badge: ZZ-4711"},
			warnings: []string{"1 notes that the new ones lacked were kept", "1 gaps were found in the extraction"},
		},
		"a reply that was cut takes no note away": {
			before:   []section{{heading: "IDENTIFIERS", lines: []string{"cook: 7"}}},
			sections: []section{{heading: "IDENTIFIERS", lines: whole.lines, cut: true}},
			want:     []section{{heading: "IDENTIFIERS", lines: append(append([]string{}, whole.lines...), "cook: 7"), cut: true}},
			gaps:     []string{"IDENTIFIERS: the notes had this and the new ones don't: cook: 7"},
			warnings: []string{"1 notes that the new ones lacked were kept", "1 gaps were found in the extraction"},
		},
		"notes of a kind nothing was written of stay": {
			before:   []section{whole},
			sections: []section{{heading: "IDENTIFIERS"}},
			want:     []section{{heading: "IDENTIFIERS"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			for i := range c.sections {
				c.sections[i].lines = append([]string(nil), c.sections[i].lines...)
			}
			got := validate(c.sections, c.before, &Plan{Segment: segment})
			for i := range c.want {
				if c.want[i].lines == nil {
					got.sections[i].lines = nil
				}
			}
			require.Equal(t, c.want, got.sections)
			require.Equal(t, c.gaps, got.gaps)
			require.Equal(t, c.warnings, got.warnings())
		})
	}
}
