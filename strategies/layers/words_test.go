package layers

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestWords(t *testing.T) {
	for text, want := range map[string]wordKind{
		"RMC-2847": codeWord, "HLT-99284-B": codeWord, "CLM-2024-0892": codeWord, "555-0147": codeWord,
		"090-8765-4321": codeWord, "NH204": codeWord, "GX4-22": codeWord, "+81-90-8765-4321": codeWord,
		"#4471": codeWord, "884213": codeWord, "10.0.3.17": codeWord, "anna@example.org": codeWord, "0042": codeWord,
		"$12M": numberWord, "2:30pm": numberWord, "112-108": numberWord, "40,000": numberWord, "10mg": numberWord, "1.5": numberWord, "38500": numberWord,
		"2025-03-14": numberWord, "2024-2025": numberWord, "3/14/2025": numberWord, "30-day": numberWord, "Q3": numberWord, "100%": numberWord, "3rd": numberWord,
		"https://example.org/a1b2c3d4": linkWord, "www.example.org": linkWord, "f(x1234567)": linkWord, "a=1": linkWord,
		"Kenji": nameWord, "Łódź": nameWord, "I": plainWord, "I'm": plainWord, "table": plainWord, "state-of-the-art": plainWord,
	} {
		require.Equal(t, want, kindOf(text, false), text)
	}
	require.Equal(t, plainWord, kindOf("The", true), "the first word of a sentence may be any")
}

func TestWordsInText(t *testing.T) {
	type seen struct {
		text        string
		kind        wordKind
		first, last bool
	}
	var have []seen
	const text = "Call (212) 555-0147, or +44 20 7946 0958. Dr. Lee has “Room 4”!"
	for w := range words(text) {
		require.Equal(t, w.text, text[w.at:w.at+len(w.text)])
		have = append(have, seen{w.text, w.kind, w.first, w.last})
	}
	require.Equal(t, []seen{
		{"Call", plainWord, true, false},
		{"(212) 555-0147", codeWord, false, false},
		{"or", plainWord, false, false},
		{"+44 20 7946 0958", codeWord, false, true},
		{"Dr", plainWord, true, false},
		{"Lee", nameWord, false, false},
		{"has", plainWord, false, false},
		{"Room", nameWord, false, false},
		{"4", numberWord, false, true},
	}, have)
}

func TestWordsOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		at := 0
		for w := range words(text) {
			require.NotEmpty(t, w.text)
			require.GreaterOrEqual(t, w.at, at, "words don't overlap")
			require.Equal(t, w.text, text[w.at:w.at+len(w.text)])
			at = w.at + len(w.text)
		}
	})
}
