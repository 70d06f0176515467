package channels

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/corrections"
	"contextarena.internal/strategies/layertest"
)

const channelsCall = "You sort what is said"

func channels() Layer {
	return Layer{Classifier: "regex_and_model", CorrectionLog: "corrected", StableTokens: 800, PlasticTokens: 800, ClassifyTokens: 512}
}

func TestChannelsSortAndRecombine(t *testing.T) {
	trial, calls := layertest.Play(t, channels(), layertest.Replies{
		layertest.Notes: {"The notes."},
		channelsCall: {
			`{"stable": [{"what": "Kenji's phone", "value": "090-1234-5678"}, {"what": "Kenji's home", "value": "Shibuya"}],
				"changing": [{"what": "budget", "value": "$5,000", "was": "", "from": []}, {"what": "cost per head", "value": "$50", "was": "", "from": ["budget", "guests"]}]}`,
			`{"stable": [], "changing": [{"what": "budget", "value": "$8,500", "was": "$5,000", "from": []}]}`,
		},
	}, "Kenji lives in Shibuya, his number is 090-1234-5678. The budget is $5,000, that's $50 a head.", "Make that a budget of $8,500. My booking is RMC-2847.", "Thanks.")
	require.Equal(t, map[string]int{layertest.Notes: 2, channelsCall: 2}, calls, "one call more a cycle")
	require.Empty(t, trial.Warnings)
	require.Equal(t, arena.Delivery{Asked: 2, Parsed: 2}, trial.Cycles[0].Delivery, "the notes and the sorting")
	require.Equal(t, strings.Join([]string{
		"STABLE FACTS (verbatim, do not paraphrase):",
		"[STABLE:phone] Kenji's phone: 090-1234-5678",
		"[STABLE:exact] Kenji's home: Shibuya",
		"[STABLE:id] My booking is RMC-2847.",
		"",
		"CURRENT STATE (latest values, trust them over any earlier mention):",
		"budget: $8,500",
		"cost per head: $50 (to be recalculated: budget changed)",
		"",
		"CORRECTION LOG (what changed and when):",
		"[CORRECTED] budget: $8,500 (was: $5,000), changed in cycle 2",
		"",
		"The notes.",
	}, "\n"), layertest.LastText(t, trial))
}

// A correction of a stable value changes it in its place and is recorded for one cycle.
func TestChannelsTransition(t *testing.T) {
	talk := []string{"Kenji's number is 090-1234-5678.", "He has a different one: 090-8765-4321.", "It rains.", "Bye."}
	for name, correction := range map[string]string{
		"sorted changing":  `{"changing": [{"what": "Kenji's phone", "value": "090-8765-4321", "was": "090-1234-5678"}]}`,
		"sorted stable":    `{"stable": [{"what": "Kenji's phone", "value": "090-8765-4321"}]}`,
		"under another":    `{"changing": [{"what": "mobile of Kenji", "value": "090-8765-4321", "was": "090-1234-5678"}]}`,
		"case and article": `{"stable": [{"what": "the kenji's PHONE", "value": "090-8765-4321"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			trial, _ := layertest.Play(t, channels(), layertest.Replies{layertest.Notes: {"Notes."}, channelsCall: {`{"stable": [{"what": "Kenji's phone", "value": "090-1234-5678"}]}`, correction, "{}"}}, talk...)
			require.Len(t, trial.Cycles, 3)
			require.Contains(t, trial.Cycles[1].Text, ": 090-8765-4321\n")
			require.Contains(t, trial.Cycles[1].Text, ": 090-8765-4321 (was: 090-1234-5678), changed in cycle 2")
			require.Equal(t, 1, strings.Count(trial.Cycles[1].Text, "[STABLE"))
			require.Contains(t, trial.Cycles[2].Text, "090-8765-4321")
			require.NotContains(t, trial.Cycles[2].Text, "090-1234-5678", "the record goes after one cycle")
			require.Empty(t, trial.Warnings)
		})
	}
}

func TestChannelsRegexAlone(t *testing.T) {
	s := channels()
	s.Classifier = "regex"
	trial, calls := layertest.Play(t, s, layertest.Replies{layertest.Notes: {"Notes."}},
		"The code for the shed is 4417, and the tree man's mobile is 07700 900263.",
		"The desk is (917) 555-0128, not to be confused with (917) 555-0199.", "Bye.")
	require.Equal(t, map[string]int{layertest.Notes: 2}, calls, "no call more")
	require.Equal(t, "STABLE FACTS (verbatim, do not paraphrase):\n"+
		"[STABLE:id] The code for the shed is 4417, and the tree man's mobile is 07700 900263.\n"+
		"[STABLE:phone] The desk is (917) 555-0128, not to be confused with (917) 555-0199.\n\nNotes.", layertest.LastText(t, trial))
}

func TestChannelsBadReplies(t *testing.T) {
	for name, c := range map[string]struct{ reply, warning string }{
		"empty":            {"", "was empty"},
		"prose":            {"Kenji's phone is stable, I'd say.", "can't be read"},
		"another language": {"安定｜電話｜090", "can't be read"},
		"half JSON":        {`{"stable": [{"what": "phone"`, "1 items of the list"},
		"no name":          {`{"changing": [{"what": "", "value": "3"}, {"what": "a", "value": "Kenji"}]}`, "1 items"},
		"a template":       {`{"stable": [{"what": "Kenji's other phone", "value": "090…"}]}`, "1 items"},
		"an invention":     {`{"stable": [{"what": "Kenji's mail", "value": "kenji@example.com"}]}`, "1 items of the list of stable and changing values that nobody said"},
	} {
		t.Run(name, func(t *testing.T) {
			trial, _ := layertest.Play(t, channels(), layertest.Replies{layertest.Notes: {"The notes."}, channelsCall: {c.reply}}, "Kenji's number is 090-1234-5678.", "Fine.")
			require.Contains(t, strings.Join(trial.Warnings, "\n"), c.warning)
			require.Contains(t, layertest.LastText(t, trial), "090-1234-5678", "identifiers are kept whatever the model says")
			require.True(t, strings.HasSuffix(layertest.LastText(t, trial), "The notes."))
			require.NotContains(t, layertest.LastText(t, trial), "example.com")
			require.NotContains(t, layertest.LastText(t, trial), "090…")
		})
	}
}

// Values worked out from each other in a circle are flagged and nothing more.
func TestChannelsCircle(t *testing.T) {
	var s plasticStore
	s.set(corrections.Change{What: "a", Value: "1", From: []string{"c"}}, 1)
	s.set(corrections.Change{What: "b", Value: "2", From: []string{"a"}}, 1)
	s.set(corrections.Change{What: "c", Value: "3", From: []string{"b", "c"}}, 1)
	s.set(corrections.Change{What: "a", Value: "5"}, 2)
	s.flag(2)
	require.Equal(t, "a: 5\nb: 2 (to be recalculated: a changed)\nc: 3 (to be recalculated: a changed)", s.state())
	s.set(corrections.Change{What: "b", Value: "6"}, 3)
	s.flag(3)
	require.Equal(t, "a: 5 (to be recalculated: b changed)\nb: 6\nc: 3 (to be recalculated: b changed)", s.state())
}

func TestChannelsLogFormats(t *testing.T) {
	var s plasticStore
	s.set(corrections.Change{What: "budget", Value: "$5,000"}, 1)
	s.set(corrections.Change{What: "budget", Value: "$8,500"}, 2)
	seen := map[string]bool{}
	for _, format := range append([]string{"corrected"}, corrections.Formats[:6]...) {
		log := s.log(format)
		require.Contains(t, log, "budget")
		require.Contains(t, log, "$8,500")
		require.False(t, seen[log], "%s says what another format says", format)
		seen[log] = true
	}
}

func TestChannelsBound(t *testing.T) {
	tokens := func(s string) int { return len(strings.Fields(s)) }
	var stable stableStore
	var plastic plasticStore
	for cycle := 1; cycle <= 60; cycle++ {
		text := fmt.Sprintf("The order is AB-%04d now.", cycle)
		stable.entries = append(stable.entries, stableEntry{kind: "id", value: fmt.Sprintf("AB-%04d", cycle), text: text, cycle: cycle})
		stable.entries[0].cycle = cycle
		plastic.set(corrections.Change{What: "kept", Value: "always"}, cycle)
		plastic.set(corrections.Change{What: "often", Value: fmt.Sprint("v", cycle)}, cycle)
		plastic.set(corrections.Change{What: fmt.Sprint("once", cycle), Value: "x"}, cycle)
		stable.fit(40, tokens)
		plastic.fit(40, tokens, "corrected")
		require.LessOrEqual(t, tokens(stable.text()), 40)
		require.LessOrEqual(t, tokens(plastic.state())+tokens(plastic.log("corrected")), 40)
	}
	require.Contains(t, stable.text(), "AB-0001", "what is said again stays")
	require.Contains(t, stable.text(), "AB-0060")
	require.Contains(t, plastic.state(), "kept: always")
	require.Contains(t, plastic.state(), "often: v60")
	require.NotContains(t, plastic.state(), "once1:")
}
