package words

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed names.txt
var namesFile string

// nameLists are the names of names.txt by list, and each given name's list.
type nameLists struct {
	of     map[string][]string
	listOf map[string]string // given name → list
}

// Names are the names of one of the lists that People tells of.
func Names(list string) []string { return lists().of[list] }

var lists = sync.OnceValue(func() nameLists {
	l := nameLists{of: map[string][]string{}, listOf: map[string]string{}}
	for line := range strings.Lines(namesFile) {
		list, names, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		l.of[list] = strings.Fields(names)
		if list == surnames {
			continue
		}
		for _, n := range l.of[list] {
			l.listOf[n] = list
		}
	}
	return l
})

const surnames = "surnames"

var (
	capital = `\p{Lu}\p{Ll}+`
	// titled is a title and the one or two names behind it.
	titled      = Lazy(`\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Doctor|Judge|Inspector|Detective)\b\.? (` + capital + `)(?: (` + capital + `))?`)
	capitalised = Lazy(`^` + capital + `$`)
	letterRun   = Lazy(`\p{L}+`)
	// spelling is a sentence in which the letters of a name may matter.
	spelling = Lazy(`(?i)[^.!?\n]*\b(?:spel(?:t|led|ling)|initials?|letters?|rhymes?|alphabet\w*|anagram)\b[^.!?\n]*`)
)

// calendarWords are capitalised and no names.
var calendarWords = Set(Months + " Monday Tuesday Wednesday Thursday Friday Saturday Sunday Christmas Easter")

// People finds the names of people in texts: words of the lists of given names, words behind a
// title, and a word behind a given name that stands nowhere else but behind it or a title. It
// returns each name's list. Left out are words that also stand in small letters ("will"), days and
// months, names that share their first three letters with another (they may be one person's), and
// names in a sentence about spelling.
func People(texts []string) map[string]string {
	all := strings.Join(texts, "\n")
	seen := map[string]int{} // how often each word stands, as it is written
	spans := letterRun.FindAllStringIndex(all, -1)
	for _, span := range spans {
		if !InHandle(all, span[0], span[1]) {
			seen[all[span[0]:span[1]]]++
		}
	}
	found := map[string]string{}
	behind := map[string]int{} // surname → how often it stands behind a given name or a title
	for w := range seen {
		if list, ok := lists().listOf[w]; ok {
			found[w] = list
		}
	}
	var later []string // possible surnames
	for _, m := range titled.FindAllStringSubmatch(all, -1) {
		last := m[1]
		if m[2] != "" && found[m[1]] != "" {
			last = m[2]
		}
		behind[last]++
		if found[last] == "" {
			found[last] = surnames
		}
	}
	for i, span := range spans[:max(0, len(spans)-1)] {
		given, next := all[span[0]:span[1]], all[spans[i+1][0]:spans[i+1][1]]
		if list := found[given]; list != "" && list != surnames && all[span[1]:spans[i+1][0]] == " " && capitalised.MatchString(next) {
			behind[next]++
			later = append(later, next)
		}
	}
	for _, w := range later {
		if found[w] == "" && behind[w] >= seen[w] {
			found[w] = surnames
		}
	}
	spelt := map[string]bool{}
	for _, sentence := range spelling.FindAllString(all, -1) {
		for _, w := range letterRun.FindAllString(sentence, -1) {
			spelt[w] = true
		}
	}
	names := map[string]string{}
	for w, list := range found {
		if calendarWords[w] || spelt[w] || seen[strings.ToLower(w)] > 0 || sameBeginning(w, found) {
			continue
		}
		names[w] = list
	}
	return names
}

// sameBeginning reports whether another name begins with the same three letters.
func sameBeginning(name string, among map[string]string) bool {
	for other := range among {
		if other != name && strings.EqualFold(Beginning(other), Beginning(name)) {
			return true
		}
	}
	return false
}

// Beginning is the first three letters of a word.
func Beginning(word string) string {
	r := []rune(word)
	return string(r[:min(3, len(r))])
}

// InHandle reports whether the letters from i to j stand in an address, a path or a login rather
// than in a sentence.
func InHandle(text string, i, j int) bool {
	const joints = "@_/\\."
	if i > 0 && strings.ContainsRune(joints+"0123456789", rune(text[i-1])) {
		return true
	}
	if j >= len(text) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(text[j:])
	if next == '.' { // of a sentence, unless it goes on
		after, _ := utf8.DecodeRuneInString(text[j+1:])
		return unicode.IsLetter(after) || unicode.IsDigit(after)
	}
	return strings.ContainsRune("@_/\\", next) || unicode.IsDigit(next)
}

// Canonical is a name as names are compared: in lower case, without articles, titles and punctuation.
func Canonical(name string) string {
	parts := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return notInWord(r) && r != '\'' && r != '&' })
	parts = slices.DeleteFunc(parts, func(w string) bool { return len(parts) > 1 && leading[w] })
	return strings.TrimSuffix(strings.Join(parts, " "), "'s")
}

// SameName reports whether two names are of one thing: the same words but for articles and the like,
// whatever their order and case.
func SameName(a, b string) bool { return slices.Equal(nameWords(a), nameWords(b)) }

// SharesWord reports whether two names, or a name and a question, share a word that tells names apart.
func SharesWord(a, b string) bool {
	for _, w := range nameWords(a) {
		if slices.Contains(nameWords(b), w) {
			return true
		}
	}
	return false
}

// nameWords are the words of a name that tell it from others, sorted.
func nameWords(name string) []string {
	var out []string
	for w := range strings.FieldsSeq(Canonical(name)) {
		if w = strings.TrimSuffix(w, "'s"); !unnamed[w] {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Words that tell no name from another: those that stand before one, and all.
var (
	leading = Set("the a an mr mrs ms dr prof")
	unnamed = Set("the a an of for our my your their his her its new current to in on at")
)
