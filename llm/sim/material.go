package sim

import (
	"regexp"
	"strings"
	"unicode"

	"contextarena.internal/llm"
	"contextarena.internal/words"
)

// request is a request read by its structure: which part of it is material and which says what to do.
// Material is what stands in tags, behind roles ("user: ..."), in earlier messages, or under an order
// that ends with a colon.
type request struct {
	llm.Request
	parts       []part // material, oldest first
	instruction string // the rest of the message that asks
	brought     bool   // that message brings material itself
	headings    []string
	size        int // of the material, in bytes
}

// part is a piece of material. Talk is somebody's own words, the rest is notes made of them.
type part struct {
	text string
	talk bool
}

var heading = regexp.MustCompile(`(?m)^#{1,4} .*$`)

// untagged gives the insides of a text's tagged blocks to quote and returns the rest.
func untagged(text string, quote func(inside string)) string {
	var rest strings.Builder
	for {
		from, inside, to := nextBlock(text)
		if from < 0 {
			break
		}
		rest.WriteString(text[:from])
		rest.WriteByte('\n')
		quote(strings.Trim(inside, "\n"))
		text = text[to:]
	}
	rest.WriteString(text)
	return rest.String()
}

// nextBlock is the first <name> with a </name> behind it; from is negative if there is none.
func nextBlock(text string) (from int, inside string, to int) {
	for at := 0; ; {
		open := strings.IndexByte(text[at:], '<')
		if open < 0 {
			return -1, "", 0
		}
		open += at
		at = open + 1
		name, _, ok := strings.Cut(text[at:min(len(text), at+longestTag)], ">")
		if !ok || name == "" || strings.ContainsFunc(name, func(r rune) bool { return r != '_' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			continue
		}
		begin := at + len(name) + 1
		if end := strings.Index(text[begin:], "</"+name+">"); end >= 0 {
			return open, text[begin : begin+end], begin + end + len(name) + 3
		}
	}
}

const longestTag = 40

// speakers are the roles that a line of a transcript may begin with.
var speakers = words.Set("user assistant tool human ai system customer agent client speaker")

// turns are where the lines of a transcript begin, and where what is said in them does.
func turns(text string) (out []words.Span) {
	for from := 0; from < len(text); {
		end := len(text)
		if i := strings.IndexByte(text[from:], '\n'); i >= 0 {
			end = from + i
		}
		if n := speaker(text[from:end]); n > 0 {
			out = append(out, words.Span{Start: from, End: from + n})
		}
		from = end + 1
	}
	return out
}

// speaker is the length of the role before a line: "user: ", "User (9:15): ", "assistant calls search: ";
// 0 if there is none.
func speaker(line string) int {
	begin := listMark(line)
	colon := strings.IndexByte(line[begin:min(len(line), begin+longestTag)], ':')
	if colon < 0 {
		return 0
	}
	colon += begin
	role, rest, _ := strings.Cut(strings.Trim(line[begin:colon], `"`), " ")
	if !speakers[strings.ToLower(strings.Trim(role, `"*`))] || strings.Count(rest, " ") > 1 {
		return 0
	}
	return colon + 1
}

// understand reads a request, which has at least one message.
func understand(req llm.Request) *request {
	r := &request{Request: req}
	last := len(req.Messages) - 1
	for last > 0 && req.Messages[last].Role != llm.User {
		last--
	}
	for i, m := range req.Messages {
		switch {
		case i == last:
		case m.Role == llm.System:
			r.system(m.Text)
		default:
			r.add(part{m.Text, true})
		}
	}
	r.asking(req.Messages[last].Text)
	r.headings = heading.FindAllString(r.instruction, -1)
	return r
}

func (r *request) add(ps ...part) {
	for _, p := range ps {
		if p.text = strings.TrimSpace(p.text); p.text != "" {
			r.parts = append(r.parts, p)
			r.size += len(p.text)
		}
	}
}

// system takes in a system prompt: what it quotes in tags, and else its lists, are notes. Its own
// sentences tell the model how to behave.
func (r *request) system(text string) {
	var list []string
	for line := range strings.Lines(untagged(text, func(inside string) { r.add(blocks(inside)...) })) {
		if body := strings.TrimSpace(line); body != "" && listMark(body) > 0 {
			list = append(list, body)
		}
	}
	r.add(part{strings.Join(list, "\n"), false})
}

// asking takes in the message that asks.
func (r *request) asking(text string) {
	var notes, talk []part
	take := func(ps []part) {
		for _, p := range ps {
			if p.talk {
				talk = append(talk, p)
			} else {
				notes = append(notes, p)
			}
		}
	}
	rest := untagged(text, func(inside string) { take(blocks(inside)) })
	if at := turns(rest); at != nil {
		before, behind := rest[:at[0].Start], rest[at[0].Start:]
		behind, after := cutAfter(behind)
		before, above := cutBefore(before)
		take([]part{{above, false}})
		take(blocks(behind))
		rest = before + "\n" + after
	}
	if len(notes)+len(talk) == 0 {
		if head, body, ok := underColon(rest); ok && orders(head) {
			rest = head
			take([]part{{body, true}})
		}
	}
	r.brought = len(notes)+len(talk) > 0
	r.add(notes...)
	r.add(talk...) // of two sources the talk is the newer, wherever it stands
	r.instruction = strings.TrimSpace(rest)
}

// blocks are the parts of a quoted text: messages where it has roles, or else one part.
func blocks(text string) []part {
	at := turns(text)
	if at == nil || strings.TrimSpace(text[:at[0].Start]) != "" && len(at) < 2 {
		return []part{{text, false}}
	}
	out := []part{{strings.TrimSpace(text[:at[0].Start]), false}}
	for i, a := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1].Start
		}
		out = append(out, part{text[a.End:end], true})
	}
	return out
}

// cutAfter parts a transcript from a last paragraph without a role, which tells what to do with it.
func cutAfter(text string) (transcript, after string) {
	i := strings.LastIndex(text, "\n\n")
	if i < 0 || turns(text[i:]) != nil {
		return text, ""
	}
	return text[:i], text[i:]
}

// cutBefore parts what stands before a transcript: the paragraph under a short line that ends with a
// colon ("Current summary:") is material.
func cutBefore(text string) (before, material string) {
	paragraphs := strings.Split(text, "\n\n")
	var keep, quote []string
	for _, p := range paragraphs {
		head, body, ok := strings.Cut(strings.TrimSpace(p), "\n")
		if ok && strings.HasSuffix(strings.TrimSpace(head), ":") && len(head) < 60 {
			keep, quote = append(keep, head), append(quote, body)
			continue
		}
		keep = append(keep, p)
	}
	return strings.Join(keep, "\n\n"), strings.Join(quote, "\n")
}

// underColon parts a message whose first lines end with a colon from what stands under them.
func underColon(text string) (head, body string, ok bool) {
	i := strings.Index(text, ":\n")
	if i < 0 || i > 600 {
		return text, "", false
	}
	return text[:i+1], strings.TrimSpace(text[i+2:]), len(strings.TrimSpace(text[i+2:])) > 40
}
