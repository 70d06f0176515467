package contextarena

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const seating = `Table 1: Alice, Bob, Carol, David, Emma, Grace
Table 2: Henry, Iris, Mia, Wendy
Table 3: Frank, Karen, Leo, Paul, Quinn, Sam
Table 4: Noah, Olivia, Tina, Xavier
Table 5: Jack, Rose, Victor, Yuki, Zara`

func TestPassed(t *testing.T) {
	moved := strings.Replace(seating, "Grace", "Grace, Frank", 1)
	moved = strings.Replace(moved, "Wendy", "nobody", 1)
	rows := "| 1 | Grace |\n| **2** | Henry, Wendy |\n| 3 (front) | Frank, Sam, Paul, Quinn |\n| **4** (door) | Xavier, Tina, Olivia, Noah |\n| 5 | Yuki, Zara, Jack, Victor |"
	inputs := "Dilution: 20%. Sequoia: 10%. Net proceeds $2,925,000. Burn: $175K a month."
	for _, c := range []struct {
		name, scenario, answer string
		want                   bool
	}{
		{"all five", "early-fact-recall", "$347,250, SARAH CHEN, March 15, 2027, Svelte", true},
		{"no other form of a date", "early-fact-recall", "$347,250, Sarah Chen, 2027-03-15, Svelte", false},
		{"stock", "state-change-tracking", "Widget-A 370, Widget-B 1,005, Gadget-X 200, MegaPart-Q 400, Gizmo-Z 0", true},
		{"gizmo without a count", "state-change-tracking", "Widget-A 370, Widget-B 1005, Gadget-X 200, MegaPart-Q 400, Gizmo-Z:0", false},
		{"trip", "contradiction-resolution", "June 1–18, $8,500, $1,350, Aman, $500, Shinjuku, 090-8765-4321, June 10", true},
		{"trip with the old end", "contradiction-resolution", "June 1–14, $8,500, $1,350, Aman, $500, Shinjuku, 090-8765-4321, June 10", false},
		{"500 inside 8,500", "contradiction-resolution", "June 1 to June 18, $8,500, $1,350, Aman, Shinjuku, 090-8765-4321, June 10", true},
		{"retreat", "multi-hop-reasoning", "60 people, $6300, floor 3, $38,000, just fit", true},
		{"another word for the floor", "multi-hop-reasoning", "60 people, $6300, third floor, $38,000, just fit", false},
		{"five of seven", "long-horizon-noise", "Martinez 2:30 RMC-2847; lisinopril 10mg; 555-0147; 8472; UA447 XKRM47", true},
		{"case of codes", "long-horizon-noise", "Martinez 2:30 RMC-2847; lisinopril 10mg; 555-0147; 8472; ua447 xkrm47", false},
		{"a space in the dose", "long-horizon-noise", "Martinez 2:30 RMC-2847; lisinopril 10 mg; 555-0147; 8472; UA447 XKRM47", false},
		{"round", "cascading-corrections", inputs + " Pre-money $12M.", true},
		{"round, four of seven", "cascading-corrections", inputs, false},
		{"post-money on a line", "cascading-corrections", inputs + " Post money is 15", true},
		{"runway in whole words", "cascading-corrections", inputs + " 160 months", false},
		{"recipes, number first", "implicit-corrections", "6 cloves, serves 6, 8-oz, 3 tbsp of butter, 14 minutes, asparagus at 400F, 5 egg yolks", true},
		{"recipes, label first", "implicit-corrections", "garlic: 6 cloves, serves: 6, 8-oz, 3 tbsp of butter, 14 minutes, asparagus at 400F, egg yolks: 5", false},
		{"asparagus far from 400", "implicit-corrections", "6 cloves, serves 6, 8-oz, 3 tbsp of butter, 14 minutes, 5 egg yolks, asparagus" + strings.Repeat(".", 101) + "400F", false},
		{"chart", "rapid-fire-corrections", seating, true},
		{"chart as rows", "rapid-fire-corrections", rows, true},
		{"two of nine wrong", "rapid-fire-corrections", moved, true},
		{"three of nine wrong", "rapid-fire-corrections", moved + ", Uma", false},
		{"Uma told of", "rapid-fire-corrections", moved + ", Uma (removed)", true},
		{"nothing", "rapid-fire-corrections", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			passed, known := Passed(c.scenario, c.answer)
			require.True(t, known)
			require.Equal(t, c.want, passed)
		})
	}
	_, known := Passed("party", "anything")
	require.False(t, known, "not a scenario of the original")
	for i, o := range Originals() {
		require.Greater(t, len(checkers()[i]), 4, o.ID)
		require.LessOrEqual(t, o.Need, len(checkers()[i]), o.ID)
	}
}
