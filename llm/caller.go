package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Source says where the replies of a Caller come from.
type Source int

// The sources of replies.
const (
	Simulated Source = iota // made here: charged to a budget at nominal prices, and taken as they are
	Recorded                // of a recording: as Simulated, but judged as those of a server
	Asked                   // of a server: every attempt is paid for, and written to the ledger before it is sent
)

// Caller is the client of one provider with all that is wanted of a call, in this order: what was asked before is looked
// up; of equal calls in flight one is asked; the gate lets it through, waits for outages and tries again; every attempt
// is reserved, written down, sent, judged and charged by itself; its reply is kept, and recorded. Only Client has to be
// set. It is safe for concurrent use, and its fields aren't changed once it is in use.
//
// What can't be used of an answer is an error, *Unusable: a reply of another model than was asked (see Model.ServedBy), and
// one without text or refusal, unless its cap cut it: that is for Headroom. Usage that can't be true is replaced
// by our own count and marked as estimated (see usage.go). Simulated replies are as they should be.
//
// Errors aren't kept; truncated and refused replies are. A reply that can't be kept is an error, because a reply that was
// paid for would be lost. Slices of a reply are shared: nobody may change them.
type Caller struct {
	Client  Client
	Of      Source
	Tokens  func(text string) int // counts the tokens of a text; only Simulated ones without a cap do without
	Gate    *Gate                 // nil: every call is tried once, at once
	Account *Account              // nil charges nothing
	Store   CacheStore            // nil keeps nothing. That of a ledger is where the ledger is
	Tape    *Tape                 // that all exchanges are on, those that were looked up too; nil records nothing
	Secrets []string              // that must not be on the tape; see Tape
	// Widen says what to set so that prompts of so many tokens fit, at a server that cuts longer ones without a word: of two
	// short prompts it is learnt how such a server counts, before the first long one, and a reply to one of which it tells
	// far fewer tokens is a failure (see cut.go). Nil for servers that never do.
	Widen func(tokens int) string

	flights Flights[Key, Response]
	ratios  sync.Map // of told to counted tokens by model
}

// call is a request on its way.
type call struct {
	Request
	key  Key   // only where something is kept
	most Usage // the most that it can use; zero where nobody has to know
	told int   // tokens that the server should tell of its prompt, at least; 0 where that isn't known
	keep bool  // its reply is looked up and kept
}

// Complete implements Client. Texts to embed are kept elsewhere.
func (c *Caller) Complete(ctx context.Context, req Request) (Response, error) {
	if c.Of == Asked {
		billed(ctx, 0, c.Account.prices(req.Model))
	}
	call := call{Request: req, keep: c.Store != nil && req.Texts == nil}
	if call.keep || c.Of == Asked {
		call.key = req.Key()
	}
	if !call.keep {
		return c.ask(ctx, call)
	}
	if c.Tape != nil {
		if err := c.Tape.check(call.key, req, c.Secrets); err != nil {
			return Response{}, fmt.Errorf("llm: recording a request to %s: %w", req.Model, err)
		}
	}
	got, err := c.flights.Get(ctx, []Key{call.key}, 1, func(ctx context.Context, _ []Key) (map[Key]Response, error) {
		resp, ok, err := c.Store.Lookup(ctx, call.key)
		if err != nil {
			return nil, fmt.Errorf("llm: looking up a cached reply: %w", err)
		}
		if !ok || c.Of != Simulated && !worthKeeping(resp) { // what an older program kept is asked for again
			if resp, err = c.ask(ctx, call); err != nil {
				return nil, err
			}
		}
		return map[Key]Response{call.key: resp}, nil
	})
	if err != nil {
		return Response{}, err
	}
	resp := got[call.key]
	if c.Tape != nil {
		if err := c.Tape.write(call.key, req, resp, c.Secrets); err != nil {
			return Response{}, fmt.Errorf("llm: recording a reply of %s: %w", req.Model, err)
		}
	}
	return resp, nil
}

// ask asks the provider.
func (c *Caller) ask(ctx context.Context, call call) (resp Response, err error) {
	if c.Of != Simulated || c.Gate != nil || c.Account.capped() {
		call.most = mostUsed(call.Request, c.Tokens)
	}
	if c.Widen != nil {
		if call.told, err = c.expected(ctx, call.Request); err != nil {
			return Response{}, err
		}
	}
	if c.Gate == nil {
		return c.attempt(ctx, call)
	}
	err = c.Gate.pass(ctx, call.most.Input+call.MaxTokens, func() (err error) {
		resp, err = c.attempt(ctx, call)
		return err
	})
	if err != nil {
		return Response{}, err
	}
	return resp, nil
}

// attempt asks once. What is paid is charged, and what can be used is kept, even if ctx has ended meanwhile.
func (c *Caller) attempt(ctx context.Context, call call) (Response, error) {
	held, err := c.Account.reserve(ctx, call.Model, call.most)
	if err != nil {
		return Response{}, err
	}
	defer held.settle()
	var ledger Ledger
	var number int64
	if c.Of == Asked {
		if ledger, _ = ctx.Value(ledgerKey{}).(Ledger); ledger == nil {
			ledger = c.Account.book()
		}
		if ledger != nil {
			number, err = ledger.Begin(Attempt{Key: call.key, Model: call.Model, ReservedUSD: held.usd, Texts: len(call.Texts)})
			if err != nil {
				return Response{}, fmt.Errorf("llm: writing down that %s is asked: %w", call.Model, err)
			}
		}
		held.spent = held.usd // should the client panic, nobody knows
	}
	start := c.Account.now()
	resp, err := c.Client.Complete(ctx, call.Request)
	end, resp, err := c.judge(call, resp, err)
	if end.Latency == 0 && c.Of == Asked {
		end.Latency = c.Account.now().Sub(start)
	}
	if held.charge(&end, c.Of); c.Of == Asked {
		billed(ctx, end.PaidUSD, c.Account.prices(call.Model))
	}
	if err == nil {
		c.Account.answered(call.Model, resp.Usage, c.Of)
		if call.keep {
			end.Reply = &Reply{call.key, call.Request, resp}
		}
	}
	var lost error
	switch {
	case ledger != nil:
		lost = ledger.End(number, end)
	case end.Reply != nil:
		lost = c.Store.Store(context.WithoutCancel(ctx), call.key, call.Request, resp)
	}
	switch {
	case err != nil:
		return Response{}, err
	case lost != nil:
		return Response{}, fmt.Errorf("llm: keeping a reply in the cache: %w", lost)
	}
	return resp, nil
}

// judge says what became of an attempt, and what can be used of its reply.
func (c *Caller) judge(call call, resp Response, err error) (AttemptEnd, Response, error) {
	end := AttemptEnd{Fate: fateOf(err), Served: resp.Model, Latency: resp.Latency, Counted: Usage{Input: call.most.Input}, paid: resp.PaidUSD}
	if err != nil {
		if api, ok := errors.AsType[*APIError](err); ok {
			end.paid, end.Told = api.PaidUSD, api.Usage
		}
		if end.Told != (Usage{}) {
			end.charged = credible(call.Request, Response{Usage: end.Told}, end.Counted, c.Tokens)
		}
		return end, Response{}, err
	}
	if c.Of == Simulated && !c.Account.capped() {
		return end, resp, nil
	}
	if !resp.Usage.Estimated {
		end.Told = resp.Usage
	}
	if overlong(call.Request, resp) {
		most := outputCap(call.Request)
		end.Counted.Output = min(cmp.Or(max(end.Told.Output, 0), most), most)
	} else {
		end.Counted.Output = c.Tokens(resp.Text)
	}
	end.charged = credible(call.Request, resp, end.Counted, c.Tokens)
	if c.Of == Simulated {
		return end, resp, nil
	}
	resp.Usage = end.charged
	err = unusable(call.Request, resp)
	if read := end.Told.Input + end.Told.CachedInput; err == nil && read > 0 && float64(read) < leastRead*float64(call.told) {
		err = CutPrompt(call.Model, read, call.told, c.Widen(2*call.told))
	}
	return end, resp, err
}

// now is the time by the account's clock; zero without one.
func (a *Account) now() time.Time {
	if a == nil || a.Now == nil {
		return time.Time{}
	}
	return a.Now()
}
