//go:build ignore

package deploy

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rhysd/actionlint"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"
)

// TestWorkflowsAreLinted: the one here, the one that arena init writes, and this project's own.
func TestWorkflowsAreLinted(t *testing.T) {
	linter, err := actionlint.NewLinter(io.Discard, &actionlint.LinterOptions{})
	require.NoError(t, err)
	for _, file := range []string{"github-actions/arena.yml", "../cmd/arena/initial/.github/workflows/nightly.yaml", "../.github/workflows/ci.yaml"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		wrong, err := linter.Lint(file, text, nil)
		require.NoError(t, err)
		require.Empty(t, wrong, file)
	}
}

// workflow is what the steps below are read from.
type workflow struct {
	Jobs map[string]struct {
		Strategy struct{ Matrix struct{ Shard []int } }
		Env      map[string]any
		Steps    []struct{ Name, Run string }
	}
}

// testWorkflow runs the workflow's own steps with a folder in the place of artifacts: a merge while a shard is missing fails, but has its summary, and
// the merge of all is one machine's.
func testWorkflow(t *testing.T, bin string) {
	t.Helper()
	text, err := os.ReadFile("github-actions/arena.yml")
	require.NoError(t, err)
	var w workflow
	require.NoError(t, yaml.Unmarshal(text, &w))
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "plan.yaml"), []byte("strategies: [full_context, window, rlm]\nrepeats: 4\n"), 0o600))
	step := func(job, name string, env ...string) (int, string) {
		for _, s := range w.Jobs[job].Steps {
			if s.Name == name {
				require.NotContains(t, s.Run, "${{", "an expression in a script is text that is run")
				cmd := command(t, dir, "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
				cmd.Env = append(env, "PATH="+bin+":"+os.Getenv("PATH"), "HOME="+t.TempDir(), "PLAN=plan.yaml", "GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary.md"))
				return code(t, cmd)
			}
		}
		t.Fatalf("job %s has no step %s", job, name)
		return 0, ""
	}
	shards := w.Jobs["shard"].Strategy.Matrix.Shard
	of := w.Jobs["shard"].Env["OF"]
	require.EqualValues(t, len(shards), of)
	for _, shard := range shards[1:] {
		exit, out := step("shard", "Play", "SHARD="+strconv.Itoa(shard), "OF="+strconv.Itoa(len(shards)))
		require.Zero(t, exit, out)
	}
	exit, out := step("merge", "Merge")
	require.Equal(t, 3, exit, out)
	require.Contains(t, out, "trials not run")
	exit, out = step("shard", "Play", "SHARD="+strconv.Itoa(shards[0]), "OF="+strconv.Itoa(len(shards)))
	require.Zero(t, exit, out)
	exit, out = step("merge", "Merge")
	require.Zero(t, exit, out)
	summary, err := os.ReadFile(filepath.Join(dir, "summary.md"))
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(summary), "#"), "%.200s", summary)

	arena := filepath.Join(bin, "arena")
	output(t, command(t, dir, arena, "run", "plan.yaml", "--db", "one.db"))
	same(t, arena, filepath.Join(dir, "one.db"), filepath.Join(dir, "all.db"))
	require.FileExists(t, filepath.Join(dir, "tables/verdicts.csv"))
}
