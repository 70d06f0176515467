package sim

import (
	"regexp"
	"slices"
	"strings"

	"contextarena.internal/llm"
)

// request is a request read by its structure: which part of it is material and which says what to do.
// Material is what stands in tags, behind roles ("user: ..."), in earlier messages, or under a line
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

var (
	tagged  = regexp.MustCompile(`(?s)<([A-Za-z_][\w-]*)>\n?(.*?)\n?</([A-Za-z_][\w-]*)>`)
	speaker = regexp.MustCompile(`(?m)^[ \t]*(?:[-*] )?"?(?i:user|assistant|tool|human|ai|system|customer|agent|client|speaker ?\w?)"?(?: \([^)\n]{0,30}\)| calls| \w{1,20})?:[ \t]`)
	heading = regexp.MustCompile(`(?m)^#{1,4} .*$`)
)

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
	asking := req.Messages[last]
	if asking.Role == llm.System {
		r.parts, r.size = nil, 0
	}
	r.asking(asking.Text)
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
	for _, b := range tagged.FindAllStringSubmatch(text, -1) {
		r.add(blocks(b[2])...)
	}
	var list []string
	for line := range strings.Lines(tagged.ReplaceAllString(text, "\n")) {
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
	rest := tagged.ReplaceAllStringFunc(text, func(block string) string {
		take(blocks(tagged.FindStringSubmatch(block)[2]))
		return "\n"
	})
	if at := speaker.FindStringIndex(rest); at != nil {
		before, behind := rest[:at[0]], rest[at[0]:]
		behind, after := cutAfter(behind)
		before, above := cutBefore(before)
		take([]part{{above, false}})
		take(blocks(behind))
		rest = before + "\n" + after
	}
	if len(notes)+len(talk) == 0 {
		if head, body, ok := underColon(rest); ok {
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
	at := speaker.FindAllStringIndex(text, -1)
	if at == nil || strings.TrimSpace(text[:at[0][0]]) != "" && len(at) < 2 {
		return []part{{text, false}}
	}
	out := []part{{strings.TrimSpace(text[:at[0][0]]), false}}
	for i, a := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		out = append(out, part{text[a[1]:end], true})
	}
	return out
}

// cutAfter parts a transcript from a last paragraph without a role, which tells what to do with it.
func cutAfter(text string) (transcript, after string) {
	i := strings.LastIndex(text, "\n\n")
	if i < 0 || speaker.MatchString(text[i:]) {
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

// hasTalk reports whether any material is somebody's own words.
func (r *request) hasTalk() bool {
	return slices.ContainsFunc(r.parts, func(p part) bool { return p.talk })
}
