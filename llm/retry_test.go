package llm_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"github.com/stretchr/testify/require"
)

// failing fails with the errors given, one a call, then says "done".
func failing(calls *int, errs ...error) llm.Client {
	return llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
		*calls++
		if *calls <= len(errs) {
			return llm.Response{}, errs[*calls-1]
		}
		return llmtest.Say("done"), nil
	})
}

func busy(retryAfter time.Duration) error {
	return &llm.APIError{Provider: "openai", Model: "m", Status: 429, RetryAfter: retryAfter}
}

func TestRetry(t *testing.T) {
	down := &llm.APIError{Provider: "openai", Model: "m", Status: 500}
	bad := &llm.APIError{Provider: "openai", Model: "m", Status: 400}
	ms := time.Millisecond
	for _, tt := range []struct {
		name  string
		errs  []error
		waits []time.Duration // with half of each greatest wait drawn
		calls int
		err   string // empty for success
	}{
		{"at once", nil, nil, 1, ""},
		{"waits double", []error{down, busy(0), down, down}, []time.Duration{250 * ms, 500 * ms, time.Second, 2 * time.Second}, 5, ""},
		{
			"gives up",
			[]error{down, down, down, down, down},
			[]time.Duration{250 * ms, 500 * ms, time.Second, 2 * time.Second},
			5,
			"llm: gave up after 5 tries: " + down.Error(),
		},
		{"final failure", []error{bad}, nil, 1, bad.Error()},
		{"final failure after a transient one", []error{down, bad}, []time.Duration{250 * ms}, 2, bad.Error()},
		{"provider asks for more", []error{busy(7 * time.Second), down}, []time.Duration{7 * time.Second, 500 * ms}, 3, ""},
		{"provider asks for less", []error{busy(100 * ms)}, []time.Duration{250 * ms}, 2, ""},
		{
			"provider asks for too much",
			[]error{busy(10 * time.Minute)},
			nil, 1,
			"llm: gave up after 1 try: the provider asks to wait 10m0s, and at most 1m0s is allowed: " + busy(10*time.Minute).Error(),
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var waits []time.Duration
			calls := 0
			resp, err := llm.Through(failing(&calls, tt.errs...), llm.GateOptions{
				Wait: func(_ context.Context, d time.Duration) error { waits = append(waits, d); return nil },
				Rand: func() float64 { return 0.5 },
			}).Complete(t.Context(), llmtest.Ask("a"))
			require.Equal(t, tt.waits, waits)
			require.Equal(t, tt.calls, calls)
			if tt.err != "" {
				require.EqualError(t, err, tt.err)
				require.Zero(t, resp)
				return
			}
			require.NoError(t, err)
			require.Equal(t, "done", resp.Text)
		})
	}
}

func TestRetryJitterIsDrawnFromItsSource(t *testing.T) {
	run := func(seed uint64) (waits []time.Duration) {
		calls := 0
		c := llm.Through(failing(&calls, busy(0), busy(0), busy(0)), llm.GateOptions{
			Rand: rand.New(rand.NewPCG(seed, 0)).Float64,
			Wait: func(_ context.Context, d time.Duration) error { waits = append(waits, d); return nil },
		})
		_, err := c.Complete(t.Context(), llmtest.Ask("a"))
		require.NoError(t, err)
		return waits
	}
	require.Equal(t, run(1), run(1))
	require.NotEqual(t, run(1), run(2))
	for i, w := range run(1) {
		require.Less(t, w, 500*time.Millisecond<<i)
	}
}

func TestRetryLeavesWhenCancelledWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		calls := 0
		start := time.Now()
		_, err := llm.Through(failing(&calls, busy(30*time.Second)), llm.GateOptions{}).Complete(ctx, llmtest.Ask("a"))
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.ErrorContains(t, err, "429 Too Many Requests", "the cause is still told")
		require.Equal(t, time.Second, time.Since(start))
		require.Equal(t, 1, calls)
	})
}

func TestRetryWaitsByTimer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		start := time.Now()
		_, err := llm.Through(failing(&calls, busy(30*time.Second)), llm.GateOptions{}).Complete(t.Context(), llmtest.Ask("a"))
		require.NoError(t, err)
		require.Equal(t, 30*time.Second, time.Since(start))
	})
}

func TestRetryNamesCancellationHiddenByAProvider(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := llm.Through(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
		cancel()
		return llm.Response{}, errors.New("half a reply")
	}), llm.GateOptions{}).Complete(ctx, llmtest.Ask("a"))
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, err, "half a reply")
}

// Where nobody listens one question says so; what to start is in the line about the outage.
func TestNobodyListensIsAskedOnce(t *testing.T) {
	asked := 0
	absent := &llm.APIError{Provider: "ollama", Message: "no server at http://127.0.0.1:11434: start it with ollama serve", Err: syscall.ECONNREFUSED}
	c := llm.Through(llm.ClientFunc(func(context.Context, llm.Request) (llm.Response, error) {
		asked++
		return llm.Response{}, absent
	}), llm.GateOptions{})
	_, err := c.Complete(t.Context(), llm.Request{})
	require.ErrorIs(t, err, syscall.ECONNREFUSED)
	require.Equal(t, 1, asked)
	require.Equal(t, "ollama is not answering (no server at http://127.0.0.1:11434: start it with ollama serve), waiting 1s, 0s of 30m0s",
		llm.Outage{Provider: "ollama", Err: err, Wait: time.Second, MaxWait: 30 * time.Minute}.String())
}
