package llm

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"
)

// Ledger keeps a row for every attempt of a real model, whatever becomes of it. It is safe for concurrent
// use.
type Ledger interface {
	// Begin commits that an attempt is about to be sent and returns its number. After an error it isn't sent.
	Begin(a Attempt) (number int64, err error)
	// End notes what became of an attempt, and keeps its reply as CacheStore.Store does, whose errors it returns. It may
	// return before that is committed: an attempt whose end is lost is of unknown fate.
	End(number int64, o AttemptEnd) error
}

// Attempt is one try of a request, as it is about to be sent.
type Attempt struct {
	Key         Key
	Model       Model
	ReservedUSD float64 // the most it can cost; 0 for a model without a price
	Texts       int     // that it is to embed; 0 where it asks for a reply
}

// AttemptEnd is what became of an attempt.
type AttemptEnd struct {
	Fate    Fate
	Told    Usage   // as the provider told; zero where it told nothing
	Counted Usage   // as we count what was sent and came back
	PaidUSD float64 // what it is charged; 0 where the fate is unknown, since then the reservation stands
	Served  string  // the model that answered, as the provider names it
	Latency time.Duration
	Reply   *Reply // to be kept; nil where there is none

	charged Usage    // Told as far as it can be true
	paid    *float64 // as an endpoint of ours says; nil where none does
}

// Reply is an answered request as it is kept.
type Reply struct {
	Key      Key
	Request  Request
	Response Response
}

// Fate says whether an attempt is paid for.
type Fate string

// The fates of an attempt. One that was begun and has none, because its process was killed, is Unknown too.
const (
	Answered Fate = "answered" // a reply came
	Failed   Fate = "failed"   // refused, or never sent; paid only if it came with usage
	Unknown  Fate = "unknown"  // sent, and perhaps answered and billed: its reservation is kept
)

// fateOf says whether an attempt that ended with err is paid for.
func fateOf(err error) Fate {
	if err == nil {
		return Answered
	}
	var api *APIError
	var op *net.OpError
	switch known := errors.As(err, &api); {
	case errors.As(err, &op) && op.Op == "dial", isAstray(err):
		return Failed // nothing was sent
	case known && api.Usage != Usage{}:
		return Failed
	case known && api.Status >= http.StatusMultipleChoices:
		if api.Status >= http.StatusInternalServerError && !api.busy() {
			return Unknown // it may have worked on it
		}
		return Failed
	case known && api.Status == 0 && api.Err == nil:
		return Failed // never sent
	case !known && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded):
		return Failed // an impossible request
	}
	return Unknown
}
