package serve_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"contextarena.internal/llm"
	"contextarena.internal/llm/serve"
	"contextarena.internal/llm/sim"
	"contextarena.internal/llm/tokens"
	"github.com/stretchr/testify/require"
)

// BenchmarkRequests measures how many requests a second sim:nano answers over kept connections,
// the client's own work included: it runs in the same process. Short is a chat of two messages;
// growing a conversation that is sent again with every turn until it has 1,000 tokens; long one
// that has them, with another question every time; instant the same with a model that takes no
// time, which leaves the endpoint and the client. The processor time tells what a quiet machine
// would do, where others are busy on it.
func BenchmarkRequests(b *testing.B) {
	tokens := tokens.NewCounter().Count
	model, err := sim.Resolve(llm.Model{Provider: "sim", Name: "nano"})
	require.NoError(b, err)
	url := func(c llm.Client) string {
		s, err := serve.New(serve.Options{
			Client: c, Models: []serve.Model{{ID: "sim:nano", Model: model}}, Tokens: tokens, Now: time.Now,
		})
		require.NoError(b, err)
		h := httptest.NewServer(s)
		b.Cleanup(h.Close)
		return h.URL + "/v1/chat/completions"
	}
	simulated, instant := url(sim.New(tokens)), url(says(llm.Response{Text: "The budget was $43,000.", Stop: llm.StopEnd, Usage: llm.Usage{Input: 9, Output: 9}}))

	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	encode := func(messages []message) []byte {
		body, err := json.Marshal(map[string]any{"model": "sim:nano", "messages": messages})
		require.NoError(b, err)
		return body
	}
	question := message{"user", "What was the budget of project 3?"}
	talk := []message{{"system", "You are a helpful assistant."}}
	var growing [][]byte
	for size, i := 0, 0; size < 1000; i++ {
		for _, m := range []message{
			{"user", fmt.Sprintf("For project %d the budget is $%d,000, and the review is on the %dth. Please note it.", i, 40+i, i%20+1)},
			{"assistant", "Noted, thank you."},
		} {
			talk = append(talk, m)
			size += 3 + tokens(m.Content)
		}
		growing = append(growing, encode(append(talk[:len(talk):len(talk)], question)))
	}
	long := make([][]byte, 200)
	for i := range long {
		long[i] = encode(append(talk[:len(talk):len(talk)], message{"user", fmt.Sprintf("What was the budget of project %d?", i)}))
	}
	for _, bench := range []struct {
		name, url string
		bodies    [][]byte
	}{
		{"short", simulated, [][]byte{encode([]message{talk[1], question})}},
		{"growing", simulated, growing},
		{"long", simulated, long},
		{"short,instant", instant, [][]byte{encode([]message{talk[1], question})}},
		{"long,instant", instant, long},
	} {
		b.Run(bench.name, func(b *testing.B) {
			client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
			var next atomic.Int64
			b.ReportAllocs()
			b.SetParallelism(4)
			before := processorTime(b)
			b.RunParallel(func(p *testing.PB) {
				for p.Next() {
					body := bench.bodies[int(next.Add(1))%len(bench.bodies)]
					r, err := client.Post(bench.url, "application/json", bytes.NewReader(body))
					if err != nil {
						b.Error(err)
						return
					}
					if _, err := io.Copy(io.Discard, r.Body); err != nil || r.StatusCode != http.StatusOK {
						b.Errorf("%d: %v", r.StatusCode, err)
						return
					}
					r.Body.Close()
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
			b.ReportMetric(float64((processorTime(b)-before).Microseconds())/float64(b.N), "cpu-µs/op")
		})
	}
}

// processorTime is what this process has used.
func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
