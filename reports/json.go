package reports

import (
	"encoding/json"
	"io"
)

// writeJSON writes the data, indented.
func writeJSON(d Document, w io.Writer, _ string) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(d.Data)
}
