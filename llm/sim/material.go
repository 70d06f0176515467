package sim

import (
	"slices"
	"strings"

	"contextarena.internal/llm"
	"contextarena.internal/words"
)

// request is a request read by its structure: which part of it is material and which says what to do.
// Material is what stands in tags, behind roles ("user: ..."), in earlier messages, or under an order that
// ends with a colon.
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

var heading = words.Lazy(`(?m)^#{1,4} .*$`)

// tag begins a block.
var tag = words.Lazy(`<([\pL\pN_-]{1,40})>`)

// untagged gives the insides of a text's blocks, each <name> with a </name> behind it, to quote and returns the rest.
func untagged(text string, quote func(inside string)) string {
	var rest strings.Builder
	from := 0
	for _, m := range tag.FindAllStringSubmatchIndex(text, -1) {
		if m[0] < from {
			continue
		}
		inside, _, closed := strings.Cut(text[m[1]:], "</"+text[m[2]:m[3]]+">")
		if !closed {
			continue
		}
		rest.WriteString(text[from:m[0]] + "\n")
		quote(strings.Trim(inside, "\n"))
		from = m[1] + len(inside) + len("</>") + m[3] - m[2]
	}
	rest.WriteString(text[from:])
	return rest.String()
}

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

// longestRole is how long a role is at most, in bytes.
const longestRole = 40

// speaker is the length of the role before a line: "user: ", "User (9:15): ", "assistant calls search: ";
// 0 if there is none.
func speaker(line string) int {
	begin := listMark(line)
	colon := strings.IndexByte(line[begin:min(len(line), begin+longestRole)], ':')
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
			untagged(m.Text, func(inside string) { r.add(blocks(inside)...) }) // the rest tells the model how to behave
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

// asking takes in the message that asks.
func (r *request) asking(text string) {
	var quoted []part
	rest := untagged(text, func(inside string) { quoted = append(quoted, blocks(inside)...) })
	if at := turns(rest); at != nil {
		talk, after := rest[at[0].Start:], ""
		if i := strings.LastIndex(talk, "\n\n"); i >= 0 && turns(talk[i:]) == nil { // a last paragraph without a role tells what to do
			talk, after = talk[:i], talk[i:]
		}
		quoted = append(quoted, blocks(talk)...)
		rest = rest[:at[0].Start] + "\n" + after
	}
	if len(quoted) == 0 {
		if head, body, ok := underColon(rest); ok && orders(head) {
			rest, quoted = head, []part{{body, true}}
		}
	}
	r.brought = len(quoted) > 0
	slices.SortStableFunc(quoted, func(a, b part) int { // of two sources the talk is the newer, wherever it stands
		switch {
		case a.talk == b.talk:
			return 0
		case b.talk:
			return -1
		}
		return 1
	})
	r.add(quoted...)
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

// underColon parts a message whose first lines end with a colon from what stands under them.
func underColon(text string) (head, body string, ok bool) {
	i := strings.Index(text, ":\n")
	if i < 0 || i > 600 {
		return text, "", false
	}
	return text[:i+1], strings.TrimSpace(text[i+2:]), len(strings.TrimSpace(text[i+2:])) > 40
}
