package probes_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// What stands beside a value in notes, above it, or under another heading, is of something else.
func TestNeighboursInNotes(t *testing.T) {
	byID := builtin(t)
	for _, c := range []struct {
		scenario, probe, text string
		want                  probes.Result
	}{
		{"implicit-corrections", "serves", "## Tiramisu\n- Serves: 4\n\n## Bruschetta\n- Serves: 6", probes.Kept},
		{"implicit-corrections", "serves", "## Bruschetta\n- Serves: 6\n\n## Tiramisu\n- Serves: 4", probes.Kept},
		{"implicit-corrections", "serves", "**2) TIRAMISU**\n- Serves: 4", probes.Lost},
		{"implicit-corrections", "serves", "## Bruschetta\n- Serves: 4", probes.Stale},
		{"implicit-corrections", "serves", "## Recipes\n- Serves: 4", probes.Stale},
		{"implicit-corrections", "serves", "Serves: 4", probes.Stale},
		{"implicit-corrections", "asparagus-temperature", "**Asparagus**\n- Preheat 425°F / roast 10 minutes", probes.Stale},
		{"implicit-corrections", "asparagus-temperature", "**Asparagus**\n- Preheat 400°F / roast 15 minutes", probes.Kept},
		{"implicit-corrections", "asparagus-time", "- Asparagus: Preheat 425°F / roast 15 minutes", probes.Kept},
		{"multi-hop-reasoning", "conference-floor-3", "- Floor 3 Conference Room (largest, capacity 50)\n- Floor 2 Conference Room (capacity 30)", probes.Kept},
		{"multi-hop-reasoning", "conference-floor-2", "- Floor 3 Conference Room (largest, capacity 50)\n- Floor 2 Conference Room (capacity 30)", probes.Kept},
		{"contradiction-resolution", "kenji-neighborhood", "- Kenji: Location options: Shinjuku (preferred) or Shibuya", probes.Kept},
		{"contradiction-resolution", "kenji-neighborhood", "- Kenji: Shinjuku or Shibuya", probes.Stale},
		{"contradiction-resolution", "kenji-neighborhood", "- Kenji: Shibuya (preferred) or Shinjuku", probes.Stale},
		{"long-horizon-noise", "appointment", "**1) DOCTOR APPOINTMENT**\n- Thursday, March 20 at 2:30 PM", probes.Kept},
		{"contradiction-resolution", "budget", "### 2. Budget\n- $8,500 in all", probes.Kept},
		{"contradiction-resolution", "budget", "**3. Budget:**\n- $8,500 in all", probes.Kept},
		{"contradiction-resolution", "budget", "**3. Budget:**\n- $5,000 in all", probes.Stale},
		{"database-migration", "cutover", "The cutover has been pushed back a week at finance's request and now falls on Saturday, September 26.", probes.Kept},
		{"database-migration", "cutover", "The cutover has been pushed back a week at finance's request. Everybody who has asked for it is off on Saturday, September 26.", probes.Lost},
		{"database-migration", "cutover", "The cutover has a date that nobody in the whole team likes, which is September 12, and the crew eats on September 26.", probes.Lost},
		{"database-migration", "cutover", "The cutover has a date that nobody in the whole team likes; the first invoice goes to the dairy on September 26.", probes.Lost},
		{"family-reunion", "odette-cabin", "Because of ants, Odette has been moved from Birch to Spruce", probes.Stale},
		{"family-reunion", "odette-cabin", "Odette is in Birch again, after she had been moved from Birch to Spruce", probes.Kept},
	} {
		t.Run(c.probe+" "+c.text, func(t *testing.T) {
			sc, err := probes.NewScorer(byID[c.scenario])
			require.NoError(t, err)
			found := false
			for i, v := range sc.ScoreText(arena.LevelMemory, c.text) {
				if byID[c.scenario].Probes[i].ID == c.probe {
					found = true
					require.Equal(t, c.want, v.Result, v.Why)
				}
			}
			require.True(t, found)
		})
	}
}
