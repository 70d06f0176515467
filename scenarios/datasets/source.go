package datasets

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sort"
	"strings"

	"contextarena.internal/words"
)

// source is a file that is being read.
type source struct {
	out   Imported
	data  []byte
	lines []int // where each line but the first begins; made when first asked for
}

// line is that of a byte of the file.
func (s *source) line(at int) int {
	if s.lines == nil {
		s.lines = []int{}
		for i, c := range s.data {
			if c == '\n' {
				s.lines = append(s.lines, i+1)
			}
		}
	}
	return 1 + sort.SearchInts(s.lines, at+1)
}

// leave notes what is left out.
func (s *source) leave(at int, format string, args ...any) {
	s.out.Left = append(s.out.Left, Remark{s.out.File, s.line(at), fmt.Sprintf(format, args...)})
}

// note says that something is read otherwise than it stands.
func (s *source) note(at int, format string, args ...any) {
	s.out.Read = append(s.out.Read, Remark{s.out.File, s.line(at), fmt.Sprintf(format, args...)})
}

// quoted is a text of the file in a message, which may be anything.
func quoted(text string) string { return fmt.Sprintf("%q", words.Quote(text, 60)) }

// value is a part of the file as it stands there.
type value struct {
	key  string // of a member
	json []byte
	at   int
}

// text is what a value says: of a number its digits, which is noted. It is empty for anything else.
func (s *source) text(v value, what string) string {
	var text string
	if json.Unmarshal(v.json, &text) == nil && string(v.json) != "null" {
		return strings.TrimSpace(text)
	}
	var digits json.Number
	if json.Unmarshal(v.json, &digits) == nil && digits != "" {
		s.note(v.at, "%s is the number %s, read as its digits", what, digits)
		return digits.String()
	}
	return ""
}

// texts are the texts of a list, if they all are.
func texts(v value) (out []string) {
	if json.Unmarshal(v.json, &out) != nil {
		return nil
	}
	return out
}

// members are those of an object by name, nil if it is none. Of two of a name the last counts.
func (s *source) members(v value) map[string]value {
	var out map[string]value
	if bytes.HasPrefix(v.json, []byte("{")) {
		out = map[string]value{}
		s.parts(v, func(part value) { out[part.key] = part })
	}
	return out
}

// list goes through the items of a list; anything else is left out.
func (s *source) list(v value, what string, each func(value)) {
	if !bytes.HasPrefix(bytes.TrimSpace(v.json), []byte("[")) {
		s.leave(v.at, "%s: want a list, have %s", what, quoted(string(v.json)))
		return
	}
	s.parts(v, each)
}

// whole goes through the list that the file is. What stands before a place where it is broken is read all the same.
func (s *source) whole(each func(value)) {
	s.list(value{json: s.data}, "the file", each)
}

// parts goes through the members of an object or the items of a list.
func (s *source) parts(v value, each func(value)) {
	dec := json.NewDecoder(bytes.NewReader(v.json))
	open, err := dec.Token()
	for err == nil && dec.More() {
		part := value{}
		if open == json.Delim('{') {
			var key json.Token
			if key, err = dec.Token(); err != nil {
				break
			}
			part.key, _ = key.(string)
		}
		var raw json.RawMessage
		if err = dec.Decode(&raw); err != nil {
			break
		}
		part.json, part.at = raw, v.at+int(dec.InputOffset())-len(raw)
		each(part)
	}
	if err == nil {
		_, err = dec.Token()
	}
	if err != nil {
		s.leave(v.at+int(dec.InputOffset()), "can't be read from here on, as it was cut off or is no JSON: %v", err)
	}
}
