package compaction

import (
	"slices"

	"contextarena.internal/strategies/excerpt"
	"contextarena.internal/strategies/memo"
	"contextarena.internal/words"
)

// Summary is what is carried from one compaction to the next: counts of all of them, what a model wrote of them, and
// what rules found since it did. Its zero value is none.
type Summary struct {
	Task                     string
	Steps, Successful, Calls int
	Prose                    string   // a model's
	Findings                 []string // oldest first, each once
	Issues                   []string // kinds of errors, sorted
	Dropped                  int      // findings, and proses, that there was no room for, in whole or in part

	text string // within the bound
}

// Text is the summary, within the bound it was made for.
func (s Summary) Text() string { return s.text }

func (s Summary) whole() string {
	return report(s.Task, s.Steps, s.Successful, s.Calls, s.Prose, s.Findings, s.Issues)
}

// carry is the summary of what was summarised before and of further entries. What a model wrote of both stands for
// both; without it (prose is empty) the rules add what they find.
func (c *Compactor) carry(before Summary, entries []Entry, task, prose string) Summary {
	s := before
	successful, calls := counted(entries)
	s.Task, s.Steps, s.Successful, s.Calls = task, s.Steps+len(entries), s.Successful+successful, s.Calls+calls
	s.Issues = slices.Concat(s.Issues, issues(entries))
	slices.Sort(s.Issues)
	s.Issues = slices.Compact(s.Issues)
	if prose != "" {
		s.Prose, s.Findings = prose, nil
	} else if c.KeyFindings {
		s.Findings = slices.Clone(s.Findings)
		has := map[string]bool{}
		for _, f := range s.Findings {
			has[f] = true
		}
		for _, e := range entries {
			for _, f := range c.findings(e) {
				if !has[f] {
					has[f] = true
					s.Findings = append(s.Findings, f)
				}
			}
		}
	}
	size := c.Size
	if size == nil {
		size = chars
	}
	s.fit(c.Most, size)
	return s
}

// findings are the sentences of an entry with a number, or with a key and its value, each once and whole.
func (c *Compactor) findings(e Entry) []string {
	texts := []string{e.Output}
	if c.Chat {
		texts = []string{e.Reasoning, e.Output}
	}
	var out []string
	for _, text := range texts {
		for _, s := range words.Sentences(text) {
			if numbers(s) > 0 || pair.MatchString(s) {
				out = append(out, words.OneLine(s))
			}
		}
	}
	return out
}

// fit makes the text of a summary, of at most so much. Prose gives way to findings down to half of it; of the
// findings the oldest go; then prose is cut at its end and, where there isn't even room for the counts, the text.
func (s *Summary) fit(most int, size func(string) int) {
	over := func() bool { return size(s.whole()) > most }
	if over() && len(s.Findings) > 0 {
		s.cut(most/2, size)
	}
	var gone int
	s.Findings, gone = memo.Fit(s.Findings, memo.Unaged, most, func(list []string) int {
		with := *s
		with.Findings = list
		return size(with.whole())
	})
	s.Dropped += gone
	for room := most; over() && s.Prose != ""; room = room * 3 / 4 {
		s.cut(room, size)
	}
	if s.text = s.whole(); over() {
		s.text = Clip(s.text, most, size)
	}
}

// cut cuts prose to a size.
func (s *Summary) cut(most int, size func(string) int) {
	if short := Clip(s.Prose, most, size); short != s.Prose {
		s.Prose = short
		s.Dropped++
	}
}

// Clip is a beginning of a text, up to the end of a word, of at most a size; empty where there is none. It is the longest
// of those whose words have that size one by one.
func Clip(text string, most int, size func(string) int) string {
	for n := most; n > 0; n = n * 7 / 8 {
		if short := text[:excerpt.First(text, n, size)]; size(short) <= most {
			return short
		}
	}
	return ""
}
