package main

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
	"contextarena.internal/llm/openai"
)

// servedModel is the program serving a model.
type servedModel struct {
	url    string // as it printed it
	cmd    *exec.Cmd
	stdout *bufio.Reader
	stderr strings.Builder // to be read when it has ended
}

// serveModel starts the program and reads the base URL that it prints first. upstream may be nil.
func serveModel(t *testing.T, upstream *endpoint, env []string, args ...string) *servedModel {
	t.Helper()
	return listening(t, upstream, env, append([]string{"serve-model", "--addr", "127.0.0.1:0"}, args...)...)
}

// listening is serveModel for any command that prints its address first.
func listening(t *testing.T, upstream *endpoint, env []string, args ...string) *servedModel {
	t.Helper()
	if upstream == nil {
		upstream = serve(t, nil)
	}
	cmd, _ := upstream.process(t, t.TempDir(), args...)
	cmd.Env = append(cmd.Env, env...)
	s := &servedModel{cmd: cmd}
	cmd.Stdout, cmd.Stderr = nil, &s.stderr
	pipe, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() }) // if the test failed before stop
	s.stdout = bufio.NewReader(pipe)
	line, err := s.stdout.ReadString('\n')
	require.NoError(t, err, "it ended before it served")
	s.url = strings.TrimSpace(line)
	return s
}

// stop presses Ctrl-C and returns all that the program printed.
func (s *servedModel) stop(t *testing.T) string {
	t.Helper()
	require.NoError(t, s.cmd.Process.Signal(os.Interrupt))
	return s.wait(t)
}

func (s *servedModel) wait(t *testing.T) string {
	t.Helper()
	rest, err := io.ReadAll(s.stdout)
	require.NoError(t, err)
	require.NoError(t, s.cmd.Wait(), s.stderr.String())
	return string(rest) + s.stderr.String()
}

// ask asks for a completion by our own client.
func (s *servedModel) ask(t *testing.T, key, model, text string) (llm.Response, error) {
	t.Helper()
	c, err := openai.New(openai.Options{BaseURL: s.url, Key: key})
	require.NoError(t, err)
	return c.Complete(context.WithoutCancel(t.Context()), llm.Request{
		Model: llm.Model{Provider: "openai", Name: model}, Messages: []llm.Message{{Role: llm.User, Text: text}},
	})
}

func TestServeModel(t *testing.T) {
	s := serveModel(t, nil, nil, "gpt-5-nano=sim:nano", "--embedder", "small=local")
	r, err := s.ask(t, "", "gpt-5-nano", "The code is 4711. What is the code?")
	require.NoError(t, err)
	require.Equal(t, llm.StopEnd, r.Stop)
	require.Positive(t, r.Usage.Input)
	c, err := openai.New(openai.Options{BaseURL: s.url})
	require.NoError(t, err)
	vectors, err := llm.Embedding(c, llm.Model{Provider: "openai", Name: "small"}).Embed(t.Context(), []string{"a cat", "a dog"})
	require.NoError(t, err)
	require.Len(t, vectors, 2)
	out := s.stop(t)
	require.Contains(t, out, "arena: 2 requests served\n")
}

// What is served under a name answers under it: a check and a run by that name agree.
func TestARunByTheNameItIsServedUnder(t *testing.T) {
	s := serveModel(t, nil, nil, "mine=sim:nano", "sim:nano")
	for _, model := range []string{"openai:mine", "openai:sim:nano"} {
		for _, args := range [][]string{
			{"models", "--check", model},
			{"run", "--model", model, "--scenario", "early-fact-recall", "--strategy", "window", "--repeats", "1", "--dialogue", "scripted"},
		} {
			cmd, out := serve(t, nil).process(t, t.TempDir(), args...)
			cmd.Env = append(cmd.Env, "OPENAI_BASE_URL="+s.url)
			require.NoError(t, cmd.Run(), out.String())
		}
	}
	s.stop(t)
}

func TestServeModelWithAToken(t *testing.T) {
	const token = "sk-serve-0123456789"
	s := serveModel(t, nil, []string{"ARENA_SERVE_TOKEN=" + token}, "sim:nano", "--addr", "0.0.0.0:0")
	s.url = strings.Replace(s.url, "0.0.0.0", "127.0.0.1", 1)
	s.url = strings.Replace(s.url, "[::]", "127.0.0.1", 1)
	_, err := s.ask(t, "sk-wrong-0123456789", "sim:nano", "Hi.")
	require.ErrorContains(t, err, "401")
	_, err = s.ask(t, token, "sim:nano", "Hi.")
	require.NoError(t, err)
	out := s.stop(t)
	require.NotContains(t, out, token)
	require.NotContains(t, out, "sk-wrong")
}

// TestServeModelRecordsAndReplays runs a provider behind the endpoint, within a budget, records
// it, and serves the recording where there is no provider.
func TestServeModelRecordsAndReplays(t *testing.T) {
	e := serve(t, nil)
	dir := t.TempDir()
	prices := dir + "/prices.yaml"
	require.NoError(t, os.WriteFile(prices, []byte("prices:\n- {provider: openai, model: stub, from: 2025-01-01, input: 1000, output: 1000}\n"), 0o600))
	s := serveModel(t, e, nil, "openai:stub", "--budget-usd", "0.1", "--prices", prices, "--record", dir+"/calls.jsonl", "--db", dir+"/a.db")
	capped := func(text string) (llm.Response, error) {
		c, err := openai.New(openai.Options{BaseURL: s.url})
		require.NoError(t, err)
		return c.Complete(t.Context(), llm.Request{
			Model: llm.Model{Provider: "openai", Name: "openai:stub"}, Messages: []llm.Message{{Role: llm.User, Text: text}}, MaxTokens: 30,
		})
	}
	first, err := capped("One.")
	require.NoError(t, err)
	again, err := capped("One.")
	require.NoError(t, err)
	require.Equal(t, first.Text, again.Text)
	require.EqualValues(t, 1, e.calls.Load(), "the second is from the cache")
	_, err = capped("Two.")
	require.NoError(t, err)
	_, err = capped("Three.")
	var api *llm.APIError
	require.ErrorAs(t, err, &api)
	require.Equal(t, "insufficient_quota", api.Code, "0.04 USD each, and 0.1 in all")
	out := s.stop(t)
	require.Contains(t, out, "4 requests served; paid 0.0800 USD")
	keyIsNowhere(t, dir, out)

	s = serveModel(t, nil, nil, "--replay", dir+"/calls.jsonl")
	replayed, err := capped("One.")
	require.NoError(t, err, "with another base URL in the environment")
	require.Equal(t, first.Text, replayed.Text)
	_, err = capped("Three.")
	require.ErrorContains(t, err, "no recorded reply")
	s.stop(t)
	require.EqualValues(t, 2, e.calls.Load())
}

// Each token's charges stand in the database under its name, none of them under the token, and the budget of all goes on from them.
func TestServeModelWithATokenForEach(t *testing.T) {
	e := serve(t, nil)
	dir := t.TempDir()
	const night, sweep = "sk-night-0123456789", "sk-sweep-0123456789"
	require.NoError(t, os.WriteFile(dir+"/tokens.yaml", []byte("night: "+night+"\nsweep: "+sweep+"\n"), 0o600))
	require.NoError(t, os.WriteFile(dir+"/prices.yaml", []byte("prices:\n- {provider: openai, model: stub, from: 2025-01-01, input: 1000, output: 1000}\n"), 0o600))
	gateway := func() *servedModel {
		return serveModel(t, e, nil, "openai:stub", "--budget-usd", "0.1", "--prices", dir+"/prices.yaml", "--db", dir+"/a.db", "--tokens", dir+"/tokens.yaml")
	}
	s := gateway()
	asked := func(key, text string) error {
		c, err := openai.New(openai.Options{BaseURL: s.url, Key: key, KeyVariable: "NIGHT_TOKEN"})
		require.NoError(t, err)
		_, err = c.Complete(t.Context(), llm.Request{
			Model: llm.Model{Provider: "openai", Name: "openai:stub"}, Messages: []llm.Message{{Role: llm.User, Text: text}}, MaxTokens: 30,
		})
		return err
	}
	require.NoError(t, asked(night, "One."))
	require.NoError(t, asked(sweep, "Two."))
	require.NoError(t, asked(sweep, "One."), "from the cache: nobody pays")
	err := asked("sk-wrong-0123456789", "One.")
	require.ErrorContains(t, err, "401")
	require.ErrorContains(t, err, "check NIGHT_TOKEN")
	require.False(t, llm.Transient(err))
	out := s.stop(t)
	require.Contains(t, out, "paid 0.0800 USD")

	s = gateway()
	var api *llm.APIError
	require.ErrorAs(t, asked(night, "Three."), &api)
	require.Equal(t, "insufficient_quota", api.Code, "0.04 USD each, 0.1 in all, and 0.08 are paid")
	out += s.stop(t)
	cmd, list := e.process(t, dir, "experiments", "--db", "a.db")
	require.NoError(t, cmd.Run(), list.String())
	require.Regexp(t, `served +complete +0\.0400 +night`, list.String())
	require.Regexp(t, `served +complete +0\.0400 +sweep`, list.String())
	cmd, none := e.process(t, dir, "report", "--db", "a.db")
	require.Error(t, cmd.Run())
	require.Contains(t, none.String(), "is what arena serve-model paid for the token sweep, and has no trials")

	require.NoError(t, os.Remove(dir+"/tokens.yaml"))
	keyIsNowhere(t, dir, out)
	err = filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		require.NotContains(t, string(data), night, path)
		return err
	})
	require.NoError(t, err)
	require.NotContains(t, out, night)
}

// TestServeModelFinishesWhatIsInFlight stops the program while a reply is being made.
func TestServeModelFinishesWhatIsInFlight(t *testing.T) {
	asked, release := make(chan struct{}), make(chan struct{})
	e := serve(t, func(_ int64, _ http.ResponseWriter, r *http.Request) bool {
		close(asked)
		select {
		case <-release:
		case <-r.Context().Done():
		}
		return false
	})
	s := serveModel(t, e, nil, "openai:stub", "--grace", "1h")
	replied := make(chan error, 1)
	go func() {
		_, err := s.ask(t, "", "openai:stub", "Hi.")
		replied <- err
	}()
	<-asked
	require.NoError(t, s.cmd.Process.Signal(os.Interrupt))
	at := strings.TrimSuffix(strings.TrimPrefix(s.url, "http://"), "/v1")
	require.Eventually(t, func() bool {
		c, err := net.Dial("tcp", at)
		if err == nil {
			c.Close()
		}
		return err != nil
	}, 20*time.Second, time.Millisecond, "it listens no longer")
	require.Empty(t, replied)
	close(release)
	require.NoError(t, <-replied)
	require.Contains(t, s.wait(t), "1 requests served")
}

func TestServeModelBreaksOffAfterItsGrace(t *testing.T) {
	asked := make(chan struct{})
	e := serve(t, func(_ int64, _ http.ResponseWriter, r *http.Request) bool {
		close(asked)
		<-r.Context().Done()
		return true
	})
	s := serveModel(t, e, nil, "openai:stub", "--grace", "1ms")
	replied := make(chan error, 1)
	go func() {
		_, err := s.ask(t, "", "openai:stub", "Hi.")
		replied <- err
	}()
	<-asked
	require.Contains(t, s.stop(t), "broken off")
	require.Error(t, <-replied)
}
