//go:build servers

package lab_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ollama/ollama/api"
	"github.com/ollama/ollama/fs/ggml"
	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/learning"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/store"
)

const (
	givenWindow = 2048 // tokens that the server gives who doesn't ask for more
	longTalk    = 3000 // tokens of a conversation
)

// realOllama is a server of this test's own.
type realOllama struct {
	url    string
	models lab.Models
}

// A real Ollama (whose binary OLLAMA_BINARY names) with a model of some bytes, by its own API and by that which it shares with
// OpenAI, where it cuts long prompts without a word.
func TestOllama(t *testing.T) {
	at := startOllama(t, givenWindow)
	t.Run("check", func(t *testing.T) {
		for _, name := range []string{"ollama:tiny", "ollama:tiny:latest", "openai:tiny", "openai:tiny:latest", "openai:tiny?base_url=" + at.url + "/v1"} {
			said, err := at.models.Check(t.Context(), name)
			require.NoError(t, err)
			require.Contains(t, said, "there, at "+at.url, name)
		}
		_, err := at.models.Check(t.Context(), "ollama:tiny:3b")
		require.ErrorContains(t, err, `has no model "tiny:3b"`)
	})
	t.Run("ollama", func(t *testing.T) { // it is asked for the window that a prompt needs
		at.playsWhole(t, "ollama:tiny", "full_context", "window")
	})
	t.Run("openai", func(t *testing.T) {
		at.playsWhole(t, "openai:tiny", "window")
		failed := at.play(t, "openai:tiny", "full_context")
		require.Equal(t, arena.Failed, failed.Outcome)
		remedy := regexp.MustCompile(`it read \d+ tokens of \d+ or more; set .*OLLAMA_CONTEXT_LENGTH=(\d+)\), or ask Ollama as ollama:NAME\?(num_ctx=\d+)`)
		require.Regexp(t, remedy, failed.Reason)
		said := remedy.FindStringSubmatch(failed.Reason)
		window, err := strconv.Atoi(said[1])
		require.NoError(t, err)
		at.playsWhole(t, "ollama:tiny?"+said[2], "full_context")
		startOllama(t, window).playsWhole(t, "openai:tiny", "full_context")
	})
	t.Run("embeddings", func(t *testing.T) {
		ours, attempts := at.retrieve(t, "ollama:embeds")
		require.Positive(t, attempts)
		same, _ := at.retrieve(t, "openai:embeds")
		require.Equal(t, ours, same, "they are the same vectors")
		others, attempts := at.retrieve(t, embed.LocalName)
		require.Zero(t, attempts)
		require.NotEqual(t, ours, others)
	})
}

// play plays a conversation that is longer than the window that the server gives.
func (o realOllama) play(t *testing.T, model, strategy string) arena.Record {
	t.Helper()
	l := open(t)
	l.Models.Env, l.Models.Now = o.models.Env, o.models.Now
	p := plan(t, strategy)
	p.Models, p.Scenarios, p.Repeats, p.Stretch = []string{model}, p.Scenarios[:1], 1, longTalk
	_, r := run(t, l, p)
	require.Len(t, r.Trials, 1)
	rec, err := l.DB.Record(t.Context(), r.Trials[0].Key)
	require.NoError(t, err)
	return rec
}

// playsWhole says that a trial is completed, and that the server told what it read of every prompt: all.
func (o realOllama) playsWhole(t *testing.T, model string, strategies ...string) {
	t.Helper()
	for _, strategy := range strategies {
		rec := o.play(t, model, strategy)
		require.Equal(t, arena.Completed, rec.Outcome, rec.Reason)
		asked := 0
		for _, call := range rec.Calls {
			if call.Nominal {
				continue
			}
			asked++
			words, letters := 0, 0
			for _, m := range call.Prompt {
				words, letters = words+len(strings.Fields(m.Text)), letters+len(m.Text)
			}
			require.False(t, call.Usage.Estimated)
			require.GreaterOrEqual(t, call.Usage.Input, words, "no token has two words")
			require.Less(t, call.Usage.Input, letters)
			require.Equal(t, len(tinyReply)+1, call.Usage.Output, "with the token that ends it")
			require.Equal(t, tinyReply, call.Reply)
		}
		require.NotZero(t, asked)
	}
}

// retrieve plays conversations of which a strategy shows what resembles the question, and is what it shows; and how often a provider was
// asked, which are all embeddings.
func (o realOllama) retrieve(t *testing.T, embedder string) (shown [][]llm.Message, attempts int) {
	t.Helper()
	l := open(t)
	l.Models.Env, l.Models.Now = o.models.Env, o.models.Now
	p := learning.DefaultPlan()
	p.Strategy, p.Train, p.HeldOut, p.Sessions, p.Chains = "retrieval(by=embedding)", []string{"early-fact-recall"}, nil, 1, 1
	p.Embedder = embedder
	_, ran, err := learning.Run(t.Context(), l, p)
	require.NoError(t, err)
	require.Equal(t, store.Complete, ran.Experiment.Status, ran.Experiment.Note)
	trials, err := l.DB.Trials(t.Context(), ran.Experiment.ID)
	require.NoError(t, err)
	for _, trial := range trials {
		rec, err := l.DB.Record(t.Context(), trial.Key)
		require.NoError(t, err)
		for _, reply := range rec.Probes {
			shown = append(shown, reply.Context.Messages)
		}
	}
	require.NotEmpty(t, shown)
	return shown, ran.Balance.Attempts
}

// startOllama starts a server with two models, tiny and embeds, and the window that it gives who doesn't ask for more, in tokens.
func startOllama(t *testing.T, window int) realOllama {
	t.Helper()
	program := os.Getenv("OLLAMA_BINARY")
	require.NotEmpty(t, program, "make test-servers sets it")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	at := listener.Addr().String()
	require.NoError(t, listener.Close())

	home := t.TempDir()
	log, err := os.Create(filepath.Join(home, "log"))
	require.NoError(t, err)
	ends, ok := t.Deadline()
	if !ok {
		ends = time.Now().Add(time.Hour)
	}
	ctx, stop := context.WithDeadline(context.Background(), ends.Add(-5*time.Second)) // no server outlives a test that takes too long
	server := exec.CommandContext(ctx, program, "serve")
	server.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "OLLAMA_HOST=" + at, "OLLAMA_MODELS=" + home, fmt.Sprint("OLLAMA_CONTEXT_LENGTH=", window)}
	server.Stdout, server.Stderr = log, log
	server.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // its runners are processes of their own
	server.Cancel = func() error { return syscall.Kill(-server.Process.Pid, syscall.SIGKILL) }
	require.NoError(t, server.Start())
	t.Cleanup(func() {
		stop()
		_ = server.Wait()
		_ = log.Close()
		if said, _ := os.ReadFile(log.Name()); t.Failed() {
			t.Logf("%s", said[max(0, len(said)-4000):])
		}
	})

	client := api.NewClient(&url.URL{Scheme: "http", Host: at}, http.DefaultClient)
	require.Eventually(t, func() bool { return client.Heartbeat(ctx) == nil }, time.Minute, 50*time.Millisecond)
	v := tinyVocabulary(t)
	for name, more := range map[string]ggml.KV{"tiny": nil, "embeds": {"pooling_type": uint32(1)}} {
		file := filepath.Join(home, name+".gguf")
		writeTinyModel(t, file, v, more)
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		digest := fmt.Sprintf("sha256:%x", sha256.Sum256(data))
		require.NoError(t, client.CreateBlob(ctx, digest, bytes.NewReader(data)))
		require.NoError(t, client.Create(ctx, &api.CreateRequest{
			Model: name, Files: map[string]string{name + ".gguf": digest}, Template: "{{ range .Messages }}{{ .Role }}: {{ .Content }}\n{{ end }}assistant:",
			Parameters: map[string]any{"num_thread": 1}, // several would wait for each other at every token
		}, func(api.ProgressResponse) error { return nil }))
	}
	base := "http://" + at
	return realOllama{base, lab.Models{Env: env("OPENAI_API_KEY", "none", "OPENAI_BASE_URL", base+"/v1", "OLLAMA_HOST", base), Now: time.Now}}
}
