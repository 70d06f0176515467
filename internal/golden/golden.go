// Package golden reads golden vectors for tests: inputs with what is expected of them.
package golden

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Cases reads a file of vectors from testdata, or from the folder GOLDEN_DIR names, and logs its topic
// and how many there are. A file without any fails the test.
func Cases[C any](t *testing.T, name string) []C {
	t.Helper()
	dir := "testdata"
	if d := os.Getenv("GOLDEN_DIR"); d != "" {
		dir = d
	}
	b, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	var file struct {
		Topic string
		Cases []C
	}
	require.NoError(t, json.Unmarshal(b, &file))
	require.NotEmpty(t, file.Cases)
	t.Logf("%s: %d cases", file.Topic, len(file.Cases))
	return file.Cases
}
