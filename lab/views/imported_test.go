package views_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
	"contextarena.internal/lab/contextarena"
	"contextarena.internal/lab/views"
	"contextarena.internal/probes"
	"contextarena.internal/scenarios"
	"contextarena.internal/store"
)

// imported reads files of the importer's testdata.
func imported(t *testing.T, names ...string) lab.Imported {
	t.Helper()
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	scorers := map[string]*probes.Scorer{}
	for _, s := range all {
		scorers[s.ID], err = probes.NewScorer(s)
		require.NoError(t, err)
	}
	in := lab.Imported{Experiment: store.Experiment{ID: "0123456789abcdef", Number: 4, Name: "old"}}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join("..", "contextarena", "testdata", name))
		require.NoError(t, err)
		f, err := contextarena.Parse(name, data)
		require.NoError(t, err)
		judged, err := contextarena.Judge(f, scorers)
		require.NoError(t, err)
		in.Files = append(in.Files, lab.ImportedFile{File: f, Judged: judged})
	}
	return in
}

var everyFormat = []string{
	"benchmark.json", "leaderboard.json", "rlm-loss.json", "rllm-extraction.json", "qtd-qpb.json", "nano-baseline.json",
	"rlm-depth.json", "rlm-depth-counts.json",
}

func TestImportFigures(t *testing.T) {
	r, err := views.NewImport(imported(t, "rlm-loss.json"))
	require.NoError(t, err)
	require.Equal(t, []views.ImportFile{{Name: "rlm-loss.json", Format: contextarena.Loss, Runs: 8, Texts: 30, Verdicts: 236}}, r.Files)
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
	r, err := views.NewImport(imported(t, everyFormat...))
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, r.Table(&b))
	for line := range strings.Lines(b.String()) {
		require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimRight(line, "\n")), 80, line)
	}
	for _, want := range []string{
		`RLM\(8\) +L-never +stored +all probes +16/62 +25\.8 \[17–38\]`,
		`RLM\(8\) +L-last +legacy again +at risk +45/52 +86\.5 \[75–93\]`,
		`RLM\(8\) +L-last +ours +at risk +47/52 +90\.4 \[79–96\]`,
		`quantity +2/17 \[3–34\] +8/17 \[26–69\] +8/12 \[39–86\]\n`,
		`quantity +8/12 \[39–86\] +9/12 \[47–91\]\n`,
		`RLM\(8\) +legacy again +all +50/52 +32/35 +16/18 +11/11 +5/6`,
		`RLM\(8\) +legacy again +64 +5 +1 +0`,
		`RLM\(8\) +L-never +probes in +236/236`,
		`Window\(10\) +P +stored +tasks +0/2`,
		`QPB +C +stored +at risk`,
		`! 3 runs broke off in the original`,
		`! Verdicts stored under made-up names, so for no fact: 7`,
		`! Final answers that are canned refusals: 1`,
		`experiment 4 \(0123456789ab\), imported`,
	} {
		require.Regexp(t, want, b.String())
	}
}

func TestImportMarkdown(t *testing.T) {
	in := imported(t, "benchmark.json")
	in.Files[0].Name = "a<b>|c.json"
	r, err := views.NewImport(in)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, r.Markdown(&b))
	require.Contains(t, b.String(), "| RLM(8) | P | stored | tasks | 1/2 |")
	require.Contains(t, b.String(), `a&lt;b&gt;\|c.json`)
	require.NotContains(t, b.String(), "<b>")
}

func TestImportData(t *testing.T) {
	in := imported(t, "benchmark.json", "rllm-extraction.json")
	in.Files[0].Name = "=1+1.json"
	r, err := views.NewImport(in)
	require.NoError(t, err)
	var text bytes.Buffer
	require.NoError(t, r.JSON(&text))
	var back views.ImportReport
	dec := json.NewDecoder(&text)
	dec.DisallowUnknownFields()
	require.NoError(t, dec.Decode(&back))
	require.Equal(t, views.ImportSchema, back.Schema)
	require.Equal(t, r.Figures, back.Figures)
	require.Equal(t, r.Verdicts, back.Verdicts)

	var table bytes.Buffer
	require.NoError(t, r.CSV(&table))
	rows, err := csv.NewReader(&table).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+len(r.Verdicts))
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	tally := map[string]int{}
	for _, row := range rows[1:] {
		require.NotEmpty(t, row[column["measure"]])
		require.NotEqual(t, '=', rune(row[0][0]))
		tally[row[column["measure"]]]++
	}
	require.Equal(t, map[string]int{"P": 3, "A": 10 + 7 + 10, "L-never": 7, "L-cycle": 14, "L-last": 7}, tally)
}
