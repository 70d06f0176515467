package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"
)

// TestInit: what arena init writes runs as it is, the steps of its workflow as well, on the first night and on
// the next.
func TestInit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.Contains(t, string(arenaOutput(t, dir, "init", "mine")), "Next: cd mine && arena run plan.yaml")
	mine := filepath.Join(dir, "mine")
	arenaOutput(t, mine, "scenarios", "lint", "--strict", "scenarios/office-move.yaml")
	require.Contains(t, string(arenaOutput(t, mine, "run", "plan.yaml")), "prod")

	text, err := os.ReadFile(filepath.Join(mine, ".github/workflows/nightly.yaml"))
	require.NoError(t, err)
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct{ Name, Run, If string }
		}
	}
	require.NoError(t, yaml.Unmarshal(text, &workflow))
	bin := filepath.Join(dir, "bin")
	require.NoError(t, os.Mkdir(bin, 0o755))
	self, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(self, filepath.Join(bin, "arena")))
	summary := filepath.Join(dir, "summary.md")
	step := func(script string) {
		cmd := exec.CommandContext(t.Context(), "bash", "-e", "-c", script)
		cmd.Dir = mine
		cmd.Env = append(os.Environ(), "ARENA_MAIN=1", "PATH="+bin+":"+os.Getenv("PATH"), "GITHUB_STEP_SUMMARY="+summary,
			"GITHUB_PATH="+filepath.Join(dir, "path"), "RUNNER_TEMP="+dir, "OPENAI_API_KEY=", "OPENAI_BASE_URL=", "OLLAMA_HOST=")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	for _, label := range []string{"the first night", "passed"} {
		steps := 0
		for _, s := range workflow.Jobs["gates"].Steps {
			if s.Run != "" && !strings.Contains(s.If, "pull_request") {
				steps++
				step(s.Run)
			}
		}
		require.Equal(t, 3, steps)
		told, err := os.ReadFile(summary)
		require.NoError(t, err)
		require.Contains(t, string(told), label)
		require.FileExists(t, filepath.Join(mine, "out/nightly.xml"))
		comment, err := os.ReadFile(filepath.Join(mine, "out/comment.md"))
		require.NoError(t, err)
		require.Contains(t, string(comment), label)
		require.FileExists(t, filepath.Join(mine, "baseline.json"))
		// The next night has another date.
		require.NoError(t, os.Rename(filepath.Join(mine, "baseline.json"), filepath.Join(mine, "kept.json")))
		arenaOutput(t, mine, "nightly", "nightly.yaml", "--db", "nightly.db", "--night", "earlier", "--update-baseline")
	}
}
