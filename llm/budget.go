package llm

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// ErrBudget is what a call is refused with that could make the spending pass the cap.
var ErrBudget = errors.New("the budget is used up")

// UnpricedError says that a model has no price, so that a budget can't be kept.
type UnpricedError struct {
	Model Model
	AsOf  time.Time // the day for which a price was looked for; zero for the newest
}

// Error names the model and how to give it a price.
func (e *UnpricedError) Error() string {
	day := ""
	if !e.AsOf.IsZero() {
		day = " on " + e.AsOf.Format(time.DateOnly)
	}
	return fmt.Sprintf("no price for %s%s: add one with --prices FILE", e.Model, day)
}

// DefaultReplyCap is the length in tokens that a budget assumes a reply without cap may have.
const DefaultReplyCap = 16384

// Budget caps what the calls through its Clients cost together, in USD. It is safe for
// concurrent use.
type Budget struct {
	capUSD float64
	prices *Prices
	asOf   time.Time
	tokens func(string) int

	mu       sync.Mutex
	spent    float64
	reserved float64
	inFlight int
	settled  chan struct{} // closed and replaced whenever a reservation is settled
}

// NewBudget is a budget of capUSD at the prices p of the day asOf (zero: the newest). tokens
// counts the tokens of a text. A cap of 0 lets only free models be asked; math.Inf(1) caps
// nothing but still refuses models without price and adds up what is spent.
func NewBudget(capUSD float64, p *Prices, asOf time.Time, tokens func(string) int) *Budget {
	return &Budget{capUSD: capUSD, prices: p, asOf: asOf, tokens: tokens, settled: make(chan struct{})}
}

// Client is next with every call charged to the budget. Before a call, the most it can cost is
// reserved: its prompt, none of it in the provider's cache, and a reply as long as its cap. If
// that doesn't fit, the call waits as long as settling the calls in flight may still make room
// for it, and else is refused with ErrBudget. Afterwards it is charged its usage, as far as that is credible; an error costs
// nothing. Spending can pass the cap only where a provider counts more tokens than the budget does. A
// model without price is an *UnpricedError. It is for simulated models and recordings: attempts of real ones
// go through an Account.
func (b *Budget) Client(next Client) Client {
	return ClientFunc(func(ctx context.Context, req Request) (Response, error) { return b.complete(ctx, next, req) })
}

// Carry adds what was spent before, by a run that this one goes on with.
func (b *Budget) Carry(usd float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent += max(usd, 0)
}

// Spent is what all finished calls cost, in USD, and what was carried over.
func (b *Budget) Spent() float64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.spent
}

// Reserved is the most that the calls in flight can cost, in USD.
func (b *Budget) Reserved() float64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.reserved
}

func (b *Budget) complete(ctx context.Context, next Client, req Request) (Response, error) {
	price, ok := b.prices.Of(req.Model, b.asOf)
	if !ok {
		return Response{}, &UnpricedError{Model: req.Model, AsOf: b.asOf}
	}
	most := mostUsed(req, b.tokens)
	reserved := price.USD(most)
	if err := b.reserve(ctx, req.Model, reserved); err != nil {
		return Response{}, err
	}
	var cost float64
	defer func() { b.settle(reserved, cost) }()
	resp, err := next.Complete(ctx, req)
	if err != nil {
		return Response{}, err
	}
	cost = price.USDCached(credible(req, resp, Usage{Input: most.Input, Output: replyTokens(resp, b.tokens)}))
	return resp, nil
}

// mostUsed is the most that a request can use: its prompt and a reply as long as its cap. Embeddings have no reply.
func mostUsed(req Request, count func(string) int) Usage {
	most := Usage{Input: promptTokens(req, count), Output: req.MaxTokens}
	if most.Output <= 0 && req.Texts == nil {
		most.Output = DefaultReplyCap
	}
	return most
}

// replyTokens counts what a reply holds.
func replyTokens(resp Response, count func(string) int) int {
	n := count(resp.Text)
	for _, t := range resp.ToolCalls {
		n += count(t.Name) + count(t.Arguments)
	}
	return n
}

// reserve sets usd aside, waiting while only reservations stand in the way.
func (b *Budget) reserve(ctx context.Context, m Model, usd float64) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		b.mu.Lock()
		if !(b.spent+usd <= b.capUSD) { // negated, so that a cap of NaN refuses
			spent := b.spent
			b.mu.Unlock()
			return fmt.Errorf("llm: asking %s: $%.4f of $%.4f are spent and the call may cost $%.4f: %w",
				m, spent, b.capUSD, usd, ErrBudget)
		}
		if b.inFlight == 0 || b.spent+b.reserved+usd <= b.capUSD {
			b.reserved += usd
			b.inFlight++
			b.mu.Unlock()
			return nil
		}
		settled := b.settled
		b.mu.Unlock()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-settled:
		}
	}
}

// settle turns a reservation into what the call cost.
func (b *Budget) settle(reserved, cost float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reserved -= reserved
	if b.inFlight--; b.inFlight == 0 {
		b.reserved = 0 // whatever rounding has left
	}
	b.spent += cost
	close(b.settled)
	b.settled = make(chan struct{})
}
