package datasets

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/probes"
)

// Whatever a file holds, what is made of it can be written, read and scored.
func fuzz(f *testing.F, dataset string) {
	data, err := os.ReadFile("testdata/" + dataset + ".json")
	require.NoError(f, err)
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Fuzz(func(t *testing.T, data []byte) {
		out, err := Import(dataset, "x", data, nil)
		require.NoError(t, err)
		for _, s := range out.Scenarios {
			s := reread(t, s)
			_, err := probes.NewScorer(s)
			require.NoError(t, err)
		}
		for _, r := range append(out.Left, out.Read...) {
			require.Positive(t, r.Line)
		}
	})
}

func FuzzLoCoMo(f *testing.F) { fuzz(f, "locomo") }

func FuzzLongMemEval(f *testing.F) { fuzz(f, "longmemeval") }
