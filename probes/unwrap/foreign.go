package unwrap

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"contextarena.internal/words"
)

// foreignFile has, for each language, the words it is known by and those that are put into English.
//
//go:embed foreign.txt
var foreignFile string

// language is another language than English.
type language struct {
	name    string
	common  map[string]bool // its commonest words, by which it is known
	english map[string]string
	longest int // words of the longest phrase in english
	comma   bool
}

// languages are those of foreign.txt: a line "name: common words", and lines "words = English" below.
var languages = sync.OnceValue(func() []language {
	var out []language
	for line := range strings.Lines(foreignFile) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if from, to, ok := strings.Cut(line, " = "); ok {
			l := &out[len(out)-1]
			for phrase := range strings.SplitSeq(from, ", ") {
				l.english[phrase] = to
				l.longest = max(l.longest, len(strings.Fields(phrase)))
			}
			continue
		}
		name, common, _ := strings.Cut(line, ": ")
		out = append(out, language{name: name, common: words.Set(common), english: map[string]string{}, comma: true})
	}
	return out
})

// englishWords are the commonest words of English that aren't words of the others.
var englishWords = words.Set(`the is are was of and to it that you for with they this be have has not your from which by
	at there i we were what said mentioned before now current answer`)

// telling reports whether a word is one of the language's, and no name or word of English, as far as foreign.txt tells.
func (l *language) telling(w string) bool {
	english, ok := l.english[w]
	return ok && len(w) > 3 && !strings.EqualFold(w, english)
}

// foreign is the language that a text is in, nil for English or where that can't be told.
func foreign(text string) *language {
	ours, n := 0, 0
	counts, others, long := make([]int, len(languages())), make([]int, len(languages())), make([]bool, len(languages()))
	for _, w := range words.Split(code.ReplaceAllString(text[:min(len(text), 2000)], " ")) {
		n++
		if englishWords[w] {
			ours++
		}
		for i := range counts {
			if languages()[i].telling(w) {
				others[i]++
			}
			if languages()[i].common[w] {
				counts[i]++
				long[i] = long[i] || len(w) > 3
			}
		}
		if n > 200 {
			break
		}
	}
	best := -1
	for i, c := range counts {
		if ours == 0 {
			c += others[i]
			counts[i] = c
		}
		if c > ours && (c >= 2 || c == 1 && n <= 4 && ours == 0 && long[i]) && (best < 0 || c > counts[best]) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	return &languages()[best]
}

// Foreign reports whether a reply is in another language than English.
func Foreign(text string) bool { return foreign(text) != nil }

var monthNames = strings.ReplaceAll(words.Months, " ", "|")

var (
	// code is no word of any language: PER-1000.
	code        = words.Lazy(`\b\p{Lu}+-\d+\b`)
	foreignWord = words.Lazy(`[\pL]+(?:['’][\pL]+)?`)
	// groupedDots is a number as most of Europe writes it: 12.500 or 12.500,75.
	groupedDots  = words.Lazy(`\b(\d{1,3}(?:[. \x{202f}\x{a0}]\d{3})+)(?:,(\d{1,2}))?\b`)
	decimalComma = words.Lazy(`\b(\d+),(\d{1,2})\b`)
	dotDate      = words.Lazy(`\b(\d{1,2})(?:\.|º|er|ro)? (?:de |d['’]|di )?(` + monthNames + `)\b`)
	yearOf       = words.Lazy(`\b(` + monthNames + `) del? (\d{4})\b`)
	// dayMonth is a day in digits, the day first as everywhere but in America: 27.3., 27.03.2027, 27/3.
	dayMonth = words.Lazy(`\b(\d{1,2})(?:\. ?(\d{1,2})\.(?: ?(\d{4})\b)?|[/.](\d{1,2})[/.](\d{4})\b|/(\d{1,2})\b)`)
	hourWord = words.Lazy(`(?i)\b(\d{1,2})(?:[.:h](\d{2}))? ?(?:uhr|h|heures|horas|uur)\b`)
)

// inEnglish puts into English what a reply in another language says of the values in it: denials, marks
// of the old and the new, months, numbers in words. The rest stays as it is.
func inEnglish(text string) string {
	l := foreign(text)
	if l == nil {
		return text
	}
	text = dayMonth.ReplaceAllStringFunc(text, monthNamed)
	text = groupedDots.ReplaceAllStringFunc(text, func(s string) string {
		whole, cents, found := strings.Cut(s, ",")
		whole = strings.NewReplacer(".", "", " ", "", "\u202f", "", "\u00a0", "").Replace(whole)
		if found {
			return whole + "." + cents
		}
		return whole
	})
	text = decimalComma.ReplaceAllString(text, "$1.$2")
	text = hourWord.ReplaceAllStringFunc(text, func(s string) string {
		m := hourWord.FindStringSubmatch(s)
		if m[2] == "" {
			return m[1] + ":00"
		}
		return m[1] + ":" + m[2]
	})
	var out strings.Builder
	at := 0
	spans := foreignWord.FindAllStringIndex(text, -1)
	for i := 0; i < len(spans); i++ {
		for n := min(l.longest, len(spans)-i); n > 0; n-- {
			from, to := spans[i][0], spans[i+n-1][1]
			english, ok := l.english[strings.ToLower(words.OneLine(text[from:to]))]
			if !ok {
				continue
			}
			out.WriteString(text[at:from] + english)
			at = to
			i += n - 1
			break
		}
	}
	out.WriteString(text[at:])
	return yearOf.ReplaceAllString(dotDate.ReplaceAllString(out.String(), "$1 $2"), "$1 $2")
}

// monthNamed writes a day in digits with the name of its month; what is no day stays as it is, and so does 3/4.
func monthNamed(date string) string {
	m := dayMonth.FindStringSubmatch(date)
	day, _ := strconv.Atoi(m[1])
	month, _ := strconv.Atoi(m[2] + m[4] + m[6])
	if !words.ValidDay(time.Month(month), day) || m[6] != "" && len(date) < len("27/3") {
		return date
	}
	return strings.TrimSpace(fmt.Sprintf("%d %s %s", day, time.Month(month), m[3]+m[5]))
}
