package store

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// nothing is the letter of what isn't there.
const nothing = '-'

// alphabet writes words as letters: the letter at a place is that of the word there.
type alphabet[T comparable] struct {
	letters string
	words   []T
}

var (
	results  = alphabet[probes.Result]{"ksluvx", []probes.Result{probes.Kept, probes.Stale, probes.Lost, probes.Unexposed, probes.Void, probes.Unscored}}
	places   = alphabet[probes.Place]{"-kswlnmv", []probes.Place{"", probes.PlaceKept, probes.PlaceStale, probes.PlaceNotWritten, probes.PlaceLostLater, probes.PlaceNotShown, probes.PlaceMisread, probes.PlaceVoid}}
	legacies = alphabet[probes.Legacy]{"-hm", []probes.Legacy{probes.LegacyNone, probes.LegacyHit, probes.LegacyMiss}}
	mentions = alphabet[string]{"-nob", []string{"", "new", "old", "both"}}
)

func letterOf[T comparable](a alphabet[T], word T) (byte, error) {
	at := slices.Index(a.words, word)
	if at < 0 {
		return nothing, fmt.Errorf("no letter for %q", fmt.Sprint(word))
	}
	return a.letters[at], nil
}

func wordOf[T comparable](a alphabet[T], letter byte) (word T, err error) {
	at := strings.IndexByte(a.letters, letter)
	if at < 0 {
		return word, fmt.Errorf("%w: no word %q", errPacked, letter)
	}
	return a.words[at], nil
}

// letters writes results as text, a letter for each.
func letters(rs []probes.Result) (string, error) {
	b := make([]byte, len(rs))
	for i, r := range rs {
		var err error
		if b[i], err = letterOf(results, r); err != nil {
			return "", err
		}
	}
	return string(b), nil
}

// resultsOf reads what letters wrote. An empty text is no list.
func resultsOf(text string) ([]probes.Result, error) {
	var out []probes.Result
	for i := range len(text) {
		r, err := wordOf(results, text[i])
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// details are a finding in a line, without the results at the levels and without texts: letters of place, what the answer
// mentions, never, whole, and the legacy verdict at each level; then exposed, lost at, superseded, the history, the further
// answers and the confidence.
func details(f *probes.Finding) (string, error) {
	var b [8]byte
	var errs [4]error
	b[0], errs[0] = letterOf(places, f.Place)
	b[1], errs[1] = letterOf(mentions, says(f))
	b[2], errs[2] = letterOf(legacies, f.Never)
	b[3], errs[3] = letterOf(legacies, f.Whole)
	all := errs[:]
	for i, level := range arena.Levels {
		letter, err := letterOf(legacies, f.At(level).Legacy)
		b[4+i], all = letter, append(all, err)
	}
	history, err1 := letters(f.History)
	again, err2 := letters(f.Again)
	for _, err := range append(all, err1, err2) {
		if err != nil {
			return "", err
		}
	}
	sure := ""
	if f.Confidence != nil {
		sure = strconv.FormatFloat(*f.Confidence, 'g', -1, 64)
	}
	return fmt.Sprintf("%s %d %d %d %s %s %s", b, f.Exposed, f.LostAt, f.Superseded, orNothing(history), orNothing(again), orNothing(sure)), nil
}

func orNothing(s string) string {
	if s == "" {
		return string(nothing)
	}
	return s
}

// findingOf reads a finding from its letters at the levels and its details.
func findingOf(probe, at, line string) (*probes.Finding, error) {
	part := strings.Split(line, " ")
	if len(part) != 7 || len(part[0]) != 8 {
		return nil, fmt.Errorf("%w: probe %s: details %q", errPacked, probe, line)
	}
	for i, p := range part[4:] {
		if p == string(nothing) {
			part[4+i] = ""
		}
	}
	f := &probes.Finding{Probe: probe}
	var errs [10]error
	var said string
	f.Place, errs[0] = wordOf(places, part[0][0])
	said, errs[1] = wordOf(mentions, part[0][1])
	f.New, f.Old = said == "new" || said == "both", said == "old" || said == "both"
	f.Never, errs[2] = wordOf(legacies, part[0][2])
	f.Whole, errs[3] = wordOf(legacies, part[0][3])
	f.Exposed, errs[4] = strconv.Atoi(part[1])
	f.LostAt, errs[5] = strconv.Atoi(part[2])
	f.Superseded, errs[6] = strconv.Atoi(part[3])
	f.History, errs[7] = resultsOf(part[4])
	f.Again, errs[8] = resultsOf(part[5])
	if part[6] != "" {
		var sure float64
		sure, errs[9] = strconv.ParseFloat(part[6], 64)
		f.Confidence = &sure
	}
	all := errs[:]
	for i, level := range arena.Levels {
		if at[i] == nothing {
			continue
		}
		result, err1 := wordOf(results, at[i])
		legacy, err2 := wordOf(legacies, part[0][4+i])
		f.Verdicts, all = append(f.Verdicts, probes.Verdict{Level: level, Result: result, Legacy: legacy}), append(all, err1, err2)
	}
	for _, err := range all {
		if err != nil {
			return nil, fmt.Errorf("%w: probe %s: %w", errPacked, probe, err)
		}
	}
	return f, nil
}
