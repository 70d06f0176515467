package embed

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"
)

// The reference corpus is the English part of the fortune cookies of the BSD systems, as Debian 12
// packs them (fortunes and fortunes-min 1:1.99.1-7.3, BSD licence): jokes, quotations, dialogues,
// definitions and advice of some forty words each. They are about as long as what is embedded
// here, on every subject, and none of our scenarios came from them. The table holds nothing of
// them but how many cookies each of the commonest words is in; TestFrequenciesAnew makes it anew:
//
//	go test ./llm/embed -run TestFrequenciesAnew -fortunes /usr/share/games/fortunes
//
// It is text, compressed: "documents N", then lines of "DF WORD WORD ...", the DFs falling and the
// words of each sorted. Words are stemmed as eachWord does it.
//
//go:embed frequencies.gz
var packedFrequencies []byte

// frequencyTable says how rare words are.
type frequencyTable struct {
	documents int
	idfs      map[string]float64
	unknown   float64 // of a word that isn't in the table
}

// idf is ln(N/df). A word that isn't in the table is taken to be in one document.
func (t *frequencyTable) idf(word []byte) float64 {
	if idf, ok := t.idfs[string(word)]; ok { // the conversion allocates nothing
		return idf
	}
	return t.unknown
}

// Rarity is how rare a word is in everyday English: ln(N/df) by the reference corpus, from 0.6 for
// "the" to 9.6 for a word that isn't in its table.
func Rarity(word string) float64 {
	rarity := 0.
	eachWord(word, nil, func(w []byte) { rarity = max(rarity, frequencies().idf(w)) })
	return rarity
}

// frequencies is the table, read when it is first needed.
var frequencies = sync.OnceValue(func() *frequencyTable {
	t, err := readFrequencies(packedFrequencies)
	if err != nil {
		panic(fmt.Sprintf("embed: table of frequencies: %v", err)) // part of the program, and tested
	}
	return t
})

func readFrequencies(packed []byte) (*frequencyTable, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	head, rest, _ := strings.Cut(string(b), "\n")
	t := &frequencyTable{idfs: map[string]float64{}}
	if _, err := fmt.Sscanf(head, "documents %d", &t.documents); err != nil {
		return nil, fmt.Errorf("first line %q: %w", head, err)
	}
	t.unknown = math.Log(float64(t.documents))
	for line := range strings.Lines(rest) {
		words := strings.Fields(line)
		df, err := strconv.Atoi(words[0])
		if err != nil || df < 1 || df > t.documents || len(words) == 1 {
			return nil, fmt.Errorf("malformed line %.40q", line)
		}
		idf := math.Log(float64(t.documents) / float64(df))
		for _, w := range words[1:] {
			t.idfs[w] = idf
		}
	}
	return t, nil
}
