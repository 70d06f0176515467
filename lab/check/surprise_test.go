package check

import (
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/foresight"
)

// surprising is the detector of the strategy foresight.
func surprising(messages []arena.Message) []foresight.Surprise {
	return strictyaml.Default[foresight.Layer]().Surprises(messages)
}

// surprises measures a detector of surprises.
func surprises(detect func([]arena.Message) []foresight.Surprise) Check {
	return Check{
		Proposal: "foresight", About: "are the surprising messages those that matter?",
		measures: []measure{
			{name: "codes flagged", predicted: "check/codes", rare: true},
			{name: "code flags right", rare: true},
		},
		count: func(sub *subject) []tally {
			var said []string
			for _, x := range sub.Turns {
				said = append(said, x.User)
			}
			out, flagged, codes := make([]tally, 2), flags(detect, said), sub.codes()
			for i, text := range said {
				for _, f := range sub.facts {
					if f.stated() && f.identifier() && int(f.Turn) == i+1 && f.in(text) {
						out[0].count(f.in(strings.Join(flagged[i], ", ")))
					}
				}
				for _, value := range flagged[i] {
					out[1].count(accounted(codes, value))
				}
			}
			return out
		},
	}
}

// flags are the values that a detector flags in what users say, by message.
func flags(detect func([]arena.Message) []foresight.Surprise, said []string) [][]string {
	messages := make([]arena.Message, len(said))
	for i, text := range said {
		messages[i] = arena.Message{Message: llm.Message{Role: llm.User, Text: text}, Index: arena.MessageIndex(i + 1), Turn: arena.Turn(i + 1)}
	}
	out := make([][]string, len(said))
	for _, f := range detect(messages) {
		if at := int(f.Message) - 1; at >= 0 && at < len(out) {
			out[at] = append(out[at], f.Value)
		}
	}
	return out
}
