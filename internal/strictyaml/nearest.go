package strictyaml

import (
	"slices"
	"strings"
)

// Nearest is the candidate that word was probably meant to be, or "" if none is near: at most
// max(2, a third of the word's length) letters inserted, dropped, changed or swapped with their
// neighbour (Damerau-Levenshtein, whatever the case), and never all of them. A tie goes to the
// candidate that is first in the alphabet.
func Nearest(word string, candidates []string) string {
	w := []rune(strings.ToLower(word))
	best, least := "", max(2, len(w)/3)+1
	for _, c := range candidates {
		r := []rune(strings.ToLower(c))
		n := distance(w, r)
		if n >= max(len(w), len(r)) && n > 0 {
			continue
		}
		if n < least || n == least && best != "" && c < best {
			best, least = c, n
		}
	}
	return best
}

// DidYouMean is a hint at the nearest name, or two that are as near, ready to stand before other words: "did you mean rlm? ".
func DidYouMean(word string, names []string) string {
	near := Nearest(word, names)
	if near == "" {
		return ""
	}
	away := func(name string) int {
		return distance([]rune(strings.ToLower(word)), []rune(strings.ToLower(name)))
	}
	others := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == near })
	if second := Nearest(word, others); second != "" && away(second) == away(near) {
		near += " or " + second
	}
	return "did you mean " + near + "? "
}

// Suggestion is DidYouMean as it stands behind other words: " (did you mean rlm?)".
func Suggestion(word string, names []string) string {
	if hint := DidYouMean(word, names); hint != "" {
		return " (" + strings.TrimSpace(hint) + ")"
	}
	return ""
}

// distance is the Damerau-Levenshtein distance in its restricted form (optimal string
// alignment): no letters between two that are swapped.
func distance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
