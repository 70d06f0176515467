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

// AccountOptions say what an Account goes by.
type AccountOptions struct {
	Prices *Prices
	AsOf   time.Time        // of the prices; zero for the newest
	CapUSD *float64         // that nothing is asked beyond; 0 lets only free models be asked; nil for no cap
	Now    func() time.Time // the clock of latencies; nil leaves those of failed attempts at 0
}

// Account is what the calls of all Callers of a run are charged to. With a cap, the most that an attempt can cost is
// reserved before it: its prompt, none of it in the provider's cache, and a reply as long as its cap. If
// that doesn't fit, it waits as long as settling the attempts in flight may still make room for it, and else is refused
// with ErrBudget; a model without price is an *UnpricedError. Afterwards it is charged its usage, as far as that is credible.
// Of the cap that takes all its input at the full price, in the provider's cache or not: what that saved counts when another run goes on.
// One of unknown fate counts as spent with all that was reserved for it. Spending can pass the cap only where a provider
// counts more tokens than we do. It is safe for concurrent use; a nil Account charges nothing.
type Account struct {
	AccountOptions

	mu       sync.Mutex
	ledger   Ledger
	paid     float64         // for real models
	byModel  map[Model]Usage // of what answered
	calls    int             // that were answered
	spent    float64         // of the cap, with what was carried over
	reserved float64
	inFlight int
	settled  chan struct{} // closed and replaced whenever a reservation is settled
}

// NewAccount is an account that has paid nothing, without a ledger.
func NewAccount(o AccountOptions) *Account {
	return &Account{AccountOptions: o, byModel: map[Model]Usage{}, settled: make(chan struct{})}
}

// Keep has attempts of real models written to a ledger from now on, and the cap go on from what earlier runs spent and
// reserved.
func (a *Account) Keep(l Ledger, before float64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ledger = l
	a.spent += max(before, 0)
}

// Paid is what the attempts of real models were charged, in USD, and whether every model that answered has a price. Those
// of unknown fate aren't in it.
func (a *Account) Paid() (usd float64, known bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	known = true
	for m := range a.byModel {
		_, ok := a.Prices.Of(m, a.AsOf)
		known = known && ok
	}
	return a.paid, known
}

// Calls counts the attempts that were answered with a reply by a model, real or simulated, and adds up what they used.
func (a *Account) Calls() (n int, all Usage) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, u := range a.byModel {
		all = all.Plus(u)
	}
	return a.calls, all
}

// Spent is what is used of the cap, in USD, with what was carried over.
func (a *Account) Spent() float64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.spent
}

// prices reports whether a model has a price.
func (a *Account) prices(m Model) bool {
	if a == nil {
		return false
	}
	_, priced := a.Prices.Of(m, a.AsOf)
	return priced
}

func (a *Account) capped() bool { return a != nil && a.CapUSD != nil }

// book is the ledger; nil for none.
func (a *Account) book() Ledger {
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.ledger
}

// answered notes a reply.
func (a *Account) answered(m Model, u Usage, of Source) {
	if a == nil || of == Recorded {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.byModel[m] = a.byModel[m].Plus(u)
	a.calls++
}

// reservation is what is set aside for an attempt.
type reservation struct {
	account *Account
	price   Price
	usd     float64 // that it can cost at most
	spent   float64 // that it cost
}

// reserve sets aside the price of most, waiting while only other reservations stand in the way.
func (a *Account) reserve(ctx context.Context, m Model, most Usage) (*reservation, error) {
	r := &reservation{account: a}
	if a == nil {
		return r, nil
	}
	var priced bool
	r.price, priced = a.Prices.Of(m, a.AsOf)
	r.usd = r.price.USD(most)
	if a.CapUSD == nil {
		return r, nil
	}
	if !priced {
		return nil, &UnpricedError{Model: m, AsOf: a.AsOf}
	}
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		a.mu.Lock()
		if !(a.spent+r.usd <= *a.CapUSD) { // negated, so that a cap of NaN refuses
			spent := a.spent
			a.mu.Unlock()
			return nil, fmt.Errorf("llm: asking %s: $%.4f of $%.4f are spent and the call may cost $%.4f: %w", m, spent, *a.CapUSD, r.usd, ErrBudget)
		}
		if a.inFlight == 0 || a.spent+a.reserved+r.usd <= *a.CapUSD {
			a.reserved += r.usd
			a.inFlight++
			a.mu.Unlock()
			return r, nil
		}
		settled := a.settled
		a.mu.Unlock()
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-settled:
		}
	}
}

// charge says what an attempt cost. Failed ones of models that aren't paid cost nothing.
func (r *reservation) charge(end *AttemptEnd, of Source) {
	a := r.account
	if a == nil || end.Fate == Unknown && of == Asked {
		return
	}
	if of == Asked || end.Fate == Answered {
		r.spent = r.price.USD(end.charged)
	}
	if of == Asked {
		end.PaidUSD = r.price.USDCached(end.charged)
		if end.paid != nil {
			end.PaidUSD, r.spent = *end.paid, *end.paid
		}
		a.mu.Lock()
		a.paid += end.PaidUSD
		a.mu.Unlock()
	}
}

// settle turns the reservation into what the attempt cost.
func (r *reservation) settle() {
	a := r.account
	if !a.capped() {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.reserved -= r.usd
	if a.inFlight--; a.inFlight == 0 {
		a.reserved = 0 // whatever rounding has left
	}
	a.spent += r.spent
	close(a.settled)
	a.settled = make(chan struct{})
}
