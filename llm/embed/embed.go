// Package embed turns texts into vectors without asking anyone, and remembers the vectors of
// those who have to be asked.
//
// A Local embedder is TF-IDF with feature hashing:
//
//  1. A text is cut into words (words.go), which are lower-cased and lose their plural ending.
//  2. A word w that occurs tf times weighs (1 + ln tf) · ln(N / df), where df of N documents of a
//     reference corpus hold it (frequencies.go). It is the weighting "ltc" of Salton and Buckley,
//     "Term-weighting approaches in automatic text retrieval", Information Processing &
//     Management 24 (1988).
//  3. The weight is added to or subtracted from one of Dimensions numbers; a hash of the word
//     decides both (Weinberger, Dasgupta, Langford, Smola and Attenberg, "Feature hashing for
//     large scale multitask learning", ICML 2009). The sign keeps dot products unbiased: two
//     words that share a place are as likely to cancel as to add up.
//  4. The vector is scaled to length 1, so that the dot product of two is their cosine.
//
// Such vectors know words, not meanings: "car" and "automobile" are strangers.
package embed

import (
	"cmp"
	"context"
	"math"
	"slices"

	"contextarena.internal/llm"
)

// Dimensions is the length of a Local vector. Two texts without a common word have a cosine of
// 0 ± 1/√Dimensions, about 0.03.
const Dimensions = 1024

// LocalName is what a user calls Local.
const LocalName = "local"

// Local embeds on this machine. Its zero value is ready. It is safe for concurrent use, and equal
// texts always have equal vectors, whatever is embedded before or beside them.
type Local struct{}

var _ llm.Embedder = Local{}

// Embed implements llm.Embedder. A vector has length 1, and doesn't depend on the order of the
// words; a text without words (empty, or nothing but punctuation) has the zero vector, which is
// like nothing, not even itself. The only error is that of a context that ended.
func (Local) Embed(ctx context.Context, texts []string) ([]llm.Vector, error) {
	out := make([]llm.Vector, len(texts))
	numbers := make([]float32, len(texts)*Dimensions)
	var s sums
	for i, t := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = numbers[i*Dimensions : (i+1)*Dimensions : (i+1)*Dimensions]
		s.embed(t, out[i])
	}
	return out, nil
}

// sums is what embedding a text needs besides the text, kept from one to the next.
type sums struct {
	terms []term
	word  [longestWord + 4]byte
	at    [Dimensions]float64
}

// term is one occurrence of a word.
type term struct {
	hash uint64
	idf  float64
}

// embed writes the vector of text to v, which is zero before.
func (s *sums) embed(text string, v llm.Vector) {
	s.terms = s.terms[:0]
	table := frequencies()
	eachWord(text, s.word[:0], func(word []byte) {
		s.terms = append(s.terms, term{hash(word), table.idf(word)})
	})
	// In the order of hashes equal words are neighbours, and sums don't depend on the order of
	// the text, not even in their last bit.
	slices.SortFunc(s.terms, func(a, b term) int { return cmp.Compare(a.hash, b.hash) })
	clear(s.at[:])
	for i, n := 0, 0; i < len(s.terms); i += n {
		t := s.terms[i]
		for n = 1; i+n < len(s.terms) && s.terms[i+n].hash == t.hash; n++ {
		}
		// The conversions keep compilers from fusing operations, which would round differently.
		weight := float64((1 + math.Log(float64(n))) * t.idf)
		if t.hash>>63 == 1 {
			weight = -weight
		}
		s.at[t.hash%Dimensions] += weight
	}
	square := 0.0
	for _, x := range s.at {
		square += float64(x * x)
	}
	if square == 0 {
		return
	}
	length := math.Sqrt(square)
	for i, x := range s.at {
		v[i] = float32(x / length)
	}
}

// hash is 64-bit FNV-1a with the last step of MurmurHash3, which spreads short words over all
// bits. Golden vectors depend on it.
func hash(word []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, b := range word {
		h = (h ^ uint64(b)) * 1099511628211
	}
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
