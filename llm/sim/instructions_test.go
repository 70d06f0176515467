package sim

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestForm(t *testing.T) {
	for text, want := range map[string]form{
		"Write the new summary in prose, two paragraphs.":          prose,
		"List the facts below as a numbered list.":                 numbered,
		"Extract the key facts as bullet points.":                  bullets,
		"Write notes.\n## PEOPLE\nWho?\n## DATES\nWhen?":           headed,
		"Answer:\n1. People: who is named?\n2. Dates: which days?": headed,
		"Use these sections:\nPEOPLE: who\nOPEN POINTS: what":      headed,
		"**People**\nwho\n**Places**\nwhere":                       headed,
		"Keep notes. One fact a line.":                             free,
		"What is the budget?":                                      free,
		"# One heading only\nWrite in prose.":                      prose,
	} {
		require.Equal(t, want, instruct(text).form, text)
	}
}

func TestWhatIsWanted(t *testing.T) {
	for text, want := range map[string]instructions{
		"You keep the notes of a long conversation.":                      {writes: true},
		"Here are my notes. What is the budget?":                          {asks: true},
		"Summarise the conversation.":                                     {sums: true},
		"Rewrite the draft: keep every fact.":                             {writes: true, revises: true, exact: true},
		"Copy each identifier verbatim.":                                  {exact: true},
		"Do not drop anything.":                                           {exact: true},
		"Tell me who leads it.":                                           {},
		"Extract all names. What was decided? Write the facts, verbatim.": {writes: true, exact: true, asks: true},
	} {
		got := instruct(text)
		want.text = text
		require.Equal(t, want, got, text)
	}
}

func TestLimits(t *testing.T) {
	for text, want := range map[string]limits{
		"at most 5 lines":                        {lines: 5},
		"Use no more than three bullet points.":  {lines: 3},
		"As bullet points, at most 6.":           {lines: 6},
		"in one sentence":                        {sentences: 1},
		"Summarise in two short sentences.":      {sentences: 2},
		"under 100 words":                        {words: 100},
		"fewer than 50 words, at most ten lines": {words: 50, lines: 10},
		"Answer with one word.":                  {words: 1, bare: true},
		"Reply with just the number.":            {bare: true},
		"Give only the name.":                    {bare: true},
		"One fact a line.":                       {},
		"Tom wrote 12 lines in 1984.":            {},
		"We need 40 words on the poster.":        {},
		"a few short paragraphs at most":         {},
	} {
		require.Equal(t, want, instruct(text).limits, text)
	}
}

func TestHeadings(t *testing.T) {
	hs := instruct("Notes, please.\n\n## PEOPLE\nWho is named?\n\n## NUMBERS\nWhich amounts?\nAnd dates?").headings
	require.Equal(t, []heading{
		{"## PEOPLE", "## people who is named?"},
		{"## NUMBERS", "## numbers which amounts? and dates?"},
	}, hs)
	require.Nil(t, instruct("# Title\ntext").headings)
}
