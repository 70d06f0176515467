package llm_test

import (
	"context"
	"errors"
	"math"
	"sync"
	"testing"
	"testing/synctest"

	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// dollars are prices at which every token of openai:m costs a dollar.
func dollars() *llm.Prices {
	p, err := llm.LoadPrices("p.yaml", []byte(`prices: [{provider: openai, model: m, from: 2026-01-01, input: 1000000, cached_input: 500000, output: 1000000}]`))
	if err != nil {
		panic(err)
	}
	return p
}

// account is an account with a cap, at the prices of a day.
func account(capUSD float64, p *llm.Prices) *llm.Account {
	return llm.NewAccount(llm.AccountOptions{Prices: p, AsOf: day("2026-01-01"), CapUSD: &capUSD})
}

// tenDollars is a request that costs at most $10: 3 + 3 + 1 tokens in and 3 out.
func tenDollars() llm.Request {
	req := llmtest.Ask("a")
	req.Model = model("openai:m")
	req.MaxTokens = 3
	return req
}

func TestBudgetContract(t *testing.T) {
	keepsTheContract(t, func(next llm.Client) llm.Client {
		return account(1, llm.BuiltinPrices()).Charged(next, oneEach)
	})
}

func TestBudgetRefuses(t *testing.T) {
	for _, tt := range []struct {
		name string
		cap  float64
		ok   bool
	}{
		{"exactly enough", 10, true},
		{"a cent short", 9.99, false},
		{"nothing", 0, false},
		{"not a number", math.NaN(), false},
		{"no cap", math.Inf(1), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			calls := 0
			b := account(tt.cap, dollars())
			_, err := b.Charged(failing(&calls), oneEach).Complete(t.Context(), tenDollars())
			if tt.ok {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, llm.ErrBudget)
			require.ErrorContains(t, err, "openai:m")
			require.Zero(t, calls)
			require.Zero(t, b.Reserved())
		})
	}
}

func TestBudgetChargesWhatWasUsed(t *testing.T) {
	for _, tt := range []struct {
		name string
		resp llm.Response
		err  error
		want float64
	}{
		{"usage", llm.Response{Usage: llm.Usage{Input: 4, CachedInput: 2, Output: 2}}, nil, 4 + 2},
		{"no usage", llm.Response{Text: "a", Usage: llm.Usage{Estimated: true}}, nil, 7 + 1},
		{"error", llm.Response{}, errors.New("broken"), 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b *llm.Account
			b = account(100, dollars())
			_, err := b.Charged(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
				require.Equal(t, 10.0, b.Reserved())
				return tt.resp, tt.err
			}), oneEach).Complete(t.Context(), tenDollars())
			require.Equal(t, tt.err, err)
			require.Equal(t, tt.want, b.Spent())
			require.Zero(t, b.Reserved())
		})
	}
}

func TestBudgetAssumesACapAndCountsTheSchema(t *testing.T) {
	var b *llm.Account
	b = account(1e6, dollars())
	req := tenDollars()
	req.MaxTokens = 0
	req.Schema = &llm.Schema{Name: "s", JSON: "{}"}
	_, err := b.Charged(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
		require.Equal(t, float64(7+2+llm.DefaultReplyCap), b.Reserved())
		return llmtest.Say("a"), nil
	}), oneEach).Complete(t.Context(), req)
	require.NoError(t, err)
}

func TestBudgetNeedsAPrice(t *testing.T) {
	req := tenDollars()
	req.Model.Name = "other"
	calls := 0
	_, err := account(100, dollars()).Charged(failing(&calls), oneEach).Complete(t.Context(), req)
	var unpriced *llm.UnpricedError
	require.ErrorAs(t, err, &unpriced)
	require.EqualError(t, err, "no price for openai:other on 2026-01-01: add one with --prices FILE")
	require.Zero(t, calls)
	require.EqualError(t, &llm.UnpricedError{Model: req.Model}, "no price for openai:other: add one with --prices FILE")
}

func TestBudgetWaitsForCallsInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan error)
		next := &blocked{release: release} // says 10 tokens in, 5 out: $15 without cap
		b := account(25, dollars())
		c := b.Charged(next, oneEach)
		var wg sync.WaitGroup
		var errs [3]error
		for i := range 2 {
			wg.Go(func() { _, errs[i] = c.Complete(t.Context(), tenDollars()) })
		}
		synctest.Wait()
		require.Equal(t, 20.0, b.Reserved())
		wg.Go(func() { _, errs[2] = c.Complete(t.Context(), tenDollars()) })
		left, leave := context.WithCancel(t.Context())
		var leftErr error
		wg.Go(func() { _, leftErr = c.Complete(left, tenDollars()) })
		synctest.Wait()
		require.EqualValues(t, 2, next.calls.Load(), "the others wait")
		leave()
		synctest.Wait()
		require.ErrorIs(t, leftErr, context.Canceled)

		release <- errors.New("broken") // costs nothing, so there is room again
		synctest.Wait()
		require.EqualValues(t, 3, next.calls.Load())
		release <- nil
		release <- nil
		wg.Wait()
		require.NoError(t, errs[2])
		require.Equal(t, 30.0, b.Spent(), "a provider that counts more than the reservation is still charged")
	})
}

func TestBudgetRefusesWaitersWhenTheMoneyIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		next := &blocked{release: make(chan error)}
		b := account(15, dollars())
		c := b.Charged(next, oneEach)
		var wg sync.WaitGroup
		var first, second error
		wg.Go(func() { _, first = c.Complete(t.Context(), tenDollars()) })
		synctest.Wait()
		wg.Go(func() { _, second = c.Complete(t.Context(), tenDollars()) })
		synctest.Wait()
		require.NoError(t, second, "still waiting")
		next.release <- nil
		wg.Wait()
		require.NoError(t, first)
		require.ErrorIs(t, second, llm.ErrBudget)
	})
}

// However calls overlap, spending stays under the cap as long as replies stay under theirs.
func TestBudgetIsKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.Float64Range(0, 200).Draw(t, "cap")
		used := rapid.SliceOfN(rapid.IntRange(0, 3), 1, 30).Draw(t, "output")
		b := account(limit, dollars())
		var wg sync.WaitGroup
		errs := make([]error, len(used))
		for i, output := range used {
			wg.Go(func() {
				_, errs[i] = b.Charged(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
					return llm.Response{Usage: llm.Usage{Input: 7, Output: output}}, nil
				}), oneEach).Complete(context.Background(), tenDollars())
			})
		}
		wg.Wait()
		require.LessOrEqual(t, b.Spent(), limit)
		require.Zero(t, b.Reserved())
		sum := 0.0
		for i, err := range errs {
			if err == nil {
				sum += 7 + float64(used[i])
				continue
			}
			require.ErrorIs(t, err, llm.ErrBudget)
			require.Greater(t, b.Spent()+10, limit, "nobody is refused while there is room")
		}
		require.Equal(t, sum, b.Spent())
	})
}
