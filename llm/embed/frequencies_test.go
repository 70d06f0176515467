package embed

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var fortunes = flag.String("fortunes", "", "make the table of document frequencies anew from this folder of fortune cookies")

const (
	mostWords = 8000
	leastDF   = 4
)

func TestFrequencies(t *testing.T) {
	require.Less(t, len(packedFrequencies), 100_000)
	table, err := readFrequencies(packedFrequencies)
	require.NoError(t, err)
	require.Greater(t, table.documents, 10_000)
	require.Greater(t, len(table.idfs), 5000)
	require.LessOrEqual(t, len(table.idfs), mostWords)
	for w, idf := range table.idfs {
		require.True(t, 0 < idf && idf < table.unknown, w)
		var got []string
		eachWord(w, nil, func(word []byte) { got = append(got, string(word)) })
		require.Len(t, got, 1, "%s is one word", w)
	}
	for _, pair := range [][2]string{{"the", "house"}, {"house", "garage"}, {"and", "money"}, {"money", "invoice"}} {
		require.Less(t, table.idf([]byte(pair[0])), table.idf([]byte(pair[1])), "%s is commoner than %s", pair[0], pair[1])
	}
	require.Equal(t, table.unknown, table.idf([]byte("xyzzyx")))
}

func TestDamagedFrequencies(t *testing.T) {
	for name, text := range map[string]string{
		"no head": "6000 the", "no words": "documents 9\n3", "no number": "documents 9\nthe", "too many": "documents 9\n10 the",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readFrequencies(packed(t, text))
			require.Error(t, err)
		})
	}
	_, err := readFrequencies([]byte("not compressed"))
	require.Error(t, err)
}

func packed(t *testing.T, text string) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	require.NoError(t, err)
	_, err = w.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

// A cookie ends in a line of a single percent sign. Files that aren't English prose are left out.
func TestFrequenciesAnew(t *testing.T) {
	if *fortunes == "" {
		t.Skip("needs -fortunes, see frequencies.go")
	}
	files, err := filepath.Glob(filepath.Join(*fortunes, "*"))
	require.NoError(t, err)
	df, documents := map[string]int{}, 0
	for _, path := range files {
		if name := filepath.Base(path); strings.Contains(name, ".") || slices.Contains([]string{"ascii-art", "translate-me", "perl"}, name) {
			continue
		}
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		for cookie := range strings.SplitSeq("\n"+string(b), "\n%\n") {
			seen := map[string]bool{}
			eachWord(cookie, nil, func(word []byte) {
				if w := string(word); !seen[w] && !strings.ContainsAny(w, "_0123456789") {
					seen[w] = true
					df[w]++
				}
			})
			if len(seen) > 0 {
				documents++
			}
		}
	}
	var words []string
	for w, n := range df {
		if n >= leastDF {
			words = append(words, w)
		}
	}
	slices.SortFunc(words, func(a, b string) int {
		if df[a] != df[b] {
			return df[b] - df[a]
		}
		return strings.Compare(a, b)
	})
	words = words[:min(mostWords, len(words))]
	var text strings.Builder
	fmt.Fprintf(&text, "documents %d", documents)
	last := 0
	for _, w := range words {
		if df[w] != last {
			last = df[w]
			fmt.Fprintf(&text, "\n%d", last)
		}
		text.WriteString(" " + w)
	}
	text.WriteString("\n")
	require.NoError(t, os.WriteFile("frequencies.gz", packed(t, text.String()), 0o644))
	t.Logf("%d documents, %d words, the rarest in %d", documents, len(words), last)
}

func TestRarity(t *testing.T) {
	require.Less(t, Rarity("the"), Rarity("people"))
	require.Less(t, Rarity("people"), Rarity("policy"))
	require.InDelta(t, Rarity("policy"), Rarity("Policy"), 0)
	require.InDelta(t, frequencies().unknown, Rarity("zyzzyva"), 0)
	require.Zero(t, Rarity(""))
}
