package llm

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"syscall"
	"time"
)

// Outage is a provider that doesn't answer, as people are told of it.
type Outage struct {
	Provider string
	Err      error         // of the call that failed last
	Wait     time.Duration // until it is asked again
	Waited   time.Duration // since it began
	MaxWait  time.Duration
	Over     bool // it answers again
}

// String is a line for people.
func (o Outage) String() string {
	if o.Over {
		return fmt.Sprintf("%s answers again after %s", o.Provider, spelled(o.Waited))
	}
	return fmt.Sprintf("%s is not answering (%s), waiting %s, %s of %s", o.Provider, cause(o.Err), spelled(o.Wait), spelled(o.Waited), spelled(o.MaxWait))
}

// OutageError says why a provider isn't asked any more.
type OutageError struct {
	Provider string
	Waited   time.Duration // for an answer
	MaxWait  time.Duration
	Asked    time.Duration // how long the provider asks to wait; 0 if it doesn't say
	Closed   bool          // no call can succeed, as it answered, or as nobody has where it was asked
	Err      error         // what was answered last
}

// Error says how long was waited, for what, and the provider's last words with the next step.
func (e *OutageError) Error() string {
	switch left := e.MaxWait - e.Waited; {
	case e.Closed && isAstray(e.Err):
		return fmt.Sprintf("%s can't be reached: %v", e.Provider, e.Err)
	case e.Closed:
		return fmt.Sprintf("%s refuses all calls: %v", e.Provider, e.Err)
	case e.Asked > left && left > 0:
		return fmt.Sprintf("%s asks to wait %s, and %s are left of --max-wait %s: %v", e.Provider, spelled(e.Asked), spelled(left), spelled(e.MaxWait), e.Err)
	}
	return fmt.Sprintf("%s has not answered for %s (--max-wait %s): %v", e.Provider, spelled(e.Waited), spelled(e.MaxWait), e.Err)
}

// Unwrap is what was answered last.
func (e *OutageError) Unwrap() error { return e.Err }

// statusOverloaded is what some servers answer when they are overloaded.
const statusOverloaded = 529

// isDown reports whether err is that of a server that is down or busy: not of one that gave an answer
// that can't be used.
func isDown(err error) bool {
	var api *APIError
	var unusable *Unusable
	if errors.As(err, &unusable) || errors.As(err, &api) && api.Status >= 200 && api.Status < 300 {
		return false
	}
	return Transient(err)
}

// isAstray reports whether err says that there is no such server: its name is unknown, or what listens speaks another language or
// shows a certificate that isn't its own.
func isAstray(err error) bool {
	var name *net.DNSError
	var plain tls.RecordHeaderError
	var stranger *tls.CertificateVerificationError
	return errors.As(err, &name) && name.IsNotFound || errors.Is(err, http.ErrSchemeMismatch) || errors.As(err, &plain) || errors.As(err, &stranger)
}

// isClosed reports whether err says that no call can succeed with this key or account.
func isClosed(err error) bool {
	var api *APIError
	if !errors.As(err, &api) {
		return false
	}
	switch api.Status {
	case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden:
		return true
	}
	return noQuota[api.Code]
}

// maybeItsOwn reports whether a request can be to blame for err, of a server that is down: one that is
// busy or isn't there says so to all.
func maybeItsOwn(err error) bool {
	var api *APIError
	return !(errors.As(err, &api) && api.busy()) && !errors.Is(err, syscall.ECONNREFUSED) && !isAstray(err)
}

// busy reports whether a server says that it has no time, for whatever request.
func (e *APIError) busy() bool {
	return e.Status == http.StatusTooManyRequests || e.Status == http.StatusServiceUnavailable || e.Status == statusOverloaded
}

// cause is a failure in a word or two.
func cause(err error) string {
	var api *APIError
	var timeout net.Error
	switch {
	case errors.As(err, &api) && api.Status != 0:
		return fmt.Sprint(api.Status)
	case errors.As(err, &api) && errors.Is(err, syscall.ECONNREFUSED) && api.Message != "":
		return api.Message // where, and what starts it
	case errors.Is(err, syscall.ECONNREFUSED):
		return "connection refused"
	case isAstray(err):
		return "not found"
	case errors.Is(err, syscall.ECONNRESET):
		return "connection reset"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return "no reply in time"
	}
	return "connection failed"
}

// spelled is a time for people, to the second: "3m10s".
func spelled(d time.Duration) string { return d.Round(time.Second).String() }
