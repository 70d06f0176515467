package qpb_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/qpb"
)

// pinned attaches a QPB, has it read messages and shows what a cycle reports.
func pinned(t *testing.T, tokens int, texts ...string) (lines []string, warnings []string) {
	t.Helper()
	trace := &warningList{}
	l := qpb.Layer{}
	strictyaml.Defaults(&l)
	if tokens > 0 {
		l.PinTokens = tokens
	}
	h, err := l.Attach(arena.Env{Tokens: func(s string) int { return len(strings.Fields(s)) }, Trace: trace})
	require.NoError(t, err)
	for _, text := range texts {
		m := arena.Message{}
		m.Text = text
		require.NoError(t, h.Observe(t.Context(), m))
	}
	require.Empty(t, h.Text(), "what is shown changes at a cycle only")
	require.NoError(t, h.Revise(t.Context(), &pipeline.Revision{Plan: pipeline.Plan{Cycle: 3}}))
	if h.Text() == "" {
		return nil, trace.texts
	}
	return strings.Split(strings.TrimSpace(h.Text()), "\n")[1:], trace.texts
}

type warningList struct{ texts []string }

func (w *warningList) Cycle(arena.Cycle) {}
func (w *warningList) Warn(text string)  { w.texts = append(w.texts, text) }

func TestQPBPinsByShape(t *testing.T) {
	for text, want := range map[string]bool{
		"The budget is $347,250.":                        true,
		"It costs 40 euros.":                             true,
		"We expect 42 guests.":                           true,
		"Serve 8oz of salmon.":                           true,
		"Up to 1,000 requests per minute.":               true,
		"The discount is 12.5 %.":                        true,
		"Ask Ana at +1 555 014 2298.":                    true,
		"Her number is 555-0142.":                        true,
		"The patient is RMC-2847.":                       true,
		"Write to ana@example.org.":                      true,
		"We meet on March 15.":                           false,
		"Is the budget $347,250?":                        false,
		"That is all, thank you.":                        false,
		"":                                               false,
		"2 and 3 are primes.":                            false,
		"Das Budget beträgt 347.250 €, es sind 42 Gäste": true,
	} {
		lines, _ := pinned(t, 0, text)
		require.Equal(t, want, len(lines) == 1, "%q: %v", text, lines)
		if want {
			require.Equal(t, "- "+text, lines[0], "word for word")
		}
	}
}

func TestQPBMergesWhatBeginsAlike(t *testing.T) {
	lines, _ := pinned(
		t, 0,
		"The number of the guests is 40 people. Good morning. The gate's code is KX-4711.",
		"Rent: 900 euros.",
		"the number of the guests is now 42 people.",
	)
	require.Equal(t, []string{"- The gate's code is KX-4711.", "- Rent: 900 euros.", "- the number of the guests is now 42 people."}, lines,
		"the newest stands last, and takes the place of the one that begins alike")
}

func TestQPBStaysWithinItsBudget(t *testing.T) {
	var texts []string
	for i := range 500 {
		texts = append(texts, fmt.Sprintf("%d is what part %d costs in euros, %d dollars.", i, i, i))
	}
	lines, warnings := pinned(t, 100, texts...)
	require.Len(t, lines, 9, "eleven tokens each")
	require.Contains(t, lines[8], "part 499")
	require.Equal(t, []string{"cycle 3: 491 sentences pinned longest ago were dropped to stay within pin_tokens"}, warnings)
}

func TestQPBCutsLongSentences(t *testing.T) {
	lines, _ := pinned(t, 0, strings.Repeat("word ", 40_000)+"$99,123 "+strings.Repeat("word ", 40_000))
	require.Len(t, lines, 1)
	require.Contains(t, lines[0], "$99,123")
	require.Less(t, len(lines[0]), 250)
}

func TestQPBFrameStandsAheadOfTheSystemPrompt(t *testing.T) {
	l := qpb.Framed{}
	strictyaml.Defaults(&l)
	require.Equal(t, 25, l.PinPrefix)
	h, err := l.Attach(arena.Env{Tokens: func(s string) int { return len(strings.Fields(s)) }})
	require.NoError(t, err)
	c := arena.Context{System: "You plan weddings."}
	require.NoError(t, h.Render(t.Context(), "How many guests?", &c))
	require.True(t, strings.HasPrefix(c.System, "This is everyday work"))
	require.True(t, strings.HasSuffix(c.System, "\nYou plan weddings."))
}
