package sim

import "contextarena.internal/llm/sim/read"

// A clause without any value can state a fact all the same: "The key is under the bench", "We're
// keeping the old one, not the new". These are the words by which such clauses are told from small
// talk.
var (
	// placing verbs say where something is or goes.
	placing = set("is", "are", "was", "were", "be", "sits", "sit", "stands", "stand", "hangs", "hanging", "lies", "lives", "goes", "go", "put", "kept", "keep", "keeps", "hidden", "found", "parked", "stored", "left", "meet", "meets", "gather", "stays", "staying", "charging", "it's", "that's", "tent's", "table's", "got", "moved", "waits")
	// spatial prepositions come before the place.
	spatial = set("in", "on", "at", "under", "behind", "beside", "by", "near", "opposite", "inside", "outside", "above", "below", "beneath", "between", "over", "beyond", "against", "to", "of")
	// leading words come before a noun.
	leading = set("the", "my", "our", "his", "her", "their", "your", "its")
	// unplaces come after a spatial preposition and an article without being a place.
	unplaces = set("end", "moment", "whole", "way", "time", "times", "morning", "evening", "afternoon", "night", "phone", "world", "meantime", "case", "mood", "mind", "past", "future", "day", "days", "week", "weekend", "month", "year", "years", "dark", "hand", "edge", "rest", "same", "first", "other", "others", "wrong", "point", "minute", "hour", "question", "family", "sense", "list", "budget", "number", "idea")
	// choosing words put something decided.
	choosing = set("instead", "cancel", "cancelled", "canceled", "banned", "ban", "anymore", "keeping", "chose", "chosen", "settled", "scrapped", "dropped", "allowed", "forbidden")
	// being words join somebody and what they are.
	being = set("is", "she's", "he's")
)

// plainKind is the kind of fact that a clause without values states, by the words in it; Plain for
// none.
func plainKind(text string) read.Kind {
	var before [2]string // the words before, newest first
	placed, contrast, first := false, false, ""
	for w := range wordsOf(text) {
		if first == "" {
			first = w
		}
		switch {
		case choosing[w], before[0] == "rather" && w == "than", before[0] == "any" && w == "more", before[0] == "no" && w == "longer", before[0] == "going" && w == "with":
			return read.Decision
		case before[0] == "not" && contrast && (leading[w] || w == "a" || w == "an"):
			return read.Decision // "the lemon one, not the lime"
		case (before[0] == "she's" || before[0] == "he's" || being[before[0]] && (first == "she" || first == "he")) && (w == "a" || w == "an" || w == "allergic"):
			return read.Relation
		case placed && leading[before[0]] && spatial[before[1]] && !unplaces[w]:
			return read.Place
		}
		placed = placed || placing[w]
		contrast = contrast || len(w) > 2 && w != "not"
		before[1], before[0] = before[0], w
	}
	return read.Plain
}
