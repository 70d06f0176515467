package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"

	"contextarena.internal/llm"
	"contextarena.internal/llm/wire"
)

// failure is an error as OpenAI shapes it.
type failure struct {
	status     int
	message    string
	kind       string // "type" on the wire
	param      string // empty for null
	code       string // empty for null
	retryAfter time.Duration
	final      bool // asking again can't help, whatever the status says
}

// Error implements error.
func (f *failure) Error() string { return f.message }

// invalid is a mistake in a request.
func invalid(status int, param, code, format string, args ...any) *failure {
	return &failure{status: status, message: fmt.Sprintf(format, args...), kind: "invalid_request_error", param: param, code: code}
}

// failureOf is err, of a client or of ours, as it is answered. What is Transient before is
// Transient after, for our own client; official clients are told by a header what is final.
// Nothing that looks like a key is passed on.
func failureOf(err error) *failure {
	var f *failure
	var api *llm.APIError
	switch {
	case errors.As(err, &f):
		return f
	case errors.Is(err, llm.ErrBudget):
		return &failure{
			status: http.StatusTooManyRequests, message: wire.Quote(err.Error(), ""),
			kind: "insufficient_quota", code: "insufficient_quota", final: true,
		}
	case errors.Is(err, llm.ErrNotRecorded):
		return invalid(http.StatusBadRequest, "", "not_recorded", "%s", wire.Quote(err.Error(), ""))
	case errors.As(err, &api):
		return passedOn(api, err)
	case llm.Transient(err):
		return &failure{status: http.StatusServiceUnavailable, message: wire.Quote(err.Error(), ""), kind: "server_error"}
	}
	return &failure{status: http.StatusInternalServerError, message: wire.Quote(err.Error(), ""), kind: "server_error", final: true}
}

// passedOn is a provider's failure, with its status where that is one of a failure.
func passedOn(api *llm.APIError, err error) *failure {
	f := &failure{
		status: api.Status, message: wire.Quote(err.Error(), ""), code: llm.Redact(api.Code),
		retryAfter: api.RetryAfter, final: !llm.Transient(err),
	}
	if f.status < 400 || f.status > 599 {
		switch {
		case !f.final:
			f.status = http.StatusServiceUnavailable
		case api.Err == nil: // never sent, because it can't be answered
			f.status = http.StatusBadRequest
		default:
			f.status = http.StatusInternalServerError
		}
	}
	switch {
	case f.status >= 500:
		f.kind = "server_error"
	case f.status == http.StatusTooManyRequests && f.final:
		f.kind = "insufficient_quota"
	case f.status == http.StatusTooManyRequests:
		f.kind = "requests"
		if f.code == "" {
			f.code = "rate_limit_exceeded"
		}
	default:
		f.kind = "invalid_request_error"
	}
	return f
}

// errorBody is the JSON of a failure. Its fields are always there, null or not.
type errorBody struct {
	Error struct {
		Message string  `json:"message"`
		Type    string  `json:"type"`
		Param   *string `json:"param"`
		Code    *string `json:"code"`
	} `json:"error"`
}

// refuse answers with f.
func refuse(w http.ResponseWriter, f *failure) {
	var body errorBody
	body.Error.Message, body.Error.Type = f.message, f.kind
	if f.param != "" {
		body.Error.Param = &f.param
	}
	if f.code != "" {
		body.Error.Code = &f.code
	}
	h := w.Header()
	if f.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(f.retryAfter.Seconds()))))
	}
	if f.final {
		h.Set("X-Should-Retry", "false")
	}
	text, err := json.Marshal(body)
	if err != nil {
		panic(fmt.Sprintf("serve: encoding an error: %v", err)) // strings always encode
	}
	send(w, f.status, text)
}

// send answers with a body of JSON. A client that has gone is none of our business.
func send(w http.ResponseWriter, status int, body []byte) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
