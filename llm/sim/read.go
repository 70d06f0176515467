package sim

import (
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// sentence is a sentence or line of a text, with what the reader notices about it.
type sentence struct {
	text     string
	words    []uint32 // hashes of its content words, ascending
	shape    uint64   // hash of the sentence with names and digits masked
	numbers  []uint32 // hashes of its words with digits, ascending
	values   []uint32 // hashes of its words that are numbers or names, ascending
	names    int      // words with a capital inside the sentence
	corrects bool     // it says that something changed
	asks     bool     // it is a question or asks for something
}

// salience is how much of a fact the sentence seems to hold.
func (s *sentence) salience() int {
	n := 2*min(len(s.numbers), 2) + min(s.names, 3)
	if s.corrects {
		n++
	}
	if s.asks {
		n -= 2
	}
	return n
}

// texts remembers the sentences of texts read before: a conversation is sent again with every
// request. It forgets everything when it is full, which changes no reply.
type texts struct {
	mu   sync.RWMutex
	read map[string][]sentence
	size int
}

// textsSize bounds the bytes of text remembered.
const textsSize = 8 << 20

func (t *texts) sentences(text string) []sentence {
	t.mu.RLock()
	s, ok := t.read[text]
	t.mu.RUnlock()
	if ok {
		return s
	}
	s = sentences(text)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.read == nil || t.size > textsSize {
		t.read, t.size = map[string][]sentence{}, 0
	}
	t.read[text] = s
	t.size += len(text)
	return s
}

// bullet is what stands before a list item.
var bullet = regexp.MustCompile(`^\s*(?:[-*•]|\d{1,3}[.)])\s+`)

// sentences reads a text. A line continues the one before unless it is empty, a list item, a
// heading or the tag of a quoted block, which are no sentences themselves.
func sentences(text string) []sentence {
	var out []sentence
	paragraph := ""
	end := func() {
		for paragraph != "" {
			n := sentenceEnd(paragraph)
			if s := strings.TrimSpace(paragraph[:n]); utf8.RuneCountInString(s) > 2 {
				out = append(out, notice(s))
			}
			paragraph = paragraph[n:]
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		item := bullet.FindString(line + " ")
		if line == "" || item != "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "<") {
			end()
		}
		if line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "<") {
			continue
		}
		if paragraph != "" {
			paragraph += " "
		}
		paragraph += strings.TrimSpace((line + " ")[len(item):])
	}
	end()
	return out
}

// abbreviations end in a full stop that ends no sentence.
var abbreviations = map[string]bool{"dr": true, "mr": true, "mrs": true, "ms": true, "st": true, "vs": true, "no": true, "e.g": true, "i.e": true, "p.m": true, "a.m": true, "approx": true}

// sentenceEnd is the length of the first sentence of a line.
func sentenceEnd(line string) int {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '.', '!', '?':
		default:
			continue
		}
		if i+1 == len(line) {
			return len(line)
		}
		if line[i+1] != ' ' {
			continue
		}
		word := line[strings.LastIndexByte(line[:i], ' ')+1 : i]
		next, _ := utf8.DecodeRuneInString(line[i+2:])
		if line[i] == '.' && (abbreviations[strings.ToLower(word)] || unicode.IsLower(next)) {
			continue
		}
		return i + 2
	}
	return len(line)
}

// correcting and asking words mark a sentence that changes a value and one that wants something.
var (
	correcting = set("actually", "instead", "changed", "change", "correction", "now", "wait", "updated", "update", "moved", "scratch", "rather", "anymore", "longer", "switched", "sorry")
	asking     = set("what", "who", "whom", "when", "where", "which", "how", "why", "list", "give", "tell", "summarize", "summarise", "summary", "recap", "state", "name", "write", "describe", "show", "remind")
	dull       = set("a", "an", "the", "of", "to", "in", "on", "at", "for", "and", "or", "is", "are", "was", "were", "be", "been", "it", "its", "that", "this", "these", "those", "i", "we", "you", "he", "she", "they", "my", "our", "your", "his", "her", "their", "me", "us", "them", "with", "by", "from", "as", "so", "do", "does", "did", "have", "has", "had", "will", "would", "can", "could", "should", "there", "here", "please", "just", "all", "any", "each", "if", "not", "no", "but", "about", "into", "than", "then", "also", "get", "got", "user", "assistant", "tool", "now", "current", "currently", "final", "exact", "exactly", "full")
)

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// notice reads one sentence.
func notice(text string) sentence {
	s := sentence{text: text}
	shape := fnv.New64a()
	first := true
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-.,'’/:@", r)
	}) {
		word = strings.Trim(word, "-.,'’/:")
		if word == "" {
			continue
		}
		lower := strings.ToLower(word)
		digits := strings.ContainsFunc(word, unicode.IsDigit)
		capital, _ := utf8.DecodeRuneInString(word)
		switch {
		case digits:
			shape.Write([]byte("0 "))
			s.numbers = append(s.numbers, hash(lower))
			s.values = append(s.values, hash(stem(lower)))
		case unicode.IsUpper(capital) && !first:
			shape.Write([]byte("N "))
			s.names++
			s.values = append(s.values, hash(stem(lower)))
		default:
			shape.Write([]byte(lower))
			shape.Write([]byte{' '})
		}
		if first || lower == "please" {
			s.asks = s.asks || asking[lower]
		}
		s.corrects = s.corrects || correcting[lower]
		first = first && lower == "please"
		if !dull[lower] {
			s.words = append(s.words, hash(stem(lower)))
		}
	}
	s.asks = s.asks || strings.HasSuffix(text, "?")
	s.shape = shape.Sum64()
	slices.Sort(s.words)
	s.words = slices.Compact(s.words)
	slices.Sort(s.numbers)
	s.numbers = slices.Compact(s.numbers)
	slices.Sort(s.values)
	s.values = slices.Compact(s.values)
	return s
}

// stem takes off the commonest English endings, so that "guests" is found by "guest".
func stem(word string) string {
	for _, end := range []string{"ing", "ed", "es", "'s", "’s", "s"} {
		if len(word) > len(end)+3 && strings.HasSuffix(word, end) {
			return strings.TrimSuffix(word, end)
		}
	}
	return word
}

func hash(word string) uint32 {
	h := uint32(2166136261)
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * 16777619
	}
	return h
}

// shared counts the members two ascending lists have in common.
func shared(a, b []uint32) int {
	n := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			n, i, j = n+1, i+1, j+1
		}
	}
	return n
}
