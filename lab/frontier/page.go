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

// browser is what a page shows besides tables. What takes longer to say is worked out where a reader goes to it, once;
// so are all tables, if f isn't explained yet.
func (f Frontier) browser() *reports.Browser {
	first := f
	first.Explained = nil
	names := make([]string, len(f.Points))
	for i := range names {
		names[i] = f.named(i)
	}
	explained := sync.OnceValue(func() Frontier {
		if f.Explained == nil {
			f.explain()
		}
		return f
	})
	out := &reports.Browser{
		Page:     page{"frontier", f.Played.Number, names, first},
		Chapters: []reports.Chapter{{Name: "effects", Read: func() (any, error) { return *explained().Explained, nil }}},
	}
	if f.Explained == nil {
		out.Tables = func() (reports.Document, error) { return explained().Document(), nil }
	}
	return out
}
