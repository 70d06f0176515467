package frontier

import (
	"sync"

	"contextarena.internal/reports"
)

// page is a frontier as the browser's program reads it (web/src/frontier.tsx): what is seen first.
type page struct {
	Kind   string   `json:"kind"` // "frontier"
	Number int64    `json:"number"`
	Names  []string `json:"names"` // of the points, as the report has them
	Frontier
}

// effects are a chapter of the page: what settings do to retention and to cost, or why that isn't known.
type effects struct {
	Surfaces   []Surface `json:"surfaces"`
	NoSurfaces string    `json:"no_surfaces,omitempty"`
}

// browser is what a page shows besides tables. What takes longer to say is worked out where a reader goes to it, once;
// so are all tables, if f isn't explained yet.
func (f Frontier) browser() *reports.Browser {
	first := f
	first.Explained = nil
	names := make([]string, len(f.Points))
	for i := range names {
		names[i] = f.named(i)
	}
	fitted := sync.OnceValue(func() Explained {
		if f.Explained == nil {
			f.surfaces()
		}
		return *f.Explained
	})
	out := &reports.Browser{Page: page{"frontier", f.Played.Number, names, first}, Chapters: []reports.Chapter{{Name: "effects", Read: func() (any, error) {
		return effects{fitted().Surfaces, fitted().NoSurfaces}, nil
	}}}}
	if f.Explained == nil {
		out.Tables = func() (reports.Document, error) {
			whole, of := first, fitted()
			whole.Explained = &of
			err := whole.verdicts()
			return whole.Document(), err
		}
	}
	return out
}
