package llm

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// AccountOptions say what an Account goes by.
type AccountOptions struct {
	Prices *Prices
	AsOf   time.Time        // of the prices; zero for the newest
	Tokens func(string) int // counts the tokens of a text
	Budget *Budget          // nil for no cap
	Now    func() time.Time // the clock of latencies; nil leaves those of failed attempts at 0
}

// Account is what attempts of real models are charged to. Every attempt is reserved from the budget, written to the
// ledger before it is sent, and charged when its end is known. It is safe for concurrent use.
type Account struct {
	AccountOptions

	mu     sync.Mutex
	ledger Ledger
	paid   float64
}

// NewAccount is an account that has paid nothing, without a ledger.
func NewAccount(o AccountOptions) *Account { return &Account{AccountOptions: o} }

// Keep has attempts written to a ledger from now on, and the budget go on from what earlier runs spent and reserved.
func (a *Account) Keep(l Ledger, before float64) {
	a.mu.Lock()
	a.ledger = l
	a.mu.Unlock()
	if a.Budget != nil {
		a.Budget.Carry(before)
	}
}

// Paid is what the attempts through this account were charged, in USD. Those of unknown fate aren't in it.
func (a *Account) Paid() float64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.paid
}

// Client is next with every request an attempt of its own: it belongs inside of retries. With a budget, an attempt
// that could pass its cap is refused with ErrBudget, and a model without price is an *UnpricedError. One of unknown
// fate counts as spent with all that was reserved for it.
func (a *Account) Client(next Client) Client {
	return ClientFunc(func(ctx context.Context, req Request) (Response, error) { return a.complete(ctx, next, req) })
}

func (a *Account) complete(ctx context.Context, next Client, req Request) (Response, error) {
	price, priced := a.Prices.Of(req.Model, a.AsOf)
	most := mostUsed(req, a.Tokens)
	reserved := price.USD(most)
	spent := 0.0
	if a.Budget != nil {
		if !priced {
			return Response{}, &UnpricedError{Model: req.Model, AsOf: a.AsOf}
		}
		if err := a.Budget.reserve(ctx, req.Model, reserved); err != nil {
			return Response{}, err
		}
		defer func() { a.Budget.settle(reserved, spent) }()
	}
	a.mu.Lock()
	ledger := a.ledger
	a.mu.Unlock()
	if ledger == nil {
		ledger = noLedger{}
	}
	number, err := ledger.Begin(Attempt{Key: req.Key(), Model: req.Model, ReservedUSD: reserved, Texts: len(req.Texts)})
	if err != nil {
		return Response{}, fmt.Errorf("llm: writing down that %s is asked: %w", req.Model, err)
	}
	spent = reserved // should next panic, nobody knows
	start := a.now()
	resp, err := next.Complete(ctx, req)
	end := ended(resp, err, most.Input, a.Tokens)
	if resp.Latency == 0 {
		end.Latency = a.now().Sub(start)
	}
	if end.Fate != Unknown {
		if err == nil {
			end.PaidUSD = price.USDCached(credible(req, resp, end.Counted))
		} else if end.Told != (Usage{}) {
			end.PaidUSD = price.USDCached(credible(req, Response{Usage: end.Told}, end.Counted))
		}
		spent = end.PaidUSD
	}
	a.mu.Lock()
	a.paid += end.PaidUSD
	a.mu.Unlock()
	ledger.End(number, end)
	return resp, err
}

func (a *Account) now() time.Time {
	if a.Now == nil {
		return time.Time{}
	}
	return a.Now()
}

// ended is what is known of an attempt by its reply or error. Input is our count of what was sent.
func ended(resp Response, err error, input int, tokens func(string) int) AttemptEnd {
	end := AttemptEnd{Fate: fateOf(err), Served: resp.Model, Latency: resp.Latency, Counted: Usage{Input: input}}
	switch told := usageOf(err); {
	case err != nil:
		end.Told = told
	default:
		end.Counted.Output = replyTokens(resp, tokens)
		if !resp.Usage.Estimated {
			end.Told = resp.Usage
		}
	}
	return end
}

// noLedger keeps nothing: of questions asked without a database.
type noLedger struct{}

func (noLedger) Begin(Attempt) (int64, error) { return 0, nil }
func (noLedger) End(int64, AttemptEnd)        {}
