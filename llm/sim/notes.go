package sim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// quoted finds the blocks of a message that asks for notes.
func quoted(text string) (knowledge, transcript string, ok bool) {
	knowledge, hasKnowledge := block(text, "knowledge")
	transcript, hasTranscript := block(text, "transcript")
	return knowledge, transcript, hasKnowledge || hasTranscript
}

// block is the text between <tag> and </tag>.
func block(text, tag string) (string, bool) {
	_, rest, ok := strings.Cut(text, "<"+tag+">\n")
	if !ok {
		return "", false
	}
	inside, _, _ := strings.Cut(rest, "</"+tag+">")
	return inside, true
}

// note is a sentence on its way into the notes.
type note struct {
	*sentence
	age int // place among the old notes, then the transcript
	new bool
}

// notes rewrites the old notes with what the transcript adds, in the form the instructions want.
func (r *reading) notes(instructions, knowledge, transcript string) string {
	old := r.texts.sentences(knowledge)
	fresh := r.texts.sentences(spoken(transcript))
	all := make([]note, 0, len(old)+len(fresh))
	for i := range old {
		all = append(all, note{&old[i], len(all), false})
	}
	for i := range fresh {
		if fresh[i].salience() > 0 {
			all = append(all, note{&fresh[i], len(all), true})
		}
	}
	all = slices.DeleteFunc(all, func(n note) bool { return r.overlooks(n.sentence, len(all), "notes") })
	prose := strings.Contains(instructions, "prose")
	if knowledge != "" || transcript == "" {
		all = supersede(all)
	}
	room := r.reader.Notes
	if prose {
		room = r.reader.Summary
	}
	all = keep(all, room)
	switch {
	case len(all) == 0:
		return "Nothing of note was said."
	case prose:
		return strings.Join(textsOf(all), " ")
	case strings.Contains(instructions, "numbered list"):
		var b strings.Builder
		for i, n := range all {
			fmt.Fprintf(&b, "%d. %s\n", i+1, n.text)
		}
		return strings.TrimSpace(b.String())
	case strings.Contains(instructions, "\n## "):
		return sections(all)
	}
	return "- " + strings.Join(textsOf(all), "\n- ")
}

// spoken drops the speakers' names, and what the assistant said: it acknowledges.
func spoken(transcript string) string {
	var b strings.Builder
	user := true
	for line := range strings.Lines(transcript) {
		switch {
		case strings.HasPrefix(line, "user: "), strings.HasPrefix(line, "tool: "):
			user = true
			b.WriteByte('\n')
			line = line[len("user: "):]
		case strings.HasPrefix(line, "assistant"):
			user = false
		}
		if user {
			b.WriteString(line)
		}
	}
	return b.String()
}

// supersede drops every old note that a newer one replaces: the newer says that something
// changed, has other values, and shares half of what the old one says besides its values.
func supersede(all []note) []note {
	return slices.DeleteFunc(slices.Clone(all), func(old note) bool {
		plain := slices.DeleteFunc(slices.Clone(old.words), func(w uint32) bool {
			_, value := slices.BinarySearch(old.values, w)
			return value
		})
		return !old.new && len(plain) > 0 && slices.ContainsFunc(all, func(n note) bool {
			return n.new && n.corrects && 2*shared(plain, n.words) >= len(plain) && !slices.Equal(old.values, n.values)
		})
	})
}

// keep makes room: the least salient go, among equals the oldest; the rest stays in order.
func keep(all []note, room int) []note {
	if len(all) <= room {
		return all
	}
	byWorth := slices.Clone(all)
	slices.SortStableFunc(byWorth, func(a, b note) int {
		return cmp.Or(cmp.Compare(b.salience(), a.salience()), cmp.Compare(b.age, a.age))
	})
	byWorth = byWorth[:room]
	slices.SortFunc(byWorth, func(a, b note) int { return cmp.Compare(a.age, b.age) })
	return byWorth
}

// sections files each note under one of the headings the five questions use.
func sections(all []note) string {
	var b strings.Builder
	for _, heading := range []string{"ENTITIES", "CORRECTIONS", "NUMBERS"} {
		fmt.Fprintf(&b, "## %s\n", heading)
		for _, n := range all {
			at := "ENTITIES"
			switch {
			case n.corrects:
				at = "CORRECTIONS"
			case len(n.numbers) > 0:
				at = "NUMBERS"
			}
			if at == heading {
				fmt.Fprintf(&b, "- %s\n", n.text)
			}
		}
	}
	return strings.TrimSpace(b.String())
}

func textsOf(all []note) []string {
	out := make([]string, len(all))
	for i, n := range all {
		out[i] = n.text
	}
	return out
}
