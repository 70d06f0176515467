package foresight

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"contextarena.internal/words"
)

//go:embed bigrams.txt
var bigramCounts string

// The symbols of the table of bigrams: the space around a word, the letters, a digit, anything else.
const (
	digitSymbol = 27
	otherSymbol = 28
	symbols     = 29
	others      = 8 // different characters the last symbol stands for, roughly
)

// bigramBits are the bits it takes to say which symbol follows another in English text: the negative
// base-2 logarithm of its share, with one added to every count.
var bigramBits = sync.OnceValue(func() *[symbols][symbols]float64 {
	var out [symbols][symbols]float64
	row := 0
	for line := range strings.Lines(bigramCounts) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		counts := strings.Fields(line)
		sum := float64(symbols)
		for i, c := range counts {
			var n float64
			if _, err := fmt.Sscan(c, &n); err != nil {
				panic(fmt.Sprintf("layers: bigrams.txt: row %d: %v", row+1, err))
			}
			out[row][i] = n + 1
			sum += n
		}
		for i, n := range out[row] {
			bits := math.Log2(sum / n)
			switch i {
			case digitSymbol:
				bits += math.Log2(10)
			case otherSymbol:
				bits += math.Log2(others)
			}
			out[row][i] = bits
		}
		row++
	}
	return &out
})

// surprise is the cross-entropy of a word under the bigrams of English text: the mean bits of its
// characters, each given the one before it. English words of four letters and more have about 3.9;
// one in twenty has more than 4.8, one in a hundred more than 5.4.
//
// Shannon, Prediction and Entropy of Printed English (1951), measures a source so; here a fixed table
// measures single words.
func surprise(word string) float64 {
	table := bigramBits()
	bits, n, before := 0.0, 0, 0
	for _, r := range word {
		s := symbol(r)
		bits += table[before][s]
		before = s
		n++
	}
	if n == 0 {
		return 0
	}
	return bits / float64(n)
}

func symbol(r rune) int {
	switch {
	case r >= 'a' && r <= 'z':
		return int(r-'a') + 1
	case r >= 'A' && r <= 'Z':
		return int(r-'A') + 1
	case r >= '0' && r <= '9':
		return digitSymbol
	case r == ' ' || r == '\t' || r == '\n':
		return 0
	}
	return otherSymbol
}

// surprising are the codes of a text that English doesn't foretell, in its order: phone numbers,
// identifiers, and words of five capitals and more that spell nothing.
func surprising(text string, bits float64) []words.Identifier {
	out := words.Identifiers(text)
	for _, at := range capitals.FindAllStringIndex(text, -1) {
		span := words.Span{Start: at[0], End: at[1]}
		if !slices.ContainsFunc(out, func(id words.Identifier) bool { return id.Overlaps(span) }) {
			out = append(out, words.Identifier{Kind: "id", Value: text[at[0]:at[1]], Span: span})
		}
	}
	slices.SortFunc(out, func(a, b words.Identifier) int { return a.Compare(b.Span) })
	return slices.DeleteFunc(out, func(id words.Identifier) bool { return surprise(id.Value) < bits })
}

var capitals = words.Lazy(`\b[A-Z]{5,}\b`)
