package frontier

// page is a frontier as the browser's program reads it (web/src/frontier.tsx).
type page struct {
	Kind   string   `json:"kind"` // "frontier"
	Number int64    `json:"number"`
	Names  []string `json:"names"` // of the points, as the report has them
	Frontier
}

// page is what a page shows besides tables.
func (f Frontier) page() page {
	names := make([]string, len(f.Points))
	for i := range names {
		names[i] = f.named(i)
	}
	return page{"frontier", f.Played.Number, names, f}
}
