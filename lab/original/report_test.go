package original

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab/contextarena"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/store"
)

// imported reads files of the importer's testdata.
func imported(t *testing.T, names ...string) Report {
	t.Helper()
	var files []contextarena.File
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join("..", "contextarena", "testdata", name))
		require.NoError(t, err)
		f, err := contextarena.Parse(name, data)
		require.NoError(t, err)
		require.NoError(t, f.Judge())
		files = append(files, f)
	}
	return count(store.Experiment{ID: "0123456789abcdef", Number: 4, Name: "old"}, files)
}

var everyFormat = []string{
	"benchmark.json", "leaderboard.json", "rlm-loss.json", "rllm-extraction.json", "qtd-qpb.json", "nano-baseline.json",
	"rlm-depth.json", "rlm-depth-counts.json",
}

func TestImportFigures(t *testing.T) {
	r := imported(t, "rlm-loss.json")
	require.Equal(t, []File{{Name: "rlm-loss.json", Format: contextarena.Loss, Runs: 8, Texts: 30, Verdicts: 236}}, r.Files)
	found := 0
	for _, f := range r.Figures {
		require.NotEmpty(t, f.Measure)
		require.EqualValues(t, "one run", f.Estimand)
		require.True(t, 0 <= f.Low && f.Low <= f.Share && f.Share <= f.High && f.High <= 1)
		if f.By == contextarena.LegacyAgain && f.Over == contextarena.AtRisk && f.Type == "" {
			require.Equal(t, contextarena.Count{K: 45, N: 52}, f.Count)
			require.InDelta(t, 0.75, f.Low, 0.005)
			require.InDelta(t, 0.93, f.High, 0.005)
			found++
		}
	}
	require.Equal(t, 1, found)
	// One row for L-never and one for each cycle of each probe.
	require.Len(t, r.Verdicts, 62+236)
}

func TestImportTable(t *testing.T) {
	have := string(reportstest.Written(t, imported(t, everyFormat...).Document(), "table", ""))
	for _, want := range []string{
		`RLM\(8\) +L-never +stored +all probes +16/62 +25\.8 \[17–38\]`,
		`RLM\(8\) +L-last +legacy again +at risk +45/52 +86\.5 \[75–93\]`,
		`RLM\(8\) +L-last +ours +at risk +47/52 +90\.4 \[79–96\]`,
		`Window\(10\) +P +stored +tasks +0/2`,
		`QPB +C +stored +at risk`,
		`! 3 runs broke off in the original`,
		`! Verdicts stored under made-up names, so for no fact: 7`,
		`! Final answers that are canned refusals: 1`,
		`experiment 4 \(0123456789ab\), imported`,
	} {
		require.Regexp(t, want, have)
	}
}

func TestImportData(t *testing.T) {
	r := imported(t, "benchmark.json", "rllm-extraction.json")
	var back form
	dec := json.NewDecoder(bytes.NewReader(reportstest.Written(t, r.Document(), "json", "")))
	dec.DisallowUnknownFields()
	require.NoError(t, dec.Decode(&back))
	require.Equal(t, "context-arena/import/3", back.Schema)
	require.Equal(t, r.Figures, back.Figures)
	require.Equal(t, r.Verdicts, back.Verdicts)

	rows, err := csv.NewReader(bytes.NewReader(reportstest.Written(t, r.Document(), "csv", ""))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+len(r.Verdicts))
	tally := map[string]int{}
	for _, row := range rows[1:] {
		tally[row[slices.Index(rows[0], "measure")]]++
	}
	require.Equal(t, map[string]int{"P": 3, "A": 10 + 7 + 10, "L-never": 7, "L-cycle": 14, "L-last": 7}, tally)
	require.Contains(t, string(reportstest.Written(t, r.Document(), "md", "")), "| RLM(8) | P | stored | tasks | 1/2 |")
}
