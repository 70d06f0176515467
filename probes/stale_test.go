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
		{"database-migration", "cutover", "The cutover has been pushed back a week at finance's request. Everybody who has asked for it is off on Saturday, September 26.", probes.Lost},
		{"database-migration", "cutover", "The cutover has a date that nobody in the whole team likes, which is September 12, and the crew eats on September 26.", probes.Lost},
		{"database-migration", "cutover", "The cutover has a date that nobody in the whole team likes; the first invoice goes to the dairy on September 26.", probes.Lost},
		{"community-garden", "school-plot", "School – St Botolph's, plot 41; 23 has the piano.", probes.Kept},
		{"community-garden", "school-plot", "School – St Botolph's, plot 41, 23", probes.Stale},
		{"warehouse-dispatch", "trailer", "Carlisle onto TRL-6140; TRL-5528 has a bad tyre, stands behind the wash bay", probes.Kept},
		{"warehouse-dispatch", "trailer", "Carlisle onto TRL-6140; TRL-5528", probes.Stale},
		{"warehouse-dispatch", "cages", "Carlisle left at 03:05 and carried 38 cages; it was oiled.", probes.Stale},
		{"warehouse-dispatch", "cages", "It left at 03:05 on TRL-6140. 34 cages on board against 38 booked for Carlisle.", probes.Kept},
		{"tabletop-campaign", "finale", "The finale was on 20 March. It has since been moved to 27 March.", probes.Kept},
		{"tabletop-campaign", "players", "[04 Jan] five players\n[09 Jan] a room\n[01 Feb] 4 players", probes.Kept},
		{"tabletop-campaign", "players", "[04 Jan] 4 players\n[09 Jan] a room\n[01 Feb] five players", probes.Stale},
		{"community-garden", "hives", "The bees will be put near the pond or behind the hawthorn.", probes.Stale},
		{"travel-desk", "flight", "The outbound flight was originally NX418 but the airline has put the group on NX422.", probes.Stale},
		{"travel-desk", "hotel-interim", "hotel in Gdańsk: Granary House for a while; hotel in Gdańsk: Bursztyn", probes.Kept},
		{"travel-desk", "total", "count: 6\nper head: £1,940\ntotal: £13,580", probes.Stale},
		{"travel-desk", "total", "six travellers at £1,940 a head", probes.Kept},
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
