package sim

import (
	"cmp"
	"slices"
	"strings"

	"contextarena.internal/llm/sim/shape"
)

// mostItemWords is how many words an item of a list without marks has at most.
const mostItemWords = 5

// ranking notes what instructions want ranked: the items listed below a line that announces them. They may
// want a line such as "genre: the genre" first.
func (s *structure) ranking(text string) {
	if s.json || !hasWord(text, "rank") && !hasWord(text, "ranked") {
		return
	}
	var items []shape.Choice
	key := ""
	listing := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		item := strings.TrimLeft(line, "-*• ")
		if name, rest, ok := strings.Cut(line, ": "); ok && strings.Count(name, " ") == 0 && strings.HasSuffix(strings.ToLower(rest), strings.ToLower(name)) {
			key = name
			continue
		}
		switch {
		case strings.HasSuffix(line, ":"):
			items, listing = nil, true
		case line == "":
		case listing && (len(strings.Fields(item)) > mostItemWords || strings.ContainsAny(item[len(item)-min(1, len(item)):], ".?!") || line[0] >= '0' && line[0] <= '9'):
			listing = false
		case listing && item != "":
			items = append(items, shape.Choice{Label: item})
		}
	}
	if len(items) > 1 {
		s.want, s.labels, s.keyed = wantRanking, items, key
	}
}

// inOrder are items as a numbered list, those that most of what was read fits first; of equals, the one
// given first. Key asks for the subject of everything in front of it.
func (f *finder) inOrder(items []shape.Choice, key string) string {
	fit := map[string]int{}
	for _, item := range items {
		fits := f.fitting(item.Label)
		for _, fact := range f.kept {
			if fits != nil && fits(fact) {
				fit[item.Label]++
			}
		}
	}
	items = slices.Clone(items)
	slices.SortStableFunc(items, func(a, b shape.Choice) int { return cmp.Compare(fit[b.Label], fit[a.Label]) })
	var b strings.Builder
	if key != "" {
		b.WriteString(key + ": " + f.genre() + "\n")
	}
	for i, item := range items {
		b.WriteString(figure(float64(i+1)) + ". " + item.Label + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// genre is what everything that was read is about, in a word.
func (f *finder) genre() string {
	best, most := "general conversation", 0.0
	for _, s := range subjects {
		name, _, _ := strings.Cut(s.names, " ")
		if score := f.covers(shape.Choice{Label: name}); score > most {
			best, most = name, score
		}
	}
	return best
}
