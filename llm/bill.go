package llm

import (
	"context"
	"sync"
)

// PaidHeader is the header by which an endpoint of ours says what its provider was paid for a reply, in USD: 0 for one that it had. It is there
// where the model has a price, and whoever asked is charged that in the place of the price of what the reply used.
const PaidHeader = "Arena-Paid-Usd"

// Bill adds up what providers are paid for the requests of a context. Of equal requests in flight it is the one's that is asked.
type Bill struct {
	mu     sync.Mutex
	usd    float64
	priced bool
}

type billKey struct{}

// WithBill is a context whose requests are added to a bill.
func WithBill(ctx context.Context) (context.Context, *Bill) {
	b := new(Bill)
	return context.WithValue(ctx, billKey{}, b), b
}

type ledgerKey struct{}

// WithLedger is a context whose attempts are written to a ledger in the place of their Account's; nil for that.
func WithLedger(ctx context.Context, l Ledger) context.Context {
	return context.WithValue(ctx, ledgerKey{}, l)
}

// USD is what was paid, and whether all models that were asked are real and have a price.
func (b *Bill) USD() (usd float64, known bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.usd, b.priced
}

// billed notes on the bill of a context, if it has one, that a model is asked, or what was paid for that.
func billed(ctx context.Context, usd float64, priced bool) {
	if b, ok := ctx.Value(billKey{}).(*Bill); ok {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.usd, b.priced = b.usd+usd, priced
	}
}
