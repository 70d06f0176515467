package pipeline

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// typed are notes by kind. What is written of a kind takes the place of its notes; a kind of which
// nothing was written keeps them.
type typed struct{ shelves }

func (s *typed) add(w written) []string {
	s.cycle++
	for _, sec := range w.sections {
		if len(sec.lines) == 0 {
			continue
		}
		f := s.at(sec.heading)
		before := f.entries
		f.entries = nil
		for _, line := range sec.lines {
			e := entry{line, s.cycle}
			if i := slices.IndexFunc(before, func(old entry) bool { return old.text == line }); i >= 0 {
				e = before[i]
			}
			f.entries = append(f.entries, e)
		}
	}
	return s.fit()
}

// under is the notes of one kind, one a line.
func (s *typed) under(heading string) string {
	var b strings.Builder
	for _, f := range s.list {
		if f.heading == heading {
			for _, e := range f.entries {
				b.WriteString(item(e.text))
			}
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// notesOf are the notes by heading.
func notesOf(n notebook) []section {
	t, ok := n.(*typed)
	if !ok {
		return nil
	}
	out := make([]section, len(t.list))
	for i, f := range t.list {
		out[i].heading = f.heading
		for _, e := range f.entries {
			out[i].lines = append(out[i].lines, e.text)
		}
	}
	return out
}

// distinct leaves a fact that was written under several headings under the first of them.
func distinct(sections []section) []section {
	seen := map[string]bool{}
	for i := range sections {
		sections[i].lines = slices.DeleteFunc(sections[i].lines, func(line string) bool {
			key := strings.ToLower(line)
			again := seen[key]
			seen[key] = true
			return again
		})
	}
	return sections
}

// extracted are the facts of a reply: the items of a list, or of a JSON array or object if it is
// one. Headings are passed over.
func extracted(reply string) []string {
	reply = strings.TrimSpace(reply)
	if inside, ok := strings.CutPrefix(reply, "```"); ok {
		_, inside, _ = strings.Cut(inside, "\n")
		reply = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(inside), "```"))
	}
	if strings.HasPrefix(reply, "[") || strings.HasPrefix(reply, "{") {
		var value any
		d := json.NewDecoder(strings.NewReader(reply))
		d.UseNumber()
		if d.Decode(&value) == nil {
			return slices.DeleteFunc(flat(value), func(f string) bool { return f == "" })
		}
	}
	var lines []string
	for line := range strings.Lines(reply) {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			lines = append(lines, strings.TrimRight(line, "\r\n"))
		}
	}
	return facts(strings.Join(lines, "\n"))
}

// flat writes JSON as facts: one for each member of an array, and for each of an object outside
// one.
func flat(value any) []string {
	var out []string
	switch v := value.(type) {
	case []any:
		for _, member := range v {
			if object, ok := member.(map[string]any); ok {
				out = append(out, strings.Join(flat(object), "; "))
			} else {
				out = append(out, flat(member)...)
			}
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			for _, text := range flat(v[key]) {
				out = append(out, key+": "+text)
			}
		}
	case nil:
	default:
		out = append(out, strings.Join(strings.Fields(fmt.Sprint(v)), " "))
	}
	return out
}
