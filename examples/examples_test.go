//go:build examples

package examples

import (
	"context"
	"encoding/csv"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// These tests play programs that others wrote, so they are apart (make test-examples): they need python3, node, and what
// npm ci installs in node.

// tree is the examples in a folder of the test's own, each file changed by edit, with node's packages as they are installed.
func tree(t *testing.T, edit func(name, text string) string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, fs.WalkDir(Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := Files.ReadFile(name)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		return os.WriteFile(to, []byte(edit(name, string(text))), 0o600)
	}))
	modules, err := filepath.Abs("node/node_modules")
	require.NoError(t, err)
	require.DirExists(t, modules, "run npm ci in examples/node")
	require.NoError(t, os.Symlink(modules, filepath.Join(dir, "node/node_modules")))
	return dir
}

func asItIs(_, text string) string { return text }

// memories are the examples, as plans name them.
var memories = []string{"python", "mem0", "langchain", "llamaindex", "mcp"}

// plan plays the memories on one short scenario.
func plan(settings, models string) string {
	var b strings.Builder
	b.WriteString("scenarios: [implicit-corrections]\nrepeats: 1\n" + models + "\nstrategies:\n")
	for _, name := range memories {
		command := "command: [node, node/" + name + ".mjs], files: [node/" + name + ".mjs, node/arena.mjs, node/package-lock.json]"
		if name == "python" {
			command = "command: [python3, python/mine.py], files: [python/mine.py]"
		}
		fmt.Fprintf(&b, "  - {name: external, as: %s, %s%s}\n", name, command, settings)
	}
	return b.String()
}

// arena is the program, built once.
var arena string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "arena-examples-")
	if err == nil {
		arena = filepath.Join(dir, "arena")
		var out []byte
		if out, err = exec.Command("go", "build", "-o", arena, "../cmd/arena").CombinedOutput(); err != nil {
			err = fmt.Errorf("%w\n%s", err, out)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// played plays a plan in a folder and returns the tables of its export, by name.
func played(t *testing.T, dir, plan string, environ ...string) map[string]string {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "plan.yaml"), []byte(plan), 0o600))
	run := func(args ...string) string {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, arena, args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), environ...)
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != 3 { // some trials weren't completed
			require.NoError(t, err, string(out))
		}
		return string(out)
	}
	said := run("run", "plan.yaml", "--db", "a.db")
	run("export", "tables", "--db", "a.db")
	tables := map[string]string{"said": said}
	names, err := filepath.Glob(filepath.Join(dir, "tables/*.csv"))
	require.NoError(t, err)
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		tables[filepath.Base(name)] = string(text)
	}
	return tables
}

// clocked is a memory that recalls the clock's year, whatever the messages say.
const clocked = `while read -r line; do
	id=${line#*'"id":'}
	echo '{"jsonrpc":"2.0","id":'${id%%,*}',"result":{"memory":"It is '$(date +%Y-%m-%d)'."}}'
done
`

// Every example keeps the whole contract of a memory, the clock's part of it too, and one that reads the clock is found.
func TestConformance(t *testing.T) {
	_, err := exec.LookPath("faketime")
	require.NoError(t, err, "apt-get install -y faketime")
	dir := tree(t, asItIs)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "clock.sh"), []byte(clocked), 0o600))
	check := func(command ...string) (string, int) {
		cmd := exec.CommandContext(t.Context(), arena, append([]string{"strategies", "check", "--format", "json", "--"}, command...)...)
		cmd.Dir = dir
		out, err := cmd.Output()
		if cmd.ProcessState == nil {
			require.NoError(t, err)
		}
		return string(out), cmd.ProcessState.ExitCode()
	}
	for _, name := range memories {
		command := []string{"node", "node/" + name + ".mjs"}
		if name == "python" {
			command = []string{"python3", "python/mine.py"}
		}
		out, code := check(command...)
		require.Zero(t, code, "%s: %s", name, out)
		require.NotContains(t, out, "untried", name)
	}
	out, code := check("sh", "clock.sh")
	require.Equal(t, 3, code)
	require.Contains(t, out, `"case": "takes its time from the messages",
    "fault"`)
}

// column is a column of a table, by another.
func column(t *testing.T, table, of, by string) map[string]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	require.NoError(t, err)
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	out := map[string]string{}
	for _, r := range rows[1:] {
		out[r[at[by]]] = r[at[of]]
	}
	return out
}

// Each example plays whole trials, and the same trials twice: what it asks, what it is answered and what it keeps.
func TestExamplesTwice(t *testing.T) {
	t.Parallel()
	p := plan("", `models: ["sim:nano"]`)
	one, two := played(t, tree(t, asItIs), p), played(t, tree(t, asItIs), p)
	outcomes := column(t, one["trials.csv"], "outcome", "alias")
	for _, name := range memories {
		require.Equal(t, "completed", outcomes[name], "%s\n%s", name, one["said"])
		require.Contains(t, one["verdicts.csv"], name)
	}
	require.NotEmpty(t, one["calls.csv"])
	for name, table := range one {
		require.Equal(t, table, two[name], name)
	}
}

// The whole plan of each kit is one that runs.
func TestPlans(t *testing.T) {
	dir := tree(t, asItIs)
	for _, name := range []string{"python", "node"} {
		cmd := exec.CommandContext(t.Context(), arena, "run", filepath.Join(name, "plan.yaml"), "--dry-run")
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
}

// A program that breaks has failed and forgotten nothing.
func TestBrokenExamples(t *testing.T) {
	const python, node = "        print(json.dumps(", "    process.stdout.write("
	for fault, c := range map[string]struct{ python, node, want string }{
		"crash": {"        if request['id'] == 9: sys.exit(3)\n", "    if (id === 9) process.exit(3)\n", "the program ended: exit status 3"},
		"hang":  {"        if request['id'] == 9: import time; time.sleep(600)\n", "    if (id === 9) await new Promise((done) => setTimeout(done, 600000))\n", "it neither answered nor asked a model for 15 s"},
		"log":   {"        if request['id'] == 9: print('fine', file=answers)\n", "    if (id === 9) process.stdout.write('fine\\n')\n", "on standard output, which is for answers"},
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			edits := 0
			dir := tree(t, func(name, text string) string {
				at, with := "", ""
				switch name {
				case "python/mine.py":
					at, with = python, c.python
				case "node/arena.mjs":
					at, with = node, c.node
				default:
					return text
				}
				require.Equal(t, 1, strings.Count(text, at), name)
				edits++
				return strings.Replace(text, at, with+at, 1)
			})
			require.Equal(t, 2, edits)
			tables := played(t, dir, plan(", timeout: 15", `models: ["sim:nano"]`))
			outcomes, reasons := column(t, tables["trials.csv"], "outcome", "alias"), column(t, tables["trials.csv"], "reason", "alias")
			for _, name := range memories {
				require.Equal(t, "failed", outcomes[name], name)
				require.Contains(t, reasons[name], c.want, name)
			}
		})
	}
}

// What the model behind the endpoint couldn't say ends the trial, whatever the program makes of it.
func TestModelsThatFail(t *testing.T) {
	reply := func(content, refusal, stop string) string {
		return `{"id":"1","object":"chat.completion","created":1,"model":"stub-1","choices":[{"index":0,"message":{"role":"assistant","content":` + content +
			`,"refusal":` + refusal + `},"finish_reason":"` + stop + `"}],"usage":{"prompt_tokens":900,"completion_tokens":9,"total_tokens":909}}`
	}
	for fault, c := range map[string]struct {
		status     int
		body, want string
	}{
		"error":   {http.StatusBadRequest, `{"error":{"message":"the model has crashed","type":"server_error"}}`, "failed"},
		"refused": {http.StatusOK, reply("null", `"I can't help with that."`, "stop"), "refused"},
		"cut":     {http.StatusOK, reply(`"{\"memory\": [{\"id\": \"0\", \"te"`, "null", "length"), "truncated"},
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			stub := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(c.status)
				fmt.Fprint(w, c.body)
			}))
			defer stub.Close()
			tables := played(t, tree(t, asItIs), plan("", "models: [\"sim:exact\"]\nmemory_model: openai:stub-1"), "OPENAI_BASE_URL="+stub.URL+"/v1", "OPENAI_API_KEY=sk-test")
			outcomes := column(t, tables["trials.csv"], "outcome", "alias")
			for _, name := range memories {
				require.Equal(t, c.want, outcomes[name], "%s\n%s", name, tables["said"])
			}
		})
	}
}
