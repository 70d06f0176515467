package store

import (
	"cmp"
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

// spelling writes and reads letters until something has none; then it does nothing more.
type spelling struct{ err error }

func letterOf[T comparable](s *spelling, a alphabet[T], word T) byte {
	at := slices.Index(a.words, word)
	if at < 0 {
		s.err = cmp.Or(s.err, fmt.Errorf("no letter for %q", fmt.Sprint(word)))
		return nothing
	}
	return a.letters[at]
}

func wordOf[T comparable](s *spelling, a alphabet[T], letter byte) (word T) {
	at := strings.IndexByte(a.letters, letter)
	if at < 0 {
		s.err = cmp.Or(s.err, fmt.Errorf("%w: no word %q", errPacked, letter))
		return word
	}
	return a.words[at]
}

// letters writes results as text, a letter for each.
func (s *spelling) letters(rs []probes.Result) string {
	b := make([]byte, len(rs))
	for i, r := range rs {
		b[i] = letterOf(s, results, r)
	}
	return string(b)
}

// results reads what letters wrote. An empty text is no list.
func (s *spelling) results(text string) (out []probes.Result) {
	for i := range len(text) {
		out = append(out, wordOf(s, results, text[i]))
	}
	return out
}

func (s *spelling) number(text string) int {
	n, err := strconv.Atoi(text)
	s.err = cmp.Or(s.err, err)
	return n
}

// details are a finding in a line, without the results at the levels and without texts: letters of place, what the answer
// mentions, never, whole, and the legacy verdict at each level; then exposed, lost at, superseded, the history, the further
// answers and the confidence.
func (s *spelling) details(f *probes.Finding) string {
	b := []byte{letterOf(s, places, f.Place), letterOf(s, mentions, says(f)), letterOf(s, legacies, f.Never), letterOf(s, legacies, f.Whole)}
	for _, level := range arena.Levels {
		b = append(b, letterOf(s, legacies, f.At(level).Legacy))
	}
	sure := ""
	if f.Confidence != nil {
		sure = strconv.FormatFloat(*f.Confidence, 'g', -1, 64)
	}
	none := string(nothing)
	return fmt.Sprintf("%s %d %d %d %s %s %s", b, f.Exposed, f.LostAt, f.Superseded, cmp.Or(s.letters(f.History), none), cmp.Or(s.letters(f.Again), none), cmp.Or(sure, none))
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
	var s spelling
	code := part[0]
	f := &probes.Finding{
		Probe: probe, Place: wordOf(&s, places, code[0]), Never: wordOf(&s, legacies, code[2]), Whole: wordOf(&s, legacies, code[3]),
		Exposed: s.number(part[1]), LostAt: s.number(part[2]), Superseded: s.number(part[3]), History: s.results(part[4]), Again: s.results(part[5]),
	}
	f.New, f.Old = mentioned(wordOf(&s, mentions, code[1]))
	if part[6] != "" {
		sure, err := strconv.ParseFloat(part[6], 64)
		f.Confidence, s.err = &sure, cmp.Or(s.err, err)
	}
	for i, level := range arena.Levels {
		if at[i] != nothing {
			f.Verdicts = append(f.Verdicts, probes.Verdict{Level: level, Result: wordOf(&s, results, at[i]), Legacy: wordOf(&s, legacies, code[4+i])})
		}
	}
	if s.err != nil {
		return nil, fmt.Errorf("%w: probe %s: %w", errPacked, probe, s.err)
	}
	return f, nil
}

// mentioned is what says told.
func mentioned(says string) (isNew, isOld bool) {
	return says == "new" || says == "both", says == "old" || says == "both"
}
