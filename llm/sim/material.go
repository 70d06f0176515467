package sim

import (
	"encoding/json"
	"strings"
	"unicode"
)

// block is a stretch of a message: what is said to the model, or something quoted for it.
type block struct {
	quoted bool
	label  string // the tag, heading or line that announces it, lower case; "" for none
	text   string
}

// material finds what a message quotes: text in tags of any name, in code fences, between
// separator lines, under a line such as "Transcript:", a JSON array of messages, and lines
// that begin with a speaker's role. What is left is said to the model itself. It is linear in the
// length of the text, and keeps every character but the marks themselves.
func material(text string) []block {
	if !strings.ContainsAny(text, "\n") && !strings.ContainsAny(text, "<[") {
		return []block{{text: text}}
	}
	s := splitter{text: text}
	s.split()
	if len(s.out) == 1 && !s.out[0].quoted {
		return transcribed(s.out[0].text)
	}
	return s.out
}

// splitter goes through a message line by line.
type splitter struct {
	text   string
	out    []block
	start  int // where the present unquoted stretch began
	missed int // tags without an end, arrays that were none: after a few nobody looks any more
}

// mostMissed keeps a text full of tags that never end from taking quadratic time.
const mostMissed = 32

func (s *splitter) split() {
	for at := 0; at < len(s.text); {
		line, next := lineAt(s.text, at)
		trimmed := strings.TrimSpace(line)
		begin, end, after, label := 0, 0, 0, ""
		switch {
		case trimmed == "":
			at = next
			continue
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
			begin, end, after = fenced(s.text, next, trimmed[:3])
		case strings.HasSuffix(trimmed, ">") || strings.HasPrefix(trimmed, "<"):
			label, begin, end, after = s.tagged(at, line)
		case trimmed[0] == '[':
			begin, end, after = s.messages(at + strings.IndexByte(line, '['))
		case separates(trimmed):
			begin = next
			end, after = untilSeparator(s.text, next)
			if instructs(s.text[begin:end]) {
				after = 0
			}
		case announces(trimmed):
			if marked(strings.TrimLeft(s.text[next:], " \t\r\n")) {
				break // it leads up to that
			}
			label, begin = strings.ToLower(strings.Trim(trimmed, "#*_: ")), next
			end = untilInstruction(s.text, next)
			after = end
			if instructs(trimmed) {
				at = next // "Summarise this conversation:" is an order too
			}
		}
		if after == 0 {
			at = next
			continue
		}
		s.flush(at)
		if label == "" {
			label = s.before()
		}
		content := s.text[begin:end]
		if said, ok := chat(content); ok {
			content = said
		}
		s.out = append(s.out, block{true, label, content})
		at, s.start = after, after
	}
	s.flush(len(s.text))
}

// flush ends the unquoted stretch before a mark.
func (s *splitter) flush(end int) {
	if s.start < end && strings.TrimSpace(s.text[s.start:end]) != "" {
		s.out = append(s.out, block{text: s.text[s.start:end]})
	}
}

// before is the line that leads up to a quoted block: "Your notes so far:".
func (s *splitter) before() string {
	if len(s.out) == 0 || s.out[len(s.out)-1].quoted {
		return ""
	}
	lines := strings.TrimRight(s.out[len(s.out)-1].text, " \t\r\n")
	line := strings.TrimSpace(lines[strings.LastIndexByte(lines, '\n')+1:])
	if len(line) > 120 {
		return ""
	}
	return strings.ToLower(line)
}

func lineAt(text string, at int) (line string, next int) {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return text[at : at+i], at + i + 1
	}
	return text[at:], len(text)
}

// fenced is what stands in a code fence whose first line is over.
func fenced(text string, begin int, fence string) (from, to, after int) {
	for at := begin; at < len(text); {
		line, next := lineAt(text, at)
		if strings.HasPrefix(strings.TrimSpace(line), fence) {
			return begin, at, next
		}
		at = next
	}
	return begin, len(text), len(text)
}

// tagged is what stands between <name> and </name>, if the opening tag begins or ends the line.
func (s *splitter) tagged(at int, line string) (label string, begin, end, after int) {
	open := strings.IndexByte(line, '<')
	if strings.TrimSpace(line[:max(open, 0)]) != "" {
		open = strings.LastIndexByte(line, '<')
	}
	if open < 0 || s.missed > mostMissed {
		return "", 0, 0, 0
	}
	size := strings.IndexByte(line[open:], '>')
	if size < 0 {
		return "", 0, 0, 0
	}
	name := line[open+1 : open+size]
	name, _, _ = strings.Cut(name, " ")
	if name == "" || strings.ContainsFunc(name, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' && c != '-' }) {
		return "", 0, 0, 0
	}
	begin = at + open + size + 1
	length := strings.Index(s.text[begin:], "</"+name+">")
	if length < 0 {
		s.missed++
		return "", 0, 0, 0
	}
	end = begin + length
	return strings.ToLower(strings.NewReplacer("_", " ", "-", " ").Replace(name)), begin, end, end + len(name) + 3
}

// chatMessage is a message as programs write it.
type chatMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// messages is a JSON array of chat messages at a place.
func (s *splitter) messages(at int) (begin, end, after int) {
	if s.missed > mostMissed {
		return 0, 0, 0
	}
	d := json.NewDecoder(strings.NewReader(s.text[at:]))
	var ms []chatMessage
	if err := d.Decode(&ms); err != nil || len(ms) == 0 || ms[0].Role == "" {
		s.missed++
		return 0, 0, 0
	}
	end = at + int(d.InputOffset())
	return at, end, end
}

// chat is a JSON array of chat messages as lines with the speakers' roles.
func chat(text string) (string, bool) {
	if !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "[") {
		return "", false
	}
	var ms []chatMessage
	if json.Unmarshal([]byte(text), &ms) != nil || len(ms) == 0 || ms[0].Role == "" {
		return "", false
	}
	var b strings.Builder
	for _, m := range ms {
		b.WriteString(m.Role)
		b.WriteString(": ")
		b.WriteString(m.Content)
		b.WriteByte('\n')
	}
	return b.String(), true
}

// separates reports whether a line is a rule across the page.
func separates(line string) bool {
	return len(line) >= 3 && strings.IndexByte("-=*_#~", line[0]) >= 0 && strings.Trim(line, line[:1]) == ""
}

func untilSeparator(text string, at int) (end, after int) {
	for at < len(text) {
		line, next := lineAt(text, at)
		if separates(strings.TrimSpace(line)) {
			return at, at // the line opens the next stretch
		}
		at = next
	}
	return len(text), len(text)
}

// materialWords name what is quoted in a request. Those of ownWords are the model's own earlier
// writing, those of talkWords what people said.
var (
	ownWords  = set("notes", "note", "knowledge", "memory", "memories", "summary", "draft", "facts", "remembered", "recap", "digest")
	talkWords = set("transcript", "conversation", "messages", "message", "chat", "dialogue", "dialog", "talk", "history", "turns", "exchange", "segment", "log", "thread", "discussion")
	textWords = set("document", "text", "article", "context", "passage", "material", "input", "content", "source", "report", "excerpt", "data", "email", "file", "story")
)

// announces reports whether a line is there to say what follows it: "Conversation so far:".
func announces(line string) bool {
	if len(line) > 60 || line[len(line)-1] != ':' && line[0] != '#' && !strings.HasSuffix(line, ":**") {
		return false
	}
	known, words := false, 0
	for w := range wordsOf(line) {
		words++
		known = known || ownWords[w] || talkWords[w] || textWords[w]
	}
	return known && words <= 6
}

// marked reports whether a text begins with a mark of its own: a tag, fence, rule or array.
func marked(text string) bool {
	line, _ := lineAt(text, 0)
	return strings.HasPrefix(text, "<") || strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~") || strings.HasPrefix(text, "[{") || separates(strings.TrimSpace(line))
}

// untilInstruction is where a stretch without an end mark ends: at the next mark, or where after an
// empty line the model is told something.
func untilInstruction(text string, at int) int {
	empty := false
	for at < len(text) {
		line, next := lineAt(text, at)
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "":
			empty = true
			at = next
			continue
		case separates(trimmed), announces(trimmed), marked(trimmed):
			return at
		case empty && speaker(trimmed) == "" && instructs(trimmed):
			return at
		}
		empty = false
		at = next
	}
	return len(text)
}

// orders are words that begin an instruction to a model.
var orders = set("write", "summarize", "summarise", "list", "extract", "answer", "rewrite", "revise", "give", "produce", "create", "merge", "update", "return", "output", "respond", "reply", "identify", "now", "please", "using", "based", "from", "what", "which", "who", "how", "when", "where", "condense", "compress", "shorten", "improve", "find", "describe", "tell", "record", "question", "task", "instructions", "only", "use", "remember", "note", "keep", "classify", "judge", "decide", "name", "make", "compile", "read", "does", "is", "are", "did")

// instructs reports whether a text begins like something the model is told to do.
func instructs(text string) bool {
	for w := range wordsOf(text) {
		return orders[w]
	}
	return false
}

// transcribed finds a conversation that stands in a message without any mark around it.
func transcribed(text string) []block {
	first, lines := -1, 0
	for at := 0; at < len(text); {
		line, next := lineAt(text, at)
		if speaker(line) != "" {
			lines++
			if first < 0 {
				first = at
			}
		}
		at = next
	}
	if lines < 2 {
		return []block{{text: text}}
	}
	s := splitter{text: text}
	s.flush(first)
	end := untilInstruction(text, first)
	s.out = append(s.out, block{true, "", text[first:end]})
	s.start = end
	s.flush(len(text))
	return s.out
}
