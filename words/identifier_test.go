package words

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestIdentifiers(t *testing.T) {
	for text, want := range map[string][]string{
		"Call +1 (555) 014-2298 or 555-0142.":          {"+1 (555) 014-2298", "555-0142"},
		"Patient RMC-2847, bed B2, invoice INV20931.":  {"RMC-2847", "INV20931"},
		"Write to ana.b@example.org, please.":          {"ana.b@example.org"},
		"On 2026-03-15 at 10AM, 8oz, $1.2M, 3-bedroom": nil,
		"It costs 1,000,000 or 3.14159265 in 2024.":    nil,
		"@ana said nothing":                            nil,
	} {
		var have []string
		for _, id := range Identifiers(text) {
			require.Equal(t, id.Value, text[id.Start:id.End])
			have = append(have, id.Value)
		}
		require.Equal(t, want, have, text)
	}
	require.Equal(t, CodeKey("RMC-2847"), CodeKey("rmc 2847"))
}
