package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Survival can be made again of the exported verdicts alone, as docs/data-frames.md says.
func TestSurvivalFromTheExport(t *testing.T) {
	dir := t.TempDir()
	arenaOutput(t, dir, "run", "--strategy", "rlm", "--strategy", "summarize", "--scenario", "festival-logistics", "--scenario", "long-horizon-noise",
		"--repeats", "2", "--dialogue", "scripted")
	arenaOutput(t, dir, "export", "tables")
	arenaOutput(t, dir, "report", "--format", "json", "--out", "report.json")

	type life struct {
		cycles int
		lost   bool
	}
	lives := map[string][]life{}
	for _, v := range rowsOf(t, filepath.Join(dir, "tables", "verdicts.csv")) {
		if v["level"] != "memory" || v["outcome"] != "completed" || v["kind"] == "historical" {
			continue
		}
		history := v["history"]
		if history == "" {
			continue
		}
		l := life{cycles: len(history)}
		if at := strings.IndexFunc(history, func(r rune) bool { return r != 'k' }); at >= 0 {
			l = life{at + 1, true}
		}
		lives[v["strategy"]] = append(lives[v["strategy"]], l)
	}

	text, err := os.ReadFile(filepath.Join(dir, "report.json"))
	require.NoError(t, err)
	var report struct {
		Survival []struct {
			Strategy string
			Steps    []struct {
				Time     int
				AtRisk   int `json:"at_risk"`
				Lost     int
				Censored int
				Survival struct{ Mean float64 }
			}
		}
	}
	require.NoError(t, json.Unmarshal(text, &report))
	require.Len(t, report.Survival, 2)
	for _, of := range report.Survival {
		left, lost := 1.0, 0
		for _, step := range of.Steps {
			atRisk, died, censored := 0, 0, 0
			for _, l := range lives[of.Strategy] {
				switch {
				case l.cycles > step.Time:
					atRisk++
				case l.cycles == step.Time && l.lost:
					atRisk, died = atRisk+1, died+1
				case l.cycles == step.Time:
					atRisk, censored = atRisk+1, censored+1
				}
			}
			require.Equal(t, [3]int{atRisk, died, censored}, [3]int{step.AtRisk, step.Lost, step.Censored}, "%s at %d", of.Strategy, step.Time)
			left *= 1 - float64(died)/float64(atRisk)
			require.InDelta(t, left, step.Survival.Mean, 1e-9, "%s at %d", of.Strategy, step.Time)
			lost += died
		}
		require.NotZero(t, lost, of.Strategy)
	}
}

// rowsOf are the rows of a table by their heads.
func rowsOf(t *testing.T, file string) []map[string]string {
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	var out []map[string]string
	for _, row := range rows[1:] {
		named := map[string]string{}
		for i, cell := range row {
			named[rows[0][i]] = cell
		}
		out = append(out, named)
	}
	return out
}
