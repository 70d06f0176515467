package bm25_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/strategies/bm25"
)

// By the formula, by hand: of 3 texts with 2, 4 and 0 words that count, two have "kitchen".
func TestScores(t *testing.T) {
	var x bm25.Index
	for _, text := range []string{"The kitchen is blue.", "Kitchens, kitchen tiles and a stove", "It is."} {
		x.Add(text)
	}
	require.Equal(t, 3, x.Len())
	idf := func(n float64) float64 { return math.Log(1 + (3-n+0.5)/(n+0.5)) }
	part := func(times, length float64) float64 {
		return times * 2.2 / (times + 1.2*(0.25+0.75*length/2))
	}
	require.InDeltaSlice(t, []float64{idf(2) * part(1, 2), idf(2)*part(2, 4) + idf(1)*part(1, 4), 0}, x.Scores("What about the kitchen, the kitchen, and its tiles?"), 1e-12)
	require.Equal(t, []float64{0, 0, 0}, x.Scores("what is it?"))
	require.Empty(t, new(bm25.Index).Scores("kitchen"))
}

// Texts without any word that counts have no mean length to divide by.
func TestTextsWithoutWords(t *testing.T) {
	var x bm25.Index
	x.Add("")
	x.Add("?!")
	require.Equal(t, []float64{0, 0}, x.Scores("kitchen"))
}
