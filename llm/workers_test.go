package llm_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/measured"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
)

var update = flag.Bool("update", false, "write what is measured into docs/scale.md")

// A worker asks one call after the other and thinks in between.
const (
	workersLatency = 2 * time.Second
	workersThink   = 500 * time.Millisecond
	workersRPM     = 600
	workersTime    = 20 * time.Minute
)

// shift is what came of workers behind one gate in twenty minutes of simulated time.
type shift struct {
	each     []int         // calls that were answered, by worker
	sent     int           // requests that were sent while the provider was down
	resumed  time.Duration // since it answers again, until each worker had an answer
	failures int           // calls that were given up
}

// playShift lets n workers ask behind one gate. In the time that down begins and ends the provider is overloaded.
func playShift(t *testing.T, n int, down [2]time.Duration) (h shift) {
	synctest.Test(t, func(t *testing.T) {
		start, most := time.Now(), 30*time.Minute
		h.each = make([]int, n)
		var mu sync.Mutex // guards h
		p := &provider{start: start, fails: func(_ string, at time.Duration) error {
			if at < down[0] || at >= down[1] {
				return nil
			}
			h.sent++
			return status(503)
		}}
		slow := llmtest.Func(func(ctx context.Context, req llm.Request) (llm.Response, error) {
			if err := llm.Wait(ctx, workersLatency); err != nil {
				return llm.Response{}, err
			}
			return p.Complete(ctx, req)
		})
		client := behind(slow, llm.GateOptions{RequestsPerMinute: workersRPM, MaxWait: &most, Now: time.Now})
		ctx, stop := context.WithDeadline(t.Context(), start.Add(workersTime))
		defer stop()
		done := make(chan struct{})
		for w := range n {
			go func() {
				defer func() { done <- struct{}{} }()
				seen := false
				for call := 0; ; call++ {
					think := workersThink
					if call == 0 { // they don't begin together
						think = time.Duration(w) * 7 * time.Millisecond
					}
					if llm.Wait(ctx, think) != nil {
						return
					}
					_, err := client.Complete(ctx, llmtest.Ask(fmt.Sprintf("%d/%d", w, call)))
					if ctx.Err() != nil {
						return
					}
					mu.Lock()
					if err != nil {
						h.failures++
					} else {
						h.each[w]++
					}
					if at := time.Since(start); err == nil && !seen && at >= down[1] {
						seen, h.resumed = true, max(h.resumed, at-down[1])
					}
					mu.Unlock()
				}
			}()
		}
		for range n {
			<-done
		}
	})
	return h
}

// TestWorkersBehindOneLimit: N workers get what they could ask or what the limit allows, whichever is less, in equal parts. While the
// provider is down they ask it little, none gives up, and all go on soon after.
func TestWorkersBehindOneLimit(t *testing.T) {
	var page strings.Builder
	page.WriteString("| workers | alone they would ask | answered | least and most of one worker | sent in 5 min without an answer | all go on after |\n|---:|---:|---:|---|---:|---:|\n")
	for _, n := range []int{1, 8, 25, 100, 400} {
		h := playShift(t, n, [2]time.Duration{workersTime, workersTime})
		alone := float64(n) * time.Minute.Seconds() / (workersLatency + workersThink).Seconds()
		answered := 0
		for _, calls := range h.each {
			answered += calls
		}
		got := float64(answered) / workersTime.Minutes()
		require.InEpsilon(t, min(alone, workersRPM), got, 0.02, "%d workers", n)
		least, most := slices.Min(h.each), slices.Max(h.each)
		require.LessOrEqual(t, most-least, 2, "%d workers have equal parts", n)

		out := playShift(t, n, [2]time.Duration{5 * time.Minute, 10 * time.Minute})
		require.Zero(t, out.failures, "calls that were given up")
		require.LessOrEqual(t, out.sent, 5*n+20, "a call is tried five times, and then one probes for all")
		require.Less(t, out.resumed, 30*time.Second+time.Duration(float64(n)/workersRPM*float64(time.Minute))+3*workersLatency, "a probe, and a turn for each")
		fmt.Fprintf(&page, "| %d | %.0f a minute | %.0f | %d to %d | %d | %.0f s |\n", n, alone, math.Round(got), least, most, out.sent, out.resumed.Seconds())
	}
	t.Log("\n" + page.String())
	if *update { // which of the last calls end in time hangs on the order of goroutines
		measured.Page(t, "../docs/scale.md", true, map[string]string{"workers": page.String()})
	}
}
