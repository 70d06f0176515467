package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Of a described kind of facts, only facts of that kind are written down; the name before the colon says
// more than what else its description mentions.
func TestKindsThatAreDescribed(t *testing.T) {
	for kind, want := range map[string]string{
		"amounts: counts and limits":           "- The fee is $40.",
		"identifiers: whatever looks like one": "- The phone number is 555-0101.",
		"places: what or who is where":         "none",
	} {
		got := asked(t, "exact", 1, nil, "Notes, please.\n\n<type>\n"+kind+"\n</type>\n\n<transcript>\nuser: Anna Berg leads it. Her phone is 555-0101.\nuser: The fee is $40.\n</transcript>")
		require.Equal(t, want, got, kind)
	}
}
