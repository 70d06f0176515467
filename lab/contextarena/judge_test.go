package contextarena

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
)

// real reads one of the original's own files from the folder that CONTEXT_ARENA_RESULTS names.
// They hold model texts and can't be part of the project, so without it the test is skipped;
// testdata has stand-ins with the same verdicts and texts of ours.
func real(t *testing.T, name string) File {
	t.Helper()
	dir := os.Getenv("CONTEXT_ARENA_RESULTS")
	if dir == "" {
		t.Skip("CONTEXT_ARENA_RESULTS names no folder with the original's result files")
	}
	data, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	f, err := Parse(name, data)
	require.NoError(t, err)
	return f
}

// counts are the figures of a summary by what they count.
func counts(s Summary) map[string]string {
	out := map[string]string{}
	for _, f := range s.Figures {
		t := string(f.Type)
		if t == "" {
			t = "all"
		}
		out[fmt.Sprintf("%s %s, %s, %s: %s", f.Strategy, f.Measure, f.By, f.Over, t)] = fmt.Sprintf("%d/%d", f.K, f.N)
	}
	return out
}

// lossTable is what a loss log of 62 probes shows: as published, the last text by the original's
// rule over all probes, those at risk, those that can tell, and by matchers that know other forms
// of a number.
var lossTable = []struct{ fact, published, all, atRisk, telling, ours string }{
	{"spatial", "0/3", "3/3", "3/3", "3/3", "3/3"},
	{"decision", "0/1", "1/1", "1/1", "1/1", "1/1"},
	{"phone/id", "0/7", "5/7", "5/6", "5/6", "5/6"},
	{"quantity", "2/17", "8/17", "8/12", "8/12", "9/12"},
	{"entity", "2/8", "7/8", "7/7", "7/7", "7/7"},
	{"relationship", "1/3", "3/3", "3/3", "2/2", "3/3"},
	{"correction", "9/20", "18/20", "15/17", "9/11", "16/17"},
	{"date", "2/3", "3/3", "3/3", "3/3", "3/3"},
	{"all", "16/62", "48/62", "45/52", "38/45", "47/52"},
}

func TestLoss(t *testing.T) {
	for _, name := range []string{"stand-in", "original"} {
		t.Run(name, func(t *testing.T) {
			var f File
			if name == "original" {
				f = real(t, "rlm-loss-1771975745614.json")
			} else {
				f = parsed(t, "rlm-loss.json")
			}
			s := summed(t, f)
			have := counts(s)
			for _, row := range lossTable {
				require.Equal(t, row.published, have["RLM(8) L-never, stored, all probes: "+row.fact])
				require.Equal(t, row.published, have["RLM(8) L-never, legacy again, all probes: "+row.fact])
				require.Equal(t, row.all, have["RLM(8) L-last, stored, all probes: "+row.fact])
				require.Equal(t, row.all, have["RLM(8) L-last, legacy again, all probes: "+row.fact])
				require.Equal(t, row.atRisk, have["RLM(8) L-last, legacy again, at risk: "+row.fact])
				require.Equal(t, row.telling, have["RLM(8) L-last, legacy again, at risk, not vacuous: "+row.fact])
				require.Equal(t, row.ours, have["RLM(8) L-last, ours, at risk: "+row.fact])
			}
			require.Equal(t, Count{236, 236}, again(f, LNever, lCycle, LLast))
		})
	}
}

// again counts the stored verdicts of some measures on tasks and cycles that the original's rule gives again.
func again(f File, of ...Measure) (c Count) {
	for _, r := range f.Runs {
		for _, v := range r.Verdicts {
			if (v.Measure == P || v.Cycle > 0) && slices.Contains(of, v.Measure) {
				c.Add(v.Stored == v.Legacy)
			}
		}
	}
	return c
}

// All 16 stored verdicts of the original's persistence run come out of its checker again, and A
// is what was published. Ours differ where its rule was wrong: the order of words, and a hotel
// total taken for the budget.
func TestOriginalBenchmark(t *testing.T) {
	f := real(t, "benchmark-1772135061913.json")
	s := summed(t, f)
	have := counts(s)
	require.Equal(t, Count{16, 16}, again(f, P))
	for key, want := range map[string]string{
		"RLM(8) P, stored, tasks: all":                   "7/8",
		"RLM(8) P, ours, tasks: all":                     "8/8",
		"PersistentRLM P, stored, tasks: all":            "6/8",
		"PersistentRLM P, ours, tasks: all":              "5/8",
		"RLM(8) A, legacy again, all probes: all":        "39/62",
		"RLM(8) A, legacy again, all probes: quantity":   "4/17",
		"PersistentRLM A, legacy again, all probes: all": "35/62",
	} {
		require.Equal(t, want, have[key], key)
	}
}

func TestOriginalQTDQPB(t *testing.T) {
	f := real(t, "qtd-qpb-experiment-1772176379889.json")
	have := counts(summed(t, f))
	for key, want := range map[string]string{
		"Full Context T, stored, all probes: all": "61/62",
		"QTD C, stored, all probes: all":          "61/62",
		"QPB C, stored, all probes: all":          "60/62",
		"QPB C, stored, at risk: all":             "50/52",
		"RLM(8) L-last, stored, all probes: all":  "47/62",
		"RLM(8) L-last, stored, at risk: all":     "44/52",
	} {
		require.Equal(t, want, have[key], key)
	}
	require.NotContains(t, have, "QTD C, stored, at risk: all", "what QTD was shown isn't known")
	require.NotContains(t, have, "Full Context T, stored, at risk: all")
}

func TestSummarise(t *testing.T) {
	for _, c := range []struct {
		file string
		want map[string]string
	}{
		{"benchmark.json", map[string]string{
			"RLM(8) P, stored, tasks: all":                        "1/2",
			"RLM(8) P, legacy again, tasks: all":                  "1/2",
			"RLM(8) P, ours, tasks: all":                          "2/2", // the recipes are right, label first
			"PersistentRLM P, legacy again, tasks: all":           "0/1",
			"PersistentRLM P, ours, tasks: all":                   "1/1", // the date is right, as 2027-03-15
			"PersistentRLM A, legacy again, all probes: date":     "0/1",
			"PersistentRLM A, ours, all probes: date":             "1/1",
			"RLM(8) A, legacy again, all probes: correction":      "7/8",
			"RLM(8) A, ours, all probes: correction":              "8/8",
			"RLM(8) A, ours, all probes: all":                     "11/17",
			"PersistentRLM A, legacy again, all probes: quantity": "1/3",
		}},
		{"leaderboard.json", map[string]string{
			"RLM(8) P, stored, tasks: all":           "1/2",
			"Window(10) P, stored, tasks: all":       "0/2", // as published, with the run that broke off
			"Window(10) P, legacy again, tasks: all": "0/1",
			"Window(10) P, ours, tasks: all":         "", // refused
			"Window(10) A, ours, all probes: all":    "",
			"RLM(8) A, stored, all probes: all":      "10/17",
			"Window(10) A, stored, all probes: all":  "0/7",
		}},
		{"rllm-extraction.json", map[string]string{
			"RLLM L-never, stored, all probes: all":                    "0/7",
			"RLLM L-last, stored, all probes: all":                     "2/7",
			"RLLM L-last, legacy again, at risk: all":                  "2/5",
			"RLLM L-last, legacy again, at risk, not vacuous: all":     "2/4",
			"RLLM L-last, ours, at risk: correction":                   "2/3",
			"RLLM L-last, legacy again, at risk, not vacuous: spatial": "",
		}},
		{"nano-baseline.json", map[string]string{
			"RLM(8) L-last, stored, all, some unnamed: all": "18/22",
			"RLM(8) L-last, stored, all probes: all":        "13/15",
			"RLM(8) L-last, stored, at risk: all":           "12/12",
		}},
		{"rlm-depth.json", map[string]string{
			"RLM depth 1 L-last, stored, all probes: all": "5/7",
			"RLM depth 1 L-last, stored, at risk: all":    "4/5",
			"RLM depth 2 L-last, stored, all probes: all": "6/7", // the run that broke off is in no figure
		}},
		{"rlm-depth-counts.json", map[string]string{
			"RLM depth 1 L-last, stored, all probes: all":      "11/15",
			"RLM depth 1 L-last, stored, all probes: quantity": "",
		}},
	} {
		t.Run(c.file, func(t *testing.T) {
			f := parsed(t, c.file)
			have := counts(summed(t, f))
			for key, want := range c.want {
				require.Equal(t, want, have[key], key)
			}
		})
	}
}

func TestExposed(t *testing.T) {
	logged := Run{Log: []Entry{{9, 5, ""}, {17, 8, ""}}, Cycles: 2}
	require.Equal(t, []int{5, 13}, logged.handed())
	require.Equal(t, []int{5, 13, 21}, Run{Strategy: "RLM(8)", Measure: LLast, Cycles: 3}.handed())
	require.Empty(t, Run{Strategy: "QTD", Measure: C, Cycles: 1}.handed())
	for turn, want := range map[arena.Turn]int{1: 1, 3: 1, 4: 2, 7: 2, 8: 0} {
		require.Equal(t, want, exposed(turn, []int{5, 13}), "turn %d is message %d", turn, 2*turn-1)
	}
}
