package vary

import (
	_ "embed"
	"math/rand/v2"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// paraphrase changes words of what the user says that carry no value: contractions are written out
// or made, and phrases are replaced by others of the same meaning.
func paraphrase(s *arena.Scenario, r *rand.Rand) error {
	return rewriteUsers(s, r, phraseRules())
}

// phrasesFile is pairs of ways to say the same.
//
//go:embed phrases.txt
var phrasesFile string

var phraseRules = sync.OnceValue(func() []rule {
	// No contraction is written out before a subject ("don't you think"), nor made where a sentence
	// may end ("what I am.").
	const subject = `(?: (?:I|you|we|they|he|she|it|the|this|that)\b)?`
	var rules []rule
	for line := range strings.Lines(phrasesFile) {
		kind, pair, _ := strings.Cut(strings.TrimSpace(line), ": ")
		a, b, ok := strings.Cut(pair, " | ")
		switch {
		case !ok:
		case kind == "synonym":
			rules = append(rules, rule{phrase(a, ""), swap(a, b)}, rule{phrase(b, ""), swap(b, a)})
		default:
			rules = append(rules, rule{phrase(strings.ReplaceAll(a, "'", "['’]"), subject), swap(a, b)})
			if kind == "contraction" {
				rules = append(rules, rule{phrase(b, ` \p{Ll}`), swap(b, a)})
			}
		}
	}
	// At the end of a clause only: "as well as" is something else.
	return append(rules, rule{phrase("as well", "[,.;!?]"), swap("as well", "too")})
})

// phrase finds a phrase as whole words, and what follows it if that is asked for.
func phrase(source, behind string) *words.Expression {
	return words.Lazy(`(?i)\b(` + source + `)\b(` + behind + `)`)
}

// swap says one form for another in the same case. A contraction before a subject is a question or
// an order and stays.
func swap(from, to string) func(string, []int) string {
	return func(text string, m []int) string {
		behind := group(text, m, 2)
		if strings.Contains(from, "'") && behind != "" {
			return ""
		}
		return inCaseOf(group(text, m, 1), to) + behind
	}
}

// inCaseOf begins a phrase with a capital if another does.
func inCaseOf(like, phrase string) string {
	if first, _ := utf8.DecodeRuneInString(like); unicode.IsUpper(first) {
		return words.Capital(phrase)
	}
	return phrase
}
