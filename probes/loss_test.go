package probes_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
)

func TestLinesOfALoss(t *testing.T) {
	all := []arena.MessageIndex{1, 2, 3, 4, 5, 6, 7, 8}
	long := strings.Repeat("We met many people and ate well that day. ", 8)
	for _, c := range []struct {
		name          string
		cycles        []arena.CycleRecord
		probe         string
		before, after string
	}{
		{
			"lost later",
			[]arena.CycleRecord{
				cycle(7, "## People\n- Mia cooks\n- Kenji's phone:  090-8765-4321 (mobile)\n", all...),
				cycle(9, "## People\n- Mia cooks\n- Kenji has a phone\n- Kenji's mobile phone is known"),
			},
			"phone", "- Kenji's phone: 090-8765-4321 (mobile)", "- Kenji's mobile phone is known",
		},
		{
			"not written",
			[]arena.CycleRecord{cycle(9, "The user knows one Kenji.\nThe budget is $8,500.", all...)},
			"phone", "Kenji's number is 090-8765-4321.", "The user knows one Kenji.",
		},
		{"nothing is near", []arena.CycleRecord{cycle(9, "All is well.", all...)}, "phone", "Kenji's number is 090-8765-4321.", ""},
		{
			"the sentence of the message",
			[]arena.CycleRecord{cycle(9, "", all...)},
			"budget", "Good news: the budget is $8,500 now.", "",
		},
		{
			"the sentence of a long line",
			[]arena.CycleRecord{
				cycle(7, long+"Kenji's phone is 090-8765-4321. "+long, all...), cycle(9, long+"Kenji has a phone. "+long),
			},
			"phone", "Kenji's phone is 090-8765-4321.", "Kenji has a phone.",
		},
		{
			"a stale value is lost in the end",
			[]arena.CycleRecord{cycle(7, "- budget: $5,000", all...), cycle(9, "- budget: unknown")},
			"budget", "- budget: $5,000", "- budget: unknown",
		},
		{
			"the operand that went missing",
			[]arena.CycleRecord{cycle(7, "- budget: $8,500\n- flight: $1,200", all...), cycle(9, "- budget: $8,500\n- a flight")},
			"left", "- flight: $1,200", "- a flight",
		},
		{
			"the operand that was not written",
			[]arena.CycleRecord{cycle(9, "- budget: $8,500\n- a flight", all...)},
			"left", "The flight costs $1,200.", "- a flight",
		},
		{"kept", []arena.CycleRecord{cycle(9, "090-8765-4321", all...)}, "phone", "", ""},
		{"never exposed", []arena.CycleRecord{cycle(9, "notes", 1)}, "phone", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := score(t, record(c.cycles, "", nil))[c.probe]
			require.Equal(t, c.before, f.Before)
			require.Equal(t, c.after, f.After)
		})
	}
}

func TestExcerptsAreShort(t *testing.T) {
	words := strings.Repeat("zażółć ", 100)
	f := score(t, record([]arena.CycleRecord{
		cycle(7, words+"phone 090-8765-4321 "+words, 1, 2, 3, 4, 5, 6, 7), cycle(9, words+"phone "+words),
	}, "", nil))["phone"]
	require.Equal(t, 200, utf8.RuneCountInString(f.Before))
	require.Contains(t, f.Before, "phone 090-8765-4321 za")
	require.True(t, strings.HasPrefix(f.Before, "…") && strings.HasSuffix(f.Before, "…"), f.Before)
	require.Equal(t, 200, utf8.RuneCountInString(f.After))
}
