package check

import (
	"slices"
	"strings"

	"contextarena.internal/words"
)

// channels are the rules of the strategy channels.
func channels(text string) []string {
	var out []string
	for _, id := range words.Identifiers(text) {
		out = append(out, id.Value)
	}
	return out
}

// identifiers measures what finds identifiers in a message.
func identifiers(find func(text string) []string) Check {
	return Check{
		Proposal: "channels", About: "does the classifier find what a paraphrase would destroy?",
		measures: []measure{
			{name: "identifiers found", predicted: "check/identifiers", rare: true},
			{name: "messages, false alarm"},
		},
		count: func(sub *subject) []tally {
			out := make([]tally, 2)
			codes := sub.codes()
			for i, texts := range sub.heard() {
				var ids []string
				for _, text := range texts {
					of := find(text)
					ids = append(ids, of...)
					out[1].count(slices.ContainsFunc(of, func(id string) bool { return !accounted(codes, id) }))
				}
				for _, f := range sub.facts {
					if f.stated() && f.identifier() && int(f.Turn) == i+1 {
						out[0].count(f.in(strings.Join(ids, ", ")))
					}
				}
			}
			return out
		},
	}
}
