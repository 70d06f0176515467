package sim_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// talkStyles are ways to write a message. None adds a fact, nor changes a value.
var talkStyles = []struct {
	name  string
	write func(r *rand.Rand, text string, s spared) string
}{
	{"typos", slips},
	{"emoji", func(r *rand.Rand, text string, _ spared) string { return text + " " + pickText(r, emojiTexts) }},
	{"lower case", func(_ *rand.Rand, text string, s spared) string {
		return s.eachWord(text, strings.ToLower)
	}},
	{"markdown", inMarkdown},
	{"code", func(r *rand.Rand, text string, _ spared) string { return text + "\n\n" + pickText(r, codeBlocks) }},
	{"languages", func(r *rand.Rand, text string, _ spared) string {
		if r.IntN(2) == 0 {
			return pickText(r, foreignLines) + " " + text
		}
		return text + " " + pickText(r, foreignLines)
	}},
}

var emojiTexts = []string{"🙂", "😅😅", "🎉", "👍🏽", "🤷‍♀️", "🙏 🙏", "❤️", "🚀🚀🚀", "¯\\_(ツ)_/¯", "😭"}

var foreignLines = []string{
	"Entschuldige bitte das Durcheinander.", "Merci d'avance pour ton aide !", "Perdona, escribo muy deprisa.", "Спасибо, что помогаешь.",
	"ありがとうございます。", "Grazie mille, sei gentilissimo.", "Tack så mycket för hjälpen!", "谢谢你的帮助。", "Przepraszam za bałagan.",
	"شكرا جزيلا.",
}

var codeBlocks = []string{
	"```\nTODO: tidy this up\n```",
	"```go\nfunc main() {\n\tfmt.Println(\"hello\")\n}\n```",
	"```json\n{\"status\": \"ok\", \"items\": []}\n```",
	"```sh\n$ ls\nnotes.txt  misc\n```",
	"    a quoted line that somebody indented",
	"<!-- pasted from my notes -->",
}

func pickText(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

// sentenceEnd is the end of a sentence, and not of an abbreviation such as Dr.
var sentenceEnd = regexp.MustCompile(`([a-z]{4,}[.!?]) ([A-Z])`)

// inMarkdown makes a list, a heading, a quotation or something bold of a message.
func inMarkdown(r *rand.Rand, text string, s spared) string {
	switch r.IntN(4) {
	case 0:
		return "- " + sentenceEnd.ReplaceAllString(text, "$1\n- $2")
	case 1:
		return "## Update\n\n" + text
	case 2:
		return "> " + strings.ReplaceAll(text, "\n", "\n> ")
	}
	return s.eachWord(text, func(w string) string {
		if len(w) > 5 && r.IntN(8) == 0 {
			return "**" + w + "**"
		}
		return w
	})
}

// slips makes a slip in about one of twelve longer words.
func slips(r *rand.Rand, text string, s spared) string {
	return s.eachWord(text, func(w string) string {
		if len(w) < 5 || r.IntN(12) > 0 || strings.ContainsFunc(w, func(c rune) bool { return c > unicode.MaxASCII || !unicode.IsLetter(c) }) {
			return w
		}
		i := 1 + r.IntN(len(w)-3)
		switch r.IntN(3) {
		case 0: // two letters in the wrong order
			return w[:i] + w[i+1:i+2] + w[i:i+1] + w[i+2:]
		case 1: // one left out
			return w[:i] + w[i+1:]
		}
		return w[:i] + w[i:i+1] + w[i:]
	})
}

// spared is what must stay as it is: the values of facts and the words of questions.
type spared struct {
	values []string
	asked  map[string]bool
}

func newSpared(t talk) spared {
	s := spared{asked: map[string]bool{}}
	for _, f := range t.Facts {
		s.values = append(s.values, f.Value...)
		if f.Old != "" {
			s.values = append(s.values, f.Old)
		}
		for _, o := range f.Operands {
			s.values = append(s.values, o.Text)
		}
		for _, w := range letterRun.FindAllString(f.Question, -1) {
			s.asked[strings.ToLower(w)] = true
		}
	}
	return s
}

var letterRun = regexp.MustCompile(`[\pL\pM]+`)

// eachWord rewrites the words of text that aren't spared. Code is spared whole.
func (s spared) eachWord(text string, rewrite func(string) string) string {
	if strings.Contains(text, "```") {
		return text
	}
	var keep [][2]int
	for _, v := range s.values {
		for _, i := range wordsAt(text, v) {
			keep = append(keep, [2]int{i, i + len(v)})
		}
	}
	var b strings.Builder
	last := 0
	for _, at := range letterRun.FindAllStringIndex(text, -1) {
		w := text[at[0]:at[1]]
		if s.asked[strings.ToLower(w)] || slices.ContainsFunc(keep, func(k [2]int) bool { return at[0] < k[1] && k[0] < at[1] }) {
			continue
		}
		b.WriteString(text[last:at[0]] + rewrite(w))
		last = at[1]
	}
	return b.String() + text[last:]
}
