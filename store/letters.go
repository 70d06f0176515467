package store

import (
	"fmt"

	"contextarena.internal/probes"
)

// resultLetters write lists of results shortly: a score has one for each probe and cycle.
var resultLetters = map[probes.Result]byte{
	probes.Kept: 'k', probes.Stale: 's', probes.Lost: 'l', probes.Unexposed: 'u', probes.Void: 'v', probes.Unscored: 'x',
}

// letters writes results as text, a letter for each.
func letters(rs []probes.Result) (string, error) {
	b := make([]byte, len(rs))
	for i, r := range rs {
		b[i] = resultLetters[r]
		if b[i] == 0 {
			return "", fmt.Errorf("no letter for the result %q", r)
		}
	}
	return string(b), nil
}

// results reads what letters wrote. An empty text is no list.
func results(text []byte) ([]probes.Result, error) {
	var out []probes.Result
	for _, letter := range text {
		r, ok := resultOf[letter]
		if !ok {
			return nil, fmt.Errorf("%w: no result %q", errPacked, letter)
		}
		out = append(out, r)
	}
	return out, nil
}

var resultOf = func() map[byte]probes.Result {
	out := map[byte]probes.Result{}
	for r, letter := range resultLetters {
		out[letter] = r
	}
	return out
}()
