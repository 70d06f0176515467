package vary

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// rename gives people other names and identifiers other digits, throughout: in what is said and
// asked and in every pattern. Names of companies, places and products stay, since a model may know
// something about them.
func rename(s *arena.Scenario, r *rand.Rand) error {
	var texts []string
	eachText(s, func(text string) string { texts = append(texts, text); return text })
	names := rechristen(words.People(texts), texts, r)
	codes := codesOf(s, r)
	if len(names) == 0 && len(codes.forms) == 0 {
		return ErrNothing
	}
	eachText(s, func(text string) string { return codes.rewrite(inProse(names, text)) })
	eachPattern(s, func(p arena.Pattern) arena.Pattern {
		switch {
		case p.Text != "":
			p.Text = codes.rewrite(restyled(names, word, p.Text))
		case p.Identifier != "":
			p.Identifier = codes.rewrite(restyled(names, word, p.Identifier))
		case p.Regex != "":
			p.Regex = restyled(names, regexWord, p.Regex)
		}
		return p
	})
	return nil
}

// inProse replaces names as they are written, in capitals, and in small letters in addresses.
func inProse(names map[string]string, text string) string {
	var b strings.Builder
	last := 0
	for _, span := range word.FindAllStringIndex(text, -1) {
		w := text[span[0]:span[1]]
		n, ok := names[w]
		if !ok {
			n, ok = styled(names, w)
			ok = ok && (w == strings.ToUpper(w) || words.InHandle(text, span[0], span[1]))
		}
		if ok {
			b.WriteString(text[last:span[0]])
			b.WriteString(n)
			last = span[1]
		}
	}
	return b.String() + text[last:]
}

// restyled replaces names among the words of a text, however they are written.
func restyled(names map[string]string, each *words.Expression, text string) string {
	return each.ReplaceAllStringFunc(text, func(w string) string {
		n, _ := styled(names, w)
		return n
	})
}

// styled is the new name for w in w's own case; w itself if there is none. Single letters are no names.
func styled(names map[string]string, w string) (string, bool) {
	small := []rune(strings.ToLower(w))
	small[0] = unicode.ToUpper(small[0])
	n, ok := names[string(small)]
	switch {
	case !ok || len(small) < 2:
		return w, false
	case w == strings.ToUpper(w):
		return strings.ToUpper(n), true
	case w == strings.ToLower(w):
		return strings.ToLower(n), true
	}
	return n, true
}

// word is a run of letters.
var word = words.Lazy(`\p{L}+`)

// regexWord is a backslash with the character it makes special, or a word: the \b of a regular
// expression is no letter.
var regexWord = words.Lazy(`\\.|\p{L}+`)

// rechristen gives every name another of its list with another first letter, no two the same, and
// none that stands in the texts already. Names for which the list has none left keep theirs.
func rechristen(names map[string]string, texts []string, r *rand.Rand) map[string]string {
	all := strings.ToLower(strings.Join(texts, "\n"))
	used := map[string]bool{}
	for w := range names {
		used[strings.ToLower(words.Beginning(w))] = true
	}
	out := map[string]string{}
	for _, old := range slices.Sorted(maps.Keys(names)) {
		pool := words.Names(names[old])
		for _, i := range r.Perm(len(pool)) {
			n := pool[i]
			if n[0] == old[0] || n[0] == 'T' || used[strings.ToLower(words.Beginning(n))] || strings.Contains(all, strings.ToLower(n)) {
				continue
			}
			out[old] = n
			used[strings.ToLower(words.Beginning(n))] = true
			break
		}
	}
	return out
}
