package frontier

// page is a frontier as the browser's program reads it (web/src/frontier.tsx).
type page struct {
	Kind   string `json:"kind"` // "frontier"
	Number int64  `json:"number"`
	Frontier
}
