package contextarena

import (
	"bytes"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		name           string
		format         Format
		runs, failed   int
		strategies     string // of the runs, in order
		texts, unnamed int
	}{
		{"benchmark.json", Benchmark, 3, 0, "RLM(8) RLM(8) PersistentRLM", 3, 0},
		{"leaderboard.json", Leaderboard, 4, 1, "RLM(8) RLM(8) Window(10) Window(10)", 3, 0},
		{"rlm-loss.json", Loss, 8, 0, strings.TrimSpace(strings.Repeat("RLM(8) ", 8)), 30, 0},
		{"rllm-extraction.json", Extraction, 1, 0, "RLLM", 3, 0},
		{"qtd-qpb.json", QTDQPB, 4, 0, "Full Context RLM(8) QTD QPB", 0, 0},
		{"nano-baseline.json", Baseline, 4, 1, "RLM(8) RLM(8) RLM(8) RLM(8)", 0, 7},
		{"rlm-depth.json", Depth, 3, 1, "RLM depth 1 RLM depth 2 RLM depth 2", 0, 0},
		{"rlm-depth-counts.json", DepthCounts, 2, 0, "RLM depth 1 RLM depth 1", 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := parsed(t, c.name)
			var strategies []string
			failed, texts, unnamed := 0, 0, 0
			for _, r := range f.Runs {
				strategies = append(strategies, r.Strategy)
				texts += len(r.Log)
				unnamed += r.Placeholder
				if r.Failed {
					failed++
				}
				if r.Answer != nil {
					texts++
				}
			}
			require.Equal(t, c.format, f.Format)
			require.Equal(t, c.name, f.Name)
			require.Equal(t, c.strategies, strings.Join(strategies, " "))
			require.Equal(t, []int{c.runs, c.failed, c.texts, c.unnamed}, []int{len(f.Runs), failed, texts, unnamed})
		})
	}
}

// Whatever is changed in a file that other parts of it tell of is found, by path.
func TestParseFindsEdits(t *testing.T) {
	for _, c := range []struct{ name, file, old, new, path, text string }{
		{"first loss", "rllm-extraction.json", `"firstLostAtCycle": 1`, `"firstLostAtCycle": 2`, "results[0].probeResults[1].firstLostAtCycle", "is 2, but by retainedByCycle it is: 1"},
		{"a cycle too few", "rllm-extraction.json", "      false,\n      true,\n      false\n", "      false,\n      true\n", "results[0].probeResults[1].retainedByCycle", "has 2 verdicts; the log has 3 cycles"},
		{"number of cycles", "rllm-extraction.json", `"compressionCycles": 3`, `"compressionCycles": 4`, "results[0]", "4 cycles, but extractionLog has as many entries as: 3"},
		{"messages", "rllm-extraction.json", `"messagesCompressed": 5`, `"messagesCompressed": 55`, "results[0].extractionLog[0].messagesCompressed", "makes 55 messages handed over of 9, but every log of the original leaves 4"},
		{"a message more", "rllm-extraction.json", `"messagesCompressed": 8`, `"messagesCompressed": 9`, "results[0].extractionLog[1].messagesCompressed", "makes 14 messages handed over of 17, but every log of the original leaves 4"},
		{"fact", "qtd-qpb.json", `"legal fees $75K (corrected from $50K)"`, `"legal fees $80K"`, "results[0].probeResults[3].fact", `want "legal fees $75K`},
		{"type", "qtd-qpb.json", `"type": "quantity"`, `"type": "entity"`, "results[0].probeResults[2].type", `want "quantity"`},
		{"retained", "qtd-qpb.json", `"retained": 6`, `"retained": 7`, "results[1]", "7 of 7 retained, but probeResults have: 6 of 7"},
		{"scenario", "qtd-qpb.json", `"scenario": "Cascading Corrections"`, `"scenario": "Cascading"`, "results[0]", "unknown scenario"},
		{"strategy", "qtd-qpb.json", `"strategy": "QTD"`, `"strategy": "QTP"`, "results[2].strategy", "unknown strategy"},
		{"twice", "qtd-qpb.json", `"strategy": "QPB"`, `"strategy": "QTD"`, "results[3]", "stands there already"},
		{"negative", "nano-baseline.json", `"cycles": 3`, `"cycles": -3`, "", "line 16: want a whole number from 0, have number -3"},
		{"missing", "benchmark.json", `  "correct": false,`, ``, "[1].correct", "is missing"},
		{"wrong type", "benchmark.json", `"correct": true`, `"correct": "yes"`, "", "line 22: want true or false, have string"},
		{"another name", "benchmark.json", `"correct": true`, `"corect": true`, "[0].correct", "is missing"},
		{"no name", "benchmark.json", `"strategyName": "PersistentRLM"`, `"strategyName": ""`, "[2].strategyName", "is missing or empty"},
		{"total of a type", "leaderboard.json", "     \"total\": 3", "     \"total\": 4", "results[0].retentionByType", `1 of 4 retained of type "quantity", but Early Fact Recall has 3`},
		{"placeholder", "nano-baseline.json", `"state change 4"`, `"state change four"`, "results[1].probeResults[0].fact", "isn't the probe"},
		{"counted", "nano-baseline.json", `"retained": 5`, `"retained": 6`, "results[1]", "probeResults have: 5 of 7"},
		{"depth", "rlm-depth.json", `"depth": 1`, `"depth": 0`, "[0].depth", "want 1 or more"},
		{"retained without a cycle", "rlm-depth.json", `"delegationCycles": 3`, `"delegationCycles": 0`, "[0].probeResults[0].retained", "had no cycle"},
		{"count of more", "rlm-depth-counts.json", `"retainedCount": 5`, `"retainedCount": 9`, "results[0]", "9 of 7 retained, but Cascading Corrections has 7 probes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := string(sample(t, c.file))
			require.Contains(t, data, c.old)
			_, err := Parse(c.file, []byte(strings.Replace(data, c.old, c.new, 1)))
			var faults Faults
			require.ErrorAs(t, err, &faults)
			found := false
			for _, f := range faults {
				require.Equal(t, c.file, f.File)
				found = found || strings.HasPrefix(f.Path, c.path) && strings.Contains(f.Text, c.text)
			}
			require.True(t, found, "%v", err)
		})
	}
}

func TestParseRefuses(t *testing.T) {
	whole := sample(t, "rlm-loss.json")
	for name, c := range map[string]struct{ data, want string }{
		"empty":            {" \n", "is empty"},
		"no JSON":          {"strategy,score\nrlm,3\n", "is not JSON (line 1)"},
		"not UTF-8":        {"[\"\xff\"]", "not UTF-8"},
		"a mark first":     {"\ufeff[]", "begins with a byte order mark"},
		"a list of words":  {`["a"]`, "want an object, have string"},
		"no run":           {"[]", "it has no results"},
		"another object":   {`{"runs": []}`, "it has no results"},
		"results of other": {`{"results": [{"score": 3}]}`, "no format of it has such runs"},
		"results no list":  {`{"results": 7}`, "line 1: want a list, have number"},
		"number":           {"7", "want an object, have number"},
		"control codes":    {`[{"strategyName": "x", "steps": [], "scenarioName": "\u001b[2J"}]`, `[0]: unknown scenario "\x1b[2J"`},
		"codes in a cut":   {`[{"\u001b[2J": {`, "ends in the middle (line 1"},
		"deep":             {strings.Repeat("[", 100000), "exceeded max depth"},
		"more after it":    {string(whole) + "{}", "goes on after the end"},
		"cut in a run":     {string(whole[:len(whole)/2]), "ends in the middle (line"},
		"cut in a text":    {string(whole[:bytes.Index(whole, []byte("Mercury.\\n"))]), "ends in the middle (line"},
		"cut at the end":   {strings.TrimRight(string(whole), "}\n"), "ends in the middle (line 1323, after 29842 bytes)"},
		"a comma too many": {`{"results": [{"strategyName": "x",}]}`, "is not JSON (line 1)"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse("f.json", []byte(c.data))
			require.ErrorContains(t, err, c.want)
			require.ErrorContains(t, err, "f.json: ")
			require.Less(t, len(err.Error()), 1000)
		})
	}
}

func TestParseRefusesLargeFiles(t *testing.T) {
	_, err := Parse("f.json", make([]byte, MaxBytes+1))
	require.ErrorContains(t, err, "larger than 64 MB")
}

func TestFaultsAreCut(t *testing.T) {
	data := strings.ReplaceAll(string(sample(t, "rlm-loss.json")), `"type":`, `"kind":`)
	_, err := Parse("f.json", []byte(data))
	var faults Faults
	require.True(t, errors.As(err, &faults))
	require.Len(t, faults, 62)
	lines := strings.Split(err.Error(), "\n")
	require.Len(t, lines, 21)
	require.Regexp(t, `^… and \d+ more$`, lines[20])
}

// Wherever a file is cut, that is found.
func TestParseFindsCuts(t *testing.T) {
	whole := bytes.TrimRight(sample(t, "rllm-extraction.json"), "\n")
	rapid.Check(t, func(t *rapid.T) {
		_, err := Parse("f.json", whole[:rapid.IntRange(1, len(whole)-1).Draw(t, "bytes")])
		require.ErrorContains(t, err, "it was cut off")
	})
}

// A verdict of a cycle that was turned round is found where it moves the first loss. Where it doesn't, no verdict on the
// fact is another: what the original stored of it is the first loss.
func TestParseFindsTurnedLosses(t *testing.T) {
	whole := string(sample(t, "rlm-loss.json"))
	places := regexp.MustCompile(`true|false`).FindAllStringIndex(whole, -1)
	require.Len(t, places, 236)
	before, found := parsed(t, "rlm-loss.json"), 0
	for _, at := range places {
		turned := map[string]string{"true": "false", "false": "true"}[whole[at[0]:at[1]]]
		f, err := Parse("f.json", []byte(whole[:at[0]]+turned+whole[at[1]:]))
		if err != nil {
			require.ErrorContains(t, err, "by retainedByCycle it is")
			found++
			continue
		}
		for i, r := range f.Runs {
			require.Equal(t, before.Runs[i].Stored, r.Stored)
		}
	}
	require.Equal(t, 115, found)
}

// No input makes the parser panic, and what it accepts can be judged.
func FuzzParse(f *testing.F) {
	entries, err := os.ReadDir("testdata")
	require.NoError(f, err)
	for _, e := range entries {
		if !e.IsDir() {
			f.Add(sample(f, e.Name()))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Parse("f.json", data)
		if err != nil {
			var faults Faults
			require.ErrorAs(t, err, &faults)
			require.NotEmpty(t, faults)
			return
		}
		require.NoError(t, file.Judge())
		var s Summary
		s.Add(file)
		for _, row := range s.Figures {
			require.True(t, 0 <= row.K && row.K <= row.N && row.N > 0, "%+v", row)
		}
	})
}
