package sim

import "strings"

// source says what a quoted block is.
type source uint8

const (
	talk     source = iota // what people said
	ownNotes               // what the model wrote before
	document               // anything else
)

// origin tells what a quoted block is by its label, and by whether speakers are named in it.
func (b block) origin() source {
	own, spoken, other := false, false, false
	for w := range wordsOf(b.label) {
		own = own || ownWords[w] || w == "previous" || w == "existing" || w == "known"
		spoken = spoken || talkWords[w]
		other = other || textWords[w]
	}
	named := 0
	for at := 0; at < len(b.text) && named < 2; {
		line, next := lineAt(b.text, at)
		if speaker(line) != "" {
			named++
		}
		at = next
	}
	switch {
	case named > 1 && !own, spoken && !own:
		return talk
	case own && !(spoken && named > 0):
		return ownNotes
	case spoken || named > 0 && !other:
		return talk
	}
	return document
}

// roles are the names of the speakers in a written conversation.
var roles = map[string]string{"user": "user", "human": "user", "customer": "user", "client": "user", "me": "user", "assistant": "assistant", "ai": "assistant", "bot": "assistant", "agent": "assistant", "model": "assistant", "tool": "tool", "function": "tool", "system": "system"}

// speaker is the role with which a line of a written conversation begins: "user: ...",
// "**Assistant:** ...", "[tool] ...". It is empty for other lines.
func speaker(line string) string {
	line = strings.TrimLeft(line, " \t*_[#>-")
	for i := range min(len(line), 12) {
		if c := line[i] | 0x20; c < 'a' || c > 'z' {
			if strings.IndexByte(":]*", line[i]) < 0 {
				return ""
			}
			return roles[strings.ToLower(line[:i])]
		}
	}
	return ""
}
