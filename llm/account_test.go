package llm_test

import (
	"context"
	"errors"
	"io"
	"net"
	"syscall"
	"testing"
	"time"

	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"github.com/stretchr/testify/require"
)

// book is a ledger in memory.
type book struct {
	begun []llm.Attempt
	ended map[int64]llm.AttemptEnd
	full  error // of Begin
	lost  error // of End
}

func (b *book) Begin(a llm.Attempt) (int64, error) {
	if b.full != nil {
		return 0, b.full
	}
	b.begun = append(b.begun, a)
	return int64(len(b.begun)), nil
}

func (b *book) End(number int64, o llm.AttemptEnd) error {
	b.ended[number] = o
	return b.lost
}

// perToken is a price of a dollar for a million tokens of input and ten for output.
func perToken(t *testing.T) *llm.Prices {
	t.Helper()
	p, err := llm.LoadPrices("p", []byte("prices: [{provider: sim, model: nano, from: 2026-01-01, input: 1, output: 10}]"))
	require.NoError(t, err)
	return p
}

func letters(s string) int { return len(s) }

func TestWhatAnAttemptIsCharged(t *testing.T) {
	told := llm.Usage{Input: 40, Output: 6}
	reset := &net.OpError{Op: "read", Err: syscall.ECONNRESET}
	refused := &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	most := 30 + 10*100 // our count of the prompt, and the cap
	for _, tt := range []struct {
		name  string
		err   error
		told  llm.Usage
		fate  llm.Fate
		paid  int // millionths of a dollar
		spent int
	}{
		{"told", nil, told, llm.Answered, 100, 100},
		{"with a cached part", nil, llm.Usage{Input: 40, CachedInput: 30, Output: 6}, llm.Answered, 100, 100},
		{"nothing told", nil, llm.Usage{}, llm.Answered, 30 + 50, 30 + 50},
		{"negative", nil, llm.Usage{Input: -40, Output: -6}, llm.Answered, 30 + 50, 30 + 50},
		{"a part cached below zero", nil, llm.Usage{Input: 40, CachedInput: -900, Output: 6}, llm.Answered, 100, 100},
		{"too little", nil, llm.Usage{Input: 1, Output: 1}, llm.Answered, 30 + 50, 30 + 50},
		{"absurd", nil, llm.Usage{Input: 1<<63 - 1, Output: 6}, llm.Answered, 30 + 60, 30 + 60},
		{"reasoned", nil, llm.Usage{Input: 40, Output: 90}, llm.Answered, 940, 940},
		{"busy", &llm.APIError{Status: 503}, llm.Usage{}, llm.Failed, 0, 0},
		{"busy, and worked", &llm.APIError{Status: 503, Usage: told}, llm.Usage{}, llm.Failed, 100, 100},
		{"broken, and perhaps billed", &llm.APIError{Status: 500}, llm.Usage{}, llm.Unknown, 0, most},
		{"a gateway that lost it", &llm.APIError{Status: 504}, llm.Usage{}, llm.Unknown, 0, most},
		{"overloaded", &llm.APIError{Status: 529}, llm.Usage{}, llm.Failed, 0, 0},
		{"not found", &llm.APIError{Err: &net.DNSError{IsNotFound: true}}, llm.Usage{}, llm.Failed, 0, 0},
		{"no usable reply", &llm.APIError{Status: 200, Usage: told}, llm.Usage{}, llm.Failed, 100, 100},
		{"no usable reply, and nothing told", &llm.APIError{Status: 200}, llm.Usage{}, llm.Unknown, 0, most},
		{"half a reply", &llm.APIError{Err: io.ErrUnexpectedEOF}, llm.Usage{}, llm.Unknown, 0, most},
		{"reset", &llm.APIError{Err: reset}, llm.Usage{}, llm.Unknown, 0, most},
		{"too late", &llm.APIError{Err: context.DeadlineExceeded}, llm.Usage{}, llm.Unknown, 0, most},
		{"abandoned", context.Canceled, llm.Usage{}, llm.Unknown, 0, most},
		{"nobody there", &llm.APIError{Err: refused}, llm.Usage{}, llm.Failed, 0, 0},
		{"never sent", &llm.APIError{Message: "no such option"}, llm.Usage{}, llm.Failed, 0, 0},
		{"impossible", errors.New("no such role"), llm.Usage{}, llm.Failed, 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			account := account(1, perToken(t))
			b := &book{ended: map[int64]llm.AttemptEnd{}}
			account.Keep(b, 0.25)
			req := llmtest.Ask("a prompt of some letters")
			_, err := account.Asked(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
				require.Len(t, b.begun, 1, "it is written down before it is sent")
				require.Empty(t, b.ended)
				require.InDelta(t, float64(most)/1e6, b.begun[0].ReservedUSD, 1e-12)
				require.Equal(t, req.Key(), b.begun[0].Key)
				if tt.err != nil {
					return llm.Response{}, tt.err
				}
				r := llmtest.Say("hello")
				r.Usage, r.Model = tt.told, "nano-2026-08-07"
				return r, nil
			}), letters).Complete(t.Context(), req)
			require.Equal(t, tt.err, err)
			end := b.ended[1]
			require.Equal(t, tt.fate, end.Fate)
			require.InDelta(t, float64(tt.paid)/1e6, end.PaidUSD, 1e-12)
			paid, _ := account.Paid()
			require.InDelta(t, float64(tt.paid)/1e6, paid, 1e-12)
			require.InDelta(t, 0.25+float64(tt.spent)/1e6, account.Spent(), 1e-12)
			require.Zero(t, account.Reserved())
			if tt.err == nil {
				require.Equal(t, "nano-2026-08-07", end.Served)
				require.Equal(t, llm.Usage{Input: 30, Output: 5}, end.Counted)
			}
		})
	}
}

// A retry is an attempt of its own: it is refused once those before it have used the budget up.
func TestRetriesArePaid(t *testing.T) {
	account := account(2500e-6, perToken(t))
	b := &book{ended: map[int64]llm.AttemptEnd{}}
	account.Keep(b, 0)
	calls := 0
	c := account.Asked(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
		calls++
		return llm.Response{}, &llm.APIError{Status: 200, Usage: llm.Usage{Input: 30, Output: 90}}
	}), letters)
	c.Gate = llm.NewGate(llm.GateOptions{Wait: func(context.Context, time.Duration) error { return nil }})
	_, err := c.Complete(t.Context(), llmtest.Ask("a prompt of some letters"))
	require.ErrorIs(t, err, llm.ErrBudget)
	require.Equal(t, 2, calls, "a third could cost more than is left")
	require.Len(t, b.ended, 2)
	paid, _ := account.Paid()
	require.InDelta(t, 1860e-6, paid, 1e-12)
}

func TestNothingIsSentThatCannotBeWrittenDown(t *testing.T) {
	account := account(1, perToken(t))
	account.Keep(&book{full: errors.New("disk full")}, 0)
	_, err := account.Asked(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
		t.Error("it was sent")
		return llm.Response{}, nil
	}), letters).Complete(t.Context(), llmtest.Ask("a"))
	require.EqualError(t, err, "llm: writing down that sim:nano is asked: disk full")
	require.Zero(t, account.Spent())
	require.Zero(t, account.Reserved())
}

// A reply is kept by the row that says how its attempt ended, and nowhere else.
func TestALedgerKeepsReplies(t *testing.T) {
	account := account(1, perToken(t))
	b := &book{ended: map[int64]llm.AttemptEnd{}}
	account.Keep(b, 0)
	c := account.Asked(say("hello", "again", "later"), letters)
	c.Store = &faultyStore{CacheStore: llm.MemoryCache(), store: errors.New("kept twice")}
	got, err := c.Complete(t.Context(), llmtest.Ask("a"))
	require.NoError(t, err)
	require.Equal(t, &llm.Reply{Key: llmtest.Ask("a").Key(), Request: llmtest.Ask("a"), Response: got}, b.ended[1].Reply)
	b.lost = errors.New("disk full")
	_, err = c.Complete(t.Context(), llmtest.Ask("a"))
	require.EqualError(t, err, "llm: keeping a reply in the cache: disk full")
	b.lost = nil
	_, err = c.Complete(t.Context(), llm.Request{Model: llmtest.Ask("a").Model, Texts: []string{"a"}})
	require.NoError(t, err)
	require.Contains(t, b.ended, int64(3))
	require.Nil(t, b.ended[3].Reply, "embeddings are kept elsewhere")
}
