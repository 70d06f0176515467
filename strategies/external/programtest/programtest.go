// Package programtest is a memory that is a program, for tests of what plays one: the test's own binary, so that they need no other
// language.
package programtest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// Main is a test's TestMain: the binary is the program, of the kind that Command names, or runs the tests.
func Main(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "program" {
		program(os.Args[2], os.Args[3])
		return
	}
	os.Exit(m.Run())
}

// Command starts the program of a kind, which may keep something in a file.
func Command(kind, file string) []string { return []string{os.Args[0], "program", kind, file} }

// asked is a request as a program reads it.
type asked struct {
	ID     int
	Method string
	Params struct {
		Text, Query string
		BaseURL     string `json:"base_url"`
		APIKey      string `json:"api_key"`
	}
}

// program keeps every text, and asks the model about each fourth. Each kind does one thing more, some at their third message.
func program(kind, file string) {
	var texts []string
	url, key, messages := "", "", 0
	answer := func(id int, result any) {
		text, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "result": result})
		fmt.Printf("%s\n", text)
	}
	in := bufio.NewScanner(os.Stdin)
	if kind != "reads short lines" {
		in.Buffer(nil, 1<<20)
	}
	for in.Scan() {
		var r asked
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			panic(err)
		}
		messages++
		if messages == 3 {
			if kind == "answers twice" {
				answer(r.ID, map[string]string{"memory": "once"})
			}
			misbehave(kind, r.ID, url, key)
		}
		switch r.Method {
		case "start":
			url, key = r.Params.BaseURL, r.Params.APIKey
			answer(r.ID, struct{}{})
		case "observe":
			texts = append(texts, r.Params.Text)
			switch kind {
			case "differs":
				texts = append(texts, fmt.Sprint("process ", os.Getpid()))
			case "shares":
				texts = share(file, r.Params.Text)
			}
			if len(texts)%4 == 0 && kind != "asks nothing" {
				if reply, err := ask(url, key, "memory", strings.Join(texts, "\n")); err != nil {
					fmt.Fprintln(os.Stderr, "going on without:", err)
				} else if reply != "" {
					texts = append(texts, reply)
				}
			}
			answer(r.ID, map[string]string{"memory": strings.Join(texts, "\n")})
		case "recall":
			if kind == "no memory" {
				answer(r.ID, struct{}{})
				continue
			}
			if kind == "recalls with a change" {
				texts = append(texts, r.Params.Query)
			}
			answer(r.ID, map[string]string{"memory": strings.Join(texts, "\n")})
		}
		if wait, late := asksLate[kind]; late && messages >= 3 {
			time.Sleep(wait)
			_, err := ask(url, key, "memory", "Anything new?")
			fmt.Fprintln(os.Stderr, "between messages:", err)
		}
	}
	switch kind {
	case "never ends":
		time.Sleep(time.Minute)
	case "ends badly":
		os.Exit(7)
	}
}

// asksLate has the kinds that ask after each answer, and how long after: until it was read, also by a busy machine, or just then.
var asksLate = map[string]time.Duration{"asks between messages": 300 * time.Millisecond, "asks behind its answers": 2 * time.Millisecond}

// share adds a text to a file, and is all that is in it.
func share(file, text string) []string {
	was, _ := os.ReadFile(file)
	now := string(was) + text + "\n"
	if err := os.WriteFile(file, []byte(now), 0o600); err != nil {
		panic(err)
	}
	return strings.Split(strings.TrimSpace(now), "\n")
}

func misbehave(kind string, id int, url, key string) {
	switch kind {
	case "crashes":
		fmt.Fprintln(os.Stderr, "Traceback: no such fact")
		os.Exit(3)
	case "hangs":
		time.Sleep(time.Minute)
	case "logs":
		fmt.Println("loading the model ...")
	case "answers another":
		fmt.Printf("{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{}}\n", id+7)
	case "half a line":
		fmt.Printf("{\"jsonrpc\":\"2.0\",\"id\":%d,\"resu", id)
		os.Exit(0)
	case "writes a lot":
		fmt.Printf("{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"memory\":%q}}\n", id, strings.Repeat("word ", 5<<20))
	case "an error":
		fmt.Printf("{\"jsonrpc\":\"2.0\",\"id\":%d,\"error\":{\"message\":\"the index is corrupt\"}}\n", id)
	case "another type":
		fmt.Printf("{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"memory\":[1]}}\n", id)
	case "unknown model":
		_, _ = ask(url, key, "gpt-4o", "Hello")
	case "refused field":
		_, _ = askWith(url, key, `{"model":"memory","messages":[{"role":"user","content":"x"}],"top_p":0.1}`)
	}
}

func ask(url, key, model, text string) (string, error) {
	body, _ := json.Marshal(map[string]any{"model": model, "messages": []map[string]string{{"role": "user", "content": text}}})
	return askWith(url, key, string(body))
}

func askWith(url, key, body string) (string, error) {
	req, _ := http.NewRequest(http.MethodPost, url+"/chat/completions", bytes.NewReader([]byte(body)))
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("status %d, %w", resp.StatusCode, err)
	}
	var out struct {
		Choices []struct{ Message struct{ Content string } }
	}
	err = json.Unmarshal(text, &out)
	return out.Choices[0].Message.Content, err
}
