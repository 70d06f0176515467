package pareto_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// goldenCases reads a file of input → expected vectors from testdata, or from GOLDEN_DIR if that
// is set.
func goldenCases[C any](t *testing.T, name string) []C {
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
