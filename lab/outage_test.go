package lab_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/store"
)

// clock is one that moves when somebody waits.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Wait(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	return ctx.Err()
}

// failing makes l ask a server that answers with a status where fails says so, given the number of the
// call and the clock; 0 for a reply.
func failing(t *testing.T, l *lab.Lab, fails func(call int64, since time.Duration) int) (*atomic.Int64, *[]string) {
	t.Helper()
	c := &clock{now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	begin := c.now
	var calls atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if status := fails(calls.Add(1), c.Now().Sub(begin)); status != 0 {
			http.Error(w, `{"error":{"message":"no"}}`, status)
			return
		}
		fmt.Fprint(w, `{"id":"x","object":"chat.completion","model":"stub","choices":[{"index":0,"message":{"role":"assistant","content":"Noted."},"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":3,"total_tokens":13}}`)
	}))
	t.Cleanup(server.Close)
	wait := 30 * time.Minute
	l.Models = lab.Models{
		Env: func(name string) string {
			return map[string]string{"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": server.URL + "/v1"}[name]
		},
		Now: c.Now, Wait: c.Wait, MaxWait: &wait,
	}
	var told []string
	l.OnOutage = func(text string) { told = append(told, text) }
	return &calls, &told
}

// asking is a plan of 48 trials of a model that is asked.
func asking(t *testing.T) lab.Plan {
	t.Helper()
	p := plan(t, "full_context", "window", "none")
	p.Models, p.Repeats = []string{"openai:stub"}, 8
	return p
}

// The provider is back 22 s after the run has noticed that it is gone.
func TestAnOutageFailsNoTrial(t *testing.T) {
	t.Parallel()
	for _, parallel := range []int{1, 4} {
		l := open(t)
		l.Parallel = parallel
		var back atomic.Int64 // when, once it is known
		_, told := failing(t, l, func(call int64, since time.Duration) int {
			if end := back.Load(); call > 20 && (end == 0 || int64(since) < end) {
				return 500
			}
			return 0
		})
		noted, now, begin := l.OnOutage, l.Models.Now, l.Models.Now()
		l.OnOutage = func(text string) {
			back.CompareAndSwap(0, int64(now().Sub(begin)+22*time.Second))
			noted(text)
		}
		ran, r := run(t, l, asking(t))
		require.Equal(t, store.Complete, ran.Experiment.Status, ran.Experiment.Note)
		require.Len(t, r.Trials, 48)
		require.Zero(t, ran.Failed)
		require.Contains(t, (*told)[0], "openai is not answering (500), waiting 1s, ")
		require.Contains(t, (*told)[len(*told)-1], "openai answers again after ")
	}
}

func TestAnOutageInterruptsARun(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status int
		says   string
	}{
		{503, "openai has not answered for 30m0s (--max-wait 30m0s): "},
		{401, "openai refuses all calls: openai:stub: 401 Unauthorized: no; check OPENAI_API_KEY"},
		{403, "openai refuses all calls: openai:stub: 403 Forbidden: no; this key may not use the model"},
	} {
		l := open(t)
		var healthy atomic.Bool
		calls, _ := failing(t, l, func(call int64, _ time.Duration) int {
			if call > 60 && !healthy.Load() {
				return c.status
			}
			return 0
		})
		ran, r := run(t, l, asking(t))
		require.Equal(t, store.Interrupted, ran.Experiment.Status)
		require.Contains(t, ran.Experiment.Note, c.says)
		require.Zero(t, ran.Failed, "no trial is to blame")
		require.NotEmpty(t, r.Trials)
		require.Contains(t, ran.Experiment.Note, fmt.Sprintf("; %d of 48 trials not run", 48-len(r.Trials)))
		require.Less(t, calls.Load(), int64(400))

		healthy.Store(true)
		again, after := run(t, l, asking(t))
		require.True(t, again.Resumed)
		require.Equal(t, len(r.Trials), again.Kept)
		require.Equal(t, store.Complete, again.Experiment.Status, again.Experiment.Note)
		require.Len(t, after.Trials, 48)
	}
}

// Who speaks TLS to a port that doesn't, or asks a name that nobody has, has a mistake in the address: no trial is to blame.
func TestAWrongAddressInterruptsARun(t *testing.T) {
	t.Parallel()
	l := open(t)
	calls, _ := failing(t, l, func(int64, time.Duration) int { return 0 })
	env := l.Models.Env
	l.Models.Env = func(name string) string { return strings.Replace(env(name), "http://", "https://", 1) }
	ran, r := run(t, l, asking(t))
	require.Equal(t, store.Interrupted, ran.Experiment.Status)
	require.Contains(t, ran.Experiment.Note, "openai can't be reached: openai:stub: http: server gave HTTP response to HTTPS client; check the base URL and the network; 48 of 48 trials not run")
	require.Empty(t, r.Trials)
	require.Zero(t, calls.Load())
	require.Zero(t, ran.Balance.ReservedUSD())
}

// full takes so many writes, as a disk does.
type full int

func (f *full) Write(line []byte) (int, error) {
	if *f--; *f < 0 {
		return 0, &os.PathError{Op: "write", Path: "tape.jsonl", Err: syscall.ENOSPC}
	}
	return len(line), nil
}

// A recording that can't be written ends the run: no trial is to blame, and what was answered is in the database.
func TestAFullDiskUnderARecordingInterruptsARun(t *testing.T) {
	t.Parallel()
	l := open(t)
	l.Parallel = 1 // so that the first trial is done before the disk is full
	calls, _ := failing(t, l, func(int64, time.Duration) int { return 0 })
	disk := full(30)
	l.Models.Record = llm.NewTape(&disk, "2026-11-21")
	ran, r := run(t, l, asking(t))
	require.Equal(t, store.Interrupted, ran.Experiment.Status)
	require.Contains(t, ran.Experiment.Note, "the recording can't be written, and all replies are kept in the database: write tape.jsonl: no space left on device; ")
	require.Zero(t, ran.Failed)
	require.Less(t, calls.Load(), int64(120), "no more trials are begun")
	require.NotEmpty(t, r.Trials)

	disk = full(100000)
	l.Models.Record = llm.NewTape(&disk, "2026-11-21")
	undisturbed := open(t)
	all, _ := failing(t, undisturbed, func(int64, time.Duration) int { return 0 })
	again, after := run(t, l, asking(t))
	require.Equal(t, store.Complete, again.Experiment.Status, again.Experiment.Note)
	require.Len(t, after.Trials, 48)
	run(t, undisturbed, asking(t))
	require.Equal(t, all.Load(), calls.Load(), "nothing is asked twice")
}

func TestMaxFailures(t *testing.T) {
	t.Parallel()
	two, many := 2, 200
	for name, c := range map[string]struct {
		most   *int
		failed int
		status string
		says   string
	}{
		"default":  {nil, 11, store.Interrupted, "11 trials failed, and at most 10 may (--max-failures); the first: "},
		"two":      {&two, 3, store.Interrupted, "3 trials failed, and at most 2 may (--max-failures); the first: "},
		"plenty":   {&many, 1, store.Partial, "trials not completed"},
		"at first": {&many, 0, store.Partial, "trials all failed"},
	} {
		t.Run(name, func(t *testing.T) {
			l := open(t)
			l.Parallel, l.MaxFailures = 1, c.most
			good := int64(100)
			if c.failed == 0 {
				good = 0
			}
			failing(t, l, func(call int64, _ time.Duration) int {
				if call > good {
					return 400 // of the request: the provider answers
				}
				return 0
			})
			ran, _ := run(t, l, asking(t))
			require.Equal(t, c.status, ran.Experiment.Status)
			require.Contains(t, ran.Experiment.Note, c.says)
			if c.status == store.Interrupted {
				require.Equal(t, c.failed, ran.Failed)
				require.Contains(t, ran.Experiment.Note, "400 Bad Request")
				require.True(t, strings.HasSuffix(ran.Experiment.Note, fmt.Sprintf("; %d of 48 trials not run", 48-ran.Done)))
			}
		})
	}
}
