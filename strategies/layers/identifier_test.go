package layers

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/scenarios"
)

// TestIdentifiersOfScenarios measures the regular expressions on all scenarios: of the facts that are
// identifiers, how many are found in the message that states them, and how many identifiers they find in all.
func TestIdentifiersOfScenarios(t *testing.T) {
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	facts, found, codes, turns := 0, 0, 0, 0
	var missed []string
	for _, s := range all {
		said := map[arena.Turn][]identifier{}
		for i, x := range s.Turns {
			for _, sentence := range sentencesOf(x.User) {
				said[arena.Turn(i+1)] = append(said[arena.Turn(i+1)], identifiers(sentence)...)
			}
			codes += len(said[arena.Turn(i+1)])
			turns++
		}
		for _, f := range s.Facts {
			want := codeKey(f.Value.Identifier)
			if want == "" {
				continue
			}
			facts++
			hit := false
			for _, id := range said[f.Turn] {
				hit = hit || strings.HasSuffix(codeKey(id.value), want) || strings.HasSuffix(want, codeKey(id.value))
			}
			if hit {
				found++
			} else {
				missed = append(missed, s.ID+": "+f.Value.Identifier)
			}
		}
	}
	t.Logf("facts that are identifiers: %d of %d found; identifiers found: %d in %d turns; missed: %s", found, facts, codes, turns, strings.Join(missed, "; "))
	require.GreaterOrEqual(t, found*10, facts*8)
	require.LessOrEqual(t, codes, 2*facts, "most of what is found is a fact or a decoy of one")
}

func TestIdentifiers(t *testing.T) {
	for text, want := range map[string]string{
		"Call 090-8765-4321 or (312) 555-0120.":           "phone 090-8765-4321, phone (312) 555-0120",
		"Her mobile's 07700 900742, ring at ten.":         "phone 07700 900742",
		"Patient ID RMC-2847, flight NX418, PA/26/01873.": "id RMC-2847, id NX418, id PA/26/01873",
		"The code changed from 4417 to 9052 at 10.":       "id 4417, id 9052",
		"The code for the shed is 4417.":                  "id 4417",
		"Its plate is KTB 4471, the invoice 60-2295.":     "id KTB 4471, id 60-2295",
		"Mail a.b@example.org today.":                     "mail a.b@example.org",
		"The table is trips_clean_v6 in us-west-2.":       "id trips_clean_v6, id us-west-2",
		"We raise $2,000,000 in Q3 at 10M for 20%.":       "",
		"From 2019-2024, on 2026-04-13 at 10:30, 45 min.": "",
		"See https://example.org/A1B2-C3D4 for it.":       "",
		"Room 12 holds 50; 1,250 people and 3PM.":         "",
		"A call to 12 people in 3 rooms.":                 "",
		"":                                                "",
	} {
		var have []string
		for _, id := range identifiers(text) {
			require.Equal(t, id.value, text[id.start:id.end])
			have = append(have, id.kind+" "+id.value)
		}
		require.Equal(t, want, strings.Join(have, ", "), text)
	}
}
