package sim

import (
	"strings"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
)

// topics maps words of a heading, or of the question below it, to the kinds of facts that belong
// there. A word counts by its beginning: "entit" is found in "entities".
var topics = []struct {
	words []string
	fits  func(f *belief.Fact) bool
}{
	{[]string{"correct", "chang", "updat", "supersed", "replac", "revis", "amend"}, replaced},
	{[]string{"decid", "decision", "chos", "choice", "agree", "ruled"}, of(read.Decision)},
	{[]string{"entit", "people", "person", "name", "who", "contact", "character", "participant", "compan", "organi", "product", "stakeholder"}, of(read.Name, read.Relation)},
	{[]string{"relation", "connect", "role", "reports"}, of(read.Relation)},
	{[]string{"place", "location", "where", "address", "spatial"}, of(read.Place)},
	{[]string{"number", "amount", "quantit", "figure", "price", "cost", "budget", "count", "measure", "stock", "inventor"}, of(read.Amount)},
	{[]string{"number", "date", "time", "deadline", "schedule", "when", "milestone", "calendar"}, of(read.Date)},
	{[]string{"number", "phone", "code", "identifier", "ids", "id", "reference", "account"}, of(read.Identifier)},
	{present, func(f *belief.Fact) bool { return f.Sum || len(f.Was) > 0 }},
	{[]string{"open", "todo", "action", "pending", "unresolved", "next", "question", "task", "uncertain"}, func(f *belief.Fact) bool { return f.Clause.Unsure }},
}

// present are words of headings under which everything that holds can stand once more.
var present = []string{"state", "status", "current", "moment", "now", "holds", "progress"}

// anything are words of headings under which everything fits.
var anything = []string{"other", "else", "misc", "general", "fact", "detail", "summary", "overview", "background", "context", "key", "important", "remain", "note"}

func of(kinds ...read.Kind) func(*belief.Fact) bool {
	return func(f *belief.Fact) bool {
		for _, k := range kinds {
			if f.Clause.Kind == k {
				return true
			}
			for i := range f.Now {
				if f.Now[i].Kind == k {
					return true
				}
			}
		}
		return false
	}
}

func replaced(f *belief.Fact) bool {
	return len(f.Was) > 0 && !f.Sum || f.Gone || f.Clause.Kind == read.Correction
}

// drawer is a heading with what belongs there.
type drawer struct {
	heading
	fits []func(*belief.Fact) bool
	rest bool // everything fits
	now  bool // everything that holds fits as well, once more
	old  bool // replaced values are given
}

// drawers are the headings with what belongs under them. The words of the heading decide; the
// text below it does where they say nothing.
func drawers(hs []heading) []drawer {
	out := make([]drawer, len(hs))
	for i, h := range hs {
		d := drawer{heading: h}
		for _, text := range []string{h.mark, h.wanted} {
			if len(d.fits) > 0 || d.rest {
				break // the heading itself says enough
			}
			for w := range wordsOf(text) {
				for _, t := range topics {
					if begins(w, t.words) {
						d.fits = append(d.fits, t.fits)
					}
				}
				d.rest = d.rest || begins(w, anything)
				d.now = d.now || begins(w, present)
				d.old = d.old || begins(w, topics[0].words)
			}
		}
		out[i] = d
	}
	return out
}

func begins(word string, stems []string) bool {
	for _, s := range stems {
		if strings.HasPrefix(word, s) && (len(s) > 3 || word == s) {
			return true
		}
	}
	return false
}

func (d drawer) takes(f *belief.Fact) bool {
	for _, fits := range d.fits {
		if fits(f) {
			return true
		}
	}
	return false
}
