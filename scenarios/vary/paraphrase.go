package vary

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/arena"
)

// paraphrase changes words of what the user says that carry no value: contractions are written out
// or made, and phrases are replaced by others of the same meaning.
func paraphrase(s *arena.Scenario, r *rand.Rand) error {
	return rewriteUsers(s, r, phraseRules)
}

// contractions by what they stand for. "'s" and "'d" are left alone: they stand for two words each.
var contractions = []struct{ short, long string }{
	{"I'm", "I am"},
	{"we're", "we are"},
	{"you're", "you are"},
	{"they're", "they are"},
	{"I'll", "I will"},
	{"we'll", "we will"},
	{"you'll", "you will"},
	{"they'll", "they will"},
	{"don't", "do not"},
	{"doesn't", "does not"},
	{"didn't", "did not"},
	{"isn't", "is not"},
	{"aren't", "are not"},
	{"wasn't", "was not"},
	{"weren't", "were not"},
	{"can't", "cannot"},
	{"won't", "will not"},
	{"couldn't", "could not"},
	{"wouldn't", "would not"},
	{"shouldn't", "should not"},
	{"haven't", "have not"},
	{"hasn't", "has not"},
	{"hadn't", "had not"},
}

// writtenOut are contractions that are written out but not made: "I have to" is no "I've to".
var writtenOut = []struct{ short, long string }{
	{"I've", "I have"}, {"we've", "we have"}, {"you've", "you have"}, {"they've", "they have"},
}

// synonyms are groups of phrases that may stand for each other wherever they stand. None of them
// says that something is corrected or how sure it is.
var synonyms = [][]string{
	{"by the way", "incidentally"},
	{"at the moment", "at present"},
	{"for now", "for the time being"},
	{"of course", "naturally"},
	{"as usual", "as always"},
	{"maybe", "perhaps"},
	{"everybody", "everyone"},
	{"somebody", "someone"},
	{"anybody", "anyone"},
	{"nobody", "no one"},
	{"although", "even though"},
	{"apparently", "evidently"},
	{"in fact", "as a matter of fact"},
	{"these days", "nowadays"},
	{"for example", "for instance"},
	{"straight away", "right away"},
	{"each other", "one another"},
	{"in total", "altogether"},
	{"on purpose", "deliberately"},
	{"quite often", "rather often"},
	{"more or less", "roughly speaking"},
}

var phraseRules = makePhraseRules()

func makePhraseRules() []rule {
	// No contraction is written out before a subject ("don't you think"), nor made where a sentence
	// may end ("what I am.").
	const subject = `(?: (?:I|you|we|they|he|she|it|the|this|that)\b)?`
	var rules []rule
	for _, c := range contractions {
		rules = append(
			rules,
			rule{phrase(strings.ReplaceAll(c.short, "'", "['’]"), subject), swap(c.short, c.long)},
			rule{phrase(c.long, ` \p{Ll}`), swap(c.long, c.short)},
		)
	}
	for _, c := range writtenOut {
		rules = append(rules, rule{phrase(strings.ReplaceAll(c.short, "'", "['’]"), subject), swap(c.short, c.long)})
	}
	for _, g := range synonyms {
		rules = append(rules, rule{phrase(g[0], ""), swap(g[0], g[1])}, rule{phrase(g[1], ""), swap(g[1], g[0])})
	}
	// At the end of a clause only: "as well as" is something else.
	return append(rules, rule{phrase("as well", "[,.;!?]"), swap("as well", "too")})
}

// phrase finds a phrase as whole words, and what follows it if that is asked for.
func phrase(source, behind string) func(string) [][]int {
	re := regexp.MustCompile(`(?i)\b(` + source + `)\b(` + behind + `)`)
	return func(text string) [][]int { return re.FindAllStringSubmatchIndex(text, -1) }
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
	first, _ := utf8.DecodeRuneInString(like)
	head, size := utf8.DecodeRuneInString(phrase)
	if unicode.IsUpper(first) {
		return string(unicode.ToUpper(head)) + phrase[size:]
	}
	return phrase
}
