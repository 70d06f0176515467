package layers

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/llm"
	"contextarena.internal/strategies/pipeline"
)

// askedKinds are the kinds of facts that the genre call ranks, and how a reply that names one is told.
var askedKinds = []struct{ name, stem string }{
	{"exact identifiers", "identifier"},
	{"quantities", "quantit"},
	{"corrections", "correction"},
	{"spatial information", "spatial"},
	{"entity names", "entit"},
	{"dates", "date"},
	{"decisions", "decision"},
}

// genreCap is the cap of the reply that names the genre, and genreOpening how much of the conversation
// it is told from, both in tokens.
const (
	genreCap     = 120
	genreOpening = 300
)

// classify asks once what is likely to be asked for, of the opening of what leaves the window in the
// first cycle. A reply that ranks fewer than three kinds is a warning, and cycles go without a genre.
func (f *foresight) classify(ctx context.Context, p *pipeline.Plan) error {
	names := make([]string, len(askedKinds))
	for i, k := range askedKinds {
		names[i] = k.name
	}
	opening := p.Transcript()
	opening = opening[:firstTokens(opening, genreOpening, f.env.Tokens)] + "\n"
	r, err := f.env.Client.Complete(ctx, llm.Request{
		Model: f.env.MemoryModel,
		Messages: []llm.Message{{Role: llm.User, Text: render("foresight_genre.tmpl", struct{ Kinds, Transcript string }{
			strings.Join(names, "\n"), quoted(opening),
		})}},
		MaxTokens: genreCap,
	})
	if err != nil {
		return fmt.Errorf("foresight: genre: %w", err)
	}
	f.asked = true
	genre, kinds := readGenre(r.Text)
	if len(kinds) < 3 {
		f.warn(p.Cycle, "the ranking of what may be asked for was %s: no kind of fact is preferred", unreadable(r.Text))
		return nil
	}
	f.genre, f.kinds = genre, kinds[:3]
	return nil
}

// readGenre reads "genre: ..." and the kinds in the order in which a reply first names them.
func readGenre(reply string) (genre string, kinds []string) {
	genre = "conversation"
	type place struct {
		at   int
		name string
	}
	var ranked []place
	rest := strings.Builder{}
	for _, line := range replyLines(reply) {
		key, value, ok := keyed(line)
		if ok && strings.EqualFold(key, "genre") {
			if short(value, 60) {
				genre = value
			}
			continue
		}
		rest.WriteString(strings.ToLower(line) + "\n")
	}
	for _, k := range askedKinds {
		if at := strings.Index(rest.String(), k.stem); at >= 0 {
			ranked = append(ranked, place{at, k.name})
		}
	}
	slices.SortFunc(ranked, func(a, b place) int { return a.at - b.at })
	for _, p := range ranked {
		kinds = append(kinds, p.name)
	}
	return genre, kinds
}
