package llm_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
)

func status(code int) *llm.APIError {
	return &llm.APIError{Provider: "openai", Model: "m", Status: code}
}

// provider fails with what fails says for a request and the time since the test began, and counts calls.
type provider struct {
	fails func(text string, at time.Duration) error
	start time.Time
	mu    sync.Mutex
	calls int
}

func (p *provider) Complete(_ context.Context, req llm.Request) (llm.Response, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls++
	if err := p.fails(req.Messages[0].Text, time.Since(p.start)); err != nil {
		return llm.Response{}, err
	}
	return llmtest.Say("done"), nil
}

// gated is a client behind a gate.
type gated struct {
	llm.Client
	*llm.Gate
}

// behind is next behind a gate. A text is a token.
func behind(next llm.Client, o llm.GateOptions) gated {
	g := llm.NewGate(o)
	return gated{&llm.Caller{Client: next, Gate: g, Tokens: oneEach}, g}
}

// broken is a provider behind a gate, and what that told.
func broken(fails func(text string, at time.Duration) error, most time.Duration) (gated, *provider, *[]string) {
	p := &provider{fails: fails, start: time.Now()}
	var told []string
	b := behind(p, llm.GateOptions{
		Provider: "openai", MaxWait: &most, Now: time.Now, Tell: func(o llm.Outage) { told = append(told, o.String()) },
	})
	return b, p, &told
}

// upTo fails with err for so long.
func upTo(end time.Duration, err error) func(string, time.Duration) error {
	return func(_ string, at time.Duration) error {
		if at < end {
			return err
		}
		return nil
	}
}

// askAll asks n different requests by so many workers and returns their errors.
func askAll(ctx context.Context, c llm.Client, n, workers int) []error {
	errs := make([]error, n)
	work := make(chan int)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := range work {
				_, errs[i] = c.Complete(ctx, llmtest.Ask(fmt.Sprint(i)))
			}
		})
	}
	for i := range n {
		work <- i
	}
	close(work)
	wg.Wait()
	return errs
}

func TestGateContract(t *testing.T) {
	minute := time.Minute
	keepsTheContract(t, func(next llm.Client) llm.Client {
		return llm.Through(next, llm.GateOptions{MaxWait: &minute})
	})
}

func TestAnOutageFailsNoCall(t *testing.T) {
	for name, err := range map[string]error{
		"500": status(500), "503": status(503), "429": busy(0), "408": status(408),
		"refused": &llm.APIError{Provider: "openai", Err: syscall.ECONNREFUSED},
		"reset":   &llm.APIError{Provider: "openai", Err: syscall.ECONNRESET},
		"cut off": &llm.APIError{Provider: "openai", Err: io.ErrUnexpectedEOF},
		"late":    &llm.APIError{Provider: "openai", Err: context.DeadlineExceeded},
	} {
		for _, workers := range []int{1, 8} {
			t.Run(fmt.Sprint(name, workers), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					b, p, _ := broken(upTo(22*time.Second, err), 30*time.Minute)
					for _, failed := range askAll(t.Context(), b, 48, workers) {
						require.NoError(t, failed)
					}
					require.Less(t, time.Since(p.start), time.Minute)
					require.Less(t, p.calls, 48+6*workers+10, "probed by one, not by all")
				})
			})
		}
	}
}

func TestOutageTells(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _, told := broken(upTo(22*time.Second, status(503)), 30*time.Minute)
		_, err := b.Complete(t.Context(), llmtest.Ask("a"))
		require.NoError(t, err)
		require.Equal(t, []string{
			"openai is not answering (503), waiting 1s, 0s of 30m0s",
			"openai is not answering (503), waiting 2s, 1s of 30m0s",
			"openai is not answering (503), waiting 4s, 3s of 30m0s",
			"openai is not answering (503), waiting 8s, 7s of 30m0s",
			"openai answers again after 15s",
		}, *told)
	})
}

func TestOutageStopsAfterMaxWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, p, told := broken(upTo(time.Hour, status(503)), 3*time.Minute+10*time.Second)
		for _, err := range askAll(t.Context(), b, 20, 4) {
			var down *llm.OutageError
			require.ErrorAs(t, err, &down)
			require.EqualError(t, err, "openai has not answered for 3m10s (--max-wait 3m10s): llm: gave up after 1 try: openai:m: 503 Service Unavailable; the fault is the provider's: try again later")
		}
		require.NotNil(t, b.Stopped())
		require.Less(t, p.calls, 4*5+12)
		require.Contains(t, *told, "openai is not answering (503), waiting 30s, 2m31s of 3m10s")
		before := p.calls
		_, err := b.Complete(t.Context(), llmtest.Ask("later"))
		require.Error(t, err)
		require.Equal(t, before, p.calls)
	})
}

func TestOutageHonoursALongRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, p, told := broken(upTo(20*time.Minute, busy(20*time.Minute)), 30*time.Minute)
		for _, err := range askAll(t.Context(), b, 12, 4) {
			require.NoError(t, err)
		}
		require.LessOrEqual(t, p.calls, 12+4, "nobody asks before the provider said")
		require.Equal(t, "openai is not answering (429), waiting 20m0s, 0s of 30m0s", (*told)[0])

		b, p, _ = broken(upTo(2*time.Hour, busy(time.Hour)), 30*time.Minute)
		_, err := b.Complete(t.Context(), llmtest.Ask("a"))
		require.ErrorContains(t, err, "openai asks to wait 1h0m0s, and 30m0s are left of --max-wait 30m0s: ")
		require.Equal(t, 1, p.calls)
		require.Zero(t, time.Since(p.start), "what can't be waited for isn't")
	})
}

func TestOutageStopsAtOnceWhereNoCallCanSucceed(t *testing.T) {
	for _, err := range []error{
		status(401), status(402), status(403),
		&llm.APIError{Provider: "openai", Status: 429, Code: "insufficient_quota"},
		&llm.APIError{Provider: "openai", Status: 400, Code: "billing_hard_limit_reached"},
		&llm.APIError{Provider: "openai", Status: 200, Code: "insufficient_quota"},
	} {
		synctest.Test(t, func(t *testing.T) {
			b, p, _ := broken(upTo(time.Hour, err), 30*time.Minute)
			for _, failed := range askAll(t.Context(), b, 20, 1) {
				var stopped *llm.OutageError
				require.ErrorAs(t, failed, &stopped)
				require.True(t, stopped.Closed)
				require.ErrorContains(t, failed, "openai refuses all calls: "+err.Error())
			}
			require.Equal(t, 1, p.calls)
			require.Zero(t, time.Since(p.start))
		})
	}
}

// lost are the errors of a server that isn't where it is asked.
var lost = map[string]error{
	"unknown name":  &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "api.example", IsNotFound: true}},
	"a plain port":  http.ErrSchemeMismatch,
	"no TLS at all": tls.RecordHeaderError{Msg: "first record does not look like a TLS handshake"},
	"a stranger":    &tls.CertificateVerificationError{Err: errors.New("certificate is valid for another name")},
}

func TestAServerThatWasNeverFoundEndsTheRun(t *testing.T) {
	for name, err := range lost {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b, p, _ := broken(upTo(time.Hour, &llm.APIError{Provider: "openai", Err: err}), 30*time.Minute)
				for _, failed := range askAll(t.Context(), b, 12, 1) {
					var stopped *llm.OutageError
					require.ErrorAs(t, failed, &stopped)
					require.EqualError(t, failed, "openai can't be reached: openai: "+err.Error()+"; check the base URL and the network")
				}
				require.Equal(t, 1, p.calls)
				require.Zero(t, time.Since(p.start))
			})
		})
	}
}

func TestAServerThatIsFoundNoMoreIsWaitedFor(t *testing.T) {
	for name, err := range lost {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				gone, back := time.Minute, 2*time.Minute
				b, p, told := broken(func(_ string, at time.Duration) error {
					if at >= gone && at < back {
						return &llm.APIError{Provider: "openai", Err: err}
					}
					return nil
				}, 30*time.Minute)
				for _, failed := range askAll(t.Context(), b, 40, 4) {
					require.NoError(t, failed)
				}
				time.Sleep(gone)
				for _, failed := range askAll(t.Context(), b, 18, 4) {
					require.NoError(t, failed)
				}
				require.Contains(t, (*told)[0], "openai is not answering (not found), waiting 1s")
				require.Less(t, p.calls, 40+18+20)
				gone, back = 0, time.Hour
				for _, failed := range askAll(t.Context(), b, 4, 4) {
					require.ErrorContains(t, failed, "openai has not answered for 30m0s (--max-wait 30m0s): ")
				}
			})
		})
	}
}

// Of calls that wait in an outage, a stop ends the wait of every one.
func TestOutageStopsThoseWhoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := llm.ClientFunc(func(_ context.Context, req llm.Request) (llm.Response, error) {
			if req.Messages[0].Text == "slow" {
				time.Sleep(20 * time.Second)
				return llm.Response{}, status(401)
			}
			return llm.Response{}, status(503)
		})
		most := 30 * time.Minute
		b := behind(slow, llm.GateOptions{Provider: "openai", MaxWait: &most, Now: time.Now})
		errs := make([]error, 3)
		var wg sync.WaitGroup
		for i, text := range []string{"slow", "a", "b"} {
			wg.Go(func() { _, errs[i] = b.Complete(t.Context(), llmtest.Ask(text)) })
			synctest.Wait()
		}
		start := time.Now()
		wg.Wait()
		for _, err := range errs {
			require.ErrorContains(t, err, "openai refuses all calls")
		}
		require.Equal(t, 20*time.Second, time.Since(start))
	})
}

// A request that fails like a server that is down, while others are answered, fails alone.
func TestOutageLetsAFaultOfItsOwnFail(t *testing.T) {
	for _, workers := range []int{1, 4} {
		synctest.Test(t, func(t *testing.T) {
			b, _, _ := broken(func(text string, _ time.Duration) error {
				if text == "7" {
					return status(500)
				}
				return nil
			}, 30*time.Minute)
			for i, err := range askAll(t.Context(), b, 40, workers) {
				if i == 7 {
					require.ErrorContains(t, err, "500")
					continue
				}
				require.NoError(t, err)
			}
			require.Nil(t, b.Stopped())
		})
	}
}

// Alone, one request is given up, but not two in a row: then it is the server.
func TestOutageGivesUpOneAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _, _ := broken(upTo(time.Hour, status(500)), 30*time.Minute)
		errs := askAll(t.Context(), b, 4, 1)
		var stopped *llm.OutageError
		require.False(t, errors.As(errs[0], &stopped), "%v", errs[0])
		for _, err := range errs[1:] {
			require.ErrorAs(t, err, &stopped)
		}
	})
}

// What can't be used was answered: it opens no outage.
func TestAnUnusableReplyIsNoOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _, told := broken(upTo(time.Hour, status(200)), 30*time.Minute)
		_, err := b.Complete(t.Context(), llmtest.Ask("a"))
		require.ErrorContains(t, err, "gave up after 5 tries")
		require.Empty(t, *told)
	})
}

// One who leaves while it waits to probe leaves its turn to the next.
func TestAProbeThatLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _, _ := broken(upTo(20*time.Second, status(503)), 30*time.Minute)
		hurried, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		var first, second error
		var wg sync.WaitGroup
		wg.Go(func() { _, first = b.Complete(hurried, llmtest.Ask("a")) })
		wg.Go(func() { _, second = b.Complete(t.Context(), llmtest.Ask("b")) })
		wg.Wait()
		require.ErrorIs(t, first, context.DeadlineExceeded)
		require.NoError(t, second)
	})
}
