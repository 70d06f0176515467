//go:build faults

package faults

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// endpoint is one real server on loopback. Each caller has a key, and by it a till of its own, so that many are
// served side by side under one address, which is part of a trial's key.
type endpoint struct {
	*httptest.Server
	door  net.Listener // that is open; Server's at first
	mu    sync.Mutex
	tills map[string]*till
}

// till is a caller's account as the endpoint keeps it.
type till struct {
	mu     sync.Mutex
	bills  []float64 // of every request that came, in USD
	later  []bool    // of every request: it is of a command that was given again
	asked  map[string]int
	breaks fault // what request at meets; nil for nothing
	at     int
	own    float64                              // USD by which our count may differ
	seen   func(n int64, w http.ResponseWriter) // told of every request before it is answered
}

func open(t *testing.T) *endpoint {
	e := &endpoint{tills: map[string]*till{}}
	e.Server = httptest.NewServer(e)
	e.door = e.Listener
	t.Cleanup(e.Close)
	return e
}

// again is behind a caller's key where it gives a command again.
const again = "-again"

// till is a new caller's.
func (e *endpoint) till() (key string, b *till) {
	e.mu.Lock()
	defer e.mu.Unlock()
	key = fmt.Sprintf("key-of-caller-%06d", len(e.tills))
	b = &till{asked: map[string]int{}, seen: func(int64, http.ResponseWriter) {}}
	e.tills[key] = b
	return key, b
}

// ServeHTTP answers a chat, or embeds. What is said is decided by what is asked alone.
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	e.mu.Lock()
	key, later := strings.CutSuffix(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), again)
	b := e.tills[key]
	e.mu.Unlock()
	if err != nil || b == nil {
		http.Error(w, `{"error":{"message":"who is this?"}}`, http.StatusUnauthorized)
		return
	}
	x := newExchange(w, r, body)
	b.mu.Lock()
	n := len(b.bills)
	b.bills, b.later, b.asked[string(body)] = append(b.bills, x.usd()), append(b.later, later), b.asked[string(body)]+1
	b.seen(int64(n+1), w)
	broken := b.breaks != nil && b.at == n+1
	b.mu.Unlock()
	if broken {
		b.breaks(x)
		if x.free {
			b.mu.Lock()
			b.bills[n] = 0
			b.mu.Unlock()
		}
		return
	}
	x.say(x.reply())
}

// bill is what the caller owes.
func (b *till) bill() (usd float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, one := range b.bills {
		usd += one
	}
	return usd
}

// unsynced is what the caller owes for the first command's requests but those up to n. One that its command had given up may
// come when this has ended.
func (b *till) unsynced(n int) (usd float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, one := range b.bills {
		if i >= n && !b.later[i] {
			usd += one
		}
	}
	return usd
}

// requests is how many came.
func (b *till) requests() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.bills)
}

// exchange is a request and the reply that it would get.
type exchange struct {
	w             http.ResponseWriter
	r             *http.Request
	text          string
	model         string
	texts         []string // to embed, in the place of a reply
	input, output int
	free          bool // it isn't billed
}

func newExchange(w http.ResponseWriter, r *http.Request, body []byte) *exchange {
	var q struct {
		Model    string
		Messages []struct{ Content string }
		Input    []string
	}
	_ = json.Unmarshal(body, &q)
	x := &exchange{w: w, r: r, model: q.Model, texts: q.Input}
	for _, text := range q.Input {
		x.input += max(1, counter(text)) // as we count, which is all that is reserved
	}
	if x.texts != nil {
		return x
	}
	var all strings.Builder
	for _, m := range q.Messages {
		all.WriteString(m.Content + " ")
		x.input += 8 + counter(m.Content) // as the model counts: much less isn't believed
	}
	said := []rune(all.String())
	x.text = "1. It was said: " + string(said[max(0, len(said)-700):]) // the last of it, so that the first facts are lost
	x.output = 1 + counter(x.text)
	return x
}

// usd is the price of gpt-5-nano, or of text-embedding-3-small.
func (x *exchange) usd() float64 {
	if x.texts != nil {
		return float64(x.input) * 0.02 / 1e6
	}
	return (float64(x.input)*0.05 + float64(x.output)*0.40) / 1e6
}

// usage is what is told.
func (x *exchange) usage() string {
	return fmt.Sprintf(`{"prompt_tokens":%d,"completion_tokens":%d}`, x.input, x.output)
}

// reply is the whole reply.
func (x *exchange) reply() string { return x.with(x.message(x.text), "stop", x.usage()) }

func (x *exchange) message(text string) string {
	b, _ := json.Marshal(map[string]string{"role": "assistant", "content": text})
	return string(b)
}

// with is a reply with this message. Embeddings have none: of them only the usage is another.
func (x *exchange) with(message, finish, usage string) string {
	if x.texts != nil {
		var data []string
		for i, text := range x.texts {
			data = append(data, fmt.Sprintf(`{"index":%d,"embedding":[%d,%d,1]}`, i, len(text)%7, len(text)%5))
		}
		return fmt.Sprintf(`{"object":"list","model":%q,"data":[%s],"usage":%s}`, x.model, strings.Join(data, ","), usage)
	}
	return fmt.Sprintf(`{"id":"x","object":"chat.completion","model":"gpt-5-nano","choices":[{"index":0,"message":%s,"finish_reason":%q}],"usage":%s}`, message, finish, usage)
}

func (x *exchange) say(body string) {
	x.w.Header().Set("Content-Type", "application/json")
	_, _ = io.Copy(x.w, bytes.NewReader([]byte(body)))
}

// fail answers with a status that isn't billed.
func (x *exchange) fail(status int, body string) {
	x.free = true
	x.w.WriteHeader(status)
	_, _ = io.WriteString(x.w, body)
}

// drop resets the connection.
func (x *exchange) drop() {
	c, _, err := http.NewResponseController(x.w).Hijack()
	if err != nil {
		panic(err)
	}
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = c.Close()
}
