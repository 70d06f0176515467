// Package golden reads golden vectors for tests: inputs with what is expected of them.
package golden

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Cases reads a file of vectors from the folder GOLDEN_DIR names, or from testdata if it isn't set or
// has no such file, and logs the topic and how many there are. A file without any fails the test.
func Cases[C any](t *testing.T, name string) []C {
	t.Helper()
	path := filepath.Join("testdata", name)
	if dir := os.Getenv("GOLDEN_DIR"); dir != "" {
		if other := filepath.Join(dir, name); exists(other) {
			path = other
		}
	}
	b, err := os.ReadFile(path)
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

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
