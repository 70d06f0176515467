package store

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/probes"
)

// resultLetters write lists of results shortly: a score has one for each probe and cycle. They stand in
// the order of lettered.
const resultLetters = "ksluvx"

var lettered = []probes.Result{probes.Kept, probes.Stale, probes.Lost, probes.Unexposed, probes.Void, probes.Unscored}

// letters writes results as text, a letter for each.
func letters(rs []probes.Result) (string, error) {
	b := make([]byte, len(rs))
	for i, r := range rs {
		at := slices.Index(lettered, r)
		if at < 0 {
			return "", fmt.Errorf("no letter for the result %q", r)
		}
		b[i] = resultLetters[at]
	}
	return string(b), nil
}

// results reads what letters wrote. An empty text is no list.
func results(text []byte) ([]probes.Result, error) {
	var out []probes.Result
	for _, letter := range text {
		at := strings.IndexByte(resultLetters, letter)
		if at < 0 {
			return nil, fmt.Errorf("%w: no result %q", errPacked, letter)
		}
		out = append(out, lettered[at])
	}
	return out, nil
}
