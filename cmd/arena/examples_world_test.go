//go:build slow

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// exampleWorld is where the examples of the help are run.
type exampleWorld struct {
	prepared string // the folder that each page has a copy of
	env      []string
	known    *strings.Replacer // what an example names that nobody can know before: a key, a cell with something in it
}

// prepareExamples makes the folder.
func prepareExamples(t *testing.T) *exampleWorld {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	bin := t.TempDir()
	require.NoError(t, os.Symlink(self, filepath.Join(bin, "arena")))
	openai, ollama := exampleServers(t)
	w := &exampleWorld{prepared: t.TempDir(), env: append(os.Environ(),
		"ARENA_MAIN=1", "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "COLUMNS=80",
		"OPENAI_API_KEY="+secret, "OPENAI_BASE_URL="+openai+"/v1", "OLLAMA_HOST="+ollama)}
	archive, err := txtar.ParseFile("testdata/examples/prepared.txtar")
	require.NoError(t, err)
	for _, f := range archive.Files {
		name := filepath.Join(w.prepared, f.Name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, f.Data, 0o600))
	}
	out, err := w.shell(t, w.prepared, "set -e\n"+string(archive.Comment)).CombinedOutput()
	require.NoError(t, err, string(out))
	find := func(in, what string) string {
		out, err := w.shell(t, w.prepared, in).Output()
		require.NoError(t, err, in)
		found := regexp.MustCompile(what).Find(out)
		require.NotEmpty(t, found, in)
		return string(found)
	}
	w.known = strings.NewReplacer("3f9a1c", find("arena report 3 --format csv", `(?m)^[0-9a-f]{12}`))
	return w
}

func (w *exampleWorld) shell(t *testing.T, dir, script string) *exec.Cmd {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(stop)
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.Dir, cmd.Env = dir, w.env
	return cmd
}

// run runs an example, with more behind it, to its end. What serves is asked once and ended by Ctrl-C.
func (w *exampleWorld) run(t *testing.T, dir, example, more string) {
	t.Helper()
	line := w.known.Replace(strings.TrimSpace(example + " " + more))
	serves := strings.HasPrefix(line, "arena view") || strings.HasPrefix(line, "arena serve-model")
	if !serves {
		out, err := w.shell(t, dir, line).CombinedOutput()
		require.NoError(t, err, "%s\n%s", line, out)
		return
	}
	cmd := w.shell(t, dir, "exec "+line+" --addr 127.0.0.1:0")
	var said bytes.Buffer
	cmd.Stderr = &said
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	url, _ := bufio.NewReader(stdout).ReadString('\n')
	askServed(t, strings.TrimSpace(url))
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	_, _ = io.Copy(io.Discard, stdout)
	require.NoError(t, cmd.Wait(), "%s\n%s", line, said.String())
}

// askServed asks for a page, or a model for a reply.
func askServed(t *testing.T, url string) {
	t.Helper()
	get := func(path string) []byte {
		resp, err := http.Get(url + path)
		require.NoError(t, err)
		defer resp.Body.Close()
		require.Equal(t, http.StatusOK, resp.StatusCode, url+path)
		body, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		return body
	}
	if !strings.HasSuffix(url, "/v1") {
		get("/")
		return
	}
	var models struct{ Data []struct{ ID string } }
	require.NoError(t, json.Unmarshal(get("/models"), &models))
	if len(models.Data) == 0 {
		return // any that a recording has
	}
	resp, err := http.Post(url+"/chat/completions", "application/json", strings.NewReader(fmt.Sprintf(
		`{"model":%q,"messages":[{"role":"user","content":"The code is 4711. What is the code?"}]}`, models.Data[0].ID)))
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	require.Equal(t, http.StatusOK, resp.StatusCode)
}

// exampleServers answer as OpenAI and Ollama do, with the end of what was asked; questions of a judge as people
// did who labelled the replies.
func exampleServers(t *testing.T) (openai, ollama string) {
	t.Helper()
	judge := judging(t, nil)
	serve := func(answer func(w http.ResponseWriter, r *http.Request, model, text string, tokens int)) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			r.Body = io.NopCloser(bytes.NewReader(body))
			var q struct {
				Model    string
				Messages []struct{ Content string }
			}
			_ = json.Unmarshal(body, &q)
			text := ""
			if n := len(q.Messages); n > 0 {
				text = q.Messages[n-1].Content
			}
			answer(w, r, q.Model, text, len(body)/4)
		}))
		t.Cleanup(s.Close)
		return s.URL
	}
	said := func(text string) []byte {
		all := []rune(text)
		text = string(all[max(0, len(all)-120):])
		quoted, _ := json.Marshal("You said: " + text)
		return quoted
	}
	openai = serve(func(w http.ResponseWriter, r *http.Request, model, text string, tokens int) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/models"):
			fmt.Fprint(w, `{"data":[{"id":"gpt-5-nano"}]}`)
		case strings.Contains(text, "=== REPLY "):
			judge.Config.Handler.ServeHTTP(w, r)
		default:
			fmt.Fprintf(w, `{"model":%q,"choices":[{"message":{"role":"assistant","content":%s},"finish_reason":"stop"}],"usage":{"prompt_tokens":%d,"completion_tokens":30}}`,
				model, said(text), tokens)
		}
	})
	ollama = serve(func(w http.ResponseWriter, r *http.Request, model, text string, tokens int) {
		if strings.HasSuffix(r.URL.Path, "/tags") {
			fmt.Fprint(w, `{"models":[{"name":"llama3.2:3b"}]}`)
			return
		}
		fmt.Fprintf(w, `{"model":%q,"message":{"role":"assistant","content":%s},"done":true,"done_reason":"stop","prompt_eval_count":%d,"eval_count":30}`+"\n",
			model, said(text), tokens)
	})
	return openai, ollama
}
