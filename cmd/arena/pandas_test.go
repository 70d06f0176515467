//go:build clients

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// pandasCode is what docs/data-frames.md has for pandas.
var pandasCode = regexp.MustCompile("(?s)```python\n(.*?)```")

// TestPandas reads exported tables in pandas as docs/data-frames.md says (make test-clients), finds there what
// the program reports, and the same in the views of the database.
func TestPandas(t *testing.T) {
	python := ""
	for _, p := range []string{"/usr/bin/python3", "python3"} { // apt-get's pandas is for the first, whatever else is in the path
		if exec.Command(p, "-c", "import pandas").Run() == nil {
			python = p
			break
		}
	}
	require.NotEmpty(t, python, "this test needs pandas for python3; on Debian and Ubuntu: apt-get install python3-pandas")
	page, err := os.ReadFile("../../docs/data-frames.md")
	require.NoError(t, err)
	code := pandasCode.FindSubmatch(page)
	require.NotNil(t, code)
	dir := t.TempDir()
	arenaOutput(t, dir, "run", "--strategy", "rlm", "--strategy", "structured", "--strategy", "full_context",
		"--scenario", "early-fact-recall", "--scenario", "contradiction-resolution", "--repeats", "2")
	arenaOutput(t, dir, "export", "tables")
	arenaOutput(t, dir, "report", "--format", "json", "--out", "report.json")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "check.py"), append(code[1], []byte(`
import json, sqlite3

report = json.load(open("report.json"))
figures = {s["strategy"]: s["answer"]["mean"] for s in report["leaderboard"]}
assert set(retention.index) == {"rlm", "structured", "full_context"}, retention
for strategy, mean in retention.items():
    assert abs(mean - figures[strategy]) < 1e-9, (strategy, mean, figures)
spent = calls.groupby("strategy").usd.sum() / calls.groupby("strategy").trial.nunique()
for s in report["leaderboard"]:
    cost = sum(s["cost"][part] for part in ("write_usd", "read_usd", "probe_usd"))
    assert abs(spent[s["strategy"]] - cost) < 1e-12, (s["strategy"], spent, cost)

db = sqlite3.connect("file:arena.db?mode=ro", uri=True)
for table in "trials", "verdicts", "cycles", "calls":
    csv = pd.read_csv("tables/" + table + ".csv", keep_default_na=False, na_values=[""])
    view = pd.read_sql("SELECT * FROM export_" + table + " WHERE experiment = 1", db)
    if table == "calls":
        csv.pop("usd")
    assert list(csv.columns) == list(view.columns), table
    assert len(csv) > 0, table
    assert (csv.astype(object).where(csv.notna(), None) == view.astype(object).where(view.notna(), None)).eq(True).mask(csv.isna() & view.isna(), True).all(axis=None), table
assert verdicts.question.notna().all() and verdicts.expected.notna().any()
assert verdicts[verdicts.level == "answer"].answer.notna().all()
`)...), 0o600))
	cmd := exec.Command(python, "check.py")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	require.Contains(t, string(out), "full_context")
}
